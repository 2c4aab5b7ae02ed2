package dev.postern.backend.type;

/** uuid: 16 bytes. */
final class UuidType extends SqlType {
  private static final String HEX = "0123456789abcdef";

  UuidType() {
    super(TypeOids.UUID, "uuid", 16, false);
  }

  /** 32 digits; a hyphen may follow each group of four; braces may stand around. */
  @Override
  public void input(
      byte[] text, int offset, int length, int typmod, DisplayStyle style, Datum result) {
    byte[] data = new byte[16];
    int at = offset;
    int end = offset + length;
    boolean braces = length > 0 && text[at] == '{';
    if (braces) {
      at++;
    }
    for (int i = 0; i < 16; i++) {
      if (end - at < 2) {
        throw InputErrors.syntax("uuid", text, offset, length);
      }
      int high = IntegerText.digit(text[at]);
      int low = IntegerText.digit(text[at + 1]);
      if (high < 0 || low < 0) {
        throw InputErrors.syntax("uuid", text, offset, length);
      }
      data[i] = (byte) (high << 4 | low);
      at += 2;
      if (at < end && text[at] == '-' && i % 2 == 1 && i < 15) {
        at++;
      }
    }
    if (braces && (at >= end || text[at++] != '}') || at != end) {
      throw InputErrors.syntax("uuid", text, offset, length);
    }
    result.setBytes(data);
  }

  @Override
  public void output(Datum value, DisplayStyle style, ValueWriter writer) {
    for (int i = 0; i < 16; i++) {
      if (i == 4 || i == 6 || i == 8 || i == 10) {
        writer.writeByte('-');
      }
      byte b = value.bytes[value.offset + i];
      writer.writeByte(HEX.charAt(b >> 4 & 15));
      writer.writeByte(HEX.charAt(b & 15));
    }
  }

  @Override
  public void receive(byte[] data, int offset, int length, int typmod, Datum result) {
    InputErrors.checkLength(length, 16);
    result.setBytes(data, offset, length);
  }

  @Override
  public int compare(Datum left, Datum right) {
    return ByteOrder.compare(left, right);
  }

  @Override
  public long hash(Datum value) {
    return Hashing.ofBytes(value.bytes, value.offset, value.length);
  }

  @Override
  public void writeKey(Datum value, ValueWriter key) {
    key.writeBytes(value.bytes, value.offset, 16);
  }
}
