package dev.postern.proxy.wire;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import io.netty.buffer.ByteBuf;

/**
 * Finds a client's next frame by its header. Nothing of the body is read, so that a frame can be
 * passed on as it came.
 */
public final class FrontendFrame {
  /** Answer of {@link #sizeAt}: more bytes must come first. */
  public static final int INCOMPLETE = 0;

  /** Answer of {@link #sizeAt}: the length is out of bounds; the connection must be closed. */
  public static final int INVALID_LENGTH = -1;

  /** Type byte and length word. */
  public static final int HEADER_BYTES = 5;

  /** PostgreSQL's limit for messages that carry statements or data (1 GB less one). */
  public static final int LARGE_LIMIT = 0x3fffffff - 1;

  /** PostgreSQL's limit for all others. */
  public static final int SMALL_LIMIT = 10_000;

  /** PostgreSQL's limit for messages before authentication is done. */
  public static final int AUTHENTICATION_LIMIT = 65_535;

  private FrontendFrame() {}

  /**
   * Bytes of the frame that begins here, header included; or {@link #INCOMPLETE} or {@link
   * #INVALID_LENGTH}.
   *
   * @param available bytes in the buffer from start on
   * @throws SqlError 08P01 for a type that no client may send once authenticated; fatal
   */
  public static int sizeAt(ByteBuf buffer, int start, int available) {
    if (available == 0) {
      return INCOMPLETE;
    }
    byte type = buffer.getByte(start);
    int limit = limitOf(type);
    if (limit < 0) {
      throw new SqlError(
          SqlState.PROTOCOL_VIOLATION, "invalid frontend message type " + (type & 0xff));
    }
    return sizeWithin(buffer, start, available, limit);
  }

  /** The same before authentication is done, whatever the type. */
  public static int sizeWithin(ByteBuf buffer, int start, int available, int limit) {
    if (available < HEADER_BYTES) {
      return INCOMPLETE;
    }
    int length = buffer.getInt(start + 1);
    if (length < 4 || length - 4 > limit) {
      return INVALID_LENGTH;
    }
    return available <= length ? INCOMPLETE : length + 1;
  }

  /** Bytes of body that a message of this type may have, or -1 for an unknown type. */
  private static int limitOf(byte type) {
    return switch (type) {
      case MessageType.QUERY,
          MessageType.PARSE,
          MessageType.BIND,
          MessageType.FUNCTION_CALL,
          MessageType.COPY_DATA ->
          LARGE_LIMIT;
      case MessageType.EXECUTE,
          MessageType.DESCRIBE,
          MessageType.SYNC,
          MessageType.CLOSE,
          MessageType.FLUSH,
          MessageType.COPY_DONE,
          MessageType.COPY_FAIL,
          MessageType.TERMINATE ->
          SMALL_LIMIT;
      default -> -1;
    };
  }
}
