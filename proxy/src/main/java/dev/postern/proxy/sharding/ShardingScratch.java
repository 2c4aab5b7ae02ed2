package dev.postern.proxy.sharding;

import dev.postern.backend.ParameterValues;
import dev.postern.proxy.wire.CommandDecoder;
import io.netty.buffer.ByteBuf;
import io.netty.util.concurrent.FastThreadLocal;

/** What the sharded conversations of one event loop share: only one is at work at a time. */
final class ShardingScratch {
  /** Larger texts and values get an array of their own. */
  private static final int SCRATCH_BYTES = 64 << 10;

  private static final FastThreadLocal<ShardingScratch> OF_THREAD =
      new FastThreadLocal<>() {
        @Override
        protected ShardingScratch initialValue() {
          return new ShardingScratch();
        }
      };

  final CommandDecoder decoder = new CommandDecoder();
  final ParameterValues values = new ParameterValues();
  private final byte[] bytes = new byte[SCRATCH_BYTES];

  private ShardingScratch() {}

  /** That of the current event loop. */
  static ShardingScratch ofCurrentLoop() {
    return OF_THREAD.get();
  }

  /** Copies part of a buffer into an array that is good until the next call; it starts at 0. */
  byte[] copy(ByteBuf buffer, int offset, int length) {
    byte[] array = length <= SCRATCH_BYTES ? bytes : new byte[length];
    buffer.getBytes(offset, array, 0, length);
    return array;
  }
}
