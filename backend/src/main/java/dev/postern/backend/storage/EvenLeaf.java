package dev.postern.backend.storage;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * A leaf whose keys have one length and differ in their last eight bytes only: these are kept as
 * words that compare as the keys do, the bytes before them once.
 *
 * <pre>
 *   key 01 8000000000001234  →  prefix 01, word 0x8000000000001234
 * </pre>
 */
final class EvenLeaf extends IndexLeaf {
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

  private final byte[] prefix;
  private final int length;
  private final long[] words;

  private EvenLeaf(Owner owner, byte[] prefix, int length, long[] words, long[] rowIds, int count) {
    super(owner, rowIds, count);
    this.prefix = prefix;
    this.length = length;
    this.words = words;
  }

  static int prefixLength(int keyLength) {
    return Math.max(0, keyLength - Long.BYTES);
  }

  static EvenLeaf of(Owner owner, byte[] key, long rowId) {
    int prefixLength = prefixLength(key.length);
    long[] words = new long[4];
    words[0] = word(key, prefixLength, key.length);
    byte[] prefix = Arrays.copyOf(key, prefixLength);
    return new EvenLeaf(owner, prefix, key.length, words, new long[] {rowId, 0, 0, 0}, 1);
  }

  /** A leaf of keys that lie end to end, all of one length and with the same prefix. */
  static EvenLeaf of(Owner owner, byte[] keys, int length, long[] rowIds) {
    int prefixLength = prefixLength(length);
    long[] words = new long[rowIds.length];
    for (int i = 0; i < words.length; i++) {
      words[i] = word(keys, i * length + prefixLength, (i + 1) * length);
    }
    byte[] prefix = Arrays.copyOf(keys, prefixLength);
    return new EvenLeaf(owner, prefix, length, words, rowIds, words.length);
  }

  /** At most eight bytes as a number. */
  private static long word(byte[] bytes, int from, int to) {
    if (to - from == Long.BYTES) {
      return (long) LONG.get(bytes, from);
    }
    long word = 0;
    for (int i = from; i < to; i++) {
      word = word << Byte.SIZE | bytes[i] & 0xFF;
    }
    return word;
  }

  private boolean isLike(byte[] key) {
    int prefixLength = prefix.length;
    return key.length == length && Arrays.equals(prefix, 0, prefixLength, key, 0, prefixLength);
  }

  @Override
  byte[] key(int index) {
    byte[] key = Arrays.copyOf(prefix, length);
    write(index, key, 0);
    return key;
  }

  private void write(int index, byte[] to, int at) {
    int prefixLength = prefix.length;
    System.arraycopy(prefix, 0, to, at, prefixLength);
    long word = words[index];
    for (int i = at + length - 1; i >= at + prefixLength; i--) {
      to[i] = (byte) word;
      word >>>= Byte.SIZE;
    }
  }

  @Override
  boolean hasKey(int index, byte[] key) {
    return isLike(key) && words[index] == word(key, prefix.length, length);
  }

  @Override
  int keyLength(int index) {
    return length;
  }

  @Override
  int keyBytes() {
    return length * count();
  }

  @Override
  int countBelow(int size, byte[] key, long rowId) {
    if (!isLike(key)) {
      return countBefore(size, key, false);
    }
    long wanted = word(key, prefix.length, length);
    int low = 0;
    int high = size;
    while (low < high) {
      int middle = low + high >>> 1;
      long word = words[middle];
      boolean isBelow =
          word == wanted ? rowIds[middle] < rowId : Long.compareUnsigned(word, wanted) < 0;
      if (isBelow) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  @Override
  int countBefore(int size, byte[] bound, boolean past) {
    int prefixLength = prefix.length;
    int common = Math.min(prefixLength, bound.length);
    int order = Arrays.compareUnsigned(prefix, 0, common, bound, 0, common);
    if (order != 0) {
      return order < 0 ? size : 0;
    }
    int tail = length - prefixLength;
    int rest = bound.length - prefixLength;
    if (rest <= 0 && tail > 0 || rest < 0) {
      return past ? size : 0; // All keys begin with the bound.
    }
    // The first bytes of the tail decide; if they are equal, then who goes on is greater.
    int compared = Math.min(rest, tail);
    long wanted = word(bound, prefixLength, prefixLength + compared);
    int shift = (tail - compared) * Byte.SIZE;
    boolean equalIsBefore = rest > tail || past;
    int low = 0;
    int high = size;
    while (low < high) {
      int middle = low + high >>> 1;
      int tailOrder = Long.compareUnsigned(words[middle] >>> shift, wanted);
      if (tailOrder < 0 || tailOrder == 0 && equalIsBefore) {
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
    if (at == words.length || !isLike(key)) {
      return false;
    }
    words[at] = word(key, prefix.length, length);
    rowIds[at] = rowId;
    publish(at + 1);
    return true;
  }

  @Override
  IndexLeaf part(Owner newOwner, int from, int to) {
    long[] newWords = Arrays.copyOfRange(words, from, to);
    long[] newRowIds = Arrays.copyOfRange(rowIds, from, to);
    return new EvenLeaf(newOwner, prefix, length, newWords, newRowIds, to - from);
  }

  @Override
  IndexLeaf with(Owner newOwner, int at, byte[] key, long rowId) {
    int size = count();
    if (!isLike(key)) {
      return size == 0 ? of(newOwner, key, rowId) : keyed().with(newOwner, at, key, rowId);
    }
    int capacity = capacityFor(size, at);
    long[] newWords = withInserted(words, size, capacity, at, word(key, prefix.length, length));
    long[] newRowIds = withInserted(rowIds, size, capacity, at, rowId);
    return new EvenLeaf(newOwner, prefix, length, newWords, newRowIds, size + 1);
  }

  @Override
  IndexLeaf without(Owner newOwner, int at) {
    int size = count();
    long[] newWords = withRemoved(words, size, at);
    return new EvenLeaf(
        newOwner, prefix, length, newWords, withRemoved(rowIds, size, at), size - 1);
  }

  @Override
  KeyedLeaf keyed() {
    int size = count();
    byte[] keys = new byte[size * length];
    int[] ends = new int[size];
    for (int i = 0; i < size; i++) {
      write(i, keys, i * length);
      ends[i] = (i + 1) * length;
    }
    return new KeyedLeaf(owner, keys, ends, Arrays.copyOf(rowIds, size), size);
  }
}
