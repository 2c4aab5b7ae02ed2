package dev.postern.backend.type;

import dev.postern.backend.type.DisplayStyle.DateForm;
import dev.postern.backend.type.DisplayStyle.DateOrder;

/**
 * Writes dates and times in the forms of DateStyle (manual, "Date/Time Output"). Allocates nothing
 * in the ISO form.
 */
public final class DateTimeText {
  private static final String DAYS = "SunMonTueWedThuFriSat";
  private static final String MONTHS = "JanFebMarAprMayJunJulAugSepOctNovDec";

  private DateTimeText() {}

  public static void writeDate(int days, DisplayStyle style, ValueWriter writer) {
    if (days == DateTimes.DATE_INFINITY) {
      writer.writeAscii("infinity");
      return;
    }
    if (days == DateTimes.DATE_NEGATIVE_INFINITY) {
      writer.writeAscii("-infinity");
      return;
    }
    long civil = DateTimes.civil(days);
    if (style.dateForm == DateForm.POSTGRES) {
      boolean dayFirst = style.dateOrder == DateOrder.DMY;
      writeTwo(dayFirst ? DateTimes.day(civil) : DateTimes.month(civil), writer);
      writer.writeByte('-');
      writeTwo(dayFirst ? DateTimes.month(civil) : DateTimes.day(civil), writer);
      writer.writeByte('-');
      writeYear(civil, writer);
    } else {
      writeCivil(civil, style, writer);
    }
    writeEra(civil, writer);
  }

  /** The date as the forms but POSTGRES have it, without the era. */
  private static void writeCivil(long civil, DisplayStyle style, ValueWriter writer) {
    if (style.dateForm == DateForm.ISO) {
      writeYear(civil, writer);
      writer.writeByte('-');
      writeTwo(DateTimes.month(civil), writer);
      writer.writeByte('-');
      writeTwo(DateTimes.day(civil), writer);
      return;
    }
    boolean german = style.dateForm == DateForm.GERMAN;
    boolean dayFirst = german || style.dateOrder == DateOrder.DMY;
    int separator = german ? '.' : '/';
    writeTwo(dayFirst ? DateTimes.day(civil) : DateTimes.month(civil), writer);
    writer.writeByte(separator);
    writeTwo(dayFirst ? DateTimes.month(civil) : DateTimes.day(civil), writer);
    writer.writeByte(separator);
    writeYear(civil, writer);
  }

  public static void writeTimestamp(long micros, DisplayStyle style, ValueWriter writer) {
    if (!writeInfinity(micros, writer)) {
      writeMoment(micros, style, false, 0, writer);
    }
  }

  public static void writeTimestampTz(long utcMicros, DisplayStyle style, ValueWriter writer) {
    if (!writeInfinity(utcMicros, writer)) {
      int offset = ZoneTable.of(style.timeZone).offsetAt(utcMicros);
      writeMoment(utcMicros + offset * DateTimes.MICROS_PER_SECOND, style, true, offset, writer);
    }
  }

  private static boolean writeInfinity(long micros, ValueWriter writer) {
    if (DateTimes.isFiniteTimestamp(micros)) {
      return false;
    }
    writer.writeAscii(micros < 0 ? "-infinity" : "infinity");
    return true;
  }

  private static void writeMoment(
      long local, DisplayStyle style, boolean zoned, int offset, ValueWriter writer) {
    long days = Math.floorDiv(local, DateTimes.MICROS_PER_DAY);
    long time = local - days * DateTimes.MICROS_PER_DAY;
    long civil = DateTimes.civil(days);
    if (style.dateForm == DateForm.POSTGRES) {
      writeName(DAYS, DateTimes.dayOfWeek(days), writer);
      writer.writeByte(' ');
      if (style.dateOrder == DateOrder.DMY) {
        writeTwo(DateTimes.day(civil), writer);
        writer.writeByte(' ');
        writeName(MONTHS, DateTimes.month(civil) - 1, writer);
      } else {
        writeName(MONTHS, DateTimes.month(civil) - 1, writer);
        writer.writeByte(' ');
        writeTwo(DateTimes.day(civil), writer);
      }
      writer.writeByte(' ');
      writeTime(time, writer);
      writer.writeByte(' ');
      writeYear(civil, writer);
    } else {
      writeCivil(civil, style, writer);
      writer.writeByte(' ');
      writeTime(time, writer);
    }
    if (zoned) {
      if (style.dateForm == DateForm.ISO) {
        writeOffset(offset, writer);
      } else {
        writer.writeByte(' ');
        long utc = local - offset * DateTimes.MICROS_PER_SECOND;
        writer.writeAscii(TimeZones.shortName(style.timeZone, utc));
      }
    }
    writeEra(civil, writer);
  }

  /** Hours, minutes, seconds and what there is of a fraction; of a day's microseconds. */
  public static void writeTime(long micros, ValueWriter writer) {
    int seconds = (int) (micros / DateTimes.MICROS_PER_SECOND);
    writeTwo(seconds / 3600, writer);
    writer.writeByte(':');
    writeTwo(seconds / 60 % 60, writer);
    writer.writeByte(':');
    writeTwo(seconds % 60, writer);
    writeFraction((int) (micros % DateTimes.MICROS_PER_SECOND), writer);
  }

  /** A point and up to six digits without zeros at the end; nothing for zero. */
  static void writeFraction(int micros, ValueWriter writer) {
    if (micros == 0) {
      return;
    }
    writer.writeByte('.');
    int rest = micros;
    for (int unit = 100_000; rest != 0; unit /= 10) {
      writer.writeByte('0' + rest / unit);
      rest %= unit;
    }
  }

  /** {@code +02}, {@code +05:30}, {@code -00:25:21}. */
  public static void writeOffset(int seconds, ValueWriter writer) {
    writer.writeByte(seconds < 0 ? '-' : '+');
    int magnitude = Math.abs(seconds);
    writeTwo(magnitude / 3600, writer);
    if (magnitude % 3600 != 0) {
      writer.writeByte(':');
      writeTwo(magnitude / 60 % 60, writer);
      if (magnitude % 60 != 0) {
        writer.writeByte(':');
        writeTwo(magnitude % 60, writer);
      }
    }
  }

  private static void writeYear(long civil, ValueWriter writer) {
    int year = DateTimes.year(civil);
    int shown = year > 0 ? year : 1 - year;
    for (int unit = 1000; unit > 1 && shown < unit; unit /= 10) {
      writer.writeByte('0');
    }
    writer.writeDecimal(shown);
  }

  private static void writeEra(long civil, ValueWriter writer) {
    if (DateTimes.year(civil) <= 0) {
      writer.writeAscii(" BC");
    }
  }

  private static void writeName(String names, int index, ValueWriter writer) {
    for (int i = 0; i < 3; i++) {
      writer.writeByte(names.charAt(3 * index + i));
    }
  }

  static void writeTwo(int value, ValueWriter writer) {
    writer.writeByte('0' + value / 10);
    writer.writeByte('0' + value % 10);
  }
}
