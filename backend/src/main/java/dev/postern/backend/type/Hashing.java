package dev.postern.backend.type;

/** Hash functions for joins and grouping inside one process; not those of hash partitioning. */
public final class Hashing {
  private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;

  private Hashing() {}

  public static long ofLong(long value) {
    long h = value * MULTIPLIER;
    h = (h ^ h >>> 32) * 0xD6E8FEB86659FD93L;
    return h ^ h >>> 32;
  }

  /** Combines a hash so far with the hash of the next part. */
  public static long combine(long hash, long next) {
    return ofLong(hash * 31 + next);
  }

  public static long ofBytes(byte[] bytes, int offset, int length) {
    long h = length * MULTIPLIER;
    int at = offset;
    int end = offset + length;
    for (; end - at >= 8; at += 8) {
      h = (Long.rotateLeft(h, 23) ^ Bytes.getLong(bytes, at)) * MULTIPLIER;
    }
    long rest = 0;
    for (; at < end; at++) {
      rest = rest << 8 | bytes[at] & 0xff;
    }
    return ofLong(Long.rotateLeft(h, 23) ^ rest);
  }
}
