package dev.postern.backend.session;

import java.util.Arrays;

/**
 * OIDs of relations that a transaction has read or written. Few as a rule, and the same one again
 * and again: the last added is looked at first. Used by the session's thread.
 */
final class RelationSet {
  private int[] oids = new int[8];
  private int size;

  void add(int oid) {
    for (int i = size - 1; i >= 0; i--) {
      if (oids[i] == oid) {
        return;
      }
    }
    if (size == oids.length) {
      oids = Arrays.copyOf(oids, size * 2);
    }
    oids[size++] = oid;
  }

  int size() {
    return size;
  }

  int get(int index) {
    return oids[index];
  }

  void clear() {
    size = 0;
  }
}
