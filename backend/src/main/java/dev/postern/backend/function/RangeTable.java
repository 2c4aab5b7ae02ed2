package dev.postern.backend.function;

/** The facts of pg_range: three numbers for each of six types. */
final class RangeTable {
  static final RangeTable LOADED = new RangeTable();

  private final int[] ranges;
  private final int[] subtypes;
  private final int[] multiranges;

  private RangeTable() {
    FactTable facts = FactTable.load("pg_range");
    ranges = new int[facts.rows()];
    subtypes = new int[ranges.length];
    multiranges = new int[ranges.length];
    for (int row = 0; row < ranges.length; row++) {
      ranges[row] = facts.integer(row, 0);
      subtypes[row] = facts.integer(row, 1);
      multiranges[row] = facts.integer(row, 2);
    }
  }

  int subtype(int range) {
    return lookUp(range, ranges, subtypes);
  }

  int multirange(int range) {
    return lookUp(range, ranges, multiranges);
  }

  int range(int multirange) {
    return lookUp(multirange, multiranges, ranges);
  }

  private static int lookUp(int key, int[] keys, int[] values) {
    for (int i = 0; i < keys.length; i++) {
      if (keys[i] == key) {
        return values[i];
      }
    }
    return 0;
  }
}
