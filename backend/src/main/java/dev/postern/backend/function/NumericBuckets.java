package dev.postern.backend.function;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.Numeric;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/** width_bucket(): which of equally wide buckets between two bounds a value falls into. */
final class NumericBuckets {
  /** SQLSTATE invalid_argument_for_width_bucket_function. */
  private static final String INVALID_ARGUMENT = "2201G";

  private NumericBuckets() {}

  static void number(Datum[] arguments, Datum result) {
    Datum operand = arguments[0];
    Datum low = arguments[1];
    Datum high = arguments[2];
    long count = arguments[3].bits;
    checkCount(count);
    if (Numeric.isNaN(operand) || Numeric.isNaN(low) || Numeric.isNaN(high)) {
      throw error("operand, lower bound, and upper bound cannot be NaN");
    }
    if (!Numeric.isFinite(low) || !Numeric.isFinite(high)) {
      throw error("lower and upper bounds must be finite");
    }
    int direction = Numeric.compare(low, high);
    if (direction == 0) {
      throw error("lower bound cannot equal upper bound");
    }
    int fromLow = Numeric.compare(operand, low) * -direction;
    int fromHigh = Numeric.compare(operand, high) * -direction;
    if (fromLow < 0) {
      result.setLong(0);
    } else if (fromHigh >= 0) {
      result.setLong(afterLast(count));
    } else {
      BigDecimal bottom = Numeric.toBigDecimal(low);
      BigDecimal width = Numeric.toBigDecimal(high).subtract(bottom).abs();
      BigDecimal distance = Numeric.toBigDecimal(operand).subtract(bottom).abs();
      BigInteger bucket =
          distance
              .multiply(BigDecimal.valueOf(count))
              .divide(width, 0, RoundingMode.FLOOR)
              .unscaledValue();
      result.setLong(bucket.longValue() + 1);
    }
  }

  static void ofDoubles(Datum[] arguments, Datum result) {
    double operand = arguments[0].doubleValue();
    double low = arguments[1].doubleValue();
    double high = arguments[2].doubleValue();
    long count = arguments[3].bits;
    checkCount(count);
    if (Double.isNaN(operand) || Double.isNaN(low) || Double.isNaN(high)) {
      throw error("operand, lower bound, and upper bound cannot be NaN");
    }
    if (Double.isInfinite(low) || Double.isInfinite(high)) {
      throw error("lower and upper bounds must be finite");
    }
    if (low == high) {
      throw error("lower bound cannot equal upper bound");
    }
    boolean before = low < high ? operand < low : operand > low;
    boolean after = low < high ? operand >= high : operand <= high;
    if (before) {
      result.setLong(0);
    } else if (after) {
      result.setLong(afterLast(count));
    } else {
      // Halved, so that the difference of huge bounds does not overflow.
      boolean huge = Double.isInfinite(high - low);
      double share =
          huge ? (operand / 2 - low / 2) / (high / 2 - low / 2) : (operand - low) / (high - low);
      result.setLong(Math.min((long) (count * share), count - 1) + 1);
    }
  }

  private static long afterLast(long count) {
    return IntegerFunctions.integer(count + 1);
  }

  private static void checkCount(long count) {
    if (count <= 0) {
      throw error("count must be greater than zero");
    }
  }

  private static SqlError error(String message) {
    return new SqlError(INVALID_ARGUMENT, message);
  }
}
