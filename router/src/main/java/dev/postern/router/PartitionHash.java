package dev.postern.router;

import dev.postern.backend.function.JenkinsHash;

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

  private PartitionHash() {}

  /** The hash of a bigint key. */
  public static long ofLong(long value) {
    int low = (int) value;
    int high = (int) (value >> 32);
    low ^= value >= 0 ? high : ~high;
    return COMBINE + JenkinsHash.ofInt(low, SEED);
  }

  /** The hash of a text key (its UTF-8 bytes) or a uuid key (its 16 bytes). */
  public static long ofBytes(byte[] bytes, int offset, int length) {
    return COMBINE + JenkinsHash.ofBytes(bytes, offset, length, SEED);
  }

  /** The shard of a hash: {@code hash mod shards}, unsigned. */
  public static int shard(long hash, int shards) {
    return (int) Long.remainderUnsigned(hash, shards);
  }
}
