package dev.postern.backend.type;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;

/** time: microseconds since midnight, up to 24:00. */
final class TimeType extends SqlType {
  TimeType() {
    super(TypeOids.TIME, "time", 8, true);
  }

  @Override
  public void input(
      byte[] text, int offset, int length, int typmod, DisplayStyle style, Datum result) {
    result.setLong(TimeParser.parseTime(text, offset, length, style));
    applyTypmod(result, typmod, false);
  }

  @Override
  public void output(Datum value, DisplayStyle style, ValueWriter writer) {
    DateTimeText.writeTime(value.bits, writer);
  }

  @Override
  public void receive(byte[] data, int offset, int length, int typmod, Datum result) {
    InputErrors.checkLength(length, 8);
    long micros = Bytes.getLong(data, offset);
    checkTime(micros);
    result.setLong(micros);
    applyTypmod(result, typmod, false);
  }

  static void checkTime(long micros) {
    if (micros < 0 || micros > DateTimes.MICROS_PER_DAY) {
      throw new SqlError(SqlState.DATETIME_FIELD_OVERFLOW, "time out of range");
    }
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
    KeyCode.writeLong(value.bits, key);
  }

  @Override
  public void applyTypmod(Datum value, int typmod, boolean explicit) {
    value.bits = DateTimes.roundMicros(value.bits, typmod);
  }
}
