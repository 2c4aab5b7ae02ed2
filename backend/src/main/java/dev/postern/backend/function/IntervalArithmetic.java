package dev.postern.backend.function;

import dev.postern.backend.type.DateTimes;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.Interval;

/** Calculations with intervals, field by field as PostgreSQL does them. */
final class IntervalArithmetic {
  private static final int DAYS_PER_MONTH = 30;
  private static final long MICROS_PER_DAY = DateTimes.MICROS_PER_DAY;
  private static final double SECONDS_PER_DAY = 86400;

  private IntervalArithmetic() {}

  /** Sets a value of three fields; 22008 where one is too large or all mean infinity. */
  static void set(Datum result, long months, long days, long micros) {
    if (months != (int) months || days != (int) days) {
      throw Interval.outOfRange();
    }
    Interval.set(result, (int) months, (int) days, micros);
    if (!Interval.isFinite(result)) {
      throw Interval.outOfRange();
    }
  }

  static void add(Datum left, Datum right, Datum result) {
    boolean leftFinite = Interval.isFinite(left);
    boolean rightFinite = Interval.isFinite(right);
    if (!leftFinite || !rightFinite) {
      if (!leftFinite
          && !rightFinite
          && Interval.isNegativeInfinity(left) != Interval.isNegativeInfinity(right)) {
        throw Interval.outOfRange();
      }
      result.set(leftFinite ? right : left);
      return;
    }
    set(
        result,
        (long) Interval.months(left) + Interval.months(right),
        (long) Interval.days(left) + Interval.days(right),
        sum(Interval.micros(left), Interval.micros(right)));
  }

  private static long sum(long left, long right) {
    long sum = left + right;
    if (((left ^ sum) & (right ^ sum)) < 0) {
      throw Interval.outOfRange();
    }
    return sum;
  }

  static void subtract(Datum left, Datum right, Datum result) {
    Datum negated = new Datum();
    negate(right, negated);
    add(left, negated, result);
  }

  static void negate(Datum value, Datum result) {
    if (!Interval.isFinite(value)) {
      Interval.setInfinity(result, !Interval.isNegativeInfinity(value));
      return;
    }
    if (Interval.micros(value) == Long.MIN_VALUE) {
      throw Interval.outOfRange();
    }
    set(
        result,
        -(long) Interval.months(value),
        -(long) Interval.days(value),
        -Interval.micros(value));
  }

  /** -1, 0 or 1. */
  static int sign(Datum value) {
    Datum zero = new Datum();
    Interval.set(zero, 0, 0, 0);
    return Integer.signum(Interval.compare(value, zero));
  }

  static void multiply(Datum span, double factor, Datum result) {
    if (Double.isNaN(factor)) {
      throw Interval.outOfRange();
    }
    if (!Interval.isFinite(span) || Double.isInfinite(factor)) {
      double sign = sign(span) * Math.signum(factor);
      if (sign == 0) {
        throw Interval.outOfRange();
      }
      Interval.setInfinity(result, sign < 0);
      return;
    }
    scale(
        Interval.months(span) * factor,
        Interval.days(span) * factor,
        Interval.micros(span) * factor,
        result);
  }

  static void divide(Datum span, double divisor, Datum result) {
    if (divisor == 0) {
      throw IntegerFunctions.divisionByZero();
    }
    if (Double.isNaN(divisor)) {
      throw Interval.outOfRange();
    }
    if (!Interval.isFinite(span)) {
      if (Double.isInfinite(divisor)) {
        throw Interval.outOfRange();
      }
      Interval.setInfinity(result, sign(span) * Math.signum(divisor) < 0);
      return;
    }
    scale(
        Interval.months(span) / divisor,
        Interval.days(span) / divisor,
        Interval.micros(span) / divisor,
        result);
  }

  /** Fractions of months become days of a month of 30, fractions of days become seconds. */
  private static void scale(double months, double days, double micros, Datum result) {
    long wholeMonths = whole(months);
    long wholeDays = whole(days);
    double restDays = rounded((months - wholeMonths) * DAYS_PER_MONTH);
    double restSeconds = rounded((days - wholeDays + restDays - (int) restDays) * SECONDS_PER_DAY);
    if (Math.abs(restSeconds) >= SECONDS_PER_DAY) {
      int carried = (int) (restSeconds / SECONDS_PER_DAY);
      wholeDays += carried;
      restSeconds -= carried * SECONDS_PER_DAY;
    }
    wholeDays += (int) restDays;
    double time = Math.rint(micros + restSeconds * DateTimes.MICROS_PER_SECOND);
    if (!(time >= -0x1p63 && time < 0x1p63)) {
      throw Interval.outOfRange();
    }
    set(result, wholeMonths, wholeDays, (long) time);
  }

  private static long whole(double value) {
    if (!(value >= Integer.MIN_VALUE && value < 0x1p31)) {
      throw Interval.outOfRange();
    }
    return (long) value;
  }

  private static double rounded(double value) {
    return Math.rint(value * 1e6) / 1e6;
  }

  static void justifyHours(Datum value, Datum result) {
    if (!Interval.isFinite(value)) {
      result.set(value);
      return;
    }
    long micros = Interval.micros(value);
    long days = Interval.days(value) + micros / MICROS_PER_DAY;
    micros %= MICROS_PER_DAY;
    if (days > 0 && micros < 0) {
      micros += MICROS_PER_DAY;
      days--;
    } else if (days < 0 && micros > 0) {
      micros -= MICROS_PER_DAY;
      days++;
    }
    set(result, Interval.months(value), days, micros);
  }

  static void justifyDays(Datum value, Datum result) {
    if (!Interval.isFinite(value)) {
      result.set(value);
      return;
    }
    long days = Interval.days(value);
    long months = Interval.months(value) + days / DAYS_PER_MONTH;
    days %= DAYS_PER_MONTH;
    if (months > 0 && days < 0) {
      days += DAYS_PER_MONTH;
      months--;
    } else if (months < 0 && days > 0) {
      days -= DAYS_PER_MONTH;
      months++;
    }
    set(result, months, days, Interval.micros(value));
  }

  static void justifyInterval(Datum value, Datum result) {
    if (!Interval.isFinite(value)) {
      result.set(value);
      return;
    }
    long micros = Interval.micros(value);
    long days = Interval.days(value) + micros / MICROS_PER_DAY;
    micros %= MICROS_PER_DAY;
    long months = Interval.months(value) + days / DAYS_PER_MONTH;
    days %= DAYS_PER_MONTH;
    if (months > 0 && (days < 0 || days == 0 && micros < 0)) {
      days += DAYS_PER_MONTH;
      months--;
    } else if (months < 0 && (days > 0 || days == 0 && micros > 0)) {
      days -= DAYS_PER_MONTH;
      months++;
    }
    if (days > 0 && micros < 0) {
      micros += MICROS_PER_DAY;
      days--;
    } else if (days < 0 && micros > 0) {
      micros -= MICROS_PER_DAY;
      days++;
    }
    set(result, months, days, micros);
  }
}
