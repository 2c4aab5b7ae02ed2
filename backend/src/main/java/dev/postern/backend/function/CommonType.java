package dev.postern.backend.function;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;

/** The common type of several expressions: UNION, CASE, VALUES, ARRAY, … (manual section 10.5). */
public final class CommonType {
  private static final int UNKNOWN = 705;
  private static final int TEXT = 25;

  private CommonType() {}

  /**
   * The type that all inputs are to be coerced to.
   *
   * @param construct as messages name it: {@code CASE}, {@code UNION}, {@code ARRAY}, …
   * @param positions of the inputs in the statement, or empty
   * @throws SqlError 42804 where the inputs are of different categories
   */
  public static int select(FunctionSource catalog, int[] types, String construct, int[] positions) {
    return select(catalog, types, construct, positions, false);
  }

  /** As {@link #select}, but 0 in place of the error. */
  static int selectOrNone(FunctionSource catalog, int[] types) {
    return select(catalog, types, "", new int[0], true);
  }

  private static int select(
      FunctionSource catalog, int[] types, String construct, int[] positions, boolean quiet) {
    int same = 1;
    while (same < types.length && types[same] == types[0]) {
      same++;
    }
    if (same == types.length && types[0] != UNKNOWN) {
      return types[0];
    }
    int chosen = catalog.baseType(types[0]);
    for (int i = 1; i < types.length; i++) {
      int next = catalog.baseType(types[i]);
      if (next == UNKNOWN || next == chosen) {
        continue;
      }
      if (chosen == UNKNOWN) {
        chosen = next;
      } else if (catalog.category(next) != catalog.category(chosen)) {
        if (quiet) {
          return 0;
        }
        throw mismatch(catalog, construct, chosen, next)
            .at(i < positions.length ? positions[i] : 0);
      } else if (!isPreferred(catalog, chosen)
          && Coercions.possible(catalog, chosen, next, CoercionContext.IMPLICIT)
          && !Coercions.possible(catalog, next, chosen, CoercionContext.IMPLICIT)) {
        chosen = next;
      }
    }
    return chosen == UNKNOWN ? TEXT : chosen;
  }

  private static SqlError mismatch(FunctionSource catalog, String construct, int chosen, int next) {
    String types = catalog.displayName(chosen) + " and " + catalog.displayName(next);
    return new SqlError(
        SqlState.DATATYPE_MISMATCH,
        construct.isEmpty()
            ? "argument types " + types + " cannot be matched"
            : construct + " types " + types + " cannot be matched");
  }

  private static boolean isPreferred(FunctionSource catalog, int type) {
    TypeDescriptor described = catalog.type(type);
    return described != null && described.preferred();
  }
}
