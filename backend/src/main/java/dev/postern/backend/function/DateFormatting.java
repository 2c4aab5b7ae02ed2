package dev.postern.backend.function;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.type.DateTimes;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.DisplayStyle;
import dev.postern.backend.type.Interval;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.TextStyle;
import java.util.Locale;
import java.util.TimeZone;
import org.jspecify.annotations.Nullable;

/** to_char() of timestamps and intervals. */
final class DateFormatting implements FunctionTopic {
  static final String[] MONTHS = {
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December"
  };
  static final String[] DAYS = {
    "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"
  };
  static final String[] ROMAN_MONTHS = {
    "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII"
  };

  @Override
  public @Nullable ScalarFunction scalar(String key, CallSite site) {
    return switch (key) {
      case "timestamp_to_char" -> (c, a, r) -> timestamp(a[0].bits, a[0].bits, null, a[1], r);
      case "timestamptz_to_char" ->
          (c, a, r) ->
              timestamp(a[0].bits, DateTimes.toLocal(a[0].bits, c.style()), c.style(), a[1], r);
      case "interval_to_char" -> (c, a, r) -> interval(a[0], a[1], r);
      default -> null;
    };
  }

  /** What is shown; of an interval without a calendar. */
  private static final class Fields {
    boolean interval;
    long year;
    int month;
    int day;
    long hour;
    int minute;
    int second;
    int micros;
    int dayOfYear;
    int dayOfWeek;
    long days;
    @Nullable String zone;
    int offset;
  }

  private static void timestamp(
      long moment, long local, @Nullable DisplayStyle style, Datum template, Datum result) {
    if (template.length == 0 || !DateTimes.isFiniteTimestamp(moment)) {
      result.setNull();
      return;
    }
    Fields fields = new Fields();
    fields.days = Math.floorDiv(local, DateTimes.MICROS_PER_DAY);
    long civil = DateTimes.civil(fields.days);
    fields.year = DateTimes.year(civil);
    fields.month = DateTimes.month(civil);
    fields.day = DateTimes.day(civil);
    fields.dayOfYear = DateTimes.dayOfYear(fields.days);
    fields.dayOfWeek = DateTimes.dayOfWeek(fields.days);
    setTime(fields, Math.floorMod(local, DateTimes.MICROS_PER_DAY));
    if (style != null) {
      fields.offset = (int) ((local - moment) / DateTimes.MICROS_PER_SECOND);
      fields.zone = zoneName(style, moment, fields.offset);
    }
    result.setText(formatted(DateTemplate.parse(template.text()), fields));
  }

  private static String zoneName(DisplayStyle style, long moment, int offset) {
    if (style.timeZone instanceof ZoneOffset) {
      return offset == 0 ? "UTC" : style.timeZone.getDisplayName(TextStyle.SHORT, Locale.US);
    }
    Instant instant =
        Instant.ofEpochSecond(
            Math.floorDiv(moment, DateTimes.MICROS_PER_SECOND) + DateTimes.UNIX_EPOCH_SECONDS);
    boolean daylight = style.timeZone.getRules().isDaylightSavings(instant);
    return TimeZone.getTimeZone(style.timeZone).getDisplayName(daylight, TimeZone.SHORT, Locale.US);
  }

  private static void setTime(Fields fields, long micros) {
    fields.hour = micros / DateTimes.MICROS_PER_HOUR;
    fields.minute = (int) (micros / DateTimes.MICROS_PER_MINUTE % 60);
    fields.second = (int) (micros / DateTimes.MICROS_PER_SECOND % 60);
    fields.micros = (int) (micros % DateTimes.MICROS_PER_SECOND);
  }

  private static void interval(Datum span, Datum template, Datum result) {
    if (template.length == 0 || !Interval.isFinite(span)) {
      result.setNull();
      return;
    }
    Fields fields = new Fields();
    fields.interval = true;
    fields.year = Interval.months(span) / 12;
    fields.month = Interval.months(span) % 12;
    fields.day = Interval.days(span);
    fields.dayOfYear = (int) ((fields.year * 12 + fields.month) * 30 + fields.day);
    setTime(fields, Interval.micros(span));
    result.setText(formatted(DateTemplate.parse(template.text()), fields));
  }

  private static String formatted(DateTemplate template, Fields fields) {
    StringBuilder text = new StringBuilder();
    for (DateTemplate.Part part : template.parts()) {
      if (part.isLiteral()) {
        text.append(part.spelling());
        continue;
      }
      int start = text.length();
      append(part, fields, text);
      if (part.ordinal() != 0 && isNumber(text, start)) {
        text.append(ordinal(text.substring(start), part.ordinal() == 'T'));
      }
    }
    return text.toString();
  }

  private static boolean isNumber(StringBuilder text, int from) {
    return text.length() > from && Character.isDigit(text.charAt(text.length() - 1));
  }

  /** The ending of an ordinal number. */
  static String ordinal(String number, boolean upper) {
    int length = number.length();
    char last = number.charAt(length - 1);
    boolean teen = length > 1 && number.charAt(length - 2) == '1';
    String ending =
        teen
            ? "th"
            : switch (last) {
              case '1' -> "st";
              case '2' -> "nd";
              case '3' -> "rd";
              default -> "th";
            };
    return upper ? ending.toUpperCase(Locale.ROOT) : ending;
  }

  /** Zeros in front up to a width, which a minus sign widens. */
  private static String number(DateTemplate.Part part, long value, int width) {
    String digits = Long.toString(Math.abs(value));
    int zeros = part.fill() ? 0 : width - digits.length();
    return (value < 0 ? "-" : "") + "0".repeat(Math.max(0, zeros)) + digits;
  }

  private static void append(DateTemplate.Part part, Fields f, StringBuilder text) {
    long shownYear = f.interval ? f.year : f.year <= 0 ? -(f.year - 1) : f.year;
    switch (part.pattern()) {
      case "A.M.", "P.M." -> text.append(cased(part, f.hour % 24 >= 12 ? "P.M." : "A.M."));
      case "AM", "PM" -> text.append(cased(part, f.hour % 24 >= 12 ? "PM" : "AM"));
      case "HH", "HH12" -> text.append(number(part, f.hour % 12 == 0 ? 12 : f.hour % 12, 2));
      case "HH24" -> text.append(number(part, f.hour, 2));
      case "MI" -> text.append(number(part, f.minute, 2));
      case "SS" -> text.append(number(part, f.second, 2));
      case "MS", "FF3" -> text.append(fraction(f.micros, 3));
      case "US", "FF6" -> text.append(fraction(f.micros, 6));
      case "FF1" -> text.append(fraction(f.micros, 1));
      case "FF2" -> text.append(fraction(f.micros, 2));
      case "FF4" -> text.append(fraction(f.micros, 4));
      case "FF5" -> text.append(fraction(f.micros, 5));
      case "SSSS", "SSSSS" -> text.append(f.hour * 3600 + f.minute * 60 + f.second);
      case "TZ" -> {
        checkCalendar(f);
        if (f.zone != null) {
          text.append(cased(part, f.zone));
        }
      }
      case "TZH" -> {
        checkCalendar(f);
        text.append(f.offset < 0 ? '-' : '+');
        text.append(String.format("%02d", Math.abs(f.offset) / 3600));
      }
      case "TZM" -> {
        checkCalendar(f);
        text.append(String.format("%02d", Math.abs(f.offset) % 3600 / 60));
      }
      case "OF" -> {
        checkCalendar(f);
        text.append(f.offset < 0 ? '-' : '+');
        text.append(number(part, Math.abs(f.offset) / 3600, 2));
        if (Math.abs(f.offset) % 3600 != 0) {
          text.append(String.format(":%02d", Math.abs(f.offset) % 3600 / 60));
        }
      }
      case "A.D.", "B.C." -> {
        checkCalendar(f);
        text.append(cased(part, f.year <= 0 ? "B.C." : "A.D."));
      }
      case "AD", "BC" -> {
        checkCalendar(f);
        text.append(cased(part, f.year <= 0 ? "BC" : "AD"));
      }
      case "MONTH", "MON", "DAY", "DY" -> appendName(part, f, text);
      case "MM" -> text.append(number(part, f.month, 2));
      case "DDD" -> text.append(number(part, f.dayOfYear, f.dayOfYear < 0 ? 2 : 3));
      case "IDDD" -> text.append(number(part, isoDay(f), 3));
      // A sign takes one of these two places, unlike elsewhere.
      case "DD" -> text.append(number(part, f.day, f.day < 0 ? 1 : 2));
      case "D" -> {
        checkCalendar(f);
        text.append(f.dayOfWeek + 1);
      }
      case "ID" -> {
        checkCalendar(f);
        text.append(f.dayOfWeek == 0 ? 7 : f.dayOfWeek);
      }
      case "WW" -> text.append(number(part, (f.dayOfYear - 1) / 7 + 1, 2));
      case "IW" -> text.append(number(part, DateTimes.isoWeek((int) f.days), 2));
      case "Q" -> {
        if (f.month != 0) {
          text.append((f.month - 1) / 3 + 1);
        }
      }
      case "CC" -> {
        long century =
            f.interval ? f.year / 100 : f.year > 0 ? (f.year - 1) / 100 + 1 : f.year / 100 - 1;
        text.append(number(part, century, Math.abs(century) <= 99 ? 2 : 0));
      }
      case "Y,YYY" ->
          text.append(String.format("%d,%03d", shownYear / 1000, Math.abs(shownYear % 1000)));
      case "YYYY" -> text.append(number(part, shownYear, 4));
      case "YYY" -> text.append(number(part, shownYear % 1000, 3));
      case "YY" -> text.append(number(part, shownYear % 100, 2));
      case "Y" -> text.append(number(part, shownYear % 10, 1));
      case "IYYY" -> text.append(number(part, isoYear(f), 4));
      case "IYY" -> text.append(number(part, isoYear(f) % 1000, 3));
      case "IY" -> text.append(number(part, isoYear(f) % 100, 2));
      case "I" -> text.append(number(part, isoYear(f) % 10, 1));
      case "RM" -> appendRoman(part, f, text);
      case "W" -> text.append((f.day - 1) / 7 + 1);
      case "J" -> text.append(f.days + DateTimes.JULIAN_DAY_2000);
      case "FX" -> {}
      default -> throw new IllegalStateException(part.pattern());
    }
  }

  private static String fraction(int micros, int digits) {
    int unit = 1;
    for (int i = digits; i < 6; i++) {
      unit *= 10;
    }
    return String.format("%0" + digits + "d", micros / unit);
  }

  private static int isoDay(Fields f) {
    checkIso(f);
    int days = (int) f.days;
    return days - DateTimes.isoWeekStart(DateTimes.isoYear(days), 1) + 1;
  }

  private static long isoYear(Fields f) {
    checkIso(f);
    int year = DateTimes.isoYear((int) f.days);
    return year <= 0 ? -(year - 1L) : year;
  }

  private static void checkIso(Fields f) {
    if (f.interval) {
      throw SqlError.notSupported("ISO week numbering of an interval");
    }
  }

  private static void checkCalendar(Fields f) {
    if (f.interval) {
      throw new SqlError(
              SqlState.INVALID_DATETIME_FORMAT,
              "invalid format specification for an interval value")
          .hint("Intervals are not tied to specific calendar dates.");
    }
  }

  private static String cased(DateTemplate.Part part, String value) {
    return part.isUpper() ? value.toUpperCase(Locale.ROOT) : value.toLowerCase(Locale.ROOT);
  }

  private static void appendName(DateTemplate.Part part, Fields f, StringBuilder text) {
    checkCalendar(f);
    boolean month = part.pattern().startsWith("M");
    boolean whole = part.pattern().equals("MONTH") || part.pattern().equals("DAY");
    String name = month ? MONTHS[f.month - 1] : DAYS[f.dayOfWeek];
    name = whole ? name : name.substring(0, 3);
    if (part.isUpper()) {
      name = name.toUpperCase(Locale.ROOT);
    } else if (part.isLower()) {
      name = name.toLowerCase(Locale.ROOT);
    }
    text.append(name);
    if (whole && !part.fill() && !part.translated()) {
      text.repeat(' ', 9 - name.length());
    }
  }

  private static void appendRoman(DateTemplate.Part part, Fields f, StringBuilder text) {
    if (f.month == 0 && f.year == 0) {
      return;
    }
    // Months of an interval count from 0; twelve of them, and negative ones, from the other end.
    int month = f.month == 0 ? (f.year >= 0 ? 12 : 1) : f.month < 0 ? 13 + f.month : f.month;
    String name = ROMAN_MONTHS[month - 1];
    text.append(part.isUpper() ? name : name.toLowerCase(Locale.ROOT));
    if (!part.fill()) {
      text.repeat(' ', 4 - name.length());
    }
  }
}
