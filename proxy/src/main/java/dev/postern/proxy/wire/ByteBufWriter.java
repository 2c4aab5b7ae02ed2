package dev.postern.proxy.wire;

import dev.postern.backend.type.ValueWriter;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;

/** Lets values be written straight into a network buffer. Reused: one a connection or loop. */
public final class ByteBufWriter implements ValueWriter {
  private ByteBuf out = Unpooled.EMPTY_BUFFER;

  /** Where the next values go. The buffer stays its owner's. */
  public void into(ByteBuf buffer) {
    out = buffer;
  }

  @Override
  public void writeByte(int value) {
    out.writeByte(value);
  }

  @Override
  public void writeShort(int value) {
    out.writeShort(value);
  }

  @Override
  public void writeInt(int value) {
    out.writeInt(value);
  }

  @Override
  public void writeLong(long value) {
    out.writeLong(value);
  }

  @Override
  public void writeBytes(byte[] source, int offset, int length) {
    out.writeBytes(source, offset, length);
  }

  @Override
  public void writeAscii(String text) {
    ByteBufUtil.writeAscii(out, text);
  }

  @Override
  public void writeDecimal(long value) {
    Decimal.write(out, value);
  }
}
