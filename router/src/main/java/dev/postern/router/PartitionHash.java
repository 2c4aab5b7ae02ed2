package dev.postern.router;

/**
 * PostgreSQL's hash-partitioning function of one column: the shard of a key is the partition that
 * {@code PARTITION BY HASH} with as many partitions as shards would put it in.
 *
 * <p>The hash is Bob Jenkins' lookup3 in its 64-bit form ("A hash function for hash table lookup",
 * 2006) as hashint8extended, hashtextextended and uuid_hash_extended use it, seeded with
 * HASH_PARTITION_SEED and combined as hash_combine64 does (manual, CREATE TABLE, PARTITION BY HASH;
 * satisfies_hash_partition).
 */
public final class PartitionHash {
  private static final long SEED = 0x7A5B22367996DCFDL;
  private static final long COMBINE = 0x49a0f4dd15e5a8e3L;
  private static final int START = 0x9e3779b9 + 3923095;

  private PartitionHash() {}

  /** The hash of a bigint key. */
  public static long ofLong(long value) {
    int low = (int) value;
    int high = (int) (value >> 32);
    low ^= value >= 0 ? high : ~high;
    return COMBINE + integer(low);
  }

  /** The hash of a text key (its UTF-8 bytes) or a uuid key (its 16 bytes). */
  public static long ofBytes(byte[] bytes, int offset, int length) {
    return COMBINE + bytes(bytes, offset, length);
  }

  /** The shard of a hash: {@code hash mod shards}, unsigned. */
  public static int shard(long hash, int shards) {
    return (int) Long.remainderUnsigned(hash, shards);
  }

  private static long integer(int key) {
    int a = START + 4;
    int b = a;
    int c = a;
    a += (int) (SEED >>> 32);
    b += (int) SEED;
    // mix
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
    return finish(a + key, b, c);
  }

  private static long bytes(byte[] key, int offset, int length) {
    int a = START + length;
    int b = a;
    int c = a;
    a += (int) (SEED >>> 32);
    b += (int) SEED;
    int at = offset;
    int left = length;
    boolean first = true;
    while (first || left >= 12) {
      if (!first) {
        a += word(key, at);
        b += word(key, at + 4);
        c += word(key, at + 8);
        at += 12;
        left -= 12;
      }
      first = false;
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
    // The last 0 to 11 bytes; the lowest byte of c is the length's.
    for (int i = 0; i < left; i++) {
      int value = key[at + i] & 0xff;
      if (i < 4) {
        a += value << 8 * i;
      } else if (i < 8) {
        b += value << 8 * (i - 4);
      } else {
        c += value << 8 * (i - 7);
      }
    }
    return finish(a, b, c);
  }

  private static int word(byte[] key, int at) {
    return key[at] & 0xff
        | (key[at + 1] & 0xff) << 8
        | (key[at + 2] & 0xff) << 16
        | (key[at + 3] & 0xff) << 24;
  }

  private static long finish(int x, int y, int z) {
    int a = x;
    int b = y;
    int c = z;
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
}
