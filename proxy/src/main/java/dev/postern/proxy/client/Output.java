package dev.postern.proxy.client;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import io.netty.buffer.ByteBuf;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * What an embedded conversation has to say to its client: one buffer that grows until it is sent.
 * There is none while nothing is to be said.
 *
 * <p>Used by one thread at a time: the event loop, or the virtual thread of the statement that
 * runs. On the latter ({@link #blocking}) a full buffer is sent on the way and the thread waits
 * while the client does not read, so that a result of any size needs little memory. On the event
 * loop nothing can wait: whatever one short statement gives is held.
 */
final class Output {
  private static final int INITIAL_BYTES = 256;

  /** A buffer this full is sent. */
  private static final int FULL_BYTES = 32 << 10;

  private final ClientLink link;
  private @Nullable ByteBuf buffer;
  private int mark;
  private boolean blocking;
  private volatile @Nullable Thread waiting;

  Output(ClientLink link) {
    this.link = link;
  }

  /** Where to write. Asked for anew for each message, as it changes when it is sent. */
  ByteBuf buffer() {
    ByteBuf current = buffer;
    if (current == null) {
      current = link.allocator().buffer(INITIAL_BYTES);
      buffer = current;
    }
    return current;
  }

  boolean blocking() {
    return blocking;
  }

  /** Says which kind of thread writes from now on. */
  void setBlocking(boolean mayBlock) {
    blocking = mayBlock;
  }

  /** Remembers this place for {@link #rewind}; nothing is sent in between. */
  void mark() {
    mark = buffer == null ? 0 : buffer.writerIndex();
  }

  /** Forgets what was written since the mark. */
  void rewind() {
    if (buffer != null) {
      buffer.writerIndex(mark);
    }
  }

  boolean isFull() {
    return holds(FULL_BYTES);
  }

  /** Whether at least so many bytes wait to be sent. */
  boolean holds(int bytes) {
    return buffer != null && buffer.readableBytes() >= bytes;
  }

  /** Sends and flushes what there is. */
  void flush() {
    ByteBuf current = buffer;
    if (current != null) {
      buffer = null;
      if (current.isReadable()) {
        link.send(current);
        link.flush();
      } else {
        current.release();
      }
    }
  }

  /**
   * Called between rows: on a virtual thread, sends a full buffer and waits for the client.
   *
   * @throws SqlError 08006 where the client is gone
   */
  void drainIfFull() {
    if (blocking && isFull()) {
      flush();
      awaitWritable();
    }
  }

  private void awaitWritable() {
    // Announced first and looked at after, so that no change in between is missed.
    waiting = Thread.currentThread();
    try {
      while (link.isOpen() && !link.isWritable()) {
        LockSupport.park(this);
      }
    } finally {
      waiting = null;
    }
    if (!link.isOpen()) {
      throw new SqlError(SqlState.CONNECTION_FAILURE, "connection to client lost");
    }
  }

  /** The client reads again, or is gone. Any thread. */
  void wake() {
    Thread thread = waiting;
    if (thread != null) {
      LockSupport.unpark(thread);
    }
  }

  /** Drops what was not sent. */
  void release() {
    ByteBuf current = buffer;
    if (current != null) {
      buffer = null;
      current.release();
    }
  }
}
