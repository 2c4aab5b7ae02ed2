package dev.postern.proxy.wire;

import dev.postern.backend.Portal;
import dev.postern.backend.ResultColumn;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/**
 * A RowDescription as bytes, made once for a shape and written again and again: only the format
 * codes differ from one portal to another. Immutable.
 */
public final class EncodedRowDescription {
  private final byte[] message;

  /** Where each column's format code stands in the message. */
  private final int[] formatOffsets;

  public EncodedRowDescription(ResultColumn[] columns) {
    ByteBuf buffer = Unpooled.buffer(64 + columns.length * 32);
    BackendEncoder.rowDescription(buffer, columns);
    message = new byte[buffer.readableBytes()];
    buffer.readBytes(message);
    buffer.release();
    formatOffsets = new int[columns.length];
    int at = 7;
    for (int i = 0; i < columns.length; i++) {
      while (message[at] != 0) {
        at++;
      }
      // After the name's zero: table 4, attribute 2, type 4, size 2, modifier 4.
      formatOffsets[i] = at + 1 + 16;
      at += 1 + 18;
    }
  }

  /** Writes it with every column in text form. */
  public void writeText(ByteBuf out) {
    out.writeBytes(message);
  }

  /** Writes it with the formats that a Bind message chose. */
  public void write(ByteBuf out, Portal portal) {
    int start = out.writerIndex();
    out.writeBytes(message);
    for (int i = 0; i < formatOffsets.length; i++) {
      if (portal.isBinary(i)) {
        out.setShort(start + formatOffsets[i], 1);
      }
    }
  }
}
