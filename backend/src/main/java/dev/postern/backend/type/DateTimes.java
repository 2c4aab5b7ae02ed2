package dev.postern.backend.type;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;

/**
 * Days and microseconds since 2000-01-01 and calendar fields, in the proleptic Gregorian calendar.
 * A year is astronomical: 0 is 1 BC. Nothing here allocates but errors.
 */
public final class DateTimes {
  public static final long MICROS_PER_SECOND = 1_000_000;
  public static final long MICROS_PER_MINUTE = 60 * MICROS_PER_SECOND;
  public static final long MICROS_PER_HOUR = 60 * MICROS_PER_MINUTE;
  public static final long MICROS_PER_DAY = 24 * MICROS_PER_HOUR;

  /** Days from 1970-01-01 to 2000-01-01. */
  public static final int UNIX_EPOCH_DAYS = 10957;

  /** Seconds from 1970-01-01 to 2000-01-01. */
  public static final long UNIX_EPOCH_SECONDS = UNIX_EPOCH_DAYS * 86400L;

  /** Julian day number of 2000-01-01. */
  public static final int JULIAN_DAY_2000 = 2451545;

  public static final int DATE_INFINITY = Integer.MAX_VALUE;
  public static final int DATE_NEGATIVE_INFINITY = Integer.MIN_VALUE;
  public static final long TIMESTAMP_INFINITY = Long.MAX_VALUE;
  public static final long TIMESTAMP_NEGATIVE_INFINITY = Long.MIN_VALUE;

  /** First date, 4714-11-24 BC. */
  public static final int MINIMUM_DATE = -JULIAN_DAY_2000;

  /** Last date, 5874897-12-31. */
  public static final int MAXIMUM_DATE = 2147483493 - JULIAN_DAY_2000;

  /** First timestamp, 4714-11-24 BC. */
  public static final long MINIMUM_TIMESTAMP = -211_813_488_000_000_000L;

  /** End of timestamps, exclusive: 294277-01-01. */
  public static final long END_TIMESTAMP = 9_223_371_331_200_000_000L;

  private static final int[] MONTH_LENGTHS = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

  /** Days from 0000-03-01 to 2000-01-01. */
  private static final int DAYS_FROM_MARCH_0000 = 730425;

  private static final int DAYS_PER_400_YEARS = 146097;

  private DateTimes() {}

  public static boolean isLeapYear(int year) {
    return (year & 3) == 0 && (year % 100 != 0 || year % 400 == 0);
  }

  public static int monthLength(int year, int month) {
    return month == 2 && isLeapYear(year) ? 29 : MONTH_LENGTHS[month - 1];
  }

  /** Days since 2000-01-01; the day may lie outside its month. */
  public static int days(int year, int month, int day) {
    // Years that begin in March have their leap day at the end.
    long y = month <= 2 ? year - 1L : year;
    long era = Math.floorDiv(y, 400);
    int yearOfEra = (int) (y - era * 400);
    int dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
    int dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear;
    return (int) (era * DAYS_PER_400_YEARS + dayOfEra - DAYS_FROM_MARCH_0000);
  }

  /** The calendar date of a day, packed: see {@link #year}, {@link #month}, {@link #day}. */
  public static long civil(long days) {
    long z = days + DAYS_FROM_MARCH_0000;
    long era = Math.floorDiv(z, DAYS_PER_400_YEARS);
    int dayOfEra = (int) (z - era * DAYS_PER_400_YEARS);
    int yearOfEra =
        (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / (DAYS_PER_400_YEARS - 1)) / 365;
    int dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
    int shifted = (5 * dayOfYear + 2) / 153;
    int day = dayOfYear - (153 * shifted + 2) / 5 + 1;
    int month = shifted < 10 ? shifted + 3 : shifted - 9;
    long year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0);
    return year << 9 | month << 5 | day;
  }

  public static int year(long civil) {
    return (int) (civil >> 9);
  }

  public static int month(long civil) {
    return (int) (civil >> 5) & 15;
  }

  public static int day(long civil) {
    return (int) civil & 31;
  }

  /** 0 is Sunday. */
  public static int dayOfWeek(long days) {
    return (int) Math.floorMod(days + 6, 7L);
  }

  /** 1 is January 1st. */
  public static int dayOfYear(long days) {
    return (int) (days - days(year(civil(days)), 1, 1)) + 1;
  }

  /** The Monday of the ISO week 1 of a year. */
  private static int isoYearStart(int year) {
    int fourth = days(year, 1, 4);
    return fourth - Math.floorMod(fourth + 5, 7);
  }

  /** The ISO 8601 year that the day's week belongs to. */
  public static int isoYear(int days) {
    int year = year(civil(days));
    if (days < isoYearStart(year)) {
      return year - 1;
    }
    return days >= isoYearStart(year + 1) ? year + 1 : year;
  }

  /** The ISO 8601 week, from 1. */
  public static int isoWeek(int days) {
    return (days - isoYearStart(isoYear(days))) / 7 + 1;
  }

  /** Day of the Monday of an ISO 8601 week. */
  public static int isoWeekStart(int isoYear, int week) {
    return isoYearStart(isoYear) + (week - 1) * 7;
  }

  public static boolean isFiniteDate(int days) {
    return days != DATE_INFINITY && days != DATE_NEGATIVE_INFINITY;
  }

  public static boolean isFiniteTimestamp(long micros) {
    return micros != TIMESTAMP_INFINITY && micros != TIMESTAMP_NEGATIVE_INFINITY;
  }

  public static boolean isValidDate(long days) {
    return days >= MINIMUM_DATE && days <= MAXIMUM_DATE;
  }

  public static boolean isValidTimestamp(long micros) {
    return micros >= MINIMUM_TIMESTAMP && micros < END_TIMESTAMP;
  }

  public static SqlError timestampOutOfRange() {
    return new SqlError(SqlState.DATETIME_FIELD_OVERFLOW, "timestamp out of range");
  }

  public static SqlError dateOutOfRange() {
    return new SqlError(SqlState.DATETIME_FIELD_OVERFLOW, "date out of range");
  }

  /** Microseconds of a time of day. */
  public static long timeMicros(int hour, int minute, int second, int micros) {
    return ((hour * 60L + minute) * 60 + second) * MICROS_PER_SECOND + micros;
  }

  /** The cast from date to timestamp: midnight. Throws 22008. */
  public static long dateToTimestamp(int days) {
    if (days == DATE_INFINITY) {
      return TIMESTAMP_INFINITY;
    }
    if (days == DATE_NEGATIVE_INFINITY) {
      return TIMESTAMP_NEGATIVE_INFINITY;
    }
    if (days >= END_TIMESTAMP / MICROS_PER_DAY) {
      throw new SqlError(SqlState.DATETIME_FIELD_OVERFLOW, "date out of range for timestamp");
    }
    return days * MICROS_PER_DAY;
  }

  /** The cast from timestamp to date. */
  public static int timestampToDate(long micros) {
    if (micros == TIMESTAMP_INFINITY) {
      return DATE_INFINITY;
    }
    if (micros == TIMESTAMP_NEGATIVE_INFINITY) {
      return DATE_NEGATIVE_INFINITY;
    }
    return (int) Math.floorDiv(micros, MICROS_PER_DAY);
  }

  /** A local time of the session's zone, of a moment. */
  public static long toLocal(long utcMicros, DisplayStyle style) {
    if (!isFiniteTimestamp(utcMicros)) {
      return utcMicros;
    }
    long local = utcMicros + ZoneTable.of(style.timeZone).offsetAt(utcMicros) * MICROS_PER_SECOND;
    if (!isValidTimestamp(local)) {
      throw timestampOutOfRange();
    }
    return local;
  }

  /** The moment of a local time of the session's zone. */
  public static long toUtc(long localMicros, DisplayStyle style) {
    if (!isFiniteTimestamp(localMicros)) {
      return localMicros;
    }
    long utc =
        localMicros - ZoneTable.of(style.timeZone).offsetAtLocal(localMicros) * MICROS_PER_SECOND;
    if (!isValidTimestamp(utc)) {
      throw timestampOutOfRange();
    }
    return utc;
  }

  /**
   * Rounds microseconds to so many digits of a second, halves away from zero.
   *
   * @param precision 0 to 6; another value changes nothing
   */
  public static long roundMicros(long micros, int precision) {
    if (precision < 0 || precision >= 6) {
      return micros;
    }
    long unit = Numeric.POWERS[6 - precision];
    return micros >= 0 ? (micros + unit / 2) / unit * unit : -((-micros + unit / 2) / unit * unit);
  }
}
