package dev.postern.backend.type;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;

/**
 * The layout of an interval, its send form: microseconds (8 bytes), days (4), months (4). All three
 * greatest is infinity, all three least is minus infinity.
 */
public final class Interval {
  private static final int DAYS_PER_MONTH = 30;

  private Interval() {}

  public static long micros(Datum value) {
    return Bytes.getLong(value.bytes, value.offset);
  }

  public static int days(Datum value) {
    return Bytes.getInt(value.bytes, value.offset + 8);
  }

  public static int months(Datum value) {
    return Bytes.getInt(value.bytes, value.offset + 12);
  }

  /** Sets a value without looking whether it is one of the infinities. */
  public static void set(Datum result, int months, int days, long micros) {
    byte[] bytes = new byte[16];
    Bytes.putLong(bytes, 0, micros);
    Bytes.putInt(bytes, 8, days);
    Bytes.putInt(bytes, 12, months);
    result.setBytes(bytes);
  }

  public static void setInfinity(Datum result, boolean negative) {
    if (negative) {
      set(result, Integer.MIN_VALUE, Integer.MIN_VALUE, Long.MIN_VALUE);
    } else {
      set(result, Integer.MAX_VALUE, Integer.MAX_VALUE, Long.MAX_VALUE);
    }
  }

  static boolean isFinite(int months, int days, long micros) {
    return !(months == Integer.MAX_VALUE && days == Integer.MAX_VALUE && micros == Long.MAX_VALUE
        || months == Integer.MIN_VALUE && days == Integer.MIN_VALUE && micros == Long.MIN_VALUE);
  }

  public static boolean isFinite(Datum value) {
    return isFinite(months(value), days(value), micros(value));
  }

  public static boolean isNegativeInfinity(Datum value) {
    return !isFinite(value) && months(value) < 0;
  }

  /** 22008. */
  public static SqlError outOfRange() {
    return new SqlError(SqlState.DATETIME_FIELD_OVERFLOW, "interval out of range");
  }

  /** Whole days where a month has 30, rounded down: with {@link #dayRest} what comparison sees. */
  static long comparedDays(Datum value) {
    return (long) months(value) * DAYS_PER_MONTH
        + days(value)
        + Math.floorDiv(micros(value), DateTimes.MICROS_PER_DAY);
  }

  static long dayRest(Datum value) {
    return Math.floorMod(micros(value), DateTimes.MICROS_PER_DAY);
  }

  /** Order by length, where a month is 30 days and a day 24 hours. */
  public static int compare(Datum left, Datum right) {
    int order = Long.compare(comparedDays(left), comparedDays(right));
    return order != 0 ? order : Long.compare(dayRest(left), dayRest(right));
  }
}
