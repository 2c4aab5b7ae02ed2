package dev.postern.backend.storage;

import java.util.Arrays;

/**
 * A leaf of any keys, which lie end to end in one array:
 *
 * <pre>
 *   keys    k0 k0 k0 k1 k1 k2 k2 k2 k2 …
 *   ends    3, 5, 9, …
 *   rowIds  r0, r1, r2, …
 * </pre>
 */
final class KeyedLeaf extends IndexLeaf {
  final byte[] keys;
  final int[] ends;

  KeyedLeaf(Owner owner, byte[] keys, int[] ends, long[] rowIds, int count) {
    super(owner, rowIds, count);
    this.keys = keys;
    this.ends = ends;
  }

  private int start(int index) {
    return index == 0 ? 0 : ends[index - 1];
  }

  @Override
  byte[] key(int index) {
    return Arrays.copyOfRange(keys, start(index), ends[index]);
  }

  @Override
  boolean hasKey(int index, byte[] key) {
    return Arrays.equals(keys, start(index), ends[index], key, 0, key.length);
  }

  @Override
  int keyLength(int index) {
    return ends[index] - start(index);
  }

  @Override
  int keyBytes() {
    return start(count());
  }

  @Override
  int countBelow(int size, byte[] key, long rowId) {
    int low = 0;
    int high = size;
    while (low < high) {
      int middle = low + high >>> 1;
      int start = start(middle);
      int order = Arrays.compareUnsigned(keys, start, ends[middle], key, 0, key.length);
      if (order < 0 || order == 0 && rowIds[middle] < rowId) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  @Override
  int countBefore(int size, byte[] bound, boolean past) {
    int low = 0;
    int high = size;
    while (low < high) {
      int middle = low + high >>> 1;
      int start = start(middle);
      int end = past ? Math.min(ends[middle], start + bound.length) : ends[middle];
      int order = Arrays.compareUnsigned(keys, start, end, bound, 0, bound.length);
      if (order < 0 || order == 0 && past) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  @Override
  boolean appended(byte[] key, long rowId) {
    int at = count();
    int start = start(at);
    if (at == ends.length || start + key.length > keys.length) {
      return false;
    }
    System.arraycopy(key, 0, keys, start, key.length);
    ends[at] = start + key.length;
    rowIds[at] = rowId;
    publish(at + 1);
    return true;
  }

  @Override
  IndexLeaf part(Owner newOwner, int from, int to) {
    int base = start(from);
    byte[] newKeys = Arrays.copyOfRange(keys, base, start(to));
    int[] newEnds = Arrays.copyOfRange(ends, from, to);
    for (int i = 0; i < newEnds.length; i++) {
      newEnds[i] -= base;
    }
    return of(newOwner, newKeys, newEnds, Arrays.copyOfRange(rowIds, from, to));
  }

  @Override
  IndexLeaf with(Owner newOwner, int at, byte[] key, long rowId) {
    int size = count();
    if (size == 0) {
      return of(newOwner, key, rowId);
    }
    int capacity = capacityFor(size, at);
    int start = start(at);
    int oldBytes = start(size);
    int bytes = oldBytes + key.length;
    if (at == size) {
      int ample = oldBytes + key.length * (capacity - size);
      bytes = Math.max(bytes, Math.min(MAX_KEY_BYTES, ample));
    }
    byte[] newKeys = new byte[bytes];
    System.arraycopy(keys, 0, newKeys, 0, start);
    System.arraycopy(key, 0, newKeys, start, key.length);
    System.arraycopy(keys, start, newKeys, start + key.length, oldBytes - start);
    int[] newEnds = new int[capacity];
    System.arraycopy(ends, 0, newEnds, 0, at);
    newEnds[at] = start + key.length;
    for (int i = at; i < size; i++) {
      newEnds[i + 1] = ends[i] + key.length;
    }
    long[] newRowIds = withInserted(rowIds, size, capacity, at, rowId);
    return new KeyedLeaf(newOwner, newKeys, newEnds, newRowIds, size + 1);
  }

  @Override
  IndexLeaf without(Owner newOwner, int at) {
    int size = count();
    int start = start(at);
    int length = ends[at] - start;
    int oldBytes = start(size);
    byte[] newKeys = new byte[oldBytes - length];
    System.arraycopy(keys, 0, newKeys, 0, start);
    System.arraycopy(keys, start + length, newKeys, start, oldBytes - start - length);
    int[] newEnds = new int[size - 1];
    System.arraycopy(ends, 0, newEnds, 0, at);
    for (int i = at + 1; i < size; i++) {
      newEnds[i - 1] = ends[i] - length;
    }
    return new KeyedLeaf(newOwner, newKeys, newEnds, withRemoved(rowIds, size, at), size - 1);
  }

  @Override
  KeyedLeaf keyed() {
    return this;
  }
}
