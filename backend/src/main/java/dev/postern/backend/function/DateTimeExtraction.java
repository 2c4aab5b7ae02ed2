package dev.postern.backend.function;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.type.Bytes;
import dev.postern.backend.type.DateTimes;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.Interval;
import dev.postern.backend.type.Numeric;
import dev.postern.backend.type.NumericArithmetic;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** extract(), which gives numeric, and date_part(), which gives double precision. */
final class DateTimeExtraction implements FunctionTopic {
  private static final long MICROS_PER_DAY = DateTimes.MICROS_PER_DAY;

  @Override
  public @Nullable ScalarFunction scalar(String key, CallSite site) {
    return switch (key) {
      case "extract_date" ->
          (c, a, r) -> {
            DateTimeUnit unit = unit(a[0], "date");
            switch (unit) {
              case MICROSECONDS,
                  MILLISECONDS,
                  SECOND,
                  MINUTE,
                  HOUR,
                  TIMEZONE,
                  TIMEZONE_HOUR,
                  TIMEZONE_MINUTE ->
                  throw unsupported(a[0], "date");
              default -> date(unit, (int) a[1].bits, r);
            }
          };
      case "extract_timestamp" -> (c, a, r) -> timestamp(a[0], a[1].bits, a[1].bits, false, r);
      case "extract_timestamptz" ->
          (c, a, r) -> timestamp(a[0], DateTimes.toLocal(a[1].bits, c.style()), a[1].bits, true, r);
      case "extract_time" -> (c, a, r) -> time(a[0], a[1].bits, 0, false, r);
      case "extract_timetz" ->
          (c, a, r) ->
              time(
                  a[0],
                  Bytes.getLong(a[1].bytes, a[1].offset),
                  Bytes.getInt(a[1].bytes, a[1].offset + 8),
                  true,
                  r);
      case "extract_interval" -> (c, a, r) -> interval(a[0], a[1], r);
      case "timestamp_part" -> asDouble("extract_timestamp", site);
      case "timestamptz_part" -> asDouble("extract_timestamptz", site);
      case "time_part" -> asDouble("extract_time", site);
      case "timetz_part" -> asDouble("extract_timetz", site);
      case "interval_part" -> asDouble("extract_interval", site);
      case "date_part(text,date)" ->
          (c, a, r) -> {
            long micros = DateTimes.dateToTimestamp((int) a[1].bits);
            timestamp(a[0], micros, micros, false, r);
            toDouble(r);
          };
      default -> null;
    };
  }

  private @Nullable ScalarFunction asDouble(String key, CallSite site) {
    ScalarFunction exact = scalar(key, site);
    return exact == null
        ? null
        : (c, a, r) -> {
          exact.call(c, a, r);
          toDouble(r);
        };
  }

  private static void toDouble(Datum result) {
    if (!result.isNull) {
      result.setDouble(Numeric.toDouble(result));
    }
  }

  private static DateTimeUnit unit(Datum name, String type) {
    DateTimeUnit unit = DateTimeUnit.named(name.text());
    if (unit == null) {
      throw new SqlError(
          SqlState.INVALID_PARAMETER_VALUE,
          "unit \"" + shown(name) + "\" not recognized for type " + type);
    }
    return unit;
  }

  private static SqlError unsupported(Datum name, String type) {
    return new SqlError(
        SqlState.FEATURE_NOT_SUPPORTED,
        "unit \"" + shown(name) + "\" not supported for type " + type);
  }

  static String shown(Datum name) {
    return TextEditing.lower(name.text());
  }

  /** The fields of a calendar day. */
  private static void date(DateTimeUnit unit, int days, Datum result) {
    if (!DateTimes.isFiniteDate(days)) {
      infinite(unit, days < 0, result);
      return;
    }
    long civil = DateTimes.civil(days);
    int year = DateTimes.year(civil);
    int month = DateTimes.month(civil);
    long value =
        switch (unit) {
          case DAY -> DateTimes.day(civil);
          case WEEK -> DateTimes.isoWeek(days);
          case MONTH -> month;
          case QUARTER -> (month - 1) / 3 + 1;
          // There is no year 0: year 0 of the calendar is 1 BC, shown as -1.
          case YEAR -> year > 0 ? year : year - 1;
          case DECADE -> year >= 0 ? year / 10 : -((8 - (year - 1)) / 10);
          case CENTURY -> year > 0 ? (year + 99) / 100 : -((99 - (year - 1)) / 100);
          case MILLENNIUM -> year > 0 ? (year + 999) / 1000 : -((999 - (year - 1)) / 1000);
          case ISOYEAR -> {
            int isoYear = DateTimes.isoYear(days);
            yield isoYear > 0 ? isoYear : isoYear - 1;
          }
          case JULIAN -> (long) days + DateTimes.JULIAN_DAY_2000;
          case EPOCH -> (days + (long) DateTimes.UNIX_EPOCH_DAYS) * 86400;
          case DOW -> DateTimes.dayOfWeek(days);
          case ISODOW -> {
            int day = DateTimes.dayOfWeek(days);
            yield day == 0 ? 7 : day;
          }
          case DOY -> DateTimes.dayOfYear(days);
          default -> throw new IllegalStateException(unit.name());
        };
    Numeric.setLong(result, value);
  }

  private static void infinite(DateTimeUnit unit, boolean negative, Datum result) {
    if (unit.grows()) {
      Numeric.setInfinity(result, negative);
    } else {
      result.setNull();
    }
  }

  private static void timestamp(Datum name, long local, long utc, boolean zoned, Datum result) {
    String type = zoned ? "timestamp with time zone" : "timestamp without time zone";
    DateTimeUnit unit = unit(name, type);
    boolean zone =
        unit == DateTimeUnit.TIMEZONE
            || unit == DateTimeUnit.TIMEZONE_HOUR
            || unit == DateTimeUnit.TIMEZONE_MINUTE;
    if (zone && !zoned) {
      throw unsupported(name, type);
    }
    if (!DateTimes.isFiniteTimestamp(utc)) {
      infinite(unit, utc < 0, result);
      return;
    }
    long days = Math.floorDiv(local, MICROS_PER_DAY);
    long time = Math.floorMod(local, MICROS_PER_DAY);
    long offset = (local - utc) / DateTimes.MICROS_PER_SECOND;
    switch (unit) {
      case EPOCH -> setDecimal(result, utc, DateTimes.UNIX_EPOCH_SECONDS, 6);
      case JULIAN -> {
        Datum numerator = new Datum();
        Datum denominator = new Datum();
        Numeric.setLong(numerator, time);
        Numeric.setLong(denominator, MICROS_PER_DAY);
        NumericArithmetic.divide(numerator, denominator, numerator);
        Numeric.setLong(denominator, days + DateTimes.JULIAN_DAY_2000);
        NumericArithmetic.add(denominator, numerator, result);
      }
      case TIMEZONE, TIMEZONE_HOUR, TIMEZONE_MINUTE -> zone(unit, offset, result);
      case MICROSECONDS, MILLISECONDS, SECOND, MINUTE, HOUR -> clock(unit, time, result);
      default -> date(unit, (int) days, result);
    }
  }

  private static void zone(DateTimeUnit unit, long offset, Datum result) {
    Numeric.setLong(
        result,
        switch (unit) {
          case TIMEZONE -> offset;
          case TIMEZONE_HOUR -> offset / 3600;
          default -> offset % 3600 / 60;
        });
  }

  /** Sets (micros + seconds * 10^6) / 10^scale. */
  private static void setDecimal(Datum result, long micros, long seconds, int scale) {
    BigDecimal value =
        BigDecimal.valueOf(micros)
            .add(BigDecimal.valueOf(seconds).multiply(BigDecimal.valueOf(1_000_000)));
    Numeric.set(result, new BigDecimal(value.unscaledValue(), scale));
  }

  private static void clock(DateTimeUnit unit, long time, Datum result) {
    long inMinute = time % DateTimes.MICROS_PER_MINUTE;
    switch (unit) {
      case MICROSECONDS -> Numeric.setLong(result, inMinute);
      case MILLISECONDS -> Numeric.set(result, inMinute, 3);
      case SECOND -> Numeric.set(result, inMinute, 6);
      case MINUTE -> Numeric.setLong(result, time / DateTimes.MICROS_PER_MINUTE % 60);
      case HOUR -> Numeric.setLong(result, time / DateTimes.MICROS_PER_HOUR);
      default -> throw new IllegalStateException(unit.name());
    }
  }

  private static void time(Datum name, long time, int secondsWest, boolean zoned, Datum result) {
    String type = zoned ? "time with time zone" : "time without time zone";
    DateTimeUnit unit = unit(name, type);
    switch (unit) {
      case MICROSECONDS, MILLISECONDS, SECOND, MINUTE, HOUR -> clock(unit, time, result);
      case EPOCH -> setDecimal(result, time, secondsWest, 6);
      case TIMEZONE, TIMEZONE_HOUR, TIMEZONE_MINUTE -> {
        if (!zoned) {
          throw unsupported(name, type);
        }
        zone(unit, -secondsWest, result);
      }
      default -> throw unsupported(name, type);
    }
  }

  private static void interval(Datum name, Datum span, Datum result) {
    DateTimeUnit unit = unit(name, "interval");
    if (!Interval.isFinite(span)) {
      switch (unit) {
        case ISOYEAR, JULIAN, DOW, ISODOW, DOY, TIMEZONE, TIMEZONE_HOUR, TIMEZONE_MINUTE ->
            throw unsupported(name, "interval");
        default -> {
          boolean grows = unit.grows() || unit == DateTimeUnit.DAY || unit == DateTimeUnit.HOUR;
          if (grows || unit == DateTimeUnit.WEEK) {
            Numeric.setInfinity(result, Interval.isNegativeInfinity(span));
          } else {
            result.setNull();
          }
        }
      }
      return;
    }
    int months = Interval.months(span);
    int years = months / 12;
    switch (unit) {
      case MICROSECONDS, MILLISECONDS, SECOND, MINUTE, HOUR ->
          clock(unit, Interval.micros(span), result);
      case DAY -> Numeric.setLong(result, Interval.days(span));
      case WEEK -> Numeric.setLong(result, Interval.days(span) / 7);
      case MONTH -> Numeric.setLong(result, months % 12);
      // The quarter of a negative interval is the negative of that of its opposite.
      case QUARTER ->
          Numeric.setLong(result, months >= 0 ? months % 12 / 3 + 1 : -(-(months % 12) / 3 + 1));
      case YEAR -> Numeric.setLong(result, years);
      case DECADE -> Numeric.setLong(result, years / 10);
      case CENTURY -> Numeric.setLong(result, years / 100);
      case MILLENNIUM -> Numeric.setLong(result, years / 1000);
      case EPOCH -> {
        // A year is 365.25 days, a month 30.
        long seconds = years * 31_557_600L + (months % 12 * 30L + Interval.days(span)) * 86400;
        setDecimal(result, Interval.micros(span), seconds, 6);
      }
      default -> throw unsupported(name, "interval");
    }
  }
}
