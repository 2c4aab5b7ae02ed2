package dev.postern.backend.function;

/**
 * Bob Jenkins' hash lookup3 (burtleburtle.net/bob/hash/doobs.html, public domain) as PostgreSQL
 * uses it on little-endian machines: the low half, or both halves where there is a seed.
 */
public final class JenkinsHash {
  private static final int INITIAL = 0x9e3779b9 + 3923095;

  private static final byte[] NO_BYTES = {};

  private JenkinsHash() {}

  /** hash_bytes_uint32. */
  public static int ofInt(int value) {
    int start = INITIAL + 4;
    return (int) mixLast(start + value, start, start);
  }

  /** hash_bytes_uint32_extended. */
  public static long ofInt(int value, long seed) {
    return hash(NO_BYTES, 0, 4, seed, value);
  }

  /** hash_bytes. */
  public static int ofBytes(byte[] bytes, int offset, int length) {
    return (int) hash(bytes, offset, length, 0, 0);
  }

  /** hash_bytes_extended. */
  public static long ofBytes(byte[] bytes, int offset, int length, long seed) {
    return hash(bytes, offset, length, seed, 0);
  }

  /**
   * Allocates nothing, as routing does not either: so the state is in variables.
   *
   * @param bytes {@link #NO_BYTES} where there is but one word, {@code single}, of four bytes
   */
  private static long hash(byte[] bytes, int offset, int length, long seed, int single) {
    int a = INITIAL + length;
    int b = a;
    int c = a;
    int at = offset;
    int left = length;
    // The seed is mixed in before the first words, as if it were some.
    boolean seeding = seed != 0;
    if (seeding) {
      a += (int) (seed >>> 32);
      b += (int) seed;
    }
    while (seeding || left >= 12) {
      if (!seeding) {
        a += word(bytes, at, 4);
        b += word(bytes, at + 4, 4);
        c += word(bytes, at + 8, 4);
        at += 12;
        left -= 12;
      }
      seeding = false;
      a -= c;
      a ^= Integer.rotateLeft(c, 4);
      c += b;
      b -= a;
      b ^= Integer.rotateLeft(a, 6);
      a += c;
      c -= b;
      c ^= Integer.rotateLeft(b, 8);
      b += a;
      a -= c;
      a ^= Integer.rotateLeft(c, 16);
      c += b;
      b -= a;
      b ^= Integer.rotateLeft(a, 19);
      a += c;
      c -= b;
      c ^= Integer.rotateLeft(b, 4);
      b += a;
    }
    a += bytes == NO_BYTES ? single : word(bytes, at, Math.min(left, 4));
    b += word(bytes, at + 4, Math.min(left - 4, 4));
    // The lowest byte of the third word is kept for the length.
    c += word(bytes, at + 8, left - 8) << 8;
    return mixLast(a, b, c);
  }

  private static int word(byte[] bytes, int at, int count) {
    int word = 0;
    for (int i = 0; i < count; i++) {
      word |= (bytes[at + i] & 0xff) << 8 * i;
    }
    return word;
  }

  /** The final mix: b in the high half, c in the low one. */
  private static long mixLast(int first, int second, int third) {
    int a = first;
    int b = second;
    int c = third;
    c ^= b;
    c -= Integer.rotateLeft(b, 14);
    a ^= c;
    a -= Integer.rotateLeft(c, 11);
    b ^= a;
    b -= Integer.rotateLeft(a, 25);
    c ^= b;
    c -= Integer.rotateLeft(b, 16);
    a ^= c;
    a -= Integer.rotateLeft(c, 4);
    b ^= a;
    b -= Integer.rotateLeft(a, 14);
    c ^= b;
    c -= Integer.rotateLeft(b, 24);
    return (long) b << 32 | c & 0xffffffffL;
  }

  /** hash_combine64: adds a column's hash to the hash so far. */
  public static long combine(long hash, long next) {
    return hash ^ next + 0x49a0f4dd15e5a8e3L + (hash << 54) + (hash >>> 7);
  }
}
