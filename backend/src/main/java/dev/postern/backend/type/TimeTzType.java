package dev.postern.backend.type;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;

/** timetz: microseconds since midnight (8 bytes), then seconds <em>west</em> of UTC (4 bytes). */
final class TimeTzType extends SqlType {
  /** Offsets are less than this, in seconds. */
  private static final int OFFSET_LIMIT = 16 * 3600;

  TimeTzType() {
    super(TypeOids.TIMETZ, "timetz", 12, false);
  }

  static long micros(Datum value) {
    return Bytes.getLong(value.bytes, value.offset);
  }

  static int secondsWest(Datum value) {
    return Bytes.getInt(value.bytes, value.offset + 8);
  }

  private static long utcMicros(Datum value) {
    return micros(value) + secondsWest(value) * DateTimes.MICROS_PER_SECOND;
  }

  @Override
  public void input(
      byte[] text, int offset, int length, int typmod, DisplayStyle style, Datum result) {
    result.setBytes(TimeParser.parseTimeTz(text, offset, length, style));
    applyTypmod(result, typmod, false);
  }

  @Override
  public void output(Datum value, DisplayStyle style, ValueWriter writer) {
    DateTimeText.writeTime(micros(value), writer);
    DateTimeText.writeOffset(-secondsWest(value), writer);
  }

  @Override
  public void receive(byte[] data, int offset, int length, int typmod, Datum result) {
    InputErrors.checkLength(length, 12);
    TimeType.checkTime(Bytes.getLong(data, offset));
    int west = Bytes.getInt(data, offset + 8);
    if (west <= -OFFSET_LIMIT || west >= OFFSET_LIMIT) {
      throw new SqlError(
          SqlState.INVALID_TIME_ZONE_DISPLACEMENT_VALUE, "time zone displacement out of range");
    }
    result.setBytes(data, offset, length);
    applyTypmod(result, typmod, false);
  }

  /** By the moment, then by the offset, so that only identical values are equal. */
  @Override
  public int compare(Datum left, Datum right) {
    int order = Long.compare(utcMicros(left), utcMicros(right));
    return order != 0 ? order : Integer.compare(secondsWest(left), secondsWest(right));
  }

  @Override
  public long hash(Datum value) {
    return Hashing.ofBytes(value.bytes, value.offset, 12);
  }

  @Override
  public void writeKey(Datum value, ValueWriter key) {
    KeyCode.writeLong(utcMicros(value), key);
    KeyCode.writeInt(secondsWest(value), key);
  }

  @Override
  public void applyTypmod(Datum value, int typmod, boolean explicit) {
    long micros = micros(value);
    long rounded = DateTimes.roundMicros(micros, typmod);
    if (rounded != micros) {
      byte[] copy = value.copyBytes();
      Bytes.putLong(copy, 0, rounded);
      value.setBytes(copy);
    }
  }
}
