package dev.postern.backend.type;

/** Writes intervals in the forms of IntervalStyle (manual, "Interval Output"). */
final class IntervalText {
  private final ValueWriter writer;
  private boolean zero = true;
  private boolean before;

  private final int years;
  private final int months;
  private final int days;
  private final long hours;
  private final int minutes;
  private final int seconds;
  private final int micros;

  private IntervalText(Datum value, ValueWriter writer) {
    this.writer = writer;
    years = Interval.months(value) / 12;
    months = Interval.months(value) % 12;
    days = Interval.days(value);
    long time = Interval.micros(value);
    hours = time / DateTimes.MICROS_PER_HOUR;
    minutes = (int) (time / DateTimes.MICROS_PER_MINUTE % 60);
    seconds = (int) (time / DateTimes.MICROS_PER_SECOND % 60);
    micros = (int) (time % DateTimes.MICROS_PER_SECOND);
  }

  static void write(Datum value, DisplayStyle style, ValueWriter writer) {
    if (!Interval.isFinite(value)) {
      writer.writeAscii(Interval.isNegativeInfinity(value) ? "-infinity" : "infinity");
      return;
    }
    IntervalText text = new IntervalText(value, writer);
    switch (style.intervalForm) {
      case POSTGRES -> text.postgres();
      case POSTGRES_VERBOSE -> text.verbose();
      case SQL_STANDARD -> text.sqlStandard();
      case ISO_8601 -> text.iso8601();
    }
  }

  private boolean hasTime() {
    return hours != 0 || minutes != 0 || seconds != 0 || micros != 0;
  }

  private boolean isTimeNegative() {
    return hours < 0 || minutes < 0 || seconds < 0 || micros < 0;
  }

  private void seconds(boolean twoDigits) {
    int whole = Math.abs(seconds);
    if (twoDigits) {
      DateTimeText.writeTwo(whole, writer);
    } else {
      writer.writeDecimal(whole);
    }
    DateTimeText.writeFraction(Math.abs(micros), writer);
  }

  /** Hours with at least so many digits, minutes and seconds. */
  private void clock(boolean twoDigitHours) {
    long magnitude = Math.abs(hours);
    if (twoDigitHours && magnitude < 10) {
      writer.writeByte('0');
    }
    writer.writeDecimal(magnitude);
    writer.writeByte(':');
    DateTimeText.writeTwo(Math.abs(minutes), writer);
    writer.writeByte(':');
    seconds(true);
  }

  private void postgres() {
    postgresPart(years, "year");
    postgresPart(months, "mon");
    postgresPart(days, "day");
    if (zero || hasTime()) {
      if (!zero) {
        writer.writeByte(' ');
      }
      if (isTimeNegative()) {
        writer.writeByte('-');
      } else if (before) {
        writer.writeByte('+');
      }
      clock(true);
    }
  }

  private void postgresPart(int value, String unit) {
    if (value == 0) {
      return;
    }
    if (!zero) {
      writer.writeByte(' ');
    }
    if (before && value > 0) {
      writer.writeByte('+');
    }
    writer.writeDecimal(value);
    writer.writeByte(' ');
    unit(unit, value == 1);
    before = value < 0;
    zero = false;
  }

  private void unit(String unit, boolean single) {
    writer.writeAscii(unit);
    if (!single) {
      writer.writeByte('s');
    }
  }

  private void verbose() {
    writer.writeByte('@');
    verbosePart(years, "year");
    verbosePart(months, "mon");
    verbosePart(days, "day");
    verbosePart(hours, "hour");
    verbosePart(minutes, "min");
    if (seconds != 0 || micros != 0) {
      writer.writeByte(' ');
      boolean negative = seconds < 0 || micros < 0;
      if (zero) {
        before = negative;
      } else if (negative != before) {
        writer.writeByte('-');
      }
      seconds(false);
      writer.writeByte(' ');
      unit("sec", Math.abs(seconds) == 1 && micros == 0);
      zero = false;
    }
    if (zero) {
      writer.writeAscii(" 0");
    }
    if (before) {
      writer.writeAscii(" ago");
    }
  }

  private void verbosePart(long value, String unit) {
    if (value == 0) {
      return;
    }
    if (zero) {
      before = value < 0;
    }
    long shown = before ? -value : value;
    writer.writeByte(' ');
    writer.writeDecimal(shown);
    writer.writeByte(' ');
    unit(unit, shown == 1);
    zero = false;
  }

  private void sqlStandard() {
    boolean negative = years < 0 || months < 0 || days < 0 || isTimeNegative();
    boolean positive =
        years > 0
            || months > 0
            || days > 0
            || hours > 0
            || minutes > 0
            || seconds > 0
            || micros > 0;
    boolean yearMonth = years != 0 || months != 0;
    boolean dayTime = days != 0 || hasTime();
    if (!negative && !positive) {
      writer.writeByte('0');
      return;
    }
    if (negative && positive || yearMonth && dayTime) {
      writer.writeByte(years < 0 || months < 0 ? '-' : '+');
      yearMonth();
      writer.writeByte(' ');
      writer.writeByte(days < 0 ? '-' : '+');
      writer.writeDecimal(Math.abs((long) days));
      writer.writeByte(' ');
      writer.writeByte(isTimeNegative() ? '-' : '+');
      clock(false);
      return;
    }
    if (negative) {
      writer.writeByte('-');
    }
    if (yearMonth) {
      yearMonth();
      return;
    }
    if (days != 0) {
      writer.writeDecimal(Math.abs((long) days));
      writer.writeByte(' ');
    }
    clock(false);
  }

  private void yearMonth() {
    writer.writeDecimal(Math.abs(years));
    writer.writeByte('-');
    writer.writeDecimal(Math.abs(months));
  }

  private void iso8601() {
    if (years == 0 && months == 0 && days == 0 && !hasTime()) {
      writer.writeAscii("PT0S");
      return;
    }
    writer.writeByte('P');
    isoPart(years, 'Y');
    isoPart(months, 'M');
    isoPart(days, 'D');
    if (hasTime()) {
      writer.writeByte('T');
      isoPart(hours, 'H');
      isoPart(minutes, 'M');
      if (seconds != 0 || micros != 0) {
        if (seconds < 0 || micros < 0) {
          writer.writeByte('-');
        }
        seconds(false);
        writer.writeByte('S');
      }
    }
  }

  private void isoPart(long value, char unit) {
    if (value != 0) {
      writer.writeDecimal(value);
      writer.writeByte(unit);
    }
  }
}
