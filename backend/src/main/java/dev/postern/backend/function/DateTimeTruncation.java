package dev.postern.backend.function;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.type.DateTimes;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.DisplayStyle;
import dev.postern.backend.type.Interval;
import org.jspecify.annotations.Nullable;

/** date_trunc() and date_bin(). */
final class DateTimeTruncation implements FunctionTopic {
  private static final long MICROS_PER_DAY = DateTimes.MICROS_PER_DAY;

  @Override
  public @Nullable ScalarFunction scalar(String key, CallSite site) {
    return switch (key) {
      case "timestamp_trunc" -> (c, a, r) -> r.setLong(truncated(a[0], a[1].bits, null));
      case "timestamptz_trunc" -> (c, a, r) -> r.setLong(truncated(a[0], a[1].bits, c.style()));
      case "timestamptz_trunc_zone" ->
          (c, a, r) -> r.setLong(truncated(a[0], a[1].bits, ZoneFunctions.style(a[2].text())));
      case "interval_trunc" -> (c, a, r) -> interval(a[0], a[1], r);
      case "timestamp_bin", "timestamptz_bin" ->
          (c, a, r) -> r.setLong(TimestampArithmetic.bin(a[0], a[1].bits, a[2].bits));
      default -> null;
    };
  }

  private static DateTimeUnit unit(Datum name, String type) {
    DateTimeUnit unit = DateTimeUnit.named(name.text());
    // epoch is a word of its own, which only extract() knows.
    if (unit == null || unit == DateTimeUnit.EPOCH) {
      throw new SqlError(
          SqlState.INVALID_PARAMETER_VALUE,
          "unit \"" + DateTimeExtraction.shown(name) + "\" not recognized for type " + type);
    }
    return unit;
  }

  private static SqlError unsupported(Datum name, String type) {
    return new SqlError(
        SqlState.FEATURE_NOT_SUPPORTED,
        "unit \"" + DateTimeExtraction.shown(name) + "\" not supported for type " + type);
  }

  private static long truncated(Datum name, long value, @Nullable DisplayStyle style) {
    String type = style == null ? "timestamp without time zone" : "timestamp with time zone";
    DateTimeUnit unit = unit(name, type);
    long unitMicros =
        switch (unit) {
          case MICROSECONDS -> 1;
          case MILLISECONDS -> 1000;
          case SECOND -> DateTimes.MICROS_PER_SECOND;
          case MINUTE -> DateTimes.MICROS_PER_MINUTE;
          case HOUR -> DateTimes.MICROS_PER_HOUR;
          case DAY -> MICROS_PER_DAY;
          case WEEK, MONTH, QUARTER, YEAR, DECADE, CENTURY, MILLENNIUM -> 0;
          default -> throw unsupported(name, type);
        };
    if (!DateTimes.isFiniteTimestamp(value)) {
      return value;
    }
    long local = style == null ? value : DateTimes.toLocal(value, style);
    if (unitMicros > 0) {
      long cut = Math.floorDiv(local, unitMicros) * unitMicros;
      if (style == null) {
        return cut;
      }
      // Below a day the offset stays: an hour that is passed twice is not confused.
      return unit == DateTimeUnit.DAY ? DateTimes.toUtc(cut, style) : value - (local - cut);
    }
    long day = day(unit, Math.floorDiv(local, MICROS_PER_DAY));
    long cut = day * MICROS_PER_DAY;
    if (!DateTimes.isValidTimestamp(cut)) {
      throw DateTimes.timestampOutOfRange();
    }
    return style == null ? cut : DateTimes.toUtc(cut, style);
  }

  private static long day(DateTimeUnit unit, long days) {
    if (unit == DateTimeUnit.WEEK) {
      return DateTimes.isoWeekStart(DateTimes.isoYear((int) days), DateTimes.isoWeek((int) days));
    }
    long civil = DateTimes.civil(days);
    int year = DateTimes.year(civil);
    int month = DateTimes.month(civil);
    return switch (unit) {
      case MONTH -> DateTimes.days(year, month, 1);
      case QUARTER -> DateTimes.days(year, 3 * ((month - 1) / 3) + 1, 1);
      case YEAR -> DateTimes.days(year, 1, 1);
      case DECADE ->
          DateTimes.days(year > 0 ? year / 10 * 10 : -((8 - (year - 1)) / 10) * 10, 1, 1);
      case CENTURY -> DateTimes.days(firstOf(year, 100), 1, 1);
      case MILLENNIUM -> DateTimes.days(firstOf(year, 1000), 1, 1);
      default -> throw new IllegalStateException(unit.name());
    };
  }

  /** Centuries and millennia begin with the year 1. */
  private static int firstOf(int year, int length) {
    return year > 0
        ? (year + length - 1) / length * length - (length - 1)
        : -((length - 1 - (year - 1)) / length) * length + 1;
  }

  private static void interval(Datum name, Datum span, Datum result) {
    DateTimeUnit unit = unit(name, "interval");
    if (unit == DateTimeUnit.WEEK) {
      throw unsupported(name, "interval").detail("Months usually have fractional weeks.");
    }
    int months =
        switch (unit) {
          case MILLENNIUM -> 12000;
          case CENTURY -> 1200;
          case DECADE -> 120;
          case YEAR -> 12;
          case QUARTER -> 3;
          case MONTH -> 1;
          case DAY, HOUR, MINUTE, SECOND, MILLISECONDS, MICROSECONDS -> 0;
          default -> throw unsupported(name, "interval");
        };
    if (!Interval.isFinite(span)) {
      result.set(span);
      return;
    }
    if (months > 0) {
      Interval.set(result, Interval.months(span) / months * months, 0, 0);
      return;
    }
    long width =
        switch (unit) {
          case DAY -> 0;
          case HOUR -> DateTimes.MICROS_PER_HOUR;
          case MINUTE -> DateTimes.MICROS_PER_MINUTE;
          case SECOND -> DateTimes.MICROS_PER_SECOND;
          case MILLISECONDS -> 1000;
          default -> 1;
        };
    long micros = width == 0 ? 0 : Interval.micros(span) / width * width;
    Interval.set(result, Interval.months(span), Interval.days(span), micros);
  }
}
