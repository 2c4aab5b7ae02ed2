package dev.postern.backend.function;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.Numeric;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/**
 * Roots, exponentials, logarithms and powers of numeric. A result shows at least 16 significant
 * digits and no fewer decimals than its arguments; the scale is chosen from an estimate of the
 * result's size, as PostgreSQL does, which has effects on what is shown.
 */
final class NumericPowers implements FunctionTopic {
  private static final int SIGNIFICANT_DIGITS = 16;
  private static final int MAXIMUM_SCALE = 1000;
  private static final int MAXIMUM_RESULT = 2000;
  private static final double LOG10_E = 0.434294481903252;
  private static final BigDecimal NINE_TENTHS = new BigDecimal("0.9");
  private static final BigDecimal ELEVEN_TENTHS = new BigDecimal("1.1");

  @Override
  public @Nullable ScalarFunction scalar(String key, CallSite site) {
    return switch (key) {
      case "numeric_sqrt" -> (c, a, r) -> squareRoot(a[0], r);
      case "numeric_exp" -> (c, a, r) -> exponential(a[0], r);
      case "numeric_ln" -> (c, a, r) -> naturalLogarithm(a[0], r);
      case "numeric_log" -> (c, a, r) -> logarithm(a[0], a[1], r);
      case "log(numeric)", "log10(numeric)" ->
          (c, a, r) -> {
            Datum ten = new Datum();
            Numeric.setLong(ten, 10);
            logarithm(ten, a[0], r);
          };
      case "numeric_power" -> (c, a, r) -> power(a[0], a[1], r);
      default -> null;
    };
  }

  private static int scale(int wanted, int first, int second) {
    return Math.clamp(Math.max(wanted, Math.max(first, second)), 0, MAXIMUM_SCALE);
  }

  /** Weight of the first digit in base 10000. */
  private static int weight(BigDecimal value) {
    return value.signum() == 0 ? 0 : Math.floorDiv(DecimalMath.exponent(value), 4);
  }

  private static void squareRoot(Datum value, Datum result) {
    if (Numeric.isNaN(value) || !Numeric.isFinite(value) && Numeric.signum(value) > 0) {
      result.set(value);
      return;
    }
    if (Numeric.signum(value) < 0) {
      throw new SqlError(
          SqlState.INVALID_ARGUMENT_FOR_POWER_FUNCTION,
          "cannot take square root of a negative number");
    }
    BigDecimal x = Numeric.toBigDecimal(value);
    int scale = scale(SIGNIFICANT_DIGITS - (weight(x) * 4 / 2 + 1), x.scale(), 0);
    // Cut, then rounded on whether the square of the midpoint is below: exact for any digits.
    BigInteger scaled = x.movePointRight(2 * scale).toBigInteger();
    BigInteger root = scaled.sqrt();
    BigDecimal half = new BigDecimal(root).add(new BigDecimal("0.5")).movePointLeft(scale);
    if (half.multiply(half).compareTo(x) <= 0) {
      root = root.add(BigInteger.ONE);
    }
    Numeric.set(result, new BigDecimal(root, scale));
  }

  private static void exponential(Datum value, Datum result) {
    if (!Numeric.isFinite(value)) {
      if (Numeric.isNaN(value) || Numeric.signum(value) > 0) {
        result.set(value);
      } else {
        Numeric.setLong(result, 0);
      }
      return;
    }
    BigDecimal x = Numeric.toBigDecimal(value);
    double weight = Math.clamp(x.doubleValue() * LOG10_E, -MAXIMUM_RESULT, MAXIMUM_RESULT);
    int scale = scale(SIGNIFICANT_DIGITS - (int) weight, x.scale(), 0);
    Numeric.set(result, exp(x, scale));
  }

  private static BigDecimal exp(BigDecimal x, int scale) {
    double value = x.doubleValue();
    if (Math.abs(value) >= MAXIMUM_RESULT * 3) {
      if (value > 0) {
        throw overflow();
      }
      return BigDecimal.ZERO.setScale(scale);
    }
    int digits = Math.max(1, scale + (int) (value * LOG10_E) + 2);
    return DecimalMath.exp(x, digits).setScale(scale, RoundingMode.HALF_UP);
  }

  private static void naturalLogarithm(Datum value, Datum result) {
    if (Numeric.isNaN(value)) {
      result.set(value);
      return;
    }
    checkLogarithm(value);
    if (!Numeric.isFinite(value)) {
      result.set(value);
      return;
    }
    BigDecimal x = Numeric.toBigDecimal(value);
    int scale = scale(SIGNIFICANT_DIGITS - logarithmWeight(x), x.scale(), 0);
    Numeric.set(result, DecimalMath.ln(x, scale).setScale(scale, RoundingMode.HALF_UP));
  }

  private static void checkLogarithm(Datum value) {
    int sign = Numeric.signum(value);
    if (sign < 0) {
      throw new SqlError(
          SqlState.INVALID_ARGUMENT_FOR_LOGARITHM, "cannot take logarithm of a negative number");
    }
    if (sign == 0) {
      throw new SqlError(SqlState.INVALID_ARGUMENT_FOR_LOGARITHM, "cannot take logarithm of zero");
    }
  }

  /** An estimate of the decimal weight of ln(x). */
  private static int logarithmWeight(BigDecimal x) {
    if (x.signum() <= 0) {
      return 0;
    }
    if (x.compareTo(NINE_TENTHS) >= 0 && x.compareTo(ELEVEN_TENTHS) <= 0) {
      BigDecimal distance = x.subtract(BigDecimal.ONE);
      return distance.signum() == 0 ? 0 : DecimalMath.exponent(distance);
    }
    double logarithm = Math.log(leading(x, 2)) + leadingExponent(x, 2) * 2.302585092994046;
    return (int) Math.log10(Math.abs(logarithm));
  }

  /** The first so many digits in base 10000, as an integer. */
  private static double leading(BigDecimal x, int digits) {
    return x.abs()
        .movePointLeft(leadingExponent(x, digits))
        .setScale(0, RoundingMode.DOWN)
        .doubleValue();
  }

  /** The power of ten that {@link #leading} is to be multiplied by. */
  private static int leadingExponent(BigDecimal x, int digits) {
    int weight = weight(x);
    BigDecimal trimmed = x.stripTrailingZeros();
    int available = weight + 1 + Math.ceilDiv(trimmed.scale(), 4);
    return 4 * (weight + 1 - Math.min(digits, available));
  }

  private static void logarithm(Datum base, Datum value, Datum result) {
    if (Numeric.isNaN(base) || Numeric.isNaN(value)) {
      Numeric.setNaN(result);
      return;
    }
    checkLogarithm(base);
    checkLogarithm(value);
    if (!Numeric.isFinite(base) || !Numeric.isFinite(value)) {
      if (Numeric.isFinite(value)) {
        Numeric.setLong(result, 0);
      } else if (Numeric.isFinite(base)) {
        result.set(value);
      } else {
        Numeric.setNaN(result);
      }
      return;
    }
    BigDecimal b = Numeric.toBigDecimal(base);
    BigDecimal x = Numeric.toBigDecimal(value);
    int baseWeight = logarithmWeight(b);
    int valueWeight = logarithmWeight(x);
    int scale = scale(SIGNIFICANT_DIGITS - (valueWeight - baseWeight), b.scale(), x.scale());
    int working = scale + Math.max(0, Math.max(valueWeight - 2 * baseWeight, -baseWeight)) + 10;
    BigDecimal divisor = DecimalMath.ln(b, working);
    if (divisor.signum() == 0) {
      throw IntegerFunctions.divisionByZero();
    }
    Numeric.set(result, DecimalMath.ln(x, working).divide(divisor, scale, RoundingMode.HALF_UP));
  }

  private static void power(Datum base, Datum exponent, Datum result) {
    if (!Numeric.isFinite(base) || !Numeric.isFinite(exponent)) {
      specialPower(base, exponent, result);
      return;
    }
    BigDecimal x = Numeric.toBigDecimal(base);
    BigDecimal y = Numeric.toBigDecimal(exponent);
    if (x.signum() == 0 && y.signum() < 0) {
      throw new SqlError(
          SqlState.INVALID_ARGUMENT_FOR_POWER_FUNCTION,
          "zero raised to a negative power is undefined");
    }
    boolean whole = y.stripTrailingZeros().scale() <= 0;
    if (x.signum() < 0 && !whole) {
      throw new SqlError(
          SqlState.INVALID_ARGUMENT_FOR_POWER_FUNCTION,
          "a negative number raised to a non-integer power yields a complex result");
    }
    if (whole && y.abs().compareTo(BigDecimal.valueOf(Integer.MAX_VALUE)) <= 0) {
      Numeric.set(result, wholePower(x, y.intValueExact(), y.scale()));
      return;
    }
    if (x.signum() == 0) {
      Numeric.set(result, BigDecimal.ZERO.setScale(SIGNIFICANT_DIGITS));
      return;
    }
    boolean negative = x.signum() < 0 && y.toBigInteger().testBit(0);
    BigDecimal size = realPower(x.abs(), y);
    Numeric.set(result, negative ? size.negate() : size);
  }

  private static BigDecimal realPower(BigDecimal x, BigDecimal y) {
    int logarithmWeight = logarithmWeight(x);
    BigDecimal rough = DecimalMath.ln(x, Math.max(8 - logarithmWeight, 0)).multiply(y);
    double value = rough.doubleValue();
    if (Math.abs(value) > MAXIMUM_RESULT * 3.01) {
      if (value > 0) {
        throw overflow();
      }
      return BigDecimal.ZERO.setScale(MAXIMUM_SCALE);
    }
    value *= LOG10_E;
    int scale = scale(SIGNIFICANT_DIGITS - (int) value, x.scale(), y.scale());
    int digits = Math.max(scale + (int) value, 1);
    int working = Math.max(digits - logarithmWeight + 8, 0) + Math.max(0, DecimalMath.exponent(y));
    return exp(DecimalMath.ln(x, working).multiply(y), scale);
  }

  private static BigDecimal wholePower(BigDecimal x, int exponent, int exponentScale) {
    double weight = 0;
    if (x.signum() != 0) {
      weight = exponent * (Math.log10(leading(x, 4)) + leadingExponent(x, 4));
    }
    if (weight > 32768.0 * 4) {
      throw overflow();
    }
    if (weight + 1 < -MAXIMUM_SCALE) {
      return BigDecimal.ZERO.setScale(MAXIMUM_SCALE);
    }
    int scale = scale(SIGNIFICANT_DIGITS - (int) weight, x.scale(), exponentScale);
    if (exponent == 0) {
      return BigDecimal.ONE.setScale(scale);
    }
    if (x.signum() == 0) {
      return BigDecimal.ZERO.setScale(scale);
    }
    int digits = Math.max(1, scale + (int) weight) + 20 + 10;
    MathContext context = new MathContext(digits, RoundingMode.HALF_EVEN);
    BigDecimal power = powerOf(x, Math.abs((long) exponent), context);
    if (exponent < 0) {
      power = BigDecimal.ONE.divide(power, context);
    }
    return power.setScale(scale, RoundingMode.HALF_UP);
  }

  private static BigDecimal powerOf(BigDecimal x, long exponent, MathContext context) {
    BigDecimal power = BigDecimal.ONE;
    BigDecimal square = x;
    for (long rest = exponent; rest > 0; rest >>= 1) {
      if ((rest & 1) != 0) {
        power = power.multiply(square, context);
      }
      if (rest > 1) {
        square = square.multiply(square, context);
      }
    }
    return power;
  }

  /** POSIX pow() for NaN and infinities. */
  private static void specialPower(Datum base, Datum exponent, Datum result) {
    BigDecimal x = Numeric.isFinite(base) ? Numeric.toBigDecimal(base) : null;
    BigDecimal y = Numeric.isFinite(exponent) ? Numeric.toBigDecimal(exponent) : null;
    boolean baseIsOne = x != null && x.compareTo(BigDecimal.ONE) == 0;
    boolean exponentIsZero = y != null && y.signum() == 0;
    if (Numeric.isNaN(base) || Numeric.isNaN(exponent)) {
      if (baseIsOne || exponentIsZero) {
        Numeric.setLong(result, 1);
      } else {
        Numeric.setNaN(result);
      }
      return;
    }
    int baseSign = Numeric.signum(base);
    int exponentSign = Numeric.signum(exponent);
    if (baseSign == 0 && exponentSign < 0) {
      throw new SqlError(
          SqlState.INVALID_ARGUMENT_FOR_POWER_FUNCTION,
          "zero raised to a negative power is undefined");
    }
    if (baseSign < 0 && y != null && y.stripTrailingZeros().scale() > 0) {
      throw new SqlError(
          SqlState.INVALID_ARGUMENT_FOR_POWER_FUNCTION,
          "a negative number raised to a non-integer power yields a complex result");
    }
    if (baseIsOne || exponentIsZero) {
      Numeric.setLong(result, 1);
    } else if (baseSign == 0) {
      Numeric.setLong(result, 0);
    } else if (y == null) {
      int size = x == null ? 1 : x.abs().compareTo(BigDecimal.ONE);
      if (size == 0) {
        Numeric.setLong(result, 1);
      } else if (size > 0 == exponentSign > 0) {
        Numeric.setInfinity(result, false);
      } else {
        Numeric.setLong(result, 0);
      }
    } else if (exponentSign < 0) {
      Numeric.setLong(result, 0);
    } else {
      boolean odd = y.toBigInteger().testBit(0);
      Numeric.setInfinity(result, baseSign < 0 && odd);
    }
  }

  private static SqlError overflow() {
    return new SqlError(SqlState.NUMERIC_VALUE_OUT_OF_RANGE, "value overflows numeric format");
  }
}
