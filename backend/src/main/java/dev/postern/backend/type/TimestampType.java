package dev.postern.backend.type;

/**
 * timestamp and timestamptz: microseconds since 2000-01-01, the latter's in UTC; the least and
 * greatest longs are the infinities.
 */
final class TimestampType extends SqlType {
  private final boolean zoned;

  TimestampType(boolean zoned) {
    super(
        zoned ? TypeOids.TIMESTAMPTZ : TypeOids.TIMESTAMP,
        zoned ? "timestamptz" : "timestamp",
        8,
        true);
    this.zoned = zoned;
  }

  @Override
  public void input(
      byte[] text, int offset, int length, int typmod, DisplayStyle style, Datum result) {
    result.setLong(
        zoned
            ? DateTimeParser.parseTimestampTz(text, offset, length, style)
            : DateTimeParser.parseTimestamp(text, offset, length, style));
    applyTypmod(result, typmod, false);
  }

  @Override
  public void output(Datum value, DisplayStyle style, ValueWriter writer) {
    if (zoned) {
      DateTimeText.writeTimestampTz(value.bits, style, writer);
    } else {
      DateTimeText.writeTimestamp(value.bits, style, writer);
    }
  }

  @Override
  public void receive(byte[] data, int offset, int length, int typmod, Datum result) {
    InputErrors.checkLength(length, 8);
    long micros = Bytes.getLong(data, offset);
    if (DateTimes.isFiniteTimestamp(micros) && !DateTimes.isValidTimestamp(micros)) {
      throw DateTimes.timestampOutOfRange();
    }
    result.setLong(micros);
    applyTypmod(result, typmod, false);
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

  /**
   * @param typmod digits kept of a second
   */
  @Override
  public void applyTypmod(Datum value, int typmod, boolean explicit) {
    if (DateTimes.isFiniteTimestamp(value.bits)) {
      value.bits = DateTimes.roundMicros(value.bits, typmod);
    }
  }
}
