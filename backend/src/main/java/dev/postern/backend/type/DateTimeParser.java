package dev.postern.backend.type;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads dates and timestamps as PostgreSQL does (manual, appendix "Date/Time Input
 * Interpretation"). Errors are 22007, 22008, 22009 and 22023 with its messages.
 */
public final class DateTimeParser extends DateTimeFields {
  /** What the text turned out to be. */
  private enum Meaning {
    MOMENT,
    EPOCH,
    INFINITY,
    NEGATIVE_INFINITY
  }

  private Meaning meaning = Meaning.MOMENT;

  /** The word that says what the next field is. */
  private DateTimeWord.@Nullable Kind prefix;

  private DateTimeParser(String typeWords, String whole, DisplayStyle style) {
    super(typeWords, whole, style);
  }

  /** A date: days since 2000-01-01. */
  public static int parseDate(byte[] text, int offset, int length, DisplayStyle style) {
    int quick = isoDate(text, offset, length);
    if (quick != DateTimes.DATE_NEGATIVE_INFINITY) {
      return quick;
    }
    DateTimeParser fields = parse(text, offset, length, style, "date");
    return switch (fields.meaning) {
      case EPOCH -> -DateTimes.UNIX_EPOCH_DAYS;
      case INFINITY -> DateTimes.DATE_INFINITY;
      case NEGATIVE_INFINITY -> DateTimes.DATE_NEGATIVE_INFINITY;
      case MOMENT -> {
        int days = fields.dayNumber("date");
        yield days;
      }
    };
  }

  private int dayNumber(String words) {
    boolean valid = year > -4713 || year == -4713 && (month > 11 || month == 11 && day >= 24);
    int days = valid && year <= 5_874_897 ? DateTimes.days(year, month, day) : Integer.MAX_VALUE;
    if (!DateTimes.isValidDate(days)) {
      throw new SqlError(
          SqlState.DATETIME_FIELD_OVERFLOW, words + " out of range: \"" + whole + "\"");
    }
    return days;
  }

  /** A timestamp without time zone: microseconds since 2000-01-01; a zone in the text is lost. */
  public static long parseTimestamp(byte[] text, int offset, int length, DisplayStyle style) {
    return parse(text, offset, length, style, "timestamp").moment(false);
  }

  /** A timestamp with time zone: microseconds since 2000-01-01 UTC. */
  public static long parseTimestampTz(byte[] text, int offset, int length, DisplayStyle style) {
    return parse(text, offset, length, style, "timestamp with time zone").moment(true);
  }

  private long moment(boolean zoned) {
    return switch (meaning) {
      case EPOCH -> -DateTimes.UNIX_EPOCH_SECONDS * DateTimes.MICROS_PER_SECOND;
      case INFINITY -> DateTimes.TIMESTAMP_INFINITY;
      case NEGATIVE_INFINITY -> DateTimes.TIMESTAMP_NEGATIVE_INFINITY;
      case MOMENT -> {
        if (year > 294_277) {
          throw timestampOutOfRange();
        }
        dayNumber("timestamp");
        long local = localMicros();
        long result = zoned ? local - offsetSeconds * DateTimes.MICROS_PER_SECOND : local;
        if (!DateTimes.isValidTimestamp(result)) {
          throw timestampOutOfRange();
        }
        yield result;
      }
    };
  }

  private SqlError timestampOutOfRange() {
    return new SqlError(
        SqlState.DATETIME_FIELD_OVERFLOW, "timestamp out of range: \"" + whole + "\"");
  }

  /** yyyy-mm-dd, the commonest form, without allocation; the negative infinity for any other. */
  private static int isoDate(byte[] text, int offset, int length) {
    if (length != 10 || text[offset + 4] != '-' || text[offset + 7] != '-') {
      return DateTimes.DATE_NEGATIVE_INFINITY;
    }
    int digits = 0;
    for (int i = 0; i < 10; i++) {
      if (i != 4 && i != 7) {
        int digit = text[offset + i] - '0';
        if (digit < 0 || digit > 9) {
          return DateTimes.DATE_NEGATIVE_INFINITY;
        }
        digits = digits * 10 + digit;
      }
    }
    int year = digits / 10000;
    int month = digits / 100 % 100;
    int day = digits % 100;
    if (year == 0
        || month < 1
        || month > 12
        || day < 1
        || day > DateTimes.monthLength(year, month)) {
      return DateTimes.DATE_NEGATIVE_INFINITY;
    }
    return DateTimes.days(year, month, day);
  }

  private static DateTimeParser parse(
      byte[] text, int offset, int length, DisplayStyle style, String typeWords) {
    String whole = InputErrors.string(text, offset, length);
    DateTimeParser fields = new DateTimeParser(typeWords, whole, style);
    List<DateTimeToken> tokens = DateTimeToken.split(text, offset, length);
    if (tokens == null || tokens.isEmpty()) {
      throw fields.badFormat();
    }
    for (int i = 0; i < tokens.size(); i++) {
      DateTimeToken next = i + 1 < tokens.size() ? tokens.get(i + 1) : null;
      fields.accept(tokens.get(i), next);
    }
    if (fields.prefix != null) {
      throw fields.badFormat();
    }
    if (fields.meaning == Meaning.MOMENT) {
      fields.settle();
    }
    return fields;
  }

  private void accept(DateTimeToken token, @Nullable DateTimeToken next) {
    String text = token.text();
    switch (token.kind()) {
      case DATE -> date(text);
      case TIME -> {
        if (prefix != null) {
          if (prefix != DateTimeWord.Kind.TIME_FOLLOWS) {
            throw badFormat();
          }
          prefix = null;
        }
        clockTime(text);
        meet(TIME);
        checkTimeOfDay();
      }
      case OFFSET -> {
        offset(text);
        meet(ZONE);
      }
      case NUMBER -> number(text);
      case WORD, SIGNED_WORD -> word(text, next);
    }
  }

  private void date(String text) {
    if (prefix == DateTimeWord.Kind.JULIAN) {
      // A Julian day and an offset run together.
      julianDay(number(text, 0));
      String rest = text.substring(after);
      offset(rest);
      prefix = null;
      meet(DATE | TIME | ZONE);
      return;
    }
    if (prefix == null && !has(MONTH | DAY)) {
      meet(dateParts(text));
      return;
    }
    if (!DateTimeToken.isDigit(text.charAt(0)) && prefix == null) {
      java.time.ZoneId named = TimeZones.find(text);
      if (named == null) {
        throw unknownZone(text);
      }
      zone = named;
      meet(ZONE);
      return;
    }
    if (prefix != null && prefix != DateTimeWord.Kind.TIME_FOLLOWS) {
      throw badFormat();
    }
    prefix = null;
    // A time run together with an offset: hhmmss-zz.
    int minus = text.indexOf('-');
    if (has(TIME) || minus < 0) {
      throw badFormat();
    }
    offset(text.substring(minus));
    int mask = runTogether(text.substring(0, minus), met);
    meet(mask | ZONE);
  }

  private void julianDay(int value) {
    if (value < 0) {
      throw fieldOverflow();
    }
    long civil = DateTimes.civil(value - (long) DateTimes.JULIAN_DAY_2000);
    year = DateTimes.year(civil);
    month = DateTimes.month(civil);
    day = DateTimes.day(civil);
    julian = true;
  }

  private void number(String text) {
    if (prefix != null) {
      DateTimeWord.Kind kind = prefix;
      prefix = null;
      if (kind == DateTimeWord.Kind.JULIAN) {
        julianDay(number(text, 0));
        if (after == text.length()) {
          meet(DATE);
          return;
        }
        if (text.charAt(after) != '.') {
          throw badFormat();
        }
        double fraction = Double.parseDouble("0" + text.substring(after) + "0");
        setTime((long) (fraction * DateTimes.MICROS_PER_DAY));
        meet(DATE | TIME);
      } else if (kind == DateTimeWord.Kind.TIME_FOLLOWS) {
        int mask = runTogether(text, met | DATE);
        if (mask != TIME) {
          throw badFormat();
        }
        meet(mask);
      } else {
        throw badFormat();
      }
      return;
    }
    int point = text.indexOf('.');
    if (point >= 0 && (met & DATE) == 0) {
      meet(dateParts(text));
    } else if (point > 2 || text.length() >= 6 && (!has(DATE) || !has(TIME))) {
      meet(runTogether(text, met));
    } else {
      meet(dateNumber(text, textMonth, met));
    }
  }

  private void word(String text, @Nullable DateTimeToken next) {
    int zoneMask = zoneName(text);
    if (zoneMask != 0) {
      meet(zoneMask);
      return;
    }
    DateTimeWord word = DateTimeWord.find(text);
    if (word == null) {
      java.time.ZoneId named = TimeZones.find(text);
      if (named == null) {
        throw badFormat();
      }
      zone = named;
      meet(ZONE);
      return;
    }
    switch (word.kind()) {
      case IGNORED -> {}
      case MONTH -> {
        int mask = MONTH;
        if (has(MONTH) && !textMonth && !has(DAY) && month >= 1 && month <= 31) {
          // The number taken for a month was the day.
          day = month;
          mask = DAY;
        }
        textMonth = true;
        month = word.value();
        meet(mask);
      }
      case MERIDIEM -> {
        meridiem = word.value();
        meet(MERIDIEM);
      }
      case ERA -> {
        beforeChrist = word.value() == 1;
        meet(ERA);
      }
      case DAY_OF_WEEK -> meet(DAY_OF_WEEK);
      case DAYLIGHT -> {
        offsetSeconds += 3600;
        meet(DAYLIGHT_MODIFIER | DAYLIGHT_ZONE);
      }
      case JULIAN -> prefix = word.kind();
      case UNIT -> prefix = word.kind();
      case TIME_FOLLOWS -> {
        if (!has(DATE)
            || next == null
            || next.kind() != DateTimeToken.Kind.NUMBER
                && next.kind() != DateTimeToken.Kind.TIME
                && next.kind() != DateTimeToken.Kind.DATE) {
          throw badFormat();
        }
        prefix = word.kind();
      }
      case NOW, TODAY, TOMORROW, YESTERDAY -> relative(word.kind());
      case ALL_BALLS -> {
        hour = 0;
        minute = 0;
        second = 0;
        offsetSeconds = 0;
        meet(TIME | ZONE);
      }
      case EPOCH -> special(Meaning.EPOCH);
      case INFINITY -> special(Meaning.INFINITY);
      case NEGATIVE_INFINITY -> special(Meaning.NEGATIVE_INFINITY);
    }
  }

  private void special(Meaning what) {
    meaning = what;
    meet(DATE | TIME | ZONE);
  }

  private void relative(DateTimeWord.Kind kind) {
    long now = style.transactionStartMicros;
    offsetSeconds = ZoneTable.of(style.timeZone).offsetAt(now);
    long local = now + offsetSeconds * DateTimes.MICROS_PER_SECOND;
    int days = (int) Math.floorDiv(local, DateTimes.MICROS_PER_DAY);
    if (kind == DateTimeWord.Kind.NOW) {
      setDate(days);
      setTime(Math.floorMod(local, DateTimes.MICROS_PER_DAY));
      meet(DATE | TIME | ZONE);
      return;
    }
    int shift = kind == DateTimeWord.Kind.TODAY ? 0 : kind == DateTimeWord.Kind.TOMORROW ? 1 : -1;
    setDate(days + shift);
    offsetSeconds = 0;
    meet(DATE);
  }

  private void settle() {
    // The words for days give a year that is no two-digit one.
    settleDate();
    settleHalfOfDay();
    if (!has(DATE)) {
      throw badFormat();
    }
    if (zone != null) {
      if (has(DAYLIGHT_MODIFIER)) {
        throw badFormat();
      }
      offsetSeconds = ZoneTable.of(zone).offsetAtLocal(safeLocalMicros());
    } else if (!has(ZONE)) {
      if (has(DAYLIGHT_MODIFIER)) {
        throw badFormat();
      }
      offsetSeconds = ZoneTable.of(style.timeZone).offsetAtLocal(safeLocalMicros());
    }
  }

  /** The local time, for finding an offset, also where it is out of a timestamp's range. */
  private long safeLocalMicros() {
    int near = Math.clamp(year, -4713, 294_000);
    return (long) DateTimes.days(near, month, day) * DateTimes.MICROS_PER_DAY
        + DateTimes.timeMicros(hour, minute, second, micros);
  }
}
