package dev.postern.proxy.sharding;

import dev.postern.router.Statement;

/**
 * A prepared statement of the client: what it takes to prepare it on any shard. Compared by
 * identity: a name that is prepared anew is another.
 *
 * @param name empty for the unnamed statement
 * @param statement its text and where it may run
 * @param parameterTypes the OIDs that the client gave; 0 or beyond the end: not said
 * @param frame the whole Parse message
 */
record PreparedText(ByteKey name, Statement statement, int[] parameterTypes, byte[] frame) {
  @Override
  public boolean equals(Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }
}
