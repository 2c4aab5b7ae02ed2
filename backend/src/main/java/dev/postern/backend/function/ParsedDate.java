package dev.postern.backend.function;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.type.DateTimes;
import java.util.HashMap;
import java.util.Map;

/** The fields that to_date() and to_timestamp() read, and the day and time that they make. */
final class ParsedDate {
  static final int NO_ZONE = Integer.MIN_VALUE;

  private final String text;

  boolean twelveHours;
  boolean beforeChrist;
  int zoneSeconds = NO_ZONE;
  long micros;

  /** By pattern; one year pattern, one of hours and so on stands for all. */
  private final Map<String, Integer> values = new HashMap<>();

  private int pm = -1;
  private int zoneSign = 1;
  private int year;
  private int month = 1;
  private int day = 1;

  /**
   * @param text the whole input, for messages
   */
  ParsedDate(String text) {
    this.text = text;
  }

  void set(String pattern, int value, String spelling) {
    Integer before = values.put(pattern, value);
    boolean name = pattern.equals("D") || pattern.equals("ID");
    if (before != null && before != value && !name) {
      throw DateParsing.invalid(
              "conflicting values for \"" + spelling + "\" field in formatting string")
          .detail("This value contradicts a previous setting for the same field type.");
    }
  }

  void setPm(boolean value) {
    pm = value ? 1 : 0;
    twelveHours = true;
  }

  void setZoneHours(int sign, int hours) {
    zoneSign = sign;
    zoneSeconds = sign * hours * 3600;
  }

  void setZoneMinutes(int minutes) {
    zoneSeconds = (zoneSeconds == NO_ZONE ? 0 : zoneSeconds) + zoneSign * minutes * 60;
  }

  /** A year of fewer than four digits is that of 1970 to 2069. */
  static int nearestYear(int value) {
    if (value < 0 || value > 999) {
      return value;
    }
    if (value < 70) {
      return value + 2000;
    }
    if (value < 100) {
      return value + 1900;
    }
    return value < 520 ? value + 2000 : value + 1000;
  }

  private int value(String pattern, int absent) {
    Integer value = values.get(pattern);
    return value == null ? absent : value;
  }

  private boolean has(String pattern) {
    return values.containsKey(pattern);
  }

  static SqlError outOfRange(String text) {
    return new SqlError(
        SqlState.DATETIME_FIELD_OVERFLOW, "date/time field value out of range: \"" + text + "\"");
  }

  /** Works out the calendar day from what was given. */
  void complete() {
    boolean iso = has("IYYY") || has("IW") || has("ID") || has("IDDD");
    boolean plain = has("YYYY") || has("MM") || has("DD") || has("DDD") || has("WW") || has("W");
    if (iso && plain) {
      throw DateParsing.invalid("invalid combination of date conventions")
          .hint("Do not mix Gregorian and ISO week date conventions in a formatting template.");
    }
    if (has("J")) {
      setCivil(value("J", 0) - (long) DateTimes.JULIAN_DAY_2000);
      return;
    }
    int given = value("YYYY", 0);
    if (has("CC") && !iso) {
      int century = value("CC", 0);
      int inCentury = given % 100;
      if (has("YYYY") && given >= 100) {
        inCentury = given % 100;
      }
      given =
          has("YYYY")
              ? inCentury == 0 ? century * 100 : (century - 1) * 100 + inCentury
              : (century - 1) * 100 + 1;
    }
    year = beforeChrist && given > 0 ? -(given - 1) : given;
    if (given < 0) {
      year = beforeChrist ? -given : given + 1;
    }
    if (!has("YYYY") && !has("CC")) {
      year = 0;
    }
    if (iso) {
      isoDay();
      return;
    }
    month = value("MM", 1);
    day = value("DD", 1);
    if (has("WW") && !has("DDD")) {
      fromDayOfYear((value("WW", 1) - 1) * 7 + 1);
    } else if (has("W") && !has("DD")) {
      day = (value("W", 1) - 1) * 7 + 1;
    }
    if (has("DDD") && !(has("MM") && has("DD"))) {
      fromDayOfYear(value("DDD", 1));
    }
  }

  private void fromDayOfYear(int dayOfYear) {
    if (!has("YYYY") && !has("CC")) {
      throw DateParsing.invalid("cannot calculate day of year without year information");
    }
    setCivil(DateTimes.days(year, 1, 1) + (long) dayOfYear - 1);
  }

  private void isoDay() {
    int isoYear = value("IYYY", 0);
    if (has("IDDD")) {
      if (!has("IYYY")) {
        throw DateParsing.invalid("cannot calculate day of year without year information");
      }
      setCivil(DateTimes.isoWeekStart(isoYear, 1) + (long) value("IDDD", 1) - 1);
      return;
    }
    int weekDay = value("ID", 1);
    setCivil(DateTimes.isoWeekStart(isoYear, value("IW", 1)) + (long) weekDay - 1);
  }

  private void setCivil(long days) {
    long civil = DateTimes.civil(days);
    year = DateTimes.year(civil);
    month = DateTimes.month(civil);
    day = DateTimes.day(civil);
  }

  /** Days since 2000-01-01. */
  long days() {
    if (month < 1 || month > 12 || day < 1 || day > DateTimes.monthLength(year, month)) {
      throw outOfRange(text);
    }
    return DateTimes.days(year, month, day);
  }

  /** The field's value; one that is zero or absent gives way to what SSSS says. */
  private int stated(String pattern, int otherwise) {
    int value = value(pattern, 0);
    return value == 0 ? otherwise : value;
  }

  /** Microseconds of the day. */
  long time() {
    int seconds = value("SSSS", 0);
    int hour = stated(has("HH24") ? "HH24" : "HH", seconds / 3600);
    int minute = stated("MI", seconds % 3600 / 60);
    int second = stated("SS", seconds % 60);
    if (twelveHours && has("HH")) {
      if (hour < 1 || hour > 12) {
        throw DateParsing.invalid("hour \"" + hour + "\" is invalid for the 12-hour clock")
            .hint("Use the 24-hour clock, or give an hour between 1 and 12.");
      }
      if (pm == 1 && hour < 12) {
        hour += 12;
      } else if (pm == 0 && hour == 12) {
        hour = 0;
      }
    }
    if (hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 59) {
      throw outOfRange(text);
    }
    return DateTimes.timeMicros(hour, minute, second, 0) + micros;
  }
}
