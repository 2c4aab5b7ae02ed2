package dev.postern.router;

/** Where the value of a sharding column stands in a statement. */
public sealed interface ShardKey {
  /**
   * A value written in the text.
   *
   * @param hash of {@link PartitionHash}
   */
  record Known(long hash) implements ShardKey {}

  /**
   * A parameter.
   *
   * @param number from 1
   * @param typeIsColumns whether the statement uses it for sharding columns alone, so that
   *     PostgreSQL gives it their type where the client gives it none
   */
  record Parameter(int number, KeyType type, boolean typeIsColumns) implements ShardKey {}
}
