package dev.postern.proxy.sharding;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.proxy.wire.FrontendFrame;
import dev.postern.proxy.wire.MessageType;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * Cuts what a shard says into messages, in buffers that may be cut anywhere. What the handler lets
 * pass is sent on in runs as long as possible, rows without waiting for their end.
 */
final class ReplyStream {
  /** Decides over messages, in the order they come. */
  interface Handler {
    /** Whether a message that is not looked into is the client's. Changes nothing. */
    boolean passes(byte type);

    /** Looks into a complete message; whether it is the client's. */
    boolean inspect(byte type, ByteBuf buffer, int start, int size);

    /** A message has come to its end. */
    void finished(byte type);

    /** Takes bytes for the client. */
    void pass(ByteBuf bytes);
  }

  private final Handler handler;

  /** The beginning of a message that must be complete to be judged. */
  private @Nullable ByteBuf partial;

  /** Bytes still to come of a message that is judged already. */
  private int left;

  private byte type;
  private boolean passing;

  private @Nullable ByteBuf current;
  private int runStart;
  private int at;

  ReplyStream(Handler handler) {
    this.handler = handler;
  }

  /** Takes the next bytes; the buffer is given away. */
  void take(ByteBuf received) {
    ByteBuf bytes = received;
    ByteBuf before = partial;
    if (before != null) {
      partial = null;
      bytes = before.writeBytes(received);
      received.release();
    }
    current = bytes;
    at = bytes.readerIndex();
    runStart = at;
    try {
      int end = bytes.writerIndex();
      while (at < end && step(bytes, end)) {}
      sendRun();
      if (at < end) {
        partial = bytes.alloc().buffer(Math.max(256, 2 * (end - at)));
        partial.writeBytes(bytes, at, end - at);
      }
    } finally {
      current = null;
      bytes.release();
    }
  }

  /** Judges the next message or goes on with it; false where more must come first. */
  private boolean step(ByteBuf bytes, int end) {
    int available = end - at;
    if (left > 0) {
      advance(Math.min(left, available));
      return true;
    }
    if (available < FrontendFrame.HEADER_BYTES) {
      return false;
    }
    int length = bytes.getInt(at + 1);
    if (length < 4 || length > FrontendFrame.LARGE_LIMIT) {
      throw new SqlError(SqlState.PROTOCOL_VIOLATION, "invalid message length from a shard");
    }
    type = bytes.getByte(at);
    left = length + 1;
    if (!isInspected(type)) {
      passing = handler.passes(type);
      advance(Math.min(left, available));
      return true;
    }
    if (available < left) {
      left = 0;
      return false;
    }
    passing = handler.inspect(type, bytes, at, left);
    advance(left);
    return true;
  }

  private void advance(int count) {
    if (!passing) {
      sendRun();
    }
    at += count;
    left -= count;
    if (!passing) {
      runStart = at;
    }
    if (left == 0) {
      handler.finished(type);
    }
  }

  private static boolean isInspected(byte type) {
    return switch (type) {
      case MessageType.READY_FOR_QUERY,
          MessageType.COMMAND_COMPLETE,
          MessageType.ERROR_RESPONSE,
          MessageType.PARAMETER_STATUS ->
          true;
      default -> false;
    };
  }

  /** Sends on what was let pass up to here, so that something else may follow it. */
  void sendRun() {
    ByteBuf bytes = current;
    if (bytes != null && at > runStart) {
      handler.pass(bytes.retainedSlice(runStart, at - runStart));
      runStart = at;
    }
  }

  /** Lets go of what is held. */
  void release() {
    if (partial != null) {
      partial.release();
      partial = null;
    }
  }
}
