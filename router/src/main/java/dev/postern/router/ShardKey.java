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
   */
  record Parameter(int number, KeyType type) implements ShardKey {}
}
