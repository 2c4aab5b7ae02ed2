package dev.postern.backend.function;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Polymorphic types (manual section 36.2.5): the family of anyelement, whose members must agree
 * exactly, and that of anycompatible, whose members get a common type.
 */
public final class Polymorphism {
  static final int ANYELEMENT = 2283;
  static final int ANYARRAY = 2277;
  static final int ANYNONARRAY = 2776;
  static final int ANYENUM = 3500;
  static final int ANYRANGE = 3831;
  static final int ANYMULTIRANGE = 4537;
  static final int ANYCOMPATIBLE = 5077;
  static final int ANYCOMPATIBLEARRAY = 5078;
  static final int ANYCOMPATIBLENONARRAY = 5079;
  static final int ANYCOMPATIBLERANGE = 5080;
  static final int ANYCOMPATIBLEMULTIRANGE = 4538;
  private static final int UNKNOWN = 705;
  private static final int TEXT = 25;

  private Polymorphism() {}

  public static boolean isPolymorphic(int type) {
    return isExact(type) || isCompatible(type);
  }

  private static boolean isExact(int type) {
    return switch (type) {
      case ANYELEMENT, ANYARRAY, ANYNONARRAY, ANYENUM, ANYRANGE, ANYMULTIRANGE -> true;
      default -> false;
    };
  }

  private static boolean isCompatible(int type) {
    return switch (type) {
      case ANYCOMPATIBLE,
          ANYCOMPATIBLEARRAY,
          ANYCOMPATIBLENONARRAY,
          ANYCOMPATIBLERANGE,
          ANYCOMPATIBLEMULTIRANGE ->
          true;
      default -> false;
    };
  }

  /** Whether actual types could be the arguments of a function so declared. */
  static boolean consistent(FunctionSource catalog, int[] actual, int[] declared, int count) {
    return new Matching(catalog).match(actual, declared, count) == null;
  }

  /**
   * Replaces polymorphic types by what they are in a call.
   *
   * @param actual the call's argument types
   * @param declared the function's, with variadic arguments expanded; polymorphic ones are replaced
   *     in place
   * @param resultType the declared result type
   * @return the actual result type
   * @throws SqlError 42804 where that cannot be determined
   */
  public static int resolve(FunctionSource catalog, int[] actual, int[] declared, int resultType) {
    boolean polymorphic = isPolymorphic(resultType);
    for (int type : declared) {
      polymorphic |= isPolymorphic(type);
    }
    if (!polymorphic) {
      return resultType;
    }
    Matching matching = new Matching(catalog);
    SqlError error = matching.match(actual, declared, declared.length);
    if (error != null) {
      throw error;
    }
    matching.complete(declared);
    for (int i = 0; i < declared.length; i++) {
      declared[i] = matching.replacement(declared[i]);
    }
    return matching.replacement(resultType);
  }

  /** What the polymorphic types of one call stand for; 0 is "not known". */
  private static final class Matching {
    private final FunctionSource catalog;
    private int element;
    private int array;
    private int range;
    private int multirange;
    private int common;
    private int compatibleRange;
    private int compatibleMultirange;
    private int[] compatibles = new int[4];
    private int compatibleCount;

    Matching(FunctionSource catalog) {
      this.catalog = catalog;
    }

    @Nullable SqlError match(int[] actual, int[] declared, int count) {
      boolean nonArray = false;
      boolean onlyEnum = false;
      boolean compatibleNonArray = false;
      for (int i = 0; i < count; i++) {
        int type = actual[i];
        nonArray |= declared[i] == ANYNONARRAY;
        onlyEnum |= declared[i] == ANYENUM;
        compatibleNonArray |= declared[i] == ANYCOMPATIBLENONARRAY;
        if (type == UNKNOWN) {
          continue;
        }
        int base = catalog.baseType(type);
        switch (declared[i]) {
          case ANYELEMENT, ANYNONARRAY, ANYENUM -> {
            if (element != 0 && element != type) {
              return notAlike("anyelement", element, type);
            }
            element = type;
          }
          case ANYARRAY -> {
            if (array != 0 && array != base) {
              return notAlike("anyarray", array, base);
            }
            array = base;
          }
          case ANYRANGE -> {
            if (range != 0 && range != base) {
              return notAlike("anyrange", range, base);
            }
            range = base;
          }
          case ANYMULTIRANGE -> {
            if (multirange != 0 && multirange != base) {
              return notAlike("anymultirange", multirange, base);
            }
            multirange = base;
          }
          case ANYCOMPATIBLE, ANYCOMPATIBLENONARRAY -> addCompatible(type);
          case ANYCOMPATIBLEARRAY -> {
            int elementType = catalog.arrayElement(base);
            if (elementType == 0) {
              return notOfKind("anycompatiblearray", "an array", type);
            }
            addCompatible(elementType);
          }
          case ANYCOMPATIBLERANGE -> {
            if (compatibleRange != 0 && compatibleRange != base) {
              return notAlike("anycompatiblerange", compatibleRange, base);
            }
            compatibleRange = base;
            if (catalog.rangeSubtype(base) == 0) {
              return notOfKind("anycompatiblerange", "a range type", type);
            }
            addCompatible(catalog.rangeSubtype(base));
          }
          case ANYCOMPATIBLEMULTIRANGE -> {
            if (compatibleMultirange != 0 && compatibleMultirange != base) {
              return notAlike("anycompatiblemultirange", compatibleMultirange, base);
            }
            compatibleMultirange = base;
            if (catalog.multirangeRange(base) == 0) {
              return notOfKind("anycompatiblemultirange", "a multirange type", type);
            }
            addCompatible(catalog.rangeSubtype(catalog.multirangeRange(base)));
          }
          default -> {}
        }
      }
      SqlError error = deduceElement();
      if (error == null) {
        error = checkElement(nonArray, onlyEnum);
      }
      return error == null ? deduceCommon(compatibleNonArray) : error;
    }

    private void addCompatible(int type) {
      if (compatibleCount == compatibles.length) {
        compatibles = Arrays.copyOf(compatibles, compatibleCount * 2);
      }
      compatibles[compatibleCount++] = type;
    }

    private @Nullable SqlError deduceElement() {
      if (array == ANYARRAY) {
        // A pg_statistic column: its element type is not known until it is read.
        return element == 0 ? null : notConsistent("anyarray", "anyelement", array, element);
      }
      if (array != 0) {
        int ofArray = catalog.arrayElement(array);
        if (ofArray == 0) {
          return notOfKind("anyarray", "an array", array);
        }
        if (element != 0 && element != ofArray) {
          return notConsistent("anyarray", "anyelement", array, element);
        }
        element = ofArray;
      }
      if (multirange != 0) {
        int ofMultirange = catalog.multirangeRange(multirange);
        if (ofMultirange == 0) {
          return notOfKind("anymultirange", "a multirange type", multirange);
        }
        if (range != 0 && range != ofMultirange) {
          return notConsistent("anymultirange", "anyrange", multirange, range);
        }
        range = ofMultirange;
      }
      if (range != 0) {
        int ofRange = catalog.rangeSubtype(range);
        if (ofRange == 0) {
          return notOfKind("anyrange", "a range type", range);
        }
        if (element != 0 && element != ofRange) {
          return notConsistent("anyrange", "anyelement", range, element);
        }
        element = ofRange;
      }
      return null;
    }

    private @Nullable SqlError checkElement(boolean nonArray, boolean onlyEnum) {
      if (element == 0) {
        return null;
      }
      if (nonArray && catalog.arrayElement(catalog.baseType(element)) != 0) {
        return mismatch(
            "type matched to anynonarray is an array type: " + catalog.displayName(element));
      }
      if (onlyEnum) {
        TypeDescriptor type = catalog.type(element);
        if (type == null || type.kind() != 'e') {
          return mismatch(
              "type matched to anyenum is not an enum type: " + catalog.displayName(element));
        }
      }
      return null;
    }

    private @Nullable SqlError deduceCommon(boolean nonArray) {
      if (compatibleMultirange != 0) {
        int ofMultirange = catalog.multirangeRange(compatibleMultirange);
        if (compatibleRange != 0 && compatibleRange != ofMultirange) {
          return notConsistent(
              "anycompatiblemultirange",
              "anycompatiblerange",
              compatibleMultirange,
              compatibleRange);
        }
        compatibleRange = ofMultirange;
      }
      if (compatibleCount == 0) {
        return null;
      }
      int[] types = Arrays.copyOf(compatibles, compatibleCount);
      common = CommonType.selectOrNone(catalog, types);
      for (int type : types) {
        if (common == 0 || !Coercions.possible(catalog, type, common, CoercionContext.IMPLICIT)) {
          return mismatch("arguments of anycompatible family cannot be cast to a common type");
        }
      }
      if (nonArray && catalog.arrayElement(catalog.baseType(common)) != 0) {
        return mismatch(
            "type matched to anycompatiblenonarray is an array type: "
                + catalog.displayName(common));
      }
      if (compatibleRange != 0 && catalog.rangeSubtype(compatibleRange) != common) {
        return mismatch(
            "anycompatiblerange type "
                + catalog.displayName(compatibleRange)
                + " does not match anycompatible type "
                + catalog.displayName(common));
      }
      return null;
    }

    /** Fills in what follows from unknown literals; all arguments agree by now. */
    void complete(int[] declared) {
      boolean exact = false;
      boolean compatible = false;
      for (int type : declared) {
        exact |= isExact(type);
        compatible |= isCompatible(type);
      }
      if (exact && element == 0 && array != ANYARRAY) {
        throw mismatch("could not determine polymorphic type because input has type unknown");
      }
      if (compatible && common == 0) {
        common = TEXT;
      }
    }

    int replacement(int declared) {
      return switch (declared) {
        case ANYELEMENT, ANYNONARRAY, ANYENUM ->
            element == 0 && array == ANYARRAY ? ANYELEMENT : element;
        case ANYARRAY -> array != 0 ? array : arrayOver(element);
        case ANYRANGE -> known(range, "anyrange");
        case ANYMULTIRANGE ->
            multirange != 0 ? multirange : known(catalog.rangeMultirange(range), "anymultirange");
        case ANYCOMPATIBLE, ANYCOMPATIBLENONARRAY -> common;
        case ANYCOMPATIBLEARRAY -> arrayOver(common);
        case ANYCOMPATIBLERANGE -> known(compatibleRange, "anycompatiblerange");
        case ANYCOMPATIBLEMULTIRANGE ->
            compatibleMultirange != 0
                ? compatibleMultirange
                : known(catalog.rangeMultirange(compatibleRange), "anycompatiblemultirange");
        default -> declared;
      };
    }

    private static int known(int type, String name) {
      if (type == 0) {
        throw mismatch(
            "could not determine polymorphic type " + name + " because input has type unknown");
      }
      return type;
    }

    private int arrayOver(int elementType) {
      int found = catalog.arrayType(elementType);
      if (found == 0) {
        throw new SqlError(
            SqlState.UNDEFINED_OBJECT,
            "could not find array type for data type " + catalog.displayName(elementType));
      }
      return found;
    }

    private SqlError notAlike(String name, int first, int second) {
      return mismatch("arguments declared \"" + name + "\" are not all alike")
          .detail(catalog.displayName(first) + " versus " + catalog.displayName(second));
    }

    private SqlError notOfKind(String name, String kind, int type) {
      return mismatch(
          "argument declared "
              + name
              + " is not "
              + kind
              + " but type "
              + catalog.displayName(type));
    }

    private SqlError notConsistent(String outer, String inner, int first, int second) {
      return mismatch(
              "argument declared " + outer + " is not consistent with argument declared " + inner)
          .detail(catalog.displayName(first) + " versus " + catalog.displayName(second));
    }

    private static SqlError mismatch(String message) {
      return new SqlError(SqlState.DATATYPE_MISMATCH, message);
    }
  }
}
