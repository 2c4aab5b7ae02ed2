package dev.postern.backend.function;

import org.jspecify.annotations.Nullable;

/**
 * The default operator class of each type: which operators ORDER BY, GROUP BY, DISTINCT and index
 * keys mean by "equal" and "less", and which type they compare it as.
 */
public final class OperatorClasses {
  private static final int BTREE = 403;
  private static final int HASH = 405;
  private static final int ANY_ARRAY = 2277;
  private static final int ANY_ENUM = 3500;
  private static final int ANY_RANGE = 3831;
  private static final int ANY_MULTIRANGE = 4537;
  private static final int RECORD = 2249;

  private static final OperatorClasses LOADED = new OperatorClasses();

  /** A default operator class: its family and the type that it declares. */
  private record OperatorClass(int family, int inputType) {}

  private final FactTable classes = FactTable.load("pg_opclass");
  private final FactIndex byInput;
  private final FactTable members = FactTable.load("pg_amop");
  private final FactIndex membersByFamily;
  private final FactTable supports = FactTable.load("pg_amproc");
  private final FactIndex supportsByFamily;

  private OperatorClasses() {
    byInput = index(classes, 6);
    membersByFamily = index(members, 1);
    supportsByFamily = index(supports, 1);
  }

  private static FactIndex index(FactTable facts, int column) {
    int[] keys = new int[facts.rows()];
    for (int row = 0; row < keys.length; row++) {
      keys[row] = facts.integer(row, column);
    }
    return new FactIndex(keys);
  }

  /** OID of the type's {@code =}, or 0 where it has no equality (json, point, xid8[]…). */
  public static int equality(TypeFacts types, int type) {
    int operator = LOADED.member(types, type, BTREE, 3);
    return operator != 0 ? operator : LOADED.member(types, type, HASH, 1);
  }

  /** OID of the type's {@code <}, or 0 where it has no order. */
  public static int lessThan(TypeFacts types, int type) {
    return LOADED.member(types, type, BTREE, 1);
  }

  /** OID of the type's {@code >}, or 0 where it has no order. */
  public static int greaterThan(TypeFacts types, int type) {
    return LOADED.member(types, type, BTREE, 5);
  }

  /** OID of the type's three-way comparison function (btree support 1), or 0. */
  public static int comparison(TypeFacts types, int type) {
    return LOADED.support(types, type, BTREE, 1);
  }

  /** OID of the type's hash function (hash support 1), or 0 where it cannot be hashed. */
  public static int hash(TypeFacts types, int type) {
    return LOADED.support(types, type, HASH, 1);
  }

  /** OID of the type's 64-bit hash function with a seed (hash support 2), or 0. */
  public static int extendedHash(TypeFacts types, int type) {
    return LOADED.support(types, type, HASH, 2);
  }

  /** pg_opfamily.oid of the type's default btree operator class, or 0. */
  public static int btreeFamily(TypeFacts types, int type) {
    OperatorClass found = LOADED.defaultClass(types, type, BTREE);
    return found == null ? 0 : found.family;
  }

  /**
   * What an operator means in a btree family: 1 {@code <}, 2 {@code <=}, 3 {@code =}, 4 {@code >=},
   * 5 {@code >}, or 0 where it is no member.
   */
  public static int btreeStrategy(int operator, int family) {
    OperatorClasses loaded = LOADED;
    for (int row = loaded.membersByFamily.first(family);
        row >= 0;
        row = loaded.membersByFamily.after(row)) {
      if (loaded.members.integer(row, 6) == operator) {
        return loaded.members.integer(row, 4);
      }
    }
    return 0;
  }

  /**
   * The operator of a btree family that compares two types in the given sense.
   *
   * @param strategy 1 to 5, as {@link #btreeStrategy} gives
   * @return its OID, or 0
   */
  public static int btreeMember(int family, int left, int right, int strategy) {
    return LOADED.member(family, left, right, strategy);
  }

  private int member(TypeFacts types, int type, int method, int strategy) {
    OperatorClass found = defaultClass(types, type, method);
    return found == null ? 0 : member(found.family, found.inputType, found.inputType, strategy);
  }

  private int member(int family, int left, int right, int strategy) {
    for (int row = membersByFamily.first(family); row >= 0; row = membersByFamily.after(row)) {
      if (members.integer(row, 4) == strategy
          && members.integer(row, 2) == left
          && members.integer(row, 3) == right) {
        return members.integer(row, 6);
      }
    }
    return 0;
  }

  private int support(TypeFacts types, int type, int method, int number) {
    OperatorClass found = defaultClass(types, type, method);
    if (found == null) {
      return 0;
    }
    for (int row = supportsByFamily.first(found.family);
        row >= 0;
        row = supportsByFamily.after(row)) {
      if (supports.integer(row, 4) == number
          && supports.integer(row, 2) == found.inputType
          && supports.integer(row, 3) == found.inputType) {
        return supports.integer(row, 5);
      }
    }
    return 0;
  }

  /** As GetDefaultOpClass does: the type's own, else that of a type it is binary-coercible to. */
  private @Nullable OperatorClass defaultClass(TypeFacts types, int type, int method) {
    int base = types.baseType(type);
    int row = defaultRow(base, method);
    if (row < 0) {
      row = defaultRow(stand(types, base), method);
    }
    return row < 0 ? null : new OperatorClass(classes.integer(row, 5), classes.integer(row, 6));
  }

  private int defaultRow(int type, int method) {
    if (type == 0) {
      return -1;
    }
    for (int row = byInput.first(type); row >= 0; row = byInput.after(row)) {
      if (classes.integer(row, 1) == method && classes.truth(row, 7)) {
        return row;
      }
    }
    return -1;
  }

  /** The type whose class serves values of this one unchanged, or 0. */
  private static int stand(TypeFacts types, int type) {
    TypeDescriptor described = types.type(type);
    if (described == null) {
      return 0;
    }
    return switch (described.kind()) {
      case 'e' -> ANY_ENUM;
      case 'r' -> ANY_RANGE;
      case 'm' -> ANY_MULTIRANGE;
      case 'c' -> RECORD;
      default ->
          described.isArray()
              ? ANY_ARRAY
              : switch (type) {
                case 1043 -> 25; // varchar: text
                case 650 -> 869; // cidr: inet
                case 24, 2202, 2203, 2204, 2205, 2206, 3734, 3769, 4089, 4096, 4191 ->
                    26; // reg*: oid
                default -> 0;
              };
    };
  }
}
