package dev.postern.backend.type;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads times of day, with and without a zone. Errors as in {@link DateTimeParser}. */
public final class TimeParser extends DateTimeFields {
  private DateTimeWord.@Nullable Kind prefix;

  private TimeParser(String typeWords, String whole, DisplayStyle style) {
    super(typeWords, whole, style);
  }

  /** A time of day in microseconds. */
  public static long parseTime(byte[] text, int offset, int length, DisplayStyle style) {
    return parse(text, offset, length, style, "time").timeOfDay();
  }

  /** Reads a time with time zone into its 12 bytes: microseconds, seconds west of UTC. */
  static byte[] parseTimeTz(byte[] text, int offset, int length, DisplayStyle style) {
    TimeParser fields = parse(text, offset, length, style, "time with time zone");
    byte[] result = new byte[12];
    Bytes.putLong(result, 0, fields.timeOfDay());
    Bytes.putInt(result, 8, -fields.offsetSeconds);
    return result;
  }

  private long timeOfDay() {
    return DateTimes.timeMicros(hour, minute, second, micros);
  }

  private static TimeParser parse(
      byte[] text, int offset, int length, DisplayStyle style, String typeWords) {
    String whole = InputErrors.string(text, offset, length);
    TimeParser fields = new TimeParser(typeWords, whole, style);
    List<DateTimeToken> tokens = DateTimeToken.split(text, offset, length);
    if (tokens == null || tokens.isEmpty()) {
      throw fields.badFormat();
    }
    for (int i = 0; i < tokens.size(); i++) {
      fields.accept(tokens, i);
    }
    if (fields.prefix != null) {
      throw fields.badFormat();
    }
    fields.settle();
    return fields;
  }

  private void accept(List<DateTimeToken> tokens, int index) {
    String text = tokens.get(index).text();
    switch (tokens.get(index).kind()) {
      case DATE -> {
        boolean dateAllowed =
            index == 0
                && tokens.size() >= 2
                && (tokens.getLast().kind() == DateTimeToken.Kind.DATE
                    || tokens.get(1).kind() == DateTimeToken.Kind.TIME);
        if (dateAllowed) {
          meet(dateParts(text));
        } else if (DateTimeToken.isDigit(text.charAt(0))) {
          int minus = text.indexOf('-');
          if (has(TIME) || minus < 0) {
            throw badFormat();
          }
          offset(text.substring(minus));
          meet(runTogether(text.substring(0, minus), met | DATE) | ZONE);
        } else {
          java.time.ZoneId named = TimeZones.find(text);
          if (named == null) {
            throw unknownZone(text);
          }
          zone = named;
          meet(ZONE);
        }
      }
      case TIME -> {
        if (prefix != null) {
          if (prefix != DateTimeWord.Kind.TIME_FOLLOWS) {
            throw badFormat();
          }
          prefix = null;
        }
        clockTime(text);
        meet(TIME);
      }
      case OFFSET -> {
        offset(text);
        meet(ZONE);
      }
      case NUMBER -> number(tokens, index, text);
      case WORD, SIGNED_WORD -> word(tokens, index, text);
    }
  }

  private void number(List<DateTimeToken> tokens, int index, String text) {
    if (prefix != null) {
      if (prefix != DateTimeWord.Kind.TIME_FOLLOWS) {
        throw badFormat();
      }
      prefix = null;
      int mask = runTogether(text, met | DATE);
      if (mask != TIME) {
        throw badFormat();
      }
      meet(mask);
      return;
    }
    int point = text.indexOf('.');
    if (point >= 0) {
      if (index == 0 && tokens.size() >= 2 && tokens.getLast().kind() == DateTimeToken.Kind.DATE) {
        meet(dateParts(text));
      } else if (point > 2) {
        meet(runTogether(text, met | DATE));
      } else {
        throw badFormat();
      }
    } else if (text.length() > 4) {
      meet(runTogether(text, met | DATE));
    } else {
      meet(dateNumber(text, false, met | DATE));
    }
  }

  private void word(List<DateTimeToken> tokens, int index, String text) {
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
      case MERIDIEM -> {
        meridiem = word.value();
        meet(MERIDIEM);
      }
      case ERA -> {
        beforeChrist = word.value() == 1;
        meet(ERA);
      }
      case DAYLIGHT -> {
        offsetSeconds += 3600;
        meet(DAYLIGHT_MODIFIER | DAYLIGHT_ZONE);
      }
      case UNIT, JULIAN -> prefix = word.kind();
      case TIME_FOLLOWS -> {
        if (index + 1 >= tokens.size()) {
          throw badFormat();
        }
        prefix = word.kind();
      }
      case NOW -> {
        long now = style.transactionStartMicros;
        int east = ZoneTable.of(style.timeZone).offsetAt(now);
        setTime(Math.floorMod(now + east * DateTimes.MICROS_PER_SECOND, DateTimes.MICROS_PER_DAY));
        offsetSeconds = east;
        meet(TIME | ZONE);
      }
      case ALL_BALLS -> {
        hour = 0;
        minute = 0;
        second = 0;
        offsetSeconds = 0;
        meet(TIME | ZONE);
      }
      case MONTH, DAY_OF_WEEK, TODAY, TOMORROW, YESTERDAY, EPOCH, INFINITY, NEGATIVE_INFINITY ->
          throw badFormat();
    }
  }

  private void settle() {
    settleDate();
    settleHalfOfDay();
    checkTimeOfDay();
    if (!has(TIME)) {
      throw badFormat();
    }
    if (zone != null) {
      ZoneTable table = ZoneTable.of(zone);
      if (has(DAYLIGHT_MODIFIER) || !table.isFixed() && !has(DATE)) {
        throw badFormat();
      }
      offsetSeconds = table.isFixed() ? table.offsetAt(0) : table.offsetAtLocal(localMicros());
    } else if (!has(ZONE)) {
      if (has(DAYLIGHT_MODIFIER)) {
        throw badFormat();
      }
      ZoneTable table = ZoneTable.of(style.timeZone);
      if (!has(DATE)) {
        long now = style.transactionStartMicros;
        long local = now + table.offsetAt(now) * DateTimes.MICROS_PER_SECOND;
        setDate((int) Math.floorDiv(local, DateTimes.MICROS_PER_DAY));
      }
      offsetSeconds = table.offsetAtLocal(localMicros());
    }
  }
}
