package dev.postern.backend.type;

/** date: days since 2000-01-01, the least and greatest ints being the infinities. */
final class DateType extends SqlType {
  DateType() {
    super(TypeOids.DATE, "date", 4, true);
  }

  @Override
  public void input(
      byte[] text, int offset, int length, int typmod, DisplayStyle style, Datum result) {
    result.setLong(DateTimeParser.parseDate(text, offset, length, style));
  }

  @Override
  public void output(Datum value, DisplayStyle style, ValueWriter writer) {
    DateTimeText.writeDate((int) value.bits, style, writer);
  }

  @Override
  public void receive(byte[] data, int offset, int length, int typmod, Datum result) {
    InputErrors.checkLength(length, 4);
    int days = Bytes.getInt(data, offset);
    if (DateTimes.isFiniteDate(days) && !DateTimes.isValidDate(days)) {
      throw DateTimes.dateOutOfRange();
    }
    result.setLong(days);
  }

  @Override
  public int compare(Datum left, Datum right) {
    return Long.compare(left.bits, right.bits);
  }

  @Override
  public long hash(Datum value) {
    return Hashing.ofLong(value.bits);
  }

  @Override
  public void writeKey(Datum value, ValueWriter key) {
    KeyCode.writeInt((int) value.bits, key);
  }
}
