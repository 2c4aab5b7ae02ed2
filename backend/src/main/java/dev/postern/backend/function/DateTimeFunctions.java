package dev.postern.backend.function;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.type.Bytes;
import dev.postern.backend.type.DateTimes;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.DisplayStyle;
import dev.postern.backend.type.Interval;
import dev.postern.backend.type.SqlType;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The clock, arithmetic and casts of dates, times, timestamps and intervals. */
final class DateTimeFunctions implements FunctionTopic {
  private static final long MICROS_PER_DAY = DateTimes.MICROS_PER_DAY;

  @Override
  public @Nullable ScalarFunction scalar(String key, CallSite site) {
    ScalarFunction found = timestamps(key);
    if (found == null) {
      found = dates(key);
    }
    if (found == null) {
      found = intervals(key);
    }
    return found == null ? casts(key, site) : found;
  }

  private static @Nullable ScalarFunction timestamps(String key) {
    return switch (key) {
      case "now" -> (c, a, r) -> r.setLong(c.transactionStartMicros());
      case "statement_timestamp" -> (c, a, r) -> r.setLong(c.statementStartMicros());
      case "clock_timestamp" -> (c, a, r) -> r.setLong(clock());
      case "timestamp_pl_interval" ->
          (c, a, r) -> r.setLong(TimestampArithmetic.add(a[0].bits, a[1], null));
      case "timestamp_mi_interval" ->
          (c, a, r) -> r.setLong(TimestampArithmetic.subtract(a[0].bits, a[1], null));
      case "timestamptz_pl_interval" ->
          (c, a, r) -> r.setLong(TimestampArithmetic.add(a[0].bits, a[1], c.style()));
      case "timestamptz_mi_interval" ->
          (c, a, r) -> r.setLong(TimestampArithmetic.subtract(a[0].bits, a[1], c.style()));
      case "interval_pl_timestamp(interval,timestamp)" ->
          (c, a, r) -> r.setLong(TimestampArithmetic.add(a[1].bits, a[0], null));
      case "interval_pl_timestamptz(interval,timestamptz)" ->
          (c, a, r) -> r.setLong(TimestampArithmetic.add(a[1].bits, a[0], c.style()));
      case "timestamp_mi" -> (c, a, r) -> TimestampArithmetic.difference(a[0].bits, a[1].bits, r);
      case "timestamp_age" -> (c, a, r) -> TimestampArithmetic.age(a[0].bits, a[1].bits, r);
      case "timestamptz_age" ->
          (c, a, r) ->
              TimestampArithmetic.age(
                  DateTimes.toLocal(a[0].bits, c.style()),
                  DateTimes.toLocal(a[1].bits, c.style()),
                  r);
      case "age(timestamp)" -> (c, a, r) -> TimestampArithmetic.age(today(c), a[0].bits, r);
      case "age(timestamptz)" ->
          (c, a, r) ->
              TimestampArithmetic.age(today(c), DateTimes.toLocal(a[0].bits, c.style()), r);
      case "timestamp_finite" -> (c, a, r) -> r.setBoolean(DateTimes.isFiniteTimestamp(a[0].bits));
      case "float8_timestamptz" -> (c, a, r) -> r.setLong(moment(a[0].doubleValue()));
      default -> null;
    };
  }

  private static @Nullable ScalarFunction dates(String key) {
    return switch (key) {
      case "date_pli" -> (c, a, r) -> r.setLong(days(a[0].bits, a[1].bits));
      case "integer_pl_date(int4,date)" -> (c, a, r) -> r.setLong(days(a[1].bits, a[0].bits));
      case "date_mii" -> (c, a, r) -> r.setLong(days(a[0].bits, -a[1].bits));
      case "date_mi" ->
          (c, a, r) -> {
            if (!DateTimes.isFiniteDate((int) a[0].bits)
                || !DateTimes.isFiniteDate((int) a[1].bits)) {
              throw new SqlError(
                  SqlState.DATETIME_FIELD_OVERFLOW, "cannot subtract infinite dates");
            }
            r.setLong((int) (a[0].bits - a[1].bits));
          };
      case "date_pl_interval" ->
          (c, a, r) ->
              r.setLong(
                  TimestampArithmetic.add(DateTimes.dateToTimestamp((int) a[0].bits), a[1], null));
      case "interval_pl_date(interval,date)" ->
          (c, a, r) ->
              r.setLong(
                  TimestampArithmetic.add(DateTimes.dateToTimestamp((int) a[1].bits), a[0], null));
      case "date_mi_interval" ->
          (c, a, r) ->
              r.setLong(
                  TimestampArithmetic.subtract(
                      DateTimes.dateToTimestamp((int) a[0].bits), a[1], null));
      case "datetime_timestamp" -> (c, a, r) -> r.setLong(joined(a[0].bits, a[1].bits));
      case "timedate_pl(time,date)" -> (c, a, r) -> r.setLong(joined(a[1].bits, a[0].bits));
      case "datetimetz_timestamptz" -> (c, a, r) -> r.setLong(joined(a[0].bits, a[1]));
      case "timetzdate_pl(timetz,date)" -> (c, a, r) -> r.setLong(joined(a[1].bits, a[0]));
      case "date_finite" -> (c, a, r) -> r.setBoolean(DateTimes.isFiniteDate((int) a[0].bits));
      case "time_pl_interval" -> (c, a, r) -> r.setLong(moved(a[0].bits, a[1], 1, "add"));
      case "interval_pl_time(interval,time)" ->
          (c, a, r) -> r.setLong(moved(a[1].bits, a[0], 1, "add"));
      case "time_mi_interval" -> (c, a, r) -> r.setLong(moved(a[0].bits, a[1], -1, "subtract"));
      case "timetz_pl_interval" ->
          (c, a, r) -> setTimeTz(r, moved(time(a[0]), a[1], 1, "add"), west(a[0]));
      case "interval_pl_timetz(interval,timetz)" ->
          (c, a, r) -> setTimeTz(r, moved(time(a[1]), a[0], 1, "add"), west(a[1]));
      case "timetz_mi_interval" ->
          (c, a, r) -> setTimeTz(r, moved(time(a[0]), a[1], -1, "subtract"), west(a[0]));
      case "time_mi_time" -> (c, a, r) -> Interval.set(r, 0, 0, a[0].bits - a[1].bits);
      default -> null;
    };
  }

  private static @Nullable ScalarFunction intervals(String key) {
    return switch (key) {
      case "interval_pl" -> (c, a, r) -> IntervalArithmetic.add(a[0], a[1], r);
      case "interval_mi" -> (c, a, r) -> IntervalArithmetic.subtract(a[0], a[1], r);
      case "interval_um" -> (c, a, r) -> IntervalArithmetic.negate(a[0], r);
      case "interval_mul" -> (c, a, r) -> IntervalArithmetic.multiply(a[0], a[1].doubleValue(), r);
      case "mul_d_interval" ->
          (c, a, r) -> IntervalArithmetic.multiply(a[1], a[0].doubleValue(), r);
      case "interval_div" -> (c, a, r) -> IntervalArithmetic.divide(a[0], a[1].doubleValue(), r);
      case "interval_justify_hours" -> (c, a, r) -> IntervalArithmetic.justifyHours(a[0], r);
      case "interval_justify_days" -> (c, a, r) -> IntervalArithmetic.justifyDays(a[0], r);
      case "interval_justify_interval" -> (c, a, r) -> IntervalArithmetic.justifyInterval(a[0], r);
      case "interval_finite" -> (c, a, r) -> r.setBoolean(Interval.isFinite(a[0]));
      case "time_interval" -> (c, a, r) -> Interval.set(r, 0, 0, a[0].bits);
      case "interval_time" ->
          (c, a, r) -> {
            if (!Interval.isFinite(a[0])) {
              throw new SqlError(
                  SqlState.DATETIME_FIELD_OVERFLOW, "cannot convert infinite interval to time");
            }
            r.setLong(Math.floorMod(Interval.micros(a[0]), MICROS_PER_DAY));
          };
      default -> null;
    };
  }

  private static @Nullable ScalarFunction casts(String key, CallSite site) {
    return switch (key) {
      case "date_timestamp" -> (c, a, r) -> r.setLong(DateTimes.dateToTimestamp((int) a[0].bits));
      case "date_timestamptz" ->
          (c, a, r) ->
              r.setLong(DateTimes.toUtc(DateTimes.dateToTimestamp((int) a[0].bits), c.style()));
      case "timestamp_date" -> (c, a, r) -> r.setLong(DateTimes.timestampToDate(a[0].bits));
      case "timestamptz_date" ->
          (c, a, r) ->
              r.setLong(DateTimes.timestampToDate(DateTimes.toLocal(a[0].bits, c.style())));
      case "timestamp_timestamptz" -> (c, a, r) -> r.setLong(DateTimes.toUtc(a[0].bits, c.style()));
      case "timestamptz_timestamp" ->
          (c, a, r) -> r.setLong(DateTimes.toLocal(a[0].bits, c.style()));
      case "timestamp_time" -> (c, a, r) -> timeOf(a[0].bits, r);
      case "timestamptz_time" -> (c, a, r) -> timeOf(DateTimes.toLocal(a[0].bits, c.style()), r);
      case "time_timetz" ->
          (c, a, r) -> setTimeTz(r, a[0].bits, ZoneFunctions.secondsWest(c.style(), c));
      case "timetz_time" -> (c, a, r) -> r.setLong(time(a[0]));
      case "timestamptz_timetz" ->
          (c, a, r) -> {
            if (!DateTimes.isFiniteTimestamp(a[0].bits)) {
              r.setNull();
              return;
            }
            long local = DateTimes.toLocal(a[0].bits, c.style());
            setTimeTz(
                r,
                Math.floorMod(local, MICROS_PER_DAY),
                (int) ((a[0].bits - local) / DateTimes.MICROS_PER_SECOND));
          };
      case "timestamptz(date,time)" ->
          (c, a, r) -> r.setLong(DateTimes.toUtc(joined(a[0].bits, a[1].bits), c.style()));
      case "timestamp_scale",
          "timestamptz_scale",
          "time_scale",
          "timetz_scale",
          "interval_scale" -> {
        SqlType type = site.types().valueType(site.argumentType(0));
        yield (c, a, r) -> {
          r.set(a[0]);
          type.applyTypmod(r, (int) a[1].bits, false);
        };
      }
      default -> crossComparison(key);
    };
  }

  /** {@code date_lt_timestamptz} and its like: both sides as moments, or as local times. */
  private static @Nullable ScalarFunction crossComparison(String key) {
    String[] parts = key.split("_", -1);
    if (parts.length != 3 || !isComparable(parts[0]) || !isComparable(parts[2])) {
      return null;
    }
    boolean moments = parts[0].equals("timestamptz") || parts[2].equals("timestamptz");
    String left = parts[0];
    String right = parts[2];
    return ComparisonFunctions.fromOrder(
        (c, a, r) ->
            r.setLong(
                Long.compare(
                    moment(left, a[0].bits, moments, c.style()),
                    moment(right, a[1].bits, moments, c.style()))),
        parts[0] + "_" + parts[1]);
  }

  private static boolean isComparable(String type) {
    return type.equals("date") || type.equals("timestamp") || type.equals("timestamptz");
  }

  private static long moment(String type, long value, boolean moments, DisplayStyle style) {
    if (type.equals("timestamptz")) {
      return value;
    }
    long local = value;
    if (type.equals("date")) {
      // A date beyond all timestamps is greater than they are, but not infinite.
      boolean beyond =
          value >= DateTimes.END_TIMESTAMP / MICROS_PER_DAY && value != DateTimes.DATE_INFINITY;
      if (beyond) {
        return DateTimes.END_TIMESTAMP;
      }
      local = DateTimes.dateToTimestamp((int) value);
    }
    return moments ? DateTimes.toUtc(local, style) : local;
  }

  private static long clock() {
    Instant now = Instant.now();
    return (now.getEpochSecond() - DateTimes.UNIX_EPOCH_SECONDS) * DateTimes.MICROS_PER_SECOND
        + now.getNano() / 1000;
  }

  /** The midnight that began the transaction's day, as a local time. */
  private static long today(FunctionContext context) {
    long local = DateTimes.toLocal(context.transactionStartMicros(), context.style());
    return Math.floorDiv(local, MICROS_PER_DAY) * MICROS_PER_DAY;
  }

  private static long days(long date, long more) {
    if (!DateTimes.isFiniteDate((int) date)) {
      return date;
    }
    if (!DateTimes.isValidDate(date + more)) {
      throw DateTimes.dateOutOfRange();
    }
    return date + more;
  }

  private static long joined(long date, long time) {
    long midnight = DateTimes.dateToTimestamp((int) date);
    return DateTimes.isFiniteTimestamp(midnight) ? checked(midnight + time) : midnight;
  }

  private static long joined(long date, Datum timeTz) {
    long midnight = DateTimes.dateToTimestamp((int) date);
    return DateTimes.isFiniteTimestamp(midnight)
        ? checked(midnight + time(timeTz) + west(timeTz) * DateTimes.MICROS_PER_SECOND)
        : midnight;
  }

  private static long checked(long timestamp) {
    if (!DateTimes.isValidTimestamp(timestamp)) {
      throw DateTimes.timestampOutOfRange();
    }
    return timestamp;
  }

  private static long moved(long time, Datum span, int sign, String verb) {
    if (!Interval.isFinite(span)) {
      throw new SqlError(
          SqlState.DATETIME_FIELD_OVERFLOW,
          "cannot " + verb + " infinite interval " + (sign > 0 ? "to" : "from") + " time");
    }
    long micros = Interval.micros(span) % MICROS_PER_DAY;
    return Math.floorMod(time + sign * micros, MICROS_PER_DAY);
  }

  private static void timeOf(long local, Datum result) {
    if (DateTimes.isFiniteTimestamp(local)) {
      result.setLong(Math.floorMod(local, MICROS_PER_DAY));
    } else {
      result.setNull();
    }
  }

  private static long time(Datum timeTz) {
    return Bytes.getLong(timeTz.bytes, timeTz.offset);
  }

  private static int west(Datum timeTz) {
    return Bytes.getInt(timeTz.bytes, timeTz.offset + 8);
  }

  static void setTimeTz(Datum result, long micros, int secondsWest) {
    byte[] bytes = new byte[12];
    Bytes.putLong(bytes, 0, micros);
    Bytes.putInt(bytes, 8, secondsWest);
    result.setBytes(bytes);
  }

  /** The moment so many seconds after 1970. */
  private static long moment(double seconds) {
    if (Double.isNaN(seconds)) {
      throw new SqlError(SqlState.DATETIME_FIELD_OVERFLOW, "timestamp cannot be NaN");
    }
    if (Double.isInfinite(seconds)) {
      return seconds < 0 ? DateTimes.TIMESTAMP_NEGATIVE_INFINITY : DateTimes.TIMESTAMP_INFINITY;
    }
    double micros =
        Math.rint((seconds - DateTimes.UNIX_EPOCH_SECONDS) * DateTimes.MICROS_PER_SECOND);
    if (!(micros >= DateTimes.MINIMUM_TIMESTAMP && micros < DateTimes.END_TIMESTAMP)) {
      throw new SqlError(
          SqlState.DATETIME_FIELD_OVERFLOW, "timestamp out of range: \"" + shown(seconds) + "\"");
    }
    return (long) micros;
  }

  /** As printf's %g. */
  private static String shown(double value) {
    String text = String.format("%.5e", value);
    int e = text.indexOf('e');
    String digits = text.substring(0, e).replaceAll("0+$", "").replaceAll("\\.$", "");
    return digits + text.substring(e);
  }
}
