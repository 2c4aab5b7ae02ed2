package dev.postern.backend.function;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.Numeric;
import dev.postern.backend.type.NumericArithmetic;
import dev.postern.backend.type.SqlType;
import dev.postern.backend.type.TypeOids;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/**
 * Operators and functions of numeric, and its casts; powers and logarithms are in another topic.
 */
final class NumericFunctions implements FunctionTopic {
  @Override
  public @Nullable ScalarFunction scalar(String key, CallSite site) {
    return switch (key) {
      case "numeric_add" -> (c, a, r) -> NumericArithmetic.add(a[0], a[1], r);
      case "numeric_sub" -> (c, a, r) -> NumericArithmetic.subtract(a[0], a[1], r);
      case "numeric_mul" -> (c, a, r) -> NumericArithmetic.multiply(a[0], a[1], r);
      case "numeric_div" -> (c, a, r) -> NumericArithmetic.divide(a[0], a[1], r);
      case "numeric_div_trunc" -> (c, a, r) -> NumericArithmetic.divideTruncated(a[0], a[1], r);
      case "numeric_mod" -> (c, a, r) -> NumericArithmetic.remainder(a[0], a[1], r);
      case "numeric_uminus" -> (c, a, r) -> NumericArithmetic.negate(a[0], r);
      case "numeric_uplus" -> (c, a, r) -> r.set(a[0]);
      case "numeric_abs" -> (c, a, r) -> NumericArithmetic.absolute(a[0], r);
      case "numeric_ceil" -> (c, a, r) -> NumericArithmetic.ceiling(a[0], r);
      case "numeric_floor" -> (c, a, r) -> NumericArithmetic.floor(a[0], r);
      case "numeric_round" -> (c, a, r) -> NumericArithmetic.round(a[0], (int) a[1].bits, r);
      case "round(numeric)" -> (c, a, r) -> NumericArithmetic.round(a[0], 0, r);
      case "numeric_trunc" -> (c, a, r) -> NumericArithmetic.truncate(a[0], (int) a[1].bits, r);
      case "trunc(numeric)" -> (c, a, r) -> NumericArithmetic.truncate(a[0], 0, r);
      case "numeric_sign" ->
          (c, a, r) -> {
            if (Numeric.isNaN(a[0])) {
              r.set(a[0]);
            } else {
              Numeric.setLong(r, Numeric.signum(a[0]));
            }
          };
      case "numeric_inc" ->
          (c, a, r) -> {
            Datum one = new Datum();
            Numeric.setLong(one, 1);
            NumericArithmetic.add(a[0], one, r);
          };
      case "numeric_gcd" -> (c, a, r) -> commonDivisor(a[0], a[1], r);
      case "numeric_lcm" -> (c, a, r) -> commonMultiple(a[0], a[1], r);
      case "numeric_fac" -> (c, a, r) -> factorial(c, a[0].bits, r);
      case "numeric_scale" ->
          (c, a, r) -> {
            if (Numeric.isFinite(a[0])) {
              r.setLong(Numeric.displayScale(a[0]));
            } else {
              r.setNull();
            }
          };
      case "numeric_min_scale" ->
          (c, a, r) -> {
            if (Numeric.isFinite(a[0])) {
              r.setLong(trimmed(Numeric.toBigDecimal(a[0])).scale());
            } else {
              r.setNull();
            }
          };
      case "numeric_trim_scale" ->
          (c, a, r) -> {
            if (Numeric.isFinite(a[0])) {
              Numeric.set(r, trimmed(Numeric.toBigDecimal(a[0])));
            } else {
              r.set(a[0]);
            }
          };
      case "width_bucket_numeric" -> (c, a, r) -> NumericBuckets.number(a, r);
      case "width_bucket_float8" -> (c, a, r) -> NumericBuckets.ofDoubles(a, r);
      default -> casts(key, site);
    };
  }

  private static @Nullable ScalarFunction casts(String key, CallSite site) {
    return switch (key) {
      case "numeric" -> {
        SqlType type = site.types().valueType(TypeOids.NUMERIC);
        yield (c, a, r) -> {
          r.set(a[0]);
          type.applyTypmod(r, (int) a[1].bits, false);
        };
      }
      case "int2_numeric", "int4_numeric", "int8_numeric" ->
          (c, a, r) -> Numeric.setLong(r, a[0].bits);
      case "float4_numeric" -> (c, a, r) -> Numeric.setFloat(r, a[0].floatValue());
      case "float8_numeric" -> (c, a, r) -> Numeric.setDouble(r, a[0].doubleValue());
      case "numeric_int2" ->
          (c, a, r) ->
              r.setLong(Numeric.toLong(a[0], Short.MIN_VALUE, Short.MAX_VALUE, "smallint"));
      case "numeric_int4" ->
          (c, a, r) ->
              r.setLong(Numeric.toLong(a[0], Integer.MIN_VALUE, Integer.MAX_VALUE, "integer"));
      case "numeric_int8" ->
          (c, a, r) -> r.setLong(Numeric.toLong(a[0], Long.MIN_VALUE, Long.MAX_VALUE, "bigint"));
      case "numeric_float4" -> (c, a, r) -> r.setFloat(Numeric.toFloat(a[0]));
      case "numeric_float8" -> (c, a, r) -> r.setDouble(Numeric.toDouble(a[0]));
      default -> null;
    };
  }

  /** The same value without zeros at the end of its fraction. */
  static BigDecimal trimmed(BigDecimal value) {
    BigDecimal stripped = value.stripTrailingZeros();
    return stripped.scale() < 0 ? stripped.setScale(0) : stripped;
  }

  private static void commonDivisor(Datum left, Datum right, Datum result) {
    if (!Numeric.isFinite(left) || !Numeric.isFinite(right)) {
      Numeric.setNaN(result);
      return;
    }
    int scale = Math.max(Numeric.displayScale(left), Numeric.displayScale(right));
    Numeric.set(result, new BigDecimal(unscaledDivisor(left, right, scale), scale));
  }

  private static BigInteger unscaledDivisor(Datum left, Datum right, int scale) {
    BigInteger a = Numeric.toBigDecimal(left).setScale(scale).unscaledValue();
    BigInteger b = Numeric.toBigDecimal(right).setScale(scale).unscaledValue();
    return a.gcd(b);
  }

  private static void commonMultiple(Datum left, Datum right, Datum result) {
    if (!Numeric.isFinite(left) || !Numeric.isFinite(right)) {
      Numeric.setNaN(result);
      return;
    }
    int scale = Math.max(Numeric.displayScale(left), Numeric.displayScale(right));
    if (Numeric.signum(left) == 0 || Numeric.signum(right) == 0) {
      Numeric.set(result, BigDecimal.ZERO.setScale(scale));
      return;
    }
    BigInteger a = Numeric.toBigDecimal(left).setScale(scale).unscaledValue();
    BigInteger b = Numeric.toBigDecimal(right).setScale(scale).unscaledValue();
    BigInteger multiple = a.divide(a.gcd(b)).multiply(b).abs();
    Numeric.set(result, new BigDecimal(multiple, scale));
  }

  private static void factorial(FunctionContext context, long number, Datum result) {
    if (number < 0) {
      throw new SqlError(
          SqlState.NUMERIC_VALUE_OUT_OF_RANGE, "factorial of a negative number is undefined");
    }
    if (number > 32177) {
      throw new SqlError(SqlState.NUMERIC_VALUE_OUT_OF_RANGE, "value overflows numeric format");
    }
    BigInteger product = BigInteger.ONE;
    for (long i = 2; i <= number; i++) {
      context.checkCancelled();
      product = product.multiply(BigInteger.valueOf(i));
    }
    NumericArithmetic.set(result, product);
  }
}
