package dev.postern.backend.function;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import java.util.function.DoubleUnaryOperator;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Mathematical functions of double precision, and random numbers. */
final class MathFunctions implements FunctionTopic {
  @Override
  public @Nullable ScalarFunction scalar(String key, CallSite site) {
    return switch (key) {
      case "dceil" -> of(Math::ceil);
      case "dfloor" -> of(Math::floor);
      case "dround" -> of(Math::rint);
      case "dtrunc" -> of(x -> x < 0 ? Math.ceil(x) : Math.floor(x));
      case "dsign" -> of(x -> x > 0 ? 1 : x < 0 ? -1 : Double.isNaN(x) ? x : 0);
      case "dsqrt" ->
          of(
              x -> {
                if (x < 0) {
                  throw new SqlError(
                      SqlState.INVALID_ARGUMENT_FOR_POWER_FUNCTION,
                      "cannot take square root of a negative number");
                }
                return Math.sqrt(x);
              });
      case "dcbrt" -> of(Math::cbrt);
      case "dexp" ->
          of(
              x -> {
                double value = Math.exp(x);
                if (Double.isInfinite(value) && !Double.isInfinite(x)) {
                  throw FloatFunctions.overflow();
                }
                if (value == 0 && !Double.isInfinite(x)) {
                  throw FloatFunctions.underflow();
                }
                return value;
              });
      case "dlog1" -> of(x -> Math.log(positive(x)));
      case "dlog10" -> of(x -> Math.log10(positive(x)));
      case "dpow" -> (c, a, r) -> r.setDouble(power(a[0].doubleValue(), a[1].doubleValue()));
      case "dpi" -> (c, a, r) -> r.setDouble(Math.PI);
      case "degrees" -> of(x -> FloatFunctions.quotient(x, Math.PI / 180));
      case "radians" -> of(x -> FloatFunctions.product(x, Math.PI / 180));
      case "dsin" -> of(x -> Math.sin(finite(x)));
      case "dcos" -> of(x -> Math.cos(finite(x)));
      case "dtan" -> of(x -> Math.tan(finite(x)));
      case "dcot" -> of(x -> 1 / Math.tan(finite(x)));
      case "dasin" -> of(x -> Math.asin(inUnit(x)));
      case "dacos" -> of(x -> Math.acos(inUnit(x)));
      case "datan" -> of(Math::atan);
      case "datan2" -> (c, a, r) -> r.setDouble(Math.atan2(a[0].doubleValue(), a[1].doubleValue()));
      case "dsinh" -> of(Math::sinh);
      case "dcosh" -> of(Math::cosh);
      case "dtanh" -> of(Math::tanh);
      case "dasinh" ->
          of(x -> Double.isInfinite(x) || x == 0 ? x : Math.signum(x) * asinh(Math.abs(x)));
      case "dacosh" ->
          of(
              x -> {
                if (x < 1) {
                  throw inputOutOfRange();
                }
                return x == Double.POSITIVE_INFINITY ? x : Math.log(x + Math.sqrt(x * x - 1));
              });
      case "datanh" ->
          of(
              x -> {
                if (x < -1 || x > 1) {
                  throw inputOutOfRange();
                }
                return 0.5 * (Math.log1p(x) - Math.log1p(-x));
              });
      default -> {
        ScalarFunction degrees = DegreeFunctions.code(key);
        yield degrees != null ? degrees : random(key);
      }
    };
  }

  private static double asinh(double x) {
    double square = x * x;
    return Math.log1p(x + square / (1 + Math.sqrt(square + 1)));
  }

  private static ScalarFunction of(DoubleUnaryOperator function) {
    return (c, a, r) -> r.setDouble(function.applyAsDouble(a[0].doubleValue()));
  }

  private static @Nullable ScalarFunction random(String key) {
    return switch (key) {
      case "drandom" -> (c, a, r) -> r.setDouble(c.random().nextDouble());
      case "setseed" ->
          (c, a, r) -> {
            double seed = a[0].doubleValue();
            if (!(seed >= -1 && seed <= 1)) {
              throw new SqlError(
                  SqlState.INVALID_PARAMETER_VALUE,
                  "setseed parameter " + seed + " is out of allowed range [-1,1]");
            }
            c.seedRandom(Double.doubleToRawLongBits(seed));
            r.setNull();
          };
      case "int4random", "int8random" ->
          (c, a, r) -> {
            if (a[0].bits > a[1].bits) {
              throw new SqlError(
                  SqlState.INVALID_PARAMETER_VALUE,
                  "lower bound must be less than or equal to upper bound");
            }
            r.setLong(between(c.random(), a[0].bits, a[1].bits));
          };
      case "drandom_normal" ->
          (c, a, r) ->
              r.setDouble(a[0].doubleValue() + a[1].doubleValue() * c.random().nextGaussian());
      default -> null;
    };
  }

  private static long between(RandomGenerator random, long least, long most) {
    return most == Long.MAX_VALUE
        ? least == Long.MIN_VALUE ? random.nextLong() : random.nextLong(least - 1, most) + 1
        : random.nextLong(least, most + 1);
  }

  private static double positive(double value) {
    if (value == 0) {
      throw new SqlError(SqlState.INVALID_ARGUMENT_FOR_LOGARITHM, "cannot take logarithm of zero");
    }
    if (value < 0) {
      throw new SqlError(
          SqlState.INVALID_ARGUMENT_FOR_LOGARITHM, "cannot take logarithm of a negative number");
    }
    return value;
  }

  static double finite(double value) {
    if (Double.isInfinite(value)) {
      throw inputOutOfRange();
    }
    return value;
  }

  static double inUnit(double value) {
    if (value < -1 || value > 1) {
      throw inputOutOfRange();
    }
    return value;
  }

  static SqlError inputOutOfRange() {
    return new SqlError(SqlState.NUMERIC_VALUE_OUT_OF_RANGE, "input is out of range");
  }

  private static double power(double base, double exponent) {
    // POSIX, unlike Math.pow: 1 to any power is 1, also to NaN.
    if (base == 1) {
      return 1;
    }
    if (base == 0 && exponent < 0) {
      throw new SqlError(
          SqlState.INVALID_ARGUMENT_FOR_POWER_FUNCTION,
          "zero raised to a negative power is undefined");
    }
    if (base < 0 && !Double.isInfinite(exponent) && Math.floor(exponent) != exponent) {
      if (Double.isNaN(exponent)) {
        return exponent;
      }
      throw new SqlError(
          SqlState.INVALID_ARGUMENT_FOR_POWER_FUNCTION,
          "a negative number raised to a non-integer power yields a complex result");
    }
    if (base == -1 && Double.isInfinite(exponent)) {
      return 1;
    }
    double value = Math.pow(base, exponent);
    boolean finite = !Double.isInfinite(base) && !Double.isInfinite(exponent);
    if (Double.isInfinite(value) && finite) {
      throw FloatFunctions.overflow();
    }
    if (value == 0 && finite && base != 0) {
      throw FloatFunctions.underflow();
    }
    return value;
  }
}
