package dev.postern.backend.type;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads ISO 8601 durations: {@code P1Y2M3DT4H5M6S}, and {@code P0001-02-03T04:05:06}. */
final class IsoIntervalParser {
  private static final Pattern NUMBER = Pattern.compile("-?(\\d*)(\\.\\d*)?([eE][-+]?\\d+)?");
  private static final double LARGEST = 1e15;

  private final String text;
  private final IntervalFields fields = new IntervalFields();
  private int at = 1;
  private long value;
  private double fraction;
  private int digits;

  private IsoIntervalParser(String text) {
    this.text = text;
  }

  static void parse(String text, Datum result) {
    if (text.length() < 2 || text.charAt(0) != 'P') {
      throw IntervalParser.badFormat(text);
    }
    IsoIntervalParser parser = new IsoIntervalParser(text);
    parser.parts();
    parser.fields.store(result);
  }

  private void check(boolean fits) {
    if (!fits) {
      throw IntervalParser.overflow(text);
    }
  }

  /** The next character, which is passed over; zero at the end. */
  private char next() {
    return at < text.length() ? text.charAt(at++) : 0;
  }

  private void number() {
    Matcher number = NUMBER.matcher(text).region(at, text.length());
    boolean found = number.lookingAt();
    String match = found ? number.group() : "";
    boolean hasDigit = match.chars().anyMatch(c -> c >= '0' && c <= '9');
    if (!hasDigit) {
      throw IntervalParser.badFormat(text);
    }
    double whole = Double.parseDouble(match);
    check(Math.abs(whole) <= LARGEST);
    value = (long) whole;
    fraction = whole - value;
    digits = number.group(1).length();
    at = number.end();
  }

  private void parts() {
    boolean date = true;
    boolean any = false;
    while (at < text.length()) {
      if (text.charAt(at) == 'T') {
        date = false;
        any = false;
        at++;
        continue;
      }
      number();
      char unit = next();
      if (date ? !dateUnit(unit) : !timeUnit(unit)) {
        if (any) {
          throw IntervalParser.badFormat(text);
        }
        if (date) {
          if (alternativeDate(unit)) {
            return;
          }
          date = false;
          any = false;
          continue;
        }
        alternativeTime(unit);
        return;
      }
      any = true;
    }
  }

  private boolean dateUnit(char unit) {
    switch (unit) {
      case 'Y' -> check(fields.addYears(value, fraction, 1));
      case 'M' -> check(fields.addMonths(value, fraction));
      case 'W' -> check(fields.addDays(value, 7) && fields.addFractionOfDays(fraction, 7));
      case 'D' -> day();
      default -> {
        return false;
      }
    }
    return true;
  }

  private void day() {
    check(fields.addDays(value, 1) && fields.addFractionOf(fraction, DateTimes.MICROS_PER_DAY));
  }

  private boolean timeUnit(char unit) {
    switch (unit) {
      case 'H' -> check(fields.addMicros(value, fraction, DateTimes.MICROS_PER_HOUR));
      case 'M' -> check(fields.addMicros(value, fraction, DateTimes.MICROS_PER_MINUTE));
      case 'S' -> check(fields.addMicros(value, fraction, DateTimes.MICROS_PER_SECOND));
      default -> {
        return false;
      }
    }
    return true;
  }

  /** yyyymmdd, or yyyy-mm-dd of which the end may be missing; true at the end of the text. */
  private boolean alternativeDate(char unit) {
    if (unit != 0 && unit != 'T' && unit != '-') {
      throw IntervalParser.badFormat(text);
    }
    if (unit != '-' && digits == 8) {
      check(
          fields.addYears(value / 10000, 0, 1)
              && fields.addMonths(value / 100 % 100, 0)
              && fields.addDays(value % 100, 1)
              && fields.addFractionOf(fraction, DateTimes.MICROS_PER_DAY));
      return unit == 0;
    }
    check(fields.addYears(value, fraction, 1));
    if (unit != '-') {
      return unit == 0;
    }
    number();
    check(fields.addMonths(value, fraction));
    unit = next();
    if (unit == 0 || unit == 'T') {
      return unit == 0;
    }
    if (unit != '-') {
      throw IntervalParser.badFormat(text);
    }
    number();
    day();
    unit = next();
    if (unit != 0 && unit != 'T') {
      throw IntervalParser.badFormat(text);
    }
    return unit == 0;
  }

  /** hhmmss, or hh:mm:ss of which the end may be missing. */
  private void alternativeTime(char unit) {
    if (unit != 0 && unit != ':') {
      throw IntervalParser.badFormat(text);
    }
    if (unit == 0 && digits == 6) {
      check(
          fields.addMicros(value / 10000, 0, DateTimes.MICROS_PER_HOUR)
              && fields.addMicros(value / 100 % 100, 0, DateTimes.MICROS_PER_MINUTE)
              && fields.addMicros(value % 100, 0, DateTimes.MICROS_PER_SECOND)
              && fields.addFractionOf(fraction, 1));
      return;
    }
    check(fields.addMicros(value, fraction, DateTimes.MICROS_PER_HOUR));
    if (unit == 0) {
      return;
    }
    number();
    check(fields.addMicros(value, fraction, DateTimes.MICROS_PER_MINUTE));
    unit = next();
    if (unit == 0) {
      return;
    }
    if (unit != ':') {
      throw IntervalParser.badFormat(text);
    }
    number();
    check(fields.addMicros(value, fraction, DateTimes.MICROS_PER_SECOND));
    if (at != text.length()) {
      throw IntervalParser.badFormat(text);
    }
  }
}
