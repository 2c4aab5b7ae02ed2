package dev.postern.proxy.client;

import dev.postern.backend.ParameterValues;
import dev.postern.proxy.wire.CommandDecoder;
import io.netty.buffer.ByteBuf;
import io.netty.util.concurrent.FastThreadLocal;

/**
 * What the clients of one event loop share because only one of them is served at a time. Never used
 * across calls of a handler, nor on any other thread.
 */
final class LoopResources {
  /** Larger texts and values get an array of their own. */
  private static final int SCRATCH_BYTES = 64 << 10;

  private static final FastThreadLocal<LoopResources> OF_THREAD =
      new FastThreadLocal<>() {
        @Override
        protected LoopResources initialValue() {
          return new LoopResources();
        }
      };

  final CommandDecoder decoder = new CommandDecoder();
  final ParameterValues parameters = new ParameterValues();
  final RowDescriptionCache rowDescriptions = new RowDescriptionCache();
  private final byte[] scratch = new byte[SCRATCH_BYTES];

  private LoopResources() {}

  /** Those of the current event loop. */
  static LoopResources ofCurrentLoop() {
    return OF_THREAD.get();
  }

  /** Copies part of a buffer into an array that is good until the next call; it starts at 0. */
  byte[] copy(ByteBuf buffer, int offset, int length) {
    byte[] array = length <= SCRATCH_BYTES ? scratch : new byte[length];
    buffer.getBytes(offset, array, 0, length);
    return array;
  }
}
