package dev.postern.proxy.upstream;

import dev.postern.proxy.client.TrafficListener;
import dev.postern.proxy.wire.MessageType;
import io.netty.buffer.ByteBuf;

/**
 * Walks the headers of a server's frames in a stream of buffers that may be cut anywhere, and says
 * when the server came to rest. Reads bytes, keeps none.
 */
final class FrameScanner {
  private static final int HEADER = 5;
  private static final int SQLSTATE_LENGTH = 5;

  /** Bytes of the frame in progress that are still to come, header excluded. */
  private int bodyLeft;

  /** Header bytes seen of the frame that begins. */
  private int headerSeen;

  private byte type;
  private int length;
  private byte status = 'I';

  /** The field of an ErrorResponse in progress: its code, or 0 where one begins. */
  private byte errorField;

  /** Characters of the SQLSTATE in progress; its class are the first two. */
  private final StringBuilder sqlState = new StringBuilder(5);

  private final TrafficListener traffic;

  /**
   * @param traffic hears of errors
   */
  FrameScanner(TrafficListener traffic) {
    this.traffic = traffic;
  }

  private boolean atRest = true;

  /** Looks at bytes that are passed on. */
  void scan(ByteBuf bytes) {
    int at = bytes.readerIndex();
    int end = bytes.writerIndex();
    while (at < end) {
      if (bodyLeft > 0) {
        if (type == MessageType.READY_FOR_QUERY) {
          status = bytes.getByte(at);
          atRest = true;
        }
        int step = Math.min(bodyLeft, end - at);
        if (type == MessageType.ERROR_RESPONSE) {
          scanError(bytes, at, step);
        }
        bodyLeft -= step;
        at += step;
      } else if (headerSeen == 0 && end - at >= HEADER) {
        type = bytes.getByte(at);
        length = bytes.getInt(at + 1);
        at += HEADER;
        bodyLeft = Math.max(0, length - 4);
      } else {
        int next = bytes.getUnsignedByte(at++);
        if (headerSeen == 0) {
          type = (byte) next;
          length = 0;
        } else {
          length = length << 8 | next;
        }
        if (++headerSeen == HEADER) {
          headerSeen = 0;
          bodyLeft = Math.max(0, length - 4);
        }
      }
    }
  }

  /** Looks for the SQLSTATE, field C, in part of an ErrorResponse's body. */
  private void scanError(ByteBuf bytes, int from, int count) {
    for (int i = from; i < from + count; i++) {
      byte next = bytes.getByte(i);
      if (errorField == 0) {
        errorField = next;
      } else if (next == 0) {
        if (errorField == 'C' && sqlState.length() == SQLSTATE_LENGTH) {
          traffic.errorSent(sqlState.toString());
        }
        sqlState.setLength(0);
        errorField = 0;
      } else if (errorField == 'C' && sqlState.length() < SQLSTATE_LENGTH) {
        sqlState.append((char) next);
      }
    }
  }

  /** The client has sent something: the server is not at rest until it says so. */
  void sent() {
    atRest = false;
  }

  /** Whether a ReadyForQuery was the last word. */
  boolean isAtRest() {
    return atRest;
  }

  /** Transaction status of the last ReadyForQuery. */
  byte status() {
    return status;
  }
}
