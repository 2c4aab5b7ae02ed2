package dev.postern.proxy.upstream;

import dev.postern.proxy.wire.MessageType;
import io.netty.buffer.ByteBuf;

/**
 * Walks the headers of a server's frames in a stream of buffers that may be cut anywhere, and says
 * when the server came to rest. Reads bytes, keeps none.
 */
final class FrameScanner {
  private static final int HEADER = 5;

  /** Bytes of the frame in progress that are still to come, header excluded. */
  private int bodyLeft;

  /** Header bytes seen of the frame that begins. */
  private int headerSeen;

  private byte type;
  private int length;
  private byte status = 'I';
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
