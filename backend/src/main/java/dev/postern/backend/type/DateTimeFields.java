package dev.postern.backend.type;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.type.DisplayStyle.DateOrder;
import org.jspecify.annotations.Nullable;

/**
 * The fields of a date and time while they are read, and the rules by which numbers become fields.
 * Filled by {@link DateTimeParser} and {@link TimeParser}.
 */
class DateTimeFields {
  static final int YEAR = 1;
  static final int MONTH = 1 << 1;
  static final int DAY = 1 << 2;
  static final int DATE = YEAR | MONTH | DAY;
  static final int TIME = 1 << 3;
  static final int ZONE = 1 << 4;
  static final int DAYLIGHT_ZONE = 1 << 5;
  static final int DAYLIGHT_MODIFIER = 1 << 6;
  static final int DAY_OF_YEAR = 1 << 7;
  static final int MERIDIEM = 1 << 8;
  static final int ERA = 1 << 9;
  static final int DAY_OF_WEEK = 1 << 10;

  private static final int LARGEST_OFFSET_HOURS = 15;

  final String typeWords;
  final String whole;
  final DisplayStyle style;

  int year;
  int month;
  int day;
  int dayOfYear;
  int hour;
  int minute;
  int second;
  int micros;

  /** Seconds east of UTC. */
  int offsetSeconds;

  /** Which fields have been met. */
  int met;

  boolean textMonth;
  boolean shortYear;
  boolean julian;
  boolean beforeChrist;

  /** 0 am, 1 pm, -1 not said. */
  int meridiem = -1;

  /** A zone whose offset depends on the date. */
  java.time.@Nullable ZoneId zone;

  DateTimeFields(String typeWords, String whole, DisplayStyle style) {
    this.typeWords = typeWords;
    this.whole = whole;
    this.style = style;
  }

  SqlError badFormat() {
    return new SqlError(
        SqlState.INVALID_DATETIME_FORMAT,
        "invalid input syntax for type " + typeWords + ": \"" + whole + "\"");
  }

  SqlError fieldOverflow() {
    return new SqlError(
        SqlState.DATETIME_FIELD_OVERFLOW, "date/time field value out of range: \"" + whole + "\"");
  }

  private SqlError monthOrDayOverflow() {
    return fieldOverflow().hint("Perhaps you need a different \"DateStyle\" setting.");
  }

  private SqlError offsetOverflow() {
    return new SqlError(
        SqlState.INVALID_TIME_ZONE_DISPLACEMENT_VALUE,
        "time zone displacement out of range: \"" + whole + "\"");
  }

  SqlError unknownZone(String name) {
    return InputErrors.invalidParameter("time zone \"" + name + "\" not recognized");
  }

  /** Notes fields; a field met twice is an error. */
  void meet(int mask) {
    if ((met & mask) != 0) {
      throw badFormat();
    }
    met |= mask;
  }

  boolean has(int mask) {
    return (met & mask) == mask;
  }

  /** The digits from {@code from} on as an int; what follows them is at {@link #after}. */
  int after;

  int number(String text, int from) {
    long value = 0;
    int at = from;
    while (at < text.length() && DateTimeToken.isDigit(text.charAt(at))) {
      value = Math.min(value * 10 + text.charAt(at) - '0', Integer.MAX_VALUE + 1L);
      at++;
    }
    after = at;
    if (value > Integer.MAX_VALUE) {
      throw fieldOverflow();
    }
    return (int) value;
  }

  /** The microseconds of {@code .digits} that end the text. */
  int fraction(String text, int point) {
    int value = 0;
    int unit = 100_000;
    int next = -1;
    for (int i = point + 1; i < text.length(); i++) {
      char c = text.charAt(i);
      if (!DateTimeToken.isDigit(c)) {
        throw badFormat();
      }
      if (unit > 0) {
        value += (c - '0') * unit;
        unit /= 10;
      } else if (next < 0) {
        next = c - '0';
      }
    }
    if (next >= 5) {
      // A tie goes to the even microsecond, as C's rint() has it.
      boolean tie = next == 5 && text.substring(point + 8).chars().allMatch(c -> c == '0');
      if (!tie || (value & 1) == 1) {
        value++;
      }
    }
    return value;
  }

  /** A date of parts between separators; gives the fields found. */
  int dateParts(String text) {
    String[] parts = new String[25];
    int count = 0;
    int at = 0;
    while (at < text.length() && count < parts.length) {
      while (at < text.length() && !isAlphanumeric(text.charAt(at))) {
        at++;
      }
      if (at == text.length()) {
        throw badFormat();
      }
      int start = at;
      boolean digits = DateTimeToken.isDigit(text.charAt(at));
      while (at < text.length()
          && (digits
              ? DateTimeToken.isDigit(text.charAt(at))
              : DateTimeToken.isLetter(text.charAt(at)))) {
        at++;
      }
      parts[count++] = text.substring(start, at);
      if (at < text.length() && !isAlphanumeric(text.charAt(at))) {
        at++;
      } else if (at < text.length()) {
        // Digits and letters without a separator: the next character is lost, as in PostgreSQL.
        at++;
      }
    }
    int found = 0;
    boolean monthName = false;
    boolean[] used = new boolean[count];
    for (int i = 0; i < count; i++) {
      if (DateTimeToken.isLetter(parts[i].charAt(0))) {
        DateTimeWord word = DateTimeWord.find(parts[i]);
        if (word != null && word.kind() == DateTimeWord.Kind.IGNORED) {
          continue;
        }
        if (word == null
            || word.kind() != DateTimeWord.Kind.MONTH
            || ((met | found) & MONTH) != 0) {
          throw badFormat();
        }
        month = word.value();
        monthName = true;
        found |= MONTH;
        used[i] = true;
      }
    }
    for (int i = 0; i < count; i++) {
      if (!used[i]) {
        int mask = dateNumber(parts[i], monthName, met | found);
        if (((met | found) & mask) != 0) {
          throw badFormat();
        }
        found |= mask;
      }
    }
    if (((met | found) & ~(DAY_OF_YEAR | ZONE)) != DATE) {
      throw badFormat();
    }
    return found;
  }

  private static boolean isAlphanumeric(char c) {
    return DateTimeToken.isDigit(c) || DateTimeToken.isLetter(c);
  }

  /** A number that is one field, by its place and DateStyle's order; gives the fields set. */
  int dateNumber(String text, boolean monthName, int already) {
    if (text.isEmpty() || !DateTimeToken.isDigit(text.charAt(0)) && text.charAt(0) != '.') {
      throw badFormat();
    }
    int value = number(text, 0);
    int end = after;
    if (end < text.length()) {
      if (text.charAt(end) != '.') {
        throw badFormat();
      }
      if (end > 2) {
        // More than two digits before the point: a date or a time run together.
        return runTogether(text, already | DATE);
      }
      micros = fraction(text, end);
    }
    int length = text.length();
    if (length == 3 && (already & DATE) == YEAR && value >= 1 && value <= 366) {
      dayOfYear = value;
      return DAY_OF_YEAR | MONTH | DAY;
    }
    boolean yearFirst = length >= 3 || style.dateOrder == DateOrder.YMD;
    int field;
    switch (already & DATE) {
      case 0 -> field = yearFirst ? YEAR : style.dateOrder == DateOrder.DMY ? DAY : MONTH;
      case YEAR, DAY -> field = MONTH;
      case MONTH -> field = monthName && yearFirst ? YEAR : DAY;
      case YEAR | MONTH -> {
        if (monthName && length >= 3 && shortYear) {
          // What looked like a year was the day.
          day = year;
          year = value;
          shortYear = false;
          return DAY;
        }
        field = DAY;
      }
      case MONTH | DAY -> field = YEAR;
      case DATE -> {
        return runTogether(text, already);
      }
      default -> throw badFormat();
    }
    switch (field) {
      case YEAR -> {
        year = value;
        shortYear = length <= 2;
      }
      case MONTH -> month = value;
      default -> day = value;
    }
    return field;
  }

  /** yyyymmdd, yymmdd, hhmmss or hhmm, the last two perhaps with a fraction. */
  int runTogether(String text, int already) {
    String digits = text;
    int point = text.indexOf('.');
    if (point >= 0) {
      micros = fraction(text, point);
      digits = text.substring(0, point);
    } else if ((already & DATE) != DATE && digits.length() >= 6) {
      int length = digits.length();
      day = number(digits.substring(length - 2), 0);
      month = number(digits.substring(length - 4, length - 2), 0);
      year = number(digits.substring(0, length - 4), 0);
      if (length == 6) {
        shortYear = true;
      }
      return DATE;
    }
    if ((already & TIME) == 0 && (digits.length() == 6 || digits.length() == 4)) {
      hour = number(digits.substring(0, 2), 0);
      minute = number(digits.substring(2, 4), 0);
      second = digits.length() == 6 ? number(digits.substring(4), 0) : 0;
      return TIME;
    }
    throw badFormat();
  }

  /** hh:mm, hh:mm:ss with a fraction, or mm:ss.fraction. */
  int clockTime(String text) {
    hour = number(text, 0);
    if (after >= text.length() || text.charAt(after) != ':') {
      throw badFormat();
    }
    minute = number(text, after + 1);
    micros = 0;
    if (after == text.length()) {
      second = 0;
    } else if (text.charAt(after) == '.') {
      micros = fraction(text, after);
      second = minute;
      minute = hour;
      hour = 0;
    } else {
      second = number(text, after + 1);
      if (after < text.length()) {
        if (text.charAt(after) != '.') {
          throw badFormat();
        }
        micros = fraction(text, after);
      }
    }
    if (minute > 59 || second > 60 || micros > 1_000_000) {
      throw fieldOverflow();
    }
    return TIME;
  }

  void checkTimeOfDay() {
    if (hour > 24
        || minute > 59
        || second > 60
        || DateTimes.timeMicros(hour, minute, second, micros) > DateTimes.MICROS_PER_DAY) {
      throw fieldOverflow();
    }
  }

  /** A signed offset from UTC: +hh, +hhmm, +hh:mm, +hh:mm:ss. */
  void offset(String text) {
    if (text.isEmpty() || text.charAt(0) != '+' && text.charAt(0) != '-') {
      throw badFormat();
    }
    int hours;
    int minutes = 0;
    int seconds = 0;
    try {
      hours = number(text, 1);
    } catch (SqlError e) {
      throw offsetOverflow();
    }
    if (after < text.length() && text.charAt(after) == ':') {
      minutes = number(text, after + 1);
      if (after < text.length() && text.charAt(after) == ':') {
        seconds = number(text, after + 1);
      }
    } else if (after == text.length() && text.length() > 3) {
      minutes = hours % 100;
      hours /= 100;
    }
    if (hours > LARGEST_OFFSET_HOURS || minutes > 59 || seconds > 59) {
      throw offsetOverflow();
    }
    if (after != text.length()) {
      throw badFormat();
    }
    int total = (hours * 60 + minutes) * 60 + seconds;
    offsetSeconds = text.charAt(0) == '-' ? -total : total;
  }

  /** A time zone's abbreviation or full name; gives the fields set, 0 where it is neither. */
  int zoneName(String text) {
    TimeZones.Abbreviation abbreviation = TimeZones.abbreviation(text);
    if (abbreviation != null) {
      if (abbreviation.zone() != null) {
        zone = abbreviation.zone();
        return ZONE;
      }
      offsetSeconds = abbreviation.offsetSeconds();
      return abbreviation.daylight() ? ZONE | DAYLIGHT_ZONE : ZONE;
    }
    return 0;
  }

  /** Settles the era, short years, day of year and half of the day; checks month and day. */
  void settleDate() {
    if (has(YEAR) && !julian) {
      if (beforeChrist) {
        if (year <= 0) {
          throw fieldOverflow();
        }
        year = 1 - year;
      } else if (shortYear) {
        if (year < 70) {
          year += 2000;
        } else if (year < 100) {
          year += 1900;
        }
      } else if (year <= 0) {
        throw fieldOverflow();
      }
    }
    if (has(DAY_OF_YEAR)) {
      long civil = DateTimes.civil(DateTimes.days(year, 1, 1) + dayOfYear - 1L);
      year = DateTimes.year(civil);
      month = DateTimes.month(civil);
      day = DateTimes.day(civil);
    }
    if (has(MONTH) && (month < 1 || month > 12) || has(DAY) && (day < 1 || day > 31)) {
      throw monthOrDayOverflow();
    }
    if (has(DATE) && day > DateTimes.monthLength(year, month)) {
      throw fieldOverflow();
    }
  }

  void settleHalfOfDay() {
    if (meridiem >= 0 && hour > 12) {
      throw fieldOverflow();
    }
    if (meridiem == 0 && hour == 12) {
      hour = 0;
    } else if (meridiem == 1 && hour != 12) {
      hour += 12;
    }
  }

  void setDate(int days) {
    long civil = DateTimes.civil(days);
    year = DateTimes.year(civil);
    month = DateTimes.month(civil);
    day = DateTimes.day(civil);
  }

  void setTime(long micros) {
    hour = (int) (micros / DateTimes.MICROS_PER_HOUR);
    minute = (int) (micros / DateTimes.MICROS_PER_MINUTE % 60);
    second = (int) (micros / DateTimes.MICROS_PER_SECOND % 60);
    this.micros = (int) (micros % DateTimes.MICROS_PER_SECOND);
  }

  /** The local time of a date and a time of day, which may be 24:00; days may be out of range. */
  long localMicros() {
    return (long) DateTimes.days(year, month, day) * DateTimes.MICROS_PER_DAY
        + DateTimes.timeMicros(hour, minute, second, micros);
  }
}
