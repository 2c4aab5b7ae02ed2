package dev.postern.backend.type;

/** interval. The layout is {@link Interval}'s. */
final class IntervalType extends SqlType {
  IntervalType() {
    super(TypeOids.INTERVAL, "interval", 16, false);
  }

  @Override
  public void input(
      byte[] text, int offset, int length, int typmod, DisplayStyle style, Datum result) {
    IntervalParser.parse(text, offset, length, IntervalModifier.range(typmod), style, result);
    applyTypmod(result, typmod, false);
  }

  @Override
  public void output(Datum value, DisplayStyle style, ValueWriter writer) {
    IntervalText.write(value, style, writer);
  }

  @Override
  public void receive(byte[] data, int offset, int length, int typmod, Datum result) {
    InputErrors.checkLength(length, 16);
    result.setBytes(data, offset, length);
    applyTypmod(result, typmod, false);
  }

  @Override
  public int compare(Datum left, Datum right) {
    return Interval.compare(left, right);
  }

  @Override
  public long hash(Datum value) {
    return Hashing.combine(Hashing.ofLong(Interval.comparedDays(value)), Interval.dayRest(value));
  }

  @Override
  public void writeKey(Datum value, ValueWriter key) {
    KeyCode.writeLong(Interval.comparedDays(value), key);
    KeyCode.writeLong(Interval.dayRest(value), key);
  }

  /** Drops the fields beyond the last one kept, and rounds the seconds. */
  @Override
  public void applyTypmod(Datum value, int typmod, boolean explicit) {
    if (typmod < 0 || !Interval.isFinite(value)) {
      return;
    }
    int months = Interval.months(value);
    int days = Interval.days(value);
    long micros = Interval.micros(value);
    int range = IntervalModifier.range(typmod);
    if (range != IntervalModifier.FULL_RANGE && (range & IntervalModifier.SECOND) == 0) {
      if ((range & IntervalModifier.MINUTE) != 0) {
        micros -= micros % DateTimes.MICROS_PER_MINUTE;
      } else if ((range & IntervalModifier.HOUR) != 0) {
        micros -= micros % DateTimes.MICROS_PER_HOUR;
      } else {
        micros = 0;
        if ((range & IntervalModifier.DAY) == 0) {
          days = 0;
          months -= (range & IntervalModifier.MONTH) == 0 ? months % 12 : 0;
        }
      }
    }
    int precision = IntervalModifier.precision(typmod);
    if (precision < 6) {
      long unit = Numeric.POWERS[6 - precision];
      if (micros > Long.MAX_VALUE - unit || micros < Long.MIN_VALUE + unit) {
        throw Interval.outOfRange();
      }
      micros = DateTimes.roundMicros(micros, precision);
    }
    Interval.set(value, months, days, micros);
  }
}
