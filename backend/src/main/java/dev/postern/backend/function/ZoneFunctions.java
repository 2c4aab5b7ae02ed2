package dev.postern.backend.function;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.type.Bytes;
import dev.postern.backend.type.DateTimes;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.DisplayStyle;
import dev.postern.backend.type.Interval;
import dev.postern.backend.type.TimeZones;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/** AT TIME ZONE (the function timezone) and arithmetic in a given zone. */
final class ZoneFunctions implements FunctionTopic {
  @Override
  public @Nullable ScalarFunction scalar(String key, CallSite site) {
    return switch (key) {
      case "timestamptz_zone" ->
          (c, a, r) -> r.setLong(DateTimes.toLocal(a[1].bits, style(a[0].text())));
      case "timestamp_zone" ->
          (c, a, r) -> r.setLong(DateTimes.toUtc(a[1].bits, style(a[0].text())));
      case "timestamptz_izone" -> (c, a, r) -> r.setLong(DateTimes.toLocal(a[1].bits, style(a[0])));
      case "timestamp_izone" -> (c, a, r) -> r.setLong(DateTimes.toUtc(a[1].bits, style(a[0])));
      case "timestamptz_at_local" ->
          (c, a, r) -> r.setLong(DateTimes.toLocal(a[0].bits, c.style()));
      case "timestamp_at_local" -> (c, a, r) -> r.setLong(DateTimes.toUtc(a[0].bits, c.style()));
      case "timetz_zone" -> (c, a, r) -> move(a[1], secondsWest(style(a[0].text()), c), r);
      case "timetz_izone" -> (c, a, r) -> move(a[1], secondsWest(style(a[0]), c), r);
      case "timetz_at_local" -> (c, a, r) -> move(a[0], secondsWest(c.style(), c), r);
      case "timestamptz_pl_interval_at_zone" ->
          (c, a, r) -> r.setLong(TimestampArithmetic.add(a[0].bits, a[1], style(a[2].text())));
      case "timestamptz_mi_interval_at_zone" ->
          (c, a, r) -> r.setLong(TimestampArithmetic.subtract(a[0].bits, a[1], style(a[2].text())));
      default -> null;
    };
  }

  /** A style whose time zone is the one named. */
  static DisplayStyle style(String name) {
    DisplayStyle style = new DisplayStyle();
    TimeZones.Abbreviation abbreviation = TimeZones.abbreviation(name);
    ZoneId zone;
    if (abbreviation == null) {
      zone = TimeZones.find(name);
      if (zone == null) {
        throw new SqlError(
            SqlState.INVALID_PARAMETER_VALUE, "time zone \"" + name + "\" not recognized");
      }
    } else {
      ZoneId dynamic = abbreviation.zone();
      zone = dynamic != null ? dynamic : ZoneOffset.ofTotalSeconds(abbreviation.offsetSeconds());
    }
    style.timeZone = zone;
    return style;
  }

  /** A style whose time zone is an offset. */
  private static DisplayStyle style(Datum interval) {
    if (!Interval.isFinite(interval)) {
      throw new SqlError(SqlState.INVALID_PARAMETER_VALUE, "interval time zone must be finite");
    }
    if (Interval.months(interval) != 0 || Interval.days(interval) != 0) {
      throw new SqlError(
          SqlState.INVALID_PARAMETER_VALUE, "interval time zone must not include months or days");
    }
    DisplayStyle style = new DisplayStyle();
    try {
      style.timeZone =
          ZoneOffset.ofTotalSeconds(
              Math.toIntExact(Interval.micros(interval) / DateTimes.MICROS_PER_SECOND));
    } catch (DateTimeException | ArithmeticException e) {
      throw SqlError.notSupported("a time zone offset of more than 18 hours");
    }
    return style;
  }

  /** Offset of a style's zone when the transaction began, positive to the west. */
  static int secondsWest(DisplayStyle style, FunctionContext context) {
    long now = context.transactionStartMicros();
    return (int) ((now - DateTimes.toLocal(now, style)) / DateTimes.MICROS_PER_SECOND);
  }

  private static void move(Datum time, int secondsWest, Datum result) {
    long micros = Bytes.getLong(time.bytes, time.offset);
    int west = Bytes.getInt(time.bytes, time.offset + 8);
    long moved = micros + (west - (long) secondsWest) * DateTimes.MICROS_PER_SECOND;
    DateTimeFunctions.setTimeTz(
        result, Math.floorMod(moved, DateTimes.MICROS_PER_DAY), secondsWest);
  }
}
