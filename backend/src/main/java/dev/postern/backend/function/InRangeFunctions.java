package dev.postern.backend.function;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.type.DateTimes;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.DisplayStyle;
import dev.postern.backend.type.Interval;
import dev.postern.backend.type.Numeric;
import dev.postern.backend.type.NumericArithmetic;
import org.jspecify.annotations.Nullable;

/**
 * Window frames by distance: {@code in_range(value, base, offset, subtract, less)} says whether a
 * value is at most (less) or at least base plus or minus offset.
 */
final class InRangeFunctions implements FunctionTopic {
  @Override
  public @Nullable ScalarFunction scalar(String key, CallSite site) {
    return switch (key) {
      case "in_range_int2_int2",
          "in_range_int2_int4",
          "in_range_int2_int8",
          "in_range_int4_int2",
          "in_range_int4_int4",
          "in_range_int4_int8",
          "in_range_int8_int8" ->
          (c, a, r) -> integers(a, r);
      case "in_range_float4_float8" ->
          (c, a, r) -> floats(a[0].floatValue(), a[1].floatValue(), a, r);
      case "in_range_float8_float8" ->
          (c, a, r) -> floats(a[0].doubleValue(), a[1].doubleValue(), a, r);
      case "in_range_numeric_numeric" -> (c, a, r) -> numbers(a, r);
      case "in_range_date_interval" ->
          (c, a, r) ->
              timestamps(
                  DateTimes.dateToTimestamp((int) a[0].bits),
                  DateTimes.dateToTimestamp((int) a[1].bits),
                  null,
                  a,
                  r);
      case "in_range_timestamp_interval" ->
          (c, a, r) -> timestamps(a[0].bits, a[1].bits, null, a, r);
      case "in_range_timestamptz_interval" ->
          (c, a, r) -> timestamps(a[0].bits, a[1].bits, c.style(), a, r);
      case "in_range_interval_interval" -> (c, a, r) -> intervals(a, r);
      default -> null;
    };
  }

  private static SqlError invalidOffset() {
    return new SqlError("22013", "invalid preceding or following size in window function");
  }

  private static void give(int order, boolean less, Datum result) {
    result.setBoolean(less ? order <= 0 : order >= 0);
  }

  private static void integers(Datum[] a, Datum result) {
    if (a[2].bits < 0) {
      throw invalidOffset();
    }
    boolean subtract = a[3].booleanValue();
    boolean less = a[4].booleanValue();
    long base = a[1].bits;
    long offset = subtract ? -a[2].bits : a[2].bits;
    long border = base + offset;
    if (((base ^ border) & (offset ^ border)) < 0) {
      // Beyond all values of the type.
      result.setBoolean(subtract ? !less : less);
      return;
    }
    give(Long.compare(a[0].bits, border), less, result);
  }

  private static void floats(double value, double base, Datum[] a, Datum result) {
    double offset = a[2].doubleValue();
    boolean subtract = a[3].booleanValue();
    boolean less = a[4].booleanValue();
    if (Double.isNaN(offset) || offset < 0) {
      throw invalidOffset();
    }
    // NaN is near no number but NaN, above all.
    if (Double.isNaN(value)) {
      result.setBoolean(Double.isNaN(base) || !less);
      return;
    }
    if (Double.isNaN(base)) {
      result.setBoolean(less);
      return;
    }
    boolean all =
        Double.isInfinite(offset) && Double.isInfinite(base) && (subtract ? base > 0 : base < 0);
    if (all) {
      result.setBoolean(true);
      return;
    }
    double border = subtract ? base - offset : base + offset;
    result.setBoolean(less ? value <= border : value >= border);
  }

  private static void numbers(Datum[] a, Datum result) {
    Datum offset = a[2];
    boolean subtract = a[3].booleanValue();
    boolean less = a[4].booleanValue();
    if (Numeric.isNaN(offset) || Numeric.signum(offset) < 0) {
      throw invalidOffset();
    }
    if (Numeric.isNaN(a[0])) {
      result.setBoolean(Numeric.isNaN(a[1]) || !less);
      return;
    }
    if (Numeric.isNaN(a[1])) {
      result.setBoolean(less);
      return;
    }
    boolean infinite = !Numeric.isFinite(offset) && !Numeric.isFinite(a[1]);
    if (infinite && Numeric.signum(a[1]) > 0 == subtract) {
      result.setBoolean(true);
      return;
    }
    Datum border = new Datum();
    if (subtract) {
      NumericArithmetic.subtract(a[1], offset, border);
    } else {
      NumericArithmetic.add(a[1], offset, border);
    }
    give(Numeric.compare(a[0], border), less, result);
  }

  private static void checkOffset(Datum offset) {
    if (IntervalArithmetic.sign(offset) < 0) {
      throw invalidOffset();
    }
  }

  private static void timestamps(
      long value, long base, @Nullable DisplayStyle style, Datum[] a, Datum result) {
    checkOffset(a[2]);
    boolean subtract = a[3].booleanValue();
    boolean less = a[4].booleanValue();
    boolean all =
        !Interval.isFinite(a[2])
            && (subtract
                ? base == DateTimes.TIMESTAMP_INFINITY
                : base == DateTimes.TIMESTAMP_NEGATIVE_INFINITY);
    if (all) {
      result.setBoolean(true);
      return;
    }
    long border =
        subtract
            ? TimestampArithmetic.subtract(base, a[2], style)
            : TimestampArithmetic.add(base, a[2], style);
    give(Long.compare(value, border), less, result);
  }

  private static void intervals(Datum[] a, Datum result) {
    checkOffset(a[2]);
    boolean subtract = a[3].booleanValue();
    boolean infinite = !Interval.isFinite(a[2]) && !Interval.isFinite(a[1]);
    if (infinite && Interval.isNegativeInfinity(a[1]) != subtract) {
      result.setBoolean(true);
      return;
    }
    Datum border = new Datum();
    if (subtract) {
      IntervalArithmetic.subtract(a[1], a[2], border);
    } else {
      IntervalArithmetic.add(a[1], a[2], border);
    }
    give(Interval.compare(a[0], border), a[4].booleanValue(), result);
  }
}
