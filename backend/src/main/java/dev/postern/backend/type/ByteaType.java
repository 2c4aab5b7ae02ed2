package dev.postern.backend.type;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import java.nio.charset.StandardCharsets;

/** bytea: hex and escape text forms (manual, "Binary Data Types"). */
final class ByteaType extends SqlType {
  private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

  ByteaType() {
    super(TypeOids.BYTEA, "bytea", -1, false);
  }

  @Override
  public void input(
      byte[] text, int offset, int length, int typmod, DisplayStyle style, Datum result) {
    if (length >= 2 && text[offset] == '\\' && text[offset + 1] == 'x') {
      result.setBytes(HexText.decode(text, offset + 2, length - 2));
      return;
    }
    byte[] data = new byte[length];
    int size = 0;
    int end = offset + length;
    for (int i = offset; i < end; i++) {
      byte c = text[i];
      if (c != '\\') {
        data[size++] = c;
      } else if (i + 1 < end && text[i + 1] == '\\') {
        data[size++] = c;
        i++;
      } else if (i + 3 < end
          && text[i + 1] >= '0'
          && text[i + 1] <= '3'
          && isOctal(text[i + 2])
          && isOctal(text[i + 3])) {
        data[size++] =
            (byte) ((text[i + 1] - '0') << 6 | (text[i + 2] - '0') << 3 | text[i + 3] - '0');
        i += 3;
      } else {
        throw new SqlError(
            SqlState.INVALID_TEXT_REPRESENTATION, "invalid input syntax for type bytea");
      }
    }
    result.setBytes(data, 0, size);
  }

  private static boolean isOctal(byte c) {
    return c >= '0' && c <= '7';
  }

  @Override
  public void output(Datum value, DisplayStyle style, ValueWriter writer) {
    byte[] bytes = value.bytes;
    int end = value.offset + value.length;
    if (style.byteaHex) {
      writer.writeByte('\\');
      writer.writeByte('x');
      for (int i = value.offset; i < end; i++) {
        writer.writeByte(HEX[bytes[i] >> 4 & 15]);
        writer.writeByte(HEX[bytes[i] & 15]);
      }
      return;
    }
    for (int i = value.offset; i < end; i++) {
      int c = bytes[i] & 0xff;
      if (c == '\\') {
        writer.writeByte('\\');
        writer.writeByte('\\');
      } else if (c < 0x20 || c > 0x7e) {
        writer.writeByte('\\');
        writer.writeByte('0' + (c >> 6));
        writer.writeByte('0' + (c >> 3 & 7));
        writer.writeByte('0' + (c & 7));
      } else {
        writer.writeByte(c);
      }
    }
  }

  @Override
  public void receive(byte[] data, int offset, int length, int typmod, Datum result) {
    result.setBytes(data, offset, length);
  }

  @Override
  public int compare(Datum left, Datum right) {
    return ByteOrder.compare(left, right);
  }

  @Override
  public boolean equal(Datum left, Datum right) {
    return ByteOrder.equal(left, right);
  }

  @Override
  public long hash(Datum value) {
    return Hashing.ofBytes(value.bytes, value.offset, value.length);
  }

  @Override
  public void writeKey(Datum value, ValueWriter key) {
    KeyCode.writeBytes(value.bytes, value.offset, value.length, key);
  }
}
