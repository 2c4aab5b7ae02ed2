package dev.postern.backend.function;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.type.InputErrors;
import org.jspecify.annotations.Nullable;

/** Arithmetic of real and double precision, and the casts from and to integers. */
final class FloatFunctions implements FunctionTopic {
  @Override
  public @Nullable ScalarFunction scalar(String key, CallSite site) {
    return switch (key) {
      case "float4pl" -> (c, a, r) -> r.setFloat(sum(a[0].floatValue(), a[1].floatValue()));
      case "float4mi" -> (c, a, r) -> r.setFloat(sum(a[0].floatValue(), -a[1].floatValue()));
      case "float4mul" -> (c, a, r) -> r.setFloat(product(a[0].floatValue(), a[1].floatValue()));
      case "float4div" -> (c, a, r) -> r.setFloat(quotient(a[0].floatValue(), a[1].floatValue()));
      case "float8pl" -> (c, a, r) -> r.setDouble(sum(a[0].doubleValue(), a[1].doubleValue()));
      case "float8mi" -> (c, a, r) -> r.setDouble(sum(a[0].doubleValue(), -a[1].doubleValue()));
      case "float8mul" -> (c, a, r) -> r.setDouble(product(a[0].doubleValue(), a[1].doubleValue()));
      case "float8div" ->
          (c, a, r) -> r.setDouble(quotient(a[0].doubleValue(), a[1].doubleValue()));
      case "float48pl" ->
          (c, a, r) -> r.setDouble(sum((double) a[0].floatValue(), a[1].doubleValue()));
      case "float48mi" ->
          (c, a, r) -> r.setDouble(sum((double) a[0].floatValue(), -a[1].doubleValue()));
      case "float48mul" ->
          (c, a, r) -> r.setDouble(product((double) a[0].floatValue(), a[1].doubleValue()));
      case "float48div" ->
          (c, a, r) -> r.setDouble(quotient((double) a[0].floatValue(), a[1].doubleValue()));
      case "float84pl" ->
          (c, a, r) -> r.setDouble(sum(a[0].doubleValue(), (double) a[1].floatValue()));
      case "float84mi" ->
          (c, a, r) -> r.setDouble(sum(a[0].doubleValue(), (double) -a[1].floatValue()));
      case "float84mul" ->
          (c, a, r) -> r.setDouble(product(a[0].doubleValue(), (double) a[1].floatValue()));
      case "float84div" ->
          (c, a, r) -> r.setDouble(quotient(a[0].doubleValue(), (double) a[1].floatValue()));
      case "float4um" -> (c, a, r) -> r.setFloat(-a[0].floatValue());
      case "float8um" -> (c, a, r) -> r.setDouble(-a[0].doubleValue());
      case "float4up", "float8up" -> (c, a, r) -> r.set(a[0]);
      case "float4abs" -> (c, a, r) -> r.setFloat(Math.abs(a[0].floatValue()));
      case "float8abs" -> (c, a, r) -> r.setDouble(Math.abs(a[0].doubleValue()));
      default -> casts(key);
    };
  }

  private static @Nullable ScalarFunction casts(String key) {
    return switch (key) {
      case "i2tod", "i4tod", "i8tod" -> (c, a, r) -> r.setDouble((double) a[0].bits);
      case "i2tof", "i4tof", "i8tof" -> (c, a, r) -> r.setFloat((float) a[0].bits);
      case "ftod" -> (c, a, r) -> r.setDouble(a[0].floatValue());
      case "dtof" ->
          (c, a, r) -> {
            double value = a[0].doubleValue();
            float cast = (float) value;
            if (Float.isInfinite(cast) && !Double.isInfinite(value)) {
              throw overflow();
            }
            if (cast == 0 && value != 0) {
              throw underflow();
            }
            r.setFloat(cast);
          };
      case "dtoi2" -> (c, a, r) -> r.setLong(whole(a[0].doubleValue(), 0x1p15, "smallint"));
      case "dtoi4" -> (c, a, r) -> r.setLong(whole(a[0].doubleValue(), 0x1p31, "integer"));
      case "dtoi8" -> (c, a, r) -> r.setLong(whole(a[0].doubleValue(), 0x1p63, "bigint"));
      case "ftoi2" -> (c, a, r) -> r.setLong(whole(a[0].floatValue(), 0x1p15, "smallint"));
      case "ftoi4" -> (c, a, r) -> r.setLong(whole(a[0].floatValue(), 0x1p31, "integer"));
      case "ftoi8" -> (c, a, r) -> r.setLong(whole(a[0].floatValue(), 0x1p63, "bigint"));
      default -> null;
    };
  }

  /** Rounds halves to even. */
  private static long whole(double value, double limit, String type) {
    double rounded = Math.rint(value);
    if (!(rounded >= -limit && rounded < limit)) {
      throw InputErrors.outOfRange(type);
    }
    return (long) rounded;
  }

  static float sum(float left, float right) {
    float sum = left + right;
    if (Float.isInfinite(sum) && !Float.isInfinite(left) && !Float.isInfinite(right)) {
      throw overflow();
    }
    return sum;
  }

  static double sum(double left, double right) {
    double sum = left + right;
    if (Double.isInfinite(sum) && !Double.isInfinite(left) && !Double.isInfinite(right)) {
      throw overflow();
    }
    return sum;
  }

  private static float product(float left, float right) {
    float product = left * right;
    if (Float.isInfinite(product) && !Float.isInfinite(left) && !Float.isInfinite(right)) {
      throw overflow();
    }
    if (product == 0 && left != 0 && right != 0) {
      throw underflow();
    }
    return product;
  }

  static double product(double left, double right) {
    double product = left * right;
    if (Double.isInfinite(product) && !Double.isInfinite(left) && !Double.isInfinite(right)) {
      throw overflow();
    }
    if (product == 0 && left != 0 && right != 0) {
      throw underflow();
    }
    return product;
  }

  private static float quotient(float left, float right) {
    if (right == 0 && !Float.isNaN(left)) {
      throw IntegerFunctions.divisionByZero();
    }
    float quotient = left / right;
    if (Float.isInfinite(quotient) && !Float.isInfinite(left)) {
      throw overflow();
    }
    if (quotient == 0 && left != 0 && !Float.isInfinite(right)) {
      throw underflow();
    }
    return quotient;
  }

  static double quotient(double left, double right) {
    if (right == 0 && !Double.isNaN(left)) {
      throw IntegerFunctions.divisionByZero();
    }
    double quotient = left / right;
    if (Double.isInfinite(quotient) && !Double.isInfinite(left)) {
      throw overflow();
    }
    if (quotient == 0 && left != 0 && !Double.isInfinite(right)) {
      throw underflow();
    }
    return quotient;
  }

  static SqlError overflow() {
    return new SqlError(SqlState.NUMERIC_VALUE_OUT_OF_RANGE, "value out of range: overflow");
  }

  static SqlError underflow() {
    return new SqlError(SqlState.NUMERIC_VALUE_OUT_OF_RANGE, "value out of range: underflow");
  }
}
