package dev.postern.backend.function;

import java.util.function.DoubleUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Trigonometry in degrees. Multiples of 30 and 45 degrees are exact, as PostgreSQL makes them: each
 * quadrant is pieced together from sines up to 30 and cosines up to 60 degrees, scaled so that they
 * hit one half exactly.
 */
final class DegreeFunctions {
  private static final double RADIANS = Math.PI / 180;
  private static final double SINE_30 = Math.sin(30 * RADIANS);
  private static final double ONE_MINUS_COSINE_60 = 1 - Math.cos(60 * RADIANS);
  private static final double ASIN_HALF = Math.asin(0.5);
  private static final double ACOS_HALF = Math.acos(0.5);
  private static final double TANGENT_45 = sineQ1(45) / cosineQ1(45);
  private static final double COTANGENT_45 = cosineQ1(45) / sineQ1(45);
  private static final double ATAN_1 = Math.atan(1);

  private DegreeFunctions() {}

  static @Nullable ScalarFunction code(String key) {
    return switch (key) {
      case "dsind" -> of(DegreeFunctions::sine);
      case "dcosd" -> of(DegreeFunctions::cosine);
      case "dtand" -> of(x -> tangent(x, false));
      case "dcotd" -> of(x -> tangent(x, true));
      case "dasind" -> of(x -> MathFunctions.inUnit(x) >= 0 ? asinQ1(x) : -asinQ1(-x));
      case "dacosd" -> of(x -> MathFunctions.inUnit(x) >= 0 ? acosQ1(x) : 90 + asinQ1(-x));
      case "datand" -> of(x -> Math.atan(x) / ATAN_1 * 45);
      case "datan2d" ->
          (c, a, r) ->
              r.setDouble(Math.atan2(a[0].doubleValue(), a[1].doubleValue()) / ATAN_1 * 45);
      default -> null;
    };
  }

  private static ScalarFunction of(DoubleUnaryOperator function) {
    return (c, a, r) -> {
      double x = a[0].doubleValue();
      r.setDouble(Double.isNaN(x) ? x : function.applyAsDouble(x));
    };
  }

  private static double sine0to30(double x) {
    return Math.sin(x * RADIANS) / SINE_30 / 2;
  }

  private static double cosine0to60(double x) {
    return 1 - (1 - Math.cos(x * RADIANS)) / ONE_MINUS_COSINE_60 / 2;
  }

  private static double sineQ1(double x) {
    return x <= 30 ? sine0to30(x) : cosine0to60(90 - x);
  }

  private static double cosineQ1(double x) {
    return x <= 60 ? cosine0to60(x) : sine0to30(90 - x);
  }

  private static double sine(double degrees) {
    double x = MathFunctions.finite(degrees) % 360;
    int sign = 1;
    if (x < 0) {
      x = -x;
      sign = -sign;
    }
    if (x > 180) {
      x = 360 - x;
      sign = -sign;
    }
    if (x > 90) {
      x = 180 - x;
    }
    return sign * sineQ1(x);
  }

  private static double cosine(double degrees) {
    double x = Math.abs(MathFunctions.finite(degrees) % 360);
    int sign = 1;
    if (x > 180) {
      x = 360 - x;
    }
    if (x > 90) {
      x = 180 - x;
      sign = -sign;
    }
    return sign * cosineQ1(x);
  }

  private static double tangent(double degrees, boolean inverse) {
    double x = MathFunctions.finite(degrees) % 360;
    int sign = 1;
    if (x < 0) {
      x = -x;
      sign = -sign;
    }
    if (x > 180) {
      x = 360 - x;
      sign = -sign;
    }
    if (x > 90) {
      x = 180 - x;
      sign = -sign;
    }
    double value =
        inverse
            ? sign * (cosineQ1(x) / sineQ1(x) / COTANGENT_45)
            : sign * (sineQ1(x) / cosineQ1(x) / TANGENT_45);
    return value == 0 ? 0 : value;
  }

  private static double asinQ1(double x) {
    return x <= 0.5 ? Math.asin(x) / ASIN_HALF * 30 : 90 - Math.acos(x) / ACOS_HALF * 60;
  }

  private static double acosQ1(double x) {
    return x <= 0.5 ? 90 - Math.asin(x) / ASIN_HALF * 30 : Math.acos(x) / ACOS_HALF * 60;
  }
}
