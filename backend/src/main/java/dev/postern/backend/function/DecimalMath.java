package dev.postern.backend.function;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Exponential and logarithm of decimals to any precision. */
final class DecimalMath {
  private static final BigDecimal TWO = BigDecimal.valueOf(2);

  private DecimalMath() {}

  /** e to the power of x, with {@code digits} significant digits. */
  static BigDecimal exp(BigDecimal x, int digits) {
    if (x.signum() == 0) {
      return BigDecimal.ONE;
    }
    // e^x = (e^(x/2^k))^(2^k): the series converges fast for small arguments; each squaring
    // doubles the relative error.
    int weight = Math.max(0, x.precision() - x.scale());
    int halvings = Math.min(64, 8 + 4 * weight);
    MathContext context = new MathContext(digits + weight + 30, RoundingMode.HALF_EVEN);
    BigDecimal small = x.divide(TWO.pow(halvings), context);
    BigDecimal sum = BigDecimal.ONE;
    BigDecimal term = BigDecimal.ONE;
    for (int i = 1; ; i++) {
      term = term.multiply(small, context).divide(BigDecimal.valueOf(i), context);
      if (term.signum() == 0 || exponent(term) < -context.getPrecision()) {
        break;
      }
      sum = sum.add(term, context);
    }
    for (int i = 0; i < halvings; i++) {
      sum = sum.multiply(sum, context);
    }
    return sum;
  }

  /** The natural logarithm of a positive x, good to {@code scale} digits after the point. */
  static BigDecimal ln(BigDecimal x, int scale) {
    if (x.compareTo(BigDecimal.ONE) == 0) {
      return BigDecimal.ZERO;
    }
    int exponent = exponent(x);
    MathContext context =
        new MathContext(Math.max(scale, 0) + 40 + digitsOf(exponent), RoundingMode.HALF_EVEN);
    // x = m * 10^exponent; near one nothing is split off, or digits would cancel out.
    BigDecimal mantissa = x;
    BigDecimal offset = BigDecimal.ZERO;
    if (exponent < -1 || exponent > 0) {
      mantissa = x.movePointLeft(exponent);
      offset = lnOfRoots(BigDecimal.TEN, context).multiply(BigDecimal.valueOf(exponent));
    }
    return offset.add(lnOfRoots(mantissa, context));
  }

  private static BigDecimal lnOfRoots(BigDecimal x, MathContext context) {
    BigDecimal root = x;
    int roots = 0;
    BigDecimal near = new BigDecimal("0.01");
    while (root.subtract(BigDecimal.ONE).abs().compareTo(near) > 0) {
      root = root.sqrt(context);
      roots++;
    }
    // ln r = 2 * artanh((r-1)/(r+1))
    BigDecimal z = root.subtract(BigDecimal.ONE).divide(root.add(BigDecimal.ONE), context);
    BigDecimal square = z.multiply(z, context);
    BigDecimal power = z;
    BigDecimal sum = z;
    for (int i = 3; ; i += 2) {
      power = power.multiply(square, context);
      BigDecimal term = power.divide(BigDecimal.valueOf(i), context);
      if (term.signum() == 0 || exponent(term) < exponent(sum) - context.getPrecision()) {
        break;
      }
      sum = sum.add(term, context);
    }
    return sum.multiply(TWO.pow(roots + 1), context);
  }

  /** Decimal exponent of the first digit. */
  static int exponent(BigDecimal x) {
    return x.precision() - x.scale() - 1;
  }

  private static int digitsOf(int number) {
    return Integer.toString(Math.abs(number)).length();
  }
}
