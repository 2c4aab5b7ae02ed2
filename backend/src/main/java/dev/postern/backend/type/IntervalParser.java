package dev.postern.backend.type;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads intervals (manual, "Interval Input"): numbers with units, the SQL standard's forms, and ISO
 * 8601 with designators or in its alternative form.
 */
final class IntervalParser {
  private static final int SECONDS =
      mask(IntervalUnit.SECOND) | mask(IntervalUnit.MILLISECOND) | mask(IntervalUnit.MICROSECOND);
  private static final int TIME = SECONDS | mask(IntervalUnit.MINUTE) | mask(IntervalUnit.HOUR);
  private static final int EVERYTHING = -1;

  private final String whole;
  private final int range;
  private final boolean negativeThroughout;
  private final List<DateTimeToken> tokens;
  private final IntervalFields fields = new IntervalFields();

  private int met;
  private @Nullable IntervalUnit unit;
  private boolean unitWithoutNumber;
  private boolean ago;
  private int infinity;

  private IntervalParser(String whole, int range, DisplayStyle style, List<DateTimeToken> tokens) {
    this.whole = whole;
    this.range = range;
    this.tokens = tokens;
    boolean negative =
        style.intervalForm == DisplayStyle.IntervalForm.SQL_STANDARD
            && !tokens.isEmpty()
            && tokens.getFirst().text().startsWith("-");
    for (int i = 1; i < tokens.size() && negative; i++) {
      char first = tokens.get(i).text().charAt(0);
      negative = first != '-' && first != '+';
    }
    negativeThroughout = negative;
  }

  private static int mask(IntervalUnit unit) {
    return 1 << unit.ordinal();
  }

  static void parse(
      byte[] text, int offset, int length, int range, DisplayStyle style, Datum result) {
    String whole = InputErrors.string(text, offset, length);
    List<DateTimeToken> tokens = DateTimeToken.split(text, offset, length);
    if (tokens == null) {
      throw badFormat(whole);
    }
    IntervalParser parser = new IntervalParser(whole, range, style, tokens);
    if (parser.fields()) {
      if (parser.infinity != 0) {
        Interval.setInfinity(result, parser.infinity < 0);
      } else {
        parser.fields.store(result);
      }
      return;
    }
    IsoIntervalParser.parse(whole, result);
  }

  static SqlError badFormat(String whole) {
    return new SqlError(
        SqlState.INVALID_DATETIME_FORMAT,
        "invalid input syntax for type interval: \"" + whole + "\"");
  }

  static SqlError overflow(String whole) {
    // interval_field_overflow
    return new SqlError("22015", "interval field value out of range: \"" + whole + "\"");
  }

  private void check(boolean fits) {
    if (!fits) {
      throw overflow(whole);
    }
  }

  /** Reads the fields from the last to the first; false where the form is another one. */
  private boolean fields() {
    for (int i = tokens.size() - 1; i >= 0; i--) {
      DateTimeToken token = tokens.get(i);
      String text = token.text();
      int mask;
      switch (token.kind()) {
        case TIME -> {
          if (!clock(text, false)) {
            return false;
          }
          unit = IntervalUnit.DAY;
          unitWithoutNumber = false;
          mask = TIME;
        }
        case OFFSET -> {
          if (text.indexOf(':') > 0 && clock(text.substring(1), text.charAt(0) == '-')) {
            unit = IntervalUnit.DAY;
            unitWithoutNumber = false;
            mask = TIME;
          } else {
            mask = number(text);
          }
        }
        case DATE, NUMBER -> mask = number(text);
        case WORD, SIGNED_WORD -> {
          if (unitWithoutNumber) {
            return false;
          }
          mask = word(text, i);
        }
        default -> throw new IllegalStateException(token.toString());
      }
      if (mask < 0 && mask != EVERYTHING || (mask & met) != 0) {
        return false;
      }
      met |= mask;
    }
    if (met == 0 || unitWithoutNumber) {
      return false;
    }
    check(!ago || fields.negate());
    return true;
  }

  /** Says that a token has no place here. */
  private static final int REFUSED = Integer.MIN_VALUE;

  private int word(String text, int index) {
    boolean last = index == tokens.size() - 1;
    if (text.equals("ago")) {
      if (!last) {
        return REFUSED;
      }
      ago = true;
      return 0;
    }
    IntervalUnit found = IntervalUnit.find(text);
    if (found != null) {
      unit = found;
      unitWithoutNumber = true;
      return 0;
    }
    DateTimeWord word = DateTimeWord.find(text);
    if (word == null) {
      return REFUSED;
    }
    return switch (word.kind()) {
      case IGNORED -> 0;
      case INFINITY, NEGATIVE_INFINITY -> {
        infinity = word.kind() == DateTimeWord.Kind.INFINITY ? 1 : -1;
        yield last ? EVERYTHING : REFUSED;
      }
      default -> REFUSED;
    };
  }

  private static int digitsEnd(String text, int from) {
    int at = from;
    while (at < text.length() && DateTimeToken.isDigit(text.charAt(at))) {
      at++;
    }
    return at;
  }

  private long integer(String digits) {
    try {
      return digits.isEmpty() ? 0 : Long.parseLong(digits);
    } catch (NumberFormatException e) {
      throw overflow(whole);
    }
  }

  /** hours:minutes[:seconds[.fraction]] or minutes:seconds.fraction; false where it is none. */
  private boolean clock(String text, boolean negative) {
    int colon = digitsEnd(text, 0);
    if (colon >= text.length() || text.charAt(colon) != ':') {
      return false;
    }
    long hours = integer(text.substring(0, colon));
    int end = digitsEnd(text, colon + 1);
    long minutes = integer(text.substring(colon + 1, end));
    long seconds = 0;
    String fraction = "";
    if (end == text.length()) {
      if (range == (IntervalModifier.MINUTE | IntervalModifier.SECOND)) {
        seconds = minutes;
        minutes = hours;
        hours = 0;
      }
    } else if (text.charAt(end) == '.') {
      fraction = text.substring(end);
      seconds = minutes;
      minutes = hours;
      hours = 0;
    } else {
      int secondsEnd = digitsEnd(text, end + 1);
      seconds = integer(text.substring(end + 1, secondsEnd));
      fraction = text.substring(secondsEnd);
      if (!fraction.isEmpty() && fraction.charAt(0) != '.') {
        return false;
      }
    }
    if (digitsEnd(fraction, 1) < fraction.length()) {
      return false;
    }
    check(minutes <= 59 && seconds <= 60);
    long part =
        fraction.isEmpty() ? 0 : (long) Math.rint(Double.parseDouble("0" + fraction + "0") * 1e6);
    IntervalFields time = new IntervalFields();
    check(
        time.addMicros(hours, 0, DateTimes.MICROS_PER_HOUR)
            && time.addMicros(minutes, 0, DateTimes.MICROS_PER_MINUTE)
            && time.addMicros(seconds, 0, DateTimes.MICROS_PER_SECOND)
            && time.addMicros(part, 0, 1));
    boolean minus = negative || negativeThroughout;
    check(fields.addMicros(minus ? -time.micros : time.micros, 0, 1));
    return true;
  }

  private int number(String text) {
    IntervalUnit what = unit != null ? unit : unitOfRange();
    unitWithoutNumber = false;
    boolean minus = text.charAt(0) == '-';
    int from = minus || text.charAt(0) == '+' ? 1 : 0;
    int end = digitsEnd(text, from);
    long value = integer(text.substring(from, end));
    value = minus ? -value : value;
    double fraction = 0;
    if (end < text.length() && text.charAt(end) == '-') {
      int last = digitsEnd(text, end + 1);
      long months = integer(text.substring(end + 1, last));
      check(months < 12);
      if (last != text.length()) {
        return REFUSED;
      }
      what = IntervalUnit.MONTH;
      check(Math.abs(value) <= Integer.MAX_VALUE);
      value = value * 12 + (minus ? -months : months);
    } else if (end < text.length() && text.charAt(end) == '.') {
      if (digitsEnd(text, end + 1) != text.length()) {
        return REFUSED;
      }
      fraction = Double.parseDouble("0" + text.substring(end) + "0");
      fraction = minus ? -fraction : fraction;
    } else if (end != text.length()) {
      return REFUSED;
    }
    if (negativeThroughout) {
      value = -Math.abs(value);
      fraction = -Math.abs(fraction);
    }
    unit = what == IntervalUnit.HOUR ? IntervalUnit.DAY : what;
    check(add(what, value, fraction));
    return what == IntervalUnit.SECOND && fraction != 0 ? SECONDS : mask(what);
  }

  private boolean add(IntervalUnit what, long value, double fraction) {
    return switch (what) {
      case MICROSECOND -> fields.addMicros(value, fraction, 1);
      case MILLISECOND -> fields.addMicros(value, fraction, 1000);
      case SECOND -> fields.addMicros(value, fraction, DateTimes.MICROS_PER_SECOND);
      case MINUTE -> fields.addMicros(value, fraction, DateTimes.MICROS_PER_MINUTE);
      case HOUR -> fields.addMicros(value, fraction, DateTimes.MICROS_PER_HOUR);
      case DAY ->
          fields.addDays(value, 1) && fields.addFractionOf(fraction, DateTimes.MICROS_PER_DAY);
      case WEEK -> fields.addDays(value, 7) && fields.addFractionOfDays(fraction, 7);
      case MONTH -> fields.addMonths(value, fraction);
      case YEAR -> fields.addYears(value, fraction, 1);
      case DECADE -> fields.addYears(value, fraction, 10);
      case CENTURY -> fields.addYears(value, fraction, 100);
      case MILLENNIUM -> fields.addYears(value, fraction, 1000);
    };
  }

  /** What a last number without a unit is: the last field of the type, or seconds. */
  private IntervalUnit unitOfRange() {
    if (range == IntervalModifier.FULL_RANGE || (range & IntervalModifier.SECOND) != 0) {
      return IntervalUnit.SECOND;
    }
    if ((range & IntervalModifier.MINUTE) != 0) {
      return IntervalUnit.MINUTE;
    }
    if ((range & IntervalModifier.HOUR) != 0) {
      return IntervalUnit.HOUR;
    }
    if ((range & IntervalModifier.DAY) != 0) {
      return IntervalUnit.DAY;
    }
    return (range & IntervalModifier.MONTH) != 0 ? IntervalUnit.MONTH : IntervalUnit.YEAR;
  }
}
