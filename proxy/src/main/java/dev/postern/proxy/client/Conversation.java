package dev.postern.proxy.client;

import dev.postern.backend.error.SqlError;
import io.netty.buffer.ByteBuf;

/**
 * What answers one authenticated client: the embedded engine, a server behind Postern, or several.
 * All methods are called on the client's event loop, except {@link #cancel}.
 */
public interface Conversation {
  /**
   * Takes one complete frame of the client, header included. Its type and length are checked; its
   * body is not. Never called while the conversation has the client {@linkplain ClientLink#pause
   * paused}. Terminate comes here too; afterwards the link closes.
   *
   * @param buffer belongs to the caller: whoever keeps the bytes retains a slice or copies
   * @throws SqlError fatal: the client is told and the connection closed. Errors that are not fatal
   *     the conversation answers itself
   */
  void frame(byte type, ByteBuf buffer, int start, int size);

  /** There are no more frames for now: what was answered must be sent and flushed. */
  void batchEnd();

  /** {@link ClientLink#isWritable} has changed. */
  default void writabilityChanged() {}

  /** A CancelRequest for this client. Any thread; must not block. */
  void cancel();

  /** Whether nothing is in progress: no statement runs and no answer is awaited. */
  boolean isIdle();

  /** The connection is gone, for whatever reason; lets everything go. Called once. */
  void closed();
}
