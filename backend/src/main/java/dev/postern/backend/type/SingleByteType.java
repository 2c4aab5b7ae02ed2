package dev.postern.backend.type;

/** The type {@code "char"}: one byte, of any value. */
final class SingleByteType extends SqlType {
  SingleByteType() {
    super(TypeOids.CHAR, "char", 1, true);
  }

  /** {@code \ooo} is a byte in octal; else the first byte counts, and none is zero. */
  @Override
  public void input(
      byte[] text, int offset, int length, int typmod, DisplayStyle style, Datum result) {
    if (length == 4 && text[offset] == '\\' && octal(text, offset)) {
      int value = (text[offset + 1] - '0') * 64 + (text[offset + 2] - '0') * 8;
      result.setLong((byte) (value + text[offset + 3] - '0'));
    } else {
      result.setLong(length == 0 ? 0 : text[offset]);
    }
  }

  private static boolean octal(byte[] text, int offset) {
    for (int i = 1; i < 4; i++) {
      if (text[offset + i] < '0' || text[offset + i] > '7') {
        return false;
      }
    }
    return true;
  }

  @Override
  public void output(Datum value, DisplayStyle style, ValueWriter writer) {
    int c = (int) value.bits & 0xff;
    if (c > 127) {
      writer.writeByte(0x5c);
      writer.writeByte('0' + (c >> 6));
      writer.writeByte('0' + (c >> 3 & 7));
      writer.writeByte('0' + (c & 7));
    } else if (c != 0) {
      writer.writeByte(c);
    }
  }

  @Override
  public void receive(byte[] data, int offset, int length, int typmod, Datum result) {
    InputErrors.checkLength(length, 1);
    result.setLong(data[offset]);
  }

  @Override
  public int compare(Datum left, Datum right) {
    return Integer.compare((int) left.bits & 0xff, (int) right.bits & 0xff);
  }

  @Override
  public long hash(Datum value) {
    return Hashing.ofLong(value.bits);
  }

  @Override
  public void writeKey(Datum value, ValueWriter key) {
    key.writeByte((int) value.bits);
  }
}
