package dev.postern.backend.type;

/** tid: the block (4 bytes) and the place in it (2 bytes) of a row version. */
final class TupleIdType extends FixedBytesType {
  TupleIdType() {
    super(TypeOids.TID, "tid", 6);
  }

  @Override
  public void input(
      byte[] text, int offset, int length, int typmod, DisplayStyle style, Datum result) {
    int end = offset + length;
    int at = offset;
    while (at < end && text[at] != '(') {
      at++;
    }
    at++;
    long block = 0;
    for (; at < end && text[at] >= '0' && text[at] <= '9'; at++) {
      block = Math.min(block * 10 + text[at] - '0', 1L << 33);
    }
    boolean valid = at < end && text[at] == ',' && block <= 0xffff_ffffL;
    int place = 0;
    at++;
    for (; at < end && text[at] >= '0' && text[at] <= '9'; at++) {
      place = Math.min(place * 10 + text[at] - '0', 1 << 17);
    }
    if (!valid || at >= end || text[at] != ')' || place > 0xffff) {
      throw InputErrors.syntax("tid", text, offset, length);
    }
    byte[] value = new byte[6];
    Bytes.putInt(value, 0, (int) block);
    value[4] = (byte) (place >> 8);
    value[5] = (byte) place;
    result.setBytes(value);
  }

  @Override
  public void output(Datum value, DisplayStyle style, ValueWriter writer) {
    writer.writeByte('(');
    writer.writeDecimal(Bytes.getInt(value.bytes, value.offset) & 0xffff_ffffL);
    writer.writeByte(',');
    writer.writeDecimal(Bytes.getShort(value.bytes, value.offset + 4) & 0xffff);
    writer.writeByte(')');
  }
}
