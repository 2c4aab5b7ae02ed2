package dev.postern.backend.function;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.type.DateTimes;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.DisplayStyle;
import dev.postern.backend.type.Interval;
import org.jspecify.annotations.Nullable;

/** Timestamps plus intervals, their differences and ages. */
final class TimestampArithmetic {
  private static final long MICROS_PER_DAY = DateTimes.MICROS_PER_DAY;

  private TimestampArithmetic() {}

  /**
   * Adds an interval. With a style, the timestamp is a moment whose months and days are counted in
   * the style's time zone.
   */
  static long add(long timestamp, Datum span, @Nullable DisplayStyle style) {
    if (!Interval.isFinite(span)) {
      boolean negative = Interval.isNegativeInfinity(span);
      long infinity =
          negative ? DateTimes.TIMESTAMP_NEGATIVE_INFINITY : DateTimes.TIMESTAMP_INFINITY;
      if (!DateTimes.isFiniteTimestamp(timestamp) && timestamp != infinity) {
        throw DateTimes.timestampOutOfRange();
      }
      return infinity;
    }
    if (!DateTimes.isFiniteTimestamp(timestamp)) {
      return timestamp;
    }
    long result = timestamp;
    if (Interval.months(span) != 0) {
      long local = style == null ? result : DateTimes.toLocal(result, style);
      result = checked(addMonths(local, Interval.months(span)));
      result = style == null ? result : DateTimes.toUtc(result, style);
    }
    if (Interval.days(span) != 0) {
      long local = style == null ? result : DateTimes.toLocal(result, style);
      long days = Math.floorDiv(local, MICROS_PER_DAY) + Interval.days(span);
      if (!DateTimes.isValidDate(days) || Math.abs(days) > Long.MAX_VALUE / MICROS_PER_DAY - 1) {
        throw DateTimes.timestampOutOfRange();
      }
      result = days * MICROS_PER_DAY + Math.floorMod(local, MICROS_PER_DAY);
      result = style == null ? result : DateTimes.toUtc(result, style);
    }
    long sum = result + Interval.micros(span);
    if (((result ^ sum) & (Interval.micros(span) ^ sum)) < 0) {
      throw DateTimes.timestampOutOfRange();
    }
    return checked(sum);
  }

  static long subtract(long timestamp, Datum span, @Nullable DisplayStyle style) {
    Datum negated = new Datum();
    IntervalArithmetic.negate(span, negated);
    return add(timestamp, negated, style);
  }

  private static long checked(long timestamp) {
    if (!DateTimes.isValidTimestamp(timestamp)) {
      throw DateTimes.timestampOutOfRange();
    }
    return timestamp;
  }

  /** The same day of another month, or that month's last. */
  private static long addMonths(long local, int months) {
    long days = Math.floorDiv(local, MICROS_PER_DAY);
    long civil = DateTimes.civil(days);
    long month = DateTimes.year(civil) * 12L + DateTimes.month(civil) - 1 + months;
    long year = Math.floorDiv(month, 12L);
    if (year < -4800 || year > 300_000) {
      throw DateTimes.timestampOutOfRange();
    }
    int newMonth = (int) Math.floorMod(month, 12L) + 1;
    int day = Math.min(DateTimes.day(civil), DateTimes.monthLength((int) year, newMonth));
    return DateTimes.days((int) year, newMonth, day) * MICROS_PER_DAY
        + Math.floorMod(local, MICROS_PER_DAY);
  }

  /** The difference in days and microseconds. */
  static void difference(long left, long right, Datum result) {
    boolean leftFinite = DateTimes.isFiniteTimestamp(left);
    boolean rightFinite = DateTimes.isFiniteTimestamp(right);
    if (!leftFinite || !rightFinite) {
      if (!leftFinite && left == right) {
        throw Interval.outOfRange();
      }
      Interval.setInfinity(result, leftFinite ? right > 0 : left < 0);
      return;
    }
    long micros = left - right;
    if (((left ^ right) & (left ^ micros)) < 0) {
      throw Interval.outOfRange();
    }
    IntervalArithmetic.set(result, 0, micros / MICROS_PER_DAY, micros % MICROS_PER_DAY);
  }

  /** age(): the difference in years, months and days of the calendar, of local times. */
  static void age(long left, long right, Datum result) {
    if (!DateTimes.isFiniteTimestamp(left) || !DateTimes.isFiniteTimestamp(right)) {
      difference(left, right, result);
      return;
    }
    boolean negative = left < right;
    long later = negative ? right : left;
    long earlier = negative ? left : right;
    long a = DateTimes.civil(Math.floorDiv(later, MICROS_PER_DAY));
    long b = DateTimes.civil(Math.floorDiv(earlier, MICROS_PER_DAY));
    long micros = Math.floorMod(later, MICROS_PER_DAY) - Math.floorMod(earlier, MICROS_PER_DAY);
    long days = DateTimes.day(a) - DateTimes.day(b);
    long months =
        (DateTimes.year(a) - DateTimes.year(b)) * 12L + DateTimes.month(a) - DateTimes.month(b);
    if (micros < 0) {
      micros += MICROS_PER_DAY;
      days--;
    }
    while (days < 0) {
      // The length of the earlier date's month.
      days += DateTimes.monthLength(DateTimes.year(b), DateTimes.month(b));
      months--;
    }
    if (negative) {
      IntervalArithmetic.set(result, -months, -days, -micros);
    } else {
      IntervalArithmetic.set(result, months, days, micros);
    }
  }

  /** date_bin(). */
  static long bin(Datum stride, long timestamp, long origin) {
    if (!DateTimes.isFiniteTimestamp(timestamp)) {
      return timestamp;
    }
    if (!DateTimes.isFiniteTimestamp(origin)) {
      throw new SqlError(SqlState.DATETIME_FIELD_OVERFLOW, "origin out of range");
    }
    if (!Interval.isFinite(stride)) {
      throw new SqlError(
          SqlState.DATETIME_FIELD_OVERFLOW, "timestamps cannot be binned into infinite intervals");
    }
    if (Interval.months(stride) != 0) {
      throw new SqlError(
          SqlState.FEATURE_NOT_SUPPORTED,
          "timestamps cannot be binned into intervals containing months or years");
    }
    long width;
    try {
      width =
          Math.addExact(
              Math.multiplyExact((long) Interval.days(stride), MICROS_PER_DAY),
              Interval.micros(stride));
    } catch (ArithmeticException e) {
      throw Interval.outOfRange();
    }
    if (width <= 0) {
      throw new SqlError(SqlState.DATETIME_FIELD_OVERFLOW, "stride must be greater than zero");
    }
    long distance = timestamp - origin;
    if (((timestamp ^ origin) & (timestamp ^ distance)) < 0) {
      throw Interval.outOfRange();
    }
    return checked(origin + Math.floorDiv(distance, width) * width);
  }
}
