package dev.postern.backend.type;

/** pg_lsn: a place in the write-ahead log, as two hexadecimal halves. */
final class LogPositionType extends SqlType {
  private static final int LONGEST_HALF = 8;

  LogPositionType() {
    super(TypeOids.PG_LSN, "pg_lsn", 8, true);
  }

  @Override
  public void input(
      byte[] text, int offset, int length, int typmod, DisplayStyle style, Datum result) {
    int slash = offset;
    int end = offset + length;
    while (slash < end && text[slash] != '/') {
      slash++;
    }
    long high = half(text, offset, slash);
    long low = half(text, slash + 1, end);
    if (high < 0 || low < 0) {
      throw InputErrors.syntax("pg_lsn", text, offset, length);
    }
    result.setLong(high << 32 | low);
  }

  private static long half(byte[] text, int from, int to) {
    if (to - from < 1 || to - from > LONGEST_HALF) {
      return -1;
    }
    long value = 0;
    for (int i = from; i < to; i++) {
      int digit = IntegerText.digit(text[i]);
      if (digit < 0) {
        return -1;
      }
      value = value << 4 | digit;
    }
    return value;
  }

  @Override
  public void output(Datum value, DisplayStyle style, ValueWriter writer) {
    writeHalf(value.bits >>> 32, writer);
    writer.writeByte('/');
    writeHalf(value.bits & 0xffff_ffffL, writer);
  }

  private static void writeHalf(long value, ValueWriter writer) {
    int shift = 28;
    while (shift > 0 && value >>> shift == 0) {
      shift -= 4;
    }
    for (; shift >= 0; shift -= 4) {
      writer.writeByte("0123456789ABCDEF".charAt((int) (value >>> shift) & 15));
    }
  }

  @Override
  public void receive(byte[] data, int offset, int length, int typmod, Datum result) {
    InputErrors.checkLength(length, 8);
    result.setLong(Bytes.getLong(data, offset));
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
    key.writeLong(value.bits);
  }
}
