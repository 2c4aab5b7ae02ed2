package dev.postern.backend.function;

import org.jspecify.annotations.Nullable;

/** The facts of pg_cast. */
final class CastTable {
  private final CastDescriptor[] casts;
  private final FactIndex byTypes;

  CastTable() {
    FactTable facts = FactTable.load("pg_cast");
    casts = new CastDescriptor[facts.rows()];
    int[] keys = new int[casts.length];
    for (int row = 0; row < casts.length; row++) {
      casts[row] =
          new CastDescriptor(
              facts.integer(row, 0),
              facts.integer(row, 1),
              facts.integer(row, 2),
              facts.integer(row, 3),
              facts.character(row, 4),
              facts.character(row, 5));
      keys[row] = key(casts[row].source(), casts[row].target());
    }
    byTypes = new FactIndex(keys);
  }

  private static int key(int source, int target) {
    return source * 31 + target;
  }

  @Nullable CastDescriptor between(int source, int target) {
    for (int row = byTypes.first(key(source, target)); row >= 0; row = byTypes.after(row)) {
      if (casts[row].source() == source && casts[row].target() == target) {
        return casts[row];
      }
    }
    return null;
  }
}
