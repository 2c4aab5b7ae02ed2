package dev.postern.backend.function;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.type.DateTimes;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.DisplayStyle;
import dev.postern.backend.type.Interval;
import org.jspecify.annotations.Nullable;

/** make_date() and its like, series of timestamps, and aggregates of intervals. */
final class DateTimeMaking implements FunctionTopic {
  @Override
  public @Nullable ScalarFunction scalar(String key, CallSite site) {
    return switch (key) {
      case "make_date" -> (c, a, r) -> r.setLong(date(a[0].bits, a[1].bits, a[2].bits));
      case "make_time" -> (c, a, r) -> r.setLong(time(a[0].bits, a[1].bits, a[2].doubleValue()));
      case "make_timestamp" -> (c, a, r) -> r.setLong(timestamp(a));
      case "make_timestamptz" -> (c, a, r) -> r.setLong(DateTimes.toUtc(timestamp(a), c.style()));
      case "make_timestamptz_at_timezone" ->
          (c, a, r) -> r.setLong(DateTimes.toUtc(timestamp(a), ZoneFunctions.style(a[6].text())));
      case "make_interval" -> (c, a, r) -> interval(a, r);
      default -> null;
    };
  }

  private static int date(long year, long month, long day) {
    boolean beforeChrist = year < 0;
    long calendarYear = beforeChrist ? year + 1 : year;
    boolean valid =
        year != 0
            && month >= 1
            && month <= 12
            && day >= 1
            && calendarYear > -4714
            && calendarYear < 5874898
            && day <= DateTimes.monthLength((int) calendarYear, (int) month);
    if (!valid) {
      throw new SqlError(
          SqlState.DATETIME_FIELD_OVERFLOW,
          String.format("date field value out of range: %d-%02d-%02d", year, month, day));
    }
    int days = DateTimes.days((int) calendarYear, (int) month, (int) day);
    if (!DateTimes.isValidDate(days)) {
      throw new SqlError(
          SqlState.DATETIME_FIELD_OVERFLOW,
          String.format("date out of range: %d-%02d-%02d", year, month, day));
    }
    return days;
  }

  private static long time(long hour, long minute, double second) {
    // 24:00:00 and a second of 60 are allowed, as in input.
    boolean valid =
        hour >= 0
            && minute >= 0
            && minute <= 59
            && second >= 0
            && second <= 60
            && (hour < 24 || hour == 24 && minute == 0 && second == 0);
    if (!valid) {
      String shown = second == Math.rint(second) ? String.valueOf((long) second) : "" + second;
      throw new SqlError(
          SqlState.DATETIME_FIELD_OVERFLOW,
          String.format(
              "time field value out of range: %d:%02d:%s",
              hour, minute, shown.length() < 2 ? "0" + shown : shown));
    }
    return DateTimes.timeMicros((int) hour, (int) minute, 0, 0)
        + (long) Math.rint(second * DateTimes.MICROS_PER_SECOND);
  }

  private static long timestamp(Datum[] a) {
    long days = date(a[0].bits, a[1].bits, a[2].bits);
    long time = time(a[3].bits, a[4].bits, a[5].doubleValue());
    long result = days * DateTimes.MICROS_PER_DAY + time;
    if (!DateTimes.isValidTimestamp(result) || Math.abs(days) > 110_000_000) {
      throw new SqlError(
          SqlState.DATETIME_FIELD_OVERFLOW,
          String.format(
              "timestamp out of range: %d-%02d-%02d %d:%02d:%02d",
              a[0].bits, a[1].bits, a[2].bits, a[3].bits, a[4].bits, (long) a[5].doubleValue()));
    }
    return result;
  }

  private static void interval(Datum[] a, Datum result) {
    double seconds = a[6].doubleValue();
    if (Double.isInfinite(seconds) || Double.isNaN(seconds)) {
      throw Interval.outOfRange();
    }
    try {
      long months = Math.addExact(Math.multiplyExact(a[0].bits, 12L), a[1].bits);
      long days = Math.addExact(Math.multiplyExact(a[2].bits, 7L), a[3].bits);
      double micros = Math.rint(seconds * DateTimes.MICROS_PER_SECOND);
      if (!(micros >= -0x1p63 && micros < 0x1p63)) {
        throw Interval.outOfRange();
      }
      long time =
          Math.addExact(
              Math.addExact(
                  Math.multiplyExact(a[4].bits, DateTimes.MICROS_PER_HOUR),
                  Math.multiplyExact(a[5].bits, DateTimes.MICROS_PER_MINUTE)),
              (long) micros);
      IntervalArithmetic.set(result, months, days, time);
    } catch (ArithmeticException e) {
      throw Interval.outOfRange();
    }
  }

  @Override
  public @Nullable SetFunction set(String key, CallSite site) {
    return switch (key) {
      case "generate_series_timestamp" -> (c, a) -> series(c, a, null);
      case "generate_series_timestamptz" -> (c, a) -> series(c, a, c.style());
      case "generate_series_timestamptz_at_zone" ->
          (c, a) -> series(c, a, ZoneFunctions.style(a[3].text()));
      default -> null;
    };
  }

  private static SetFunction.Rows series(
      FunctionContext context, Datum[] a, @Nullable DisplayStyle style) {
    Datum step = new Datum();
    step.setBytes(a[2].copyBytes());
    int sign = IntervalArithmetic.sign(step);
    if (sign == 0) {
      throw SeriesFunctions.zeroStep();
    }
    if (!Interval.isFinite(step)) {
      throw new SqlError(SqlState.INVALID_PARAMETER_VALUE, "step size cannot be infinite");
    }
    long stop = a[1].bits;
    long[] next = {a[0].bits};
    return columns -> {
      if (sign > 0 ? next[0] > stop : next[0] < stop) {
        return false;
      }
      context.checkCancelled();
      columns[0].setLong(next[0]);
      next[0] = TimestampArithmetic.add(next[0], step, style);
      return true;
    };
  }

  @Override
  public @Nullable AggregateFunction aggregate(String key, CallSite site) {
    return switch (key) {
      case "sum(interval)" -> c -> new Total(false);
      case "avg(interval)" -> c -> new Total(true);
      default -> null;
    };
  }

  private static final class Total implements AggregateFunction.State {
    private final boolean average;
    private final Datum sum = new Datum();
    private long count;

    Total(boolean average) {
      this.average = average;
    }

    @Override
    public void accumulate(FunctionContext context, Datum[] arguments) {
      if (arguments[0].isNull) {
        return;
      }
      count++;
      if (count == 1) {
        sum.setBytes(arguments[0].copyBytes());
      } else {
        IntervalArithmetic.add(sum, arguments[0], sum);
      }
    }

    @Override
    public void finish(FunctionContext context, Datum result) {
      if (count == 0) {
        result.setNull();
      } else if (average) {
        IntervalArithmetic.divide(sum, count, result);
      } else {
        result.set(sum);
      }
    }
  }
}
