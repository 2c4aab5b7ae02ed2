package dev.postern.backend.type;

/** int2, int4 and int8. */
final class IntegerType extends SqlType {
  private final String words;
  private final long minimum;
  private final long maximum;

  IntegerType(int oid, String name, int width, String words) {
    super(oid, name, width, true);
    this.words = words;
    maximum = Long.MAX_VALUE >> 64 - 8 * width;
    minimum = -maximum - 1;
  }

  @Override
  public void input(
      byte[] text, int offset, int length, int typmod, DisplayStyle style, Datum result) {
    result.setLong(IntegerText.parse(text, offset, length, minimum, maximum, words));
  }

  @Override
  public void output(Datum value, DisplayStyle style, ValueWriter writer) {
    writer.writeDecimal(value.bits);
  }

  @Override
  public void receive(byte[] data, int offset, int length, int typmod, Datum result) {
    InputErrors.checkLength(length, width());
    result.setLong(
        switch (length) {
          case 2 -> Bytes.getShort(data, offset);
          case 4 -> Bytes.getInt(data, offset);
          default -> Bytes.getLong(data, offset);
        });
  }

  @Override
  public int compare(Datum left, Datum right) {
    return Long.compare(left.bits, right.bits);
  }

  @Override
  public boolean equal(Datum left, Datum right) {
    return left.bits == right.bits;
  }

  @Override
  public long hash(Datum value) {
    return Hashing.ofLong(value.bits);
  }

  @Override
  public void writeKey(Datum value, ValueWriter key) {
    switch (width()) {
      case 2 -> KeyCode.writeShort((int) value.bits, key);
      case 4 -> KeyCode.writeInt((int) value.bits, key);
      default -> KeyCode.writeLong(value.bits, key);
    }
  }
}
