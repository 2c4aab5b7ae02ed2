package dev.postern.backend.type;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/**
 * Arithmetic of numeric with PostgreSQL's display scales. A result may be the datum of an argument.
 */
public final class NumericArithmetic {
  private static final int MINIMUM_SIGNIFICANT_DIGITS = 16;
  private static final int MAXIMUM_RESULT_SCALE = 1000;

  private NumericArithmetic() {}

  public static void add(Datum left, Datum right, Datum result) {
    addOrSubtract(left, right, false, result);
  }

  public static void subtract(Datum left, Datum right, Datum result) {
    addOrSubtract(left, right, true, result);
  }

  private static void addOrSubtract(Datum left, Datum right, boolean minus, Datum result) {
    int leftSign = Numeric.sign(left);
    int rightSign = Numeric.sign(right);
    if (leftSign >= Numeric.NAN || rightSign >= Numeric.NAN) {
      if (minus && rightSign > Numeric.NAN) {
        rightSign =
            rightSign == Numeric.POSITIVE_INFINITY
                ? Numeric.NEGATIVE_INFINITY
                : Numeric.POSITIVE_INFINITY;
      }
      boolean leftSpecial = leftSign >= Numeric.NAN;
      boolean nan =
          leftSign == Numeric.NAN
              || rightSign == Numeric.NAN
              || leftSpecial && rightSign >= Numeric.NAN && leftSign != rightSign;
      Numeric.setSpecial(result, nan ? Numeric.NAN : leftSpecial ? leftSign : rightSign);
      return;
    }
    long a = Numeric.compact(left);
    long b = Numeric.compact(right);
    if (a != Numeric.TOO_BIG && b != Numeric.TOO_BIG) {
      int leftScale = Numeric.displayScale(left);
      int rightScale = Numeric.displayScale(right);
      int scale = Math.max(leftScale, rightScale);
      long leftUnit = Numeric.POWERS[scale - leftScale];
      long rightUnit = Numeric.POWERS[scale - rightScale];
      if (Math.abs(a) < Numeric.COMPACT_LIMIT / leftUnit
          && Math.abs(b) < Numeric.COMPACT_LIMIT / rightUnit) {
        a *= leftUnit;
        b *= rightUnit;
        Numeric.set(result, minus ? a - b : a + b, scale);
        return;
      }
    }
    BigDecimal x = Numeric.toBigDecimal(left);
    BigDecimal y = Numeric.toBigDecimal(right);
    Numeric.set(result, minus ? x.subtract(y) : x.add(y));
  }

  public static void multiply(Datum left, Datum right, Datum result) {
    if (!Numeric.isFinite(left) || !Numeric.isFinite(right)) {
      int sign = Numeric.signum(left) * Numeric.signum(right);
      setSignedInfinity(result, sign, Numeric.isNaN(left) || Numeric.isNaN(right));
      return;
    }
    int scale = Numeric.displayScale(left) + Numeric.displayScale(right);
    long a = Numeric.compact(left);
    long b = Numeric.compact(right);
    if (a != Numeric.TOO_BIG && b != Numeric.TOO_BIG && scale <= 18) {
      long product = a * b;
      if (Math.multiplyHigh(a, b) == product >> 63 && product != Long.MIN_VALUE) {
        Numeric.set(result, product, scale);
        return;
      }
    }
    BigDecimal product = Numeric.toBigDecimal(left).multiply(Numeric.toBigDecimal(right));
    if (scale > Numeric.MAXIMUM_DISPLAY_SCALE) {
      product = product.setScale(Numeric.MAXIMUM_DISPLAY_SCALE, RoundingMode.HALF_UP);
    }
    Numeric.set(result, product);
  }

  private static void setSignedInfinity(Datum result, int sign, boolean nan) {
    if (nan || sign == 0) {
      Numeric.setNaN(result);
    } else {
      Numeric.setInfinity(result, sign < 0);
    }
  }

  /** The quotient, rounded to the scale that PostgreSQL chooses: at least 16 significant digits. */
  public static void divide(Datum left, Datum right, Datum result) {
    if (Numeric.isNaN(left) || Numeric.isNaN(right)) {
      Numeric.setNaN(result);
      return;
    }
    checkDivisor(right);
    if (!Numeric.isFinite(left)) {
      int sign = Numeric.signum(left) * Numeric.signum(right);
      setSignedInfinity(result, sign, !Numeric.isFinite(right));
      return;
    }
    if (!Numeric.isFinite(right)) {
      Numeric.setLong(result, 0);
      return;
    }
    int scale = quotientScale(left, right);
    BigDecimal x = Numeric.toBigDecimal(left);
    BigDecimal y = Numeric.toBigDecimal(right);
    Numeric.set(result, x.divide(y, scale, RoundingMode.HALF_UP));
  }

  private static void checkDivisor(Datum right) {
    if (Numeric.signum(right) == 0) {
      throw divisionByZero();
    }
  }

  public static SqlError divisionByZero() {
    return new SqlError(SqlState.DIVISION_BY_ZERO, "division by zero");
  }

  /** Digits after the point of a quotient of finite values. */
  public static int quotientScale(Datum left, Datum right) {
    int leftWeight = 0;
    int leftFirst = 0;
    if (Numeric.digitCount(left) > 0) {
      leftWeight = Numeric.weight(left);
      leftFirst = Numeric.digit(left, 0);
    }
    int rightWeight = 0;
    int rightFirst = 0;
    if (Numeric.digitCount(right) > 0) {
      rightWeight = Numeric.weight(right);
      rightFirst = Numeric.digit(right, 0);
    }
    int weight = leftWeight - rightWeight;
    if (leftFirst <= rightFirst) {
      weight--;
    }
    int scale = MINIMUM_SIGNIFICANT_DIGITS - weight * 4;
    scale = Math.max(scale, Numeric.displayScale(left));
    scale = Math.max(scale, Numeric.displayScale(right));
    return Math.min(Math.max(scale, 0), MAXIMUM_RESULT_SCALE);
  }

  /** div(): the quotient cut to an integer. */
  public static void divideTruncated(Datum left, Datum right, Datum result) {
    if (Numeric.isFinite(left) && Numeric.isFinite(right)) {
      checkDivisor(right);
      BigDecimal x = Numeric.toBigDecimal(left);
      BigDecimal quotient = x.divideToIntegralValue(Numeric.toBigDecimal(right));
      Numeric.set(result, quotient.setScale(0, RoundingMode.DOWN));
    } else {
      divide(left, right, result);
    }
  }

  /** The operator %: the remainder has the sign of the dividend. */
  public static void remainder(Datum left, Datum right, Datum result) {
    if (Numeric.isNaN(left) || Numeric.isNaN(right)) {
      Numeric.setNaN(result);
      return;
    }
    checkDivisor(right);
    if (!Numeric.isFinite(left)) {
      Numeric.setNaN(result);
      return;
    }
    if (!Numeric.isFinite(right)) {
      result.set(left);
      return;
    }
    int scale = Math.max(Numeric.displayScale(left), Numeric.displayScale(right));
    BigDecimal x = Numeric.toBigDecimal(left);
    Numeric.set(result, x.remainder(Numeric.toBigDecimal(right)).setScale(scale));
  }

  public static void negate(Datum value, Datum result) {
    int sign = Numeric.sign(value);
    int negated =
        switch (sign) {
          case 0 -> Numeric.digitCount(value) == 0 ? 0 : Numeric.NEGATIVE;
          case Numeric.NEGATIVE -> 0;
          case Numeric.POSITIVE_INFINITY -> Numeric.NEGATIVE_INFINITY;
          case Numeric.NEGATIVE_INFINITY -> Numeric.POSITIVE_INFINITY;
          default -> sign;
        };
    setWithSign(value, negated, result);
  }

  public static void absolute(Datum value, Datum result) {
    int sign = Numeric.sign(value);
    int positive =
        sign == Numeric.NEGATIVE
            ? 0
            : sign == Numeric.NEGATIVE_INFINITY ? Numeric.POSITIVE_INFINITY : sign;
    setWithSign(value, positive, result);
  }

  private static void setWithSign(Datum value, int sign, Datum result) {
    byte[] bytes = value.copyBytes();
    bytes[4] = (byte) (sign >> 8);
    result.setBytes(bytes);
  }

  /** round(): halves away from zero; a negative scale rounds before the point. */
  public static void round(Datum value, int scale, Datum result) {
    rescale(value, scale, RoundingMode.HALF_UP, result);
  }

  public static void truncate(Datum value, int scale, Datum result) {
    rescale(value, scale, RoundingMode.DOWN, result);
  }

  public static void ceiling(Datum value, Datum result) {
    rescale(value, 0, RoundingMode.CEILING, result);
  }

  public static void floor(Datum value, Datum result) {
    rescale(value, 0, RoundingMode.FLOOR, result);
  }

  private static void rescale(Datum value, int scale, RoundingMode mode, Datum result) {
    if (!Numeric.isFinite(value)) {
      result.set(value);
      return;
    }
    int limited = Math.clamp(scale, -2 * Numeric.MAXIMUM_DISPLAY_SCALE * 8, 16383);
    BigDecimal rounded = Numeric.toBigDecimal(value).setScale(limited, mode);
    Numeric.set(result, rounded);
  }

  /** Sets an integer of any size. */
  public static void set(Datum result, BigInteger value) {
    Numeric.set(result, new BigDecimal(value));
  }
}
