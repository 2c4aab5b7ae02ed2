package dev.postern.backend.storage;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * A leaf of an index: entries ascending by key, then row id. What lies below {@link #count} never
 * changes. The owner may append behind it in place, while there is room, and then publishes the
 * count; any other change makes a new leaf.
 *
 * <p>There are two forms: {@link EvenLeaf} for what numbers make, where an entry is two words;
 * {@link KeyedLeaf} for any keys.
 */
abstract sealed class IndexLeaf permits EvenLeaf, KeyedLeaf {
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
  final long[] rowIds;

  @SuppressWarnings("unused") // through COUNT
  private int count;

  IndexLeaf(Owner owner, long[] rowIds, int count) {
    this.owner = owner;
    this.rowIds = rowIds;
    publish(count);
  }

  static IndexLeaf empty(Owner owner) {
    return new KeyedLeaf(owner, new byte[0], new int[0], new long[0], 0);
  }

  /** A leaf of one entry, with room for more. */
  static IndexLeaf of(Owner owner, byte[] key, long rowId) {
    return EvenLeaf.of(owner, key, rowId);
  }

  /**
   * A leaf of entries in order whose keys lie end to end.
   *
   * @param ends where in {@code keys} each key ends; as long as there are entries
   */
  static IndexLeaf of(Owner owner, byte[] keys, int[] ends, long[] rowIds) {
    int size = ends.length;
    if (size == 0) {
      return empty(owner);
    }
    int length = ends[0];
    boolean isEven = ends[size - 1] == length * size;
    for (int i = 1; i < size && isEven; i++) {
      isEven = ends[i] - ends[i - 1] == length;
    }
    int prefix = EvenLeaf.prefixLength(length);
    int last = length * (size - 1);
    // As the keys are in order, what the first and the last have in common, all have.
    if (isEven && Arrays.equals(keys, 0, prefix, keys, last, last + prefix)) {
      return EvenLeaf.of(owner, keys, length, rowIds);
    }
    return new KeyedLeaf(owner, keys, ends, rowIds, size);
  }

  final int count() {
    return (int) COUNT.getAcquire(this);
  }

  final void publish(int newCount) {
    COUNT.setRelease(this, newCount);
  }

  /** A copy of a key. */
  abstract byte[] key(int index);

  abstract boolean hasKey(int index, byte[] key);

  final boolean isEntry(int index, byte[] key, long rowId) {
    return rowIds[index] == rowId && hasKey(index, key);
  }

  abstract int keyLength(int index);

  /** The length of all keys together. */
  abstract int keyBytes();

  /** How many of the first {@code size} entries are below the given one. */
  abstract int countBelow(int size, byte[] key, long rowId);

  /**
   * How many of the first {@code size} entries are before a bound of a scan. Keys that begin with
   * the bound are before it if {@code past}, else behind it.
   */
  abstract int countBefore(int size, byte[] bound, boolean past);

  /** Appends in place if there is room; only by the owner, under the tree's lock. */
  abstract boolean appended(byte[] key, long rowId);

  /** Whether one more entry fits without a split. */
  final boolean hasRoomFor(byte[] key) {
    int size = count();
    return size < CAPACITY && (size == 0 || keyBytes() + key.length <= MAX_KEY_BYTES);
  }

  /** A leaf of another owner with the entries {@code from} to before {@code to}. */
  abstract IndexLeaf part(Owner newOwner, int from, int to);

  /** A leaf with one more entry; if that is the last one, with room for more behind it. */
  abstract IndexLeaf with(Owner newOwner, int at, byte[] key, long rowId);

  /** A leaf without one entry. */
  abstract IndexLeaf without(Owner newOwner, int at);

  /** This leaf's entries and behind them those of the next leaf. */
  final IndexLeaf joined(Owner newOwner, IndexLeaf next) {
    KeyedLeaf left = keyed();
    KeyedLeaf right = next.keyed();
    int leftSize = left.count();
    int size = leftSize + right.count();
    int bytes = left.keyBytes();
    byte[] keys = Arrays.copyOf(left.keys, bytes + right.keyBytes());
    System.arraycopy(right.keys, 0, keys, bytes, right.keyBytes());
    int[] ends = Arrays.copyOf(left.ends, size);
    for (int i = leftSize; i < size; i++) {
      ends[i] = bytes + right.ends[i - leftSize];
    }
    long[] rows = Arrays.copyOf(rowIds, size);
    System.arraycopy(next.rowIds, 0, rows, leftSize, size - leftSize);
    return of(newOwner, keys, ends, rows);
  }

  /** The same entries in the general form. */
  abstract KeyedLeaf keyed();

  static long[] withInserted(long[] from, int size, int capacity, int at, long value) {
    long[] to = new long[capacity];
    System.arraycopy(from, 0, to, 0, at);
    to[at] = value;
    System.arraycopy(from, at, to, at + 1, size - at);
    return to;
  }

  static long[] withRemoved(long[] from, int size, int at) {
    long[] to = new long[size - 1];
    System.arraycopy(from, 0, to, 0, at);
    System.arraycopy(from, at + 1, to, at, size - at - 1);
    return to;
  }

  /** How many entries a leaf gets room for when one is inserted. */
  static int capacityFor(int size, int at) {
    return at == size ? Math.min(CAPACITY, Math.max(4, (size + 1) * 2)) : size + 1;
  }
}
