package dev.postern.backend.function;

/**
 * A hash table over the integer keys of a fact table's rows; rows of one key are chained in order.
 */
final class FactIndex {
  private final int[] heads;
  private final int[] next;
  private final int[] keys;

  /** Keys are given for rows 0 .. n-1. */
  FactIndex(int[] keys) {
    this.keys = keys;
    heads = new int[Integer.highestOneBit(Math.max(keys.length, 4)) * 2];
    next = new int[keys.length];
    for (int row = keys.length - 1; row >= 0; row--) {
      int slot = slot(keys[row]);
      next[row] = heads[slot];
      heads[slot] = row + 1;
    }
  }

  private int slot(int key) {
    int mixed = key * 0x9E3779B9;
    return (mixed ^ mixed >>> 15) & heads.length - 1;
  }

  /** The first row with the key, or -1. */
  int first(int key) {
    return matching(heads[slot(key)] - 1, key);
  }

  /** The row with the same key after this one, or -1. */
  int after(int row) {
    return matching(next[row] - 1, keys[row]);
  }

  private int matching(int from, int key) {
    int row = from;
    while (row >= 0 && keys[row] != key) {
      row = next[row] - 1;
    }
    return row;
  }
}
