package dev.postern.proxy.sharding;

import org.jspecify.annotations.Nullable;

/**
 * A message of a batch that waits until a shard is known for it.
 *
 * @param expectation of its replies
 * @param text the statement that must be prepared on the shard for it, or that it prepares
 * @param frame what is sent; empty for something that Postern says itself
 */
record Held(Expectation expectation, @Nullable PreparedText text, byte[] frame) {}
