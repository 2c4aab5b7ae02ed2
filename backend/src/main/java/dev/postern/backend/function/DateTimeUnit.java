package dev.postern.backend.function;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The fields that extract() and date_trunc() know, by all their names. */
enum DateTimeUnit {
  MICROSECONDS,
  MILLISECONDS,
  SECOND,
  MINUTE,
  HOUR,
  DAY,
  WEEK,
  MONTH,
  QUARTER,
  YEAR,
  DECADE,
  CENTURY,
  MILLENNIUM,
  ISOYEAR,
  JULIAN,
  EPOCH,
  DOW,
  ISODOW,
  DOY,
  TIMEZONE,
  TIMEZONE_HOUR,
  TIMEZONE_MINUTE;

  /** Names count up to here. */
  private static final int SIGNIFICANT = 10;

  static @Nullable DateTimeUnit named(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    if (lower.length() > SIGNIFICANT) {
      lower = lower.substring(0, SIGNIFICANT);
    }
    return switch (lower) {
      case "us", "usec", "usecond", "useconds", "usecs", "microsecon" -> MICROSECONDS;
      case "ms", "msec", "msecond", "mseconds", "msecs", "millisecon" -> MILLISECONDS;
      case "s", "sec", "second", "seconds", "secs" -> SECOND;
      case "m", "min", "minute", "minutes", "mins" -> MINUTE;
      case "h", "hour", "hours", "hr", "hrs" -> HOUR;
      case "d", "day", "days" -> DAY;
      case "w", "week", "weeks" -> WEEK;
      case "mon", "mons", "month", "months" -> MONTH;
      case "qtr", "quarter" -> QUARTER;
      case "y", "year", "years", "yr", "yrs" -> YEAR;
      case "dec", "decade", "decades", "decs" -> DECADE;
      case "c", "cent", "century", "centuries" -> CENTURY;
      case "mil", "millennia", "millennium", "mils" -> MILLENNIUM;
      case "isoyear" -> ISOYEAR;
      case "j", "jd", "julian" -> JULIAN;
      case "epoch" -> EPOCH;
      case "dow" -> DOW;
      case "isodow" -> ISODOW;
      case "doy" -> DOY;
      case "timezone" -> TIMEZONE;
      case "timezone_h" -> TIMEZONE_HOUR;
      case "timezone_m" -> TIMEZONE_MINUTE;
      default -> null;
    };
  }

  /** Whether the field of ever later times only grows, so that infinity has one. */
  boolean grows() {
    return switch (this) {
      case YEAR, DECADE, CENTURY, MILLENNIUM, ISOYEAR, JULIAN, EPOCH -> true;
      default -> false;
    };
  }
}
