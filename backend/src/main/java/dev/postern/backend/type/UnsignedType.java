package dev.postern.backend.type;

/** oid, xid, cid and xid8: unsigned integers, whose bits a {@link Datum} holds sign-extended. */
final class UnsignedType extends SqlType {
  UnsignedType(int oid, String name, int width) {
    super(oid, name, width, true);
  }

  @Override
  public void input(
      byte[] text, int offset, int length, int typmod, DisplayStyle style, Datum result) {
    result.setLong(
        width() == 4
            ? IntegerText.parseUnsigned(text, offset, length, name())
            : IntegerText.parseUnsigned(text, offset, length, name(), -1L));
  }

  @Override
  public void output(Datum value, DisplayStyle style, ValueWriter writer) {
    writeUnsigned(width() == 4 ? value.bits & 0xffff_ffffL : value.bits, writer);
  }

  static void writeUnsigned(long value, ValueWriter writer) {
    if (value < 0) {
      long front = Long.divideUnsigned(value, 10);
      writer.writeDecimal(front);
      writer.writeDecimal(value - front * 10);
    } else {
      writer.writeDecimal(value);
    }
  }

  @Override
  public void receive(byte[] data, int offset, int length, int typmod, Datum result) {
    InputErrors.checkLength(length, width());
    result.setLong(width() == 4 ? Bytes.getInt(data, offset) : Bytes.getLong(data, offset));
  }

  @Override
  public int compare(Datum left, Datum right) {
    return Long.compareUnsigned(left.bits, right.bits);
  }

  @Override
  public long hash(Datum value) {
    return Hashing.ofLong(value.bits);
  }

  @Override
  public void writeKey(Datum value, ValueWriter key) {
    if (width() == 4) {
      key.writeInt((int) value.bits);
    } else {
      key.writeLong(value.bits);
    }
  }
}
