package dev.postern.backend.storage;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * A leaf of an index: entries ascending by key, then row id. The keys lie end to end in one array:
 *
 * <pre>
 *   keys    k0 k0 k0 k1 k1 k2 k2 k2 k2 …
 *   ends    3, 5, 9, …
 *   rowIds  r0, r1, r2, …
 * </pre>
 *
 * <p>What lies below {@link #count} never changes. The owner may append behind it in place, while
 * there is room, and then publishes the count; any other change makes a new leaf.
 */
final class IndexLeaf {
  /** Entries a leaf holds at most. */
  static final int CAPACITY = 64;

  /** Key bytes a leaf holds at most, unless one key alone is longer. */
  static final int MAX_KEY_BYTES = 8192;

  private static final VarHandle COUNT;

  static {
    try {
      COUNT = MethodHandles.lookup().findVarHandle(IndexLeaf.class, "count", int.class);
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  final Owner owner;
  final byte[] keys;
  final int[] ends;
  final long[] rowIds;

  @SuppressWarnings("unused") // through COUNT
  private int count;

  IndexLeaf(Owner owner, byte[] keys, int[] ends, long[] rowIds, int count) {
    this.owner = owner;
    this.keys = keys;
    this.ends = ends;
    this.rowIds = rowIds;
    COUNT.setRelease(this, count);
  }

  static IndexLeaf empty(Owner owner) {
    return new IndexLeaf(owner, new byte[0], new int[0], new long[0], 0);
  }

  int count() {
    return (int) COUNT.getAcquire(this);
  }

  int start(int index) {
    return index == 0 ? 0 : ends[index - 1];
  }

  byte[] key(int index) {
    return Arrays.copyOfRange(keys, start(index), ends[index]);
  }

  boolean hasKey(int index, byte[] key) {
    return Arrays.equals(keys, start(index), ends[index], key, 0, key.length);
  }

  int compare(int index, byte[] key, long rowId) {
    int order = Arrays.compareUnsigned(keys, start(index), ends[index], key, 0, key.length);
    return order != 0 ? order : Long.compare(rowIds[index], rowId);
  }

  /** The first of {@code size} entries that is not below the given one. */
  int lowerBound(int size, byte[] key, long rowId) {
    int low = 0;
    int high = size;
    while (low < high) {
      int middle = low + high >>> 1;
      if (compare(middle, key, rowId) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /** Appends in place if there is room; only by the owner, under the tree's lock. */
  boolean appended(byte[] key, long rowId) {
    int at = count();
    int start = start(at);
    if (at == ends.length || start + key.length > keys.length) {
      return false;
    }
    System.arraycopy(key, 0, keys, start, key.length);
    ends[at] = start + key.length;
    rowIds[at] = rowId;
    COUNT.setRelease(this, at + 1);
    return true;
  }

  /** Whether one more entry fits without a split. */
  boolean hasRoomFor(byte[] key) {
    int at = count();
    return at < CAPACITY && (at == 0 || start(at) + key.length <= MAX_KEY_BYTES);
  }

  /** A leaf of another owner with the entries {@code from} to before {@code to}. */
  IndexLeaf part(Owner newOwner, int from, int to) {
    int base = start(from);
    byte[] newKeys = Arrays.copyOfRange(keys, base, start(to));
    int[] newEnds = Arrays.copyOfRange(ends, from, to);
    for (int i = 0; i < newEnds.length; i++) {
      newEnds[i] -= base;
    }
    return new IndexLeaf(
        newOwner, newKeys, newEnds, Arrays.copyOfRange(rowIds, from, to), to - from);
  }

  /** A leaf with one more entry; if that is the last one, with room for more behind it. */
  IndexLeaf with(Owner newOwner, int at, byte[] key, long rowId) {
    int size = count();
    int start = start(at);
    int oldBytes = start(size);
    int newBytes = oldBytes + key.length;
    int slots = size + 1;
    int bytes = newBytes;
    if (at == size) {
      slots = Math.min(CAPACITY, Math.max(4, slots * 2));
      bytes = Math.max(newBytes, Math.min(MAX_KEY_BYTES, oldBytes + key.length * (slots - size)));
    }
    byte[] newKeys = new byte[bytes];
    int[] newEnds = new int[slots];
    long[] newRowIds = new long[slots];
    System.arraycopy(keys, 0, newKeys, 0, start);
    System.arraycopy(key, 0, newKeys, start, key.length);
    System.arraycopy(keys, start, newKeys, start + key.length, oldBytes - start);
    System.arraycopy(ends, 0, newEnds, 0, at);
    newEnds[at] = start + key.length;
    for (int i = at; i < size; i++) {
      newEnds[i + 1] = ends[i] + key.length;
    }
    System.arraycopy(rowIds, 0, newRowIds, 0, at);
    newRowIds[at] = rowId;
    System.arraycopy(rowIds, at, newRowIds, at + 1, size - at);
    return new IndexLeaf(newOwner, newKeys, newEnds, newRowIds, size + 1);
  }

  /** A leaf without one entry. */
  IndexLeaf without(Owner newOwner, int at) {
    int size = count();
    int start = start(at);
    int length = ends[at] - start;
    int oldBytes = start(size);
    byte[] newKeys = new byte[oldBytes - length];
    int[] newEnds = new int[size - 1];
    long[] newRowIds = new long[size - 1];
    System.arraycopy(keys, 0, newKeys, 0, start);
    System.arraycopy(keys, start + length, newKeys, start, oldBytes - start - length);
    System.arraycopy(ends, 0, newEnds, 0, at);
    for (int i = at + 1; i < size; i++) {
      newEnds[i - 1] = ends[i] - length;
    }
    System.arraycopy(rowIds, 0, newRowIds, 0, at);
    System.arraycopy(rowIds, at + 1, newRowIds, at, size - at - 1);
    return new IndexLeaf(newOwner, newKeys, newEnds, newRowIds, size - 1);
  }

  /** This leaf's entries and behind them those of the next leaf. */
  IndexLeaf joined(Owner newOwner, IndexLeaf next) {
    int size = count();
    int nextSize = next.count();
    int bytes = start(size);
    byte[] newKeys = Arrays.copyOf(keys, bytes + next.start(nextSize));
    int[] newEnds = Arrays.copyOf(ends, size + nextSize);
    long[] newRowIds = Arrays.copyOf(rowIds, size + nextSize);
    // Room behind the count may hold what another owner appended: overwritten below.
    System.arraycopy(next.keys, 0, newKeys, bytes, next.start(nextSize));
    for (int i = 0; i < nextSize; i++) {
      newEnds[size + i] = bytes + next.ends[i];
    }
    System.arraycopy(next.rowIds, 0, newRowIds, size, nextSize);
    return new IndexLeaf(newOwner, newKeys, newEnds, newRowIds, size + nextSize);
  }
}
