package dev.postern.backend.function;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.type.InputErrors;
import dev.postern.backend.type.NumericArithmetic;
import org.jspecify.annotations.Nullable;

/** Arithmetic and bits of smallint, integer and bigint, and the casts among them. */
final class IntegerFunctions implements FunctionTopic {
  @Override
  public @Nullable ScalarFunction scalar(String key, CallSite site) {
    return switch (key) {
      case "int2pl" -> (c, a, r) -> r.setLong(small(a[0].bits + a[1].bits));
      case "int2mi" -> (c, a, r) -> r.setLong(small(a[0].bits - a[1].bits));
      case "int2mul" -> (c, a, r) -> r.setLong(small(a[0].bits * a[1].bits));
      case "int2div" -> (c, a, r) -> r.setLong(small(quotient(a[0].bits, a[1].bits)));
      case "int4pl", "int24pl", "int42pl" -> (c, a, r) -> r.setLong(integer(a[0].bits + a[1].bits));
      case "int4mi", "int24mi", "int42mi" -> (c, a, r) -> r.setLong(integer(a[0].bits - a[1].bits));
      case "int4mul", "int24mul", "int42mul" ->
          (c, a, r) -> r.setLong(integer(a[0].bits * a[1].bits));
      case "int4div", "int24div", "int42div" ->
          (c, a, r) -> r.setLong(integer(quotient(a[0].bits, a[1].bits)));
      case "int8pl", "int28pl", "int48pl", "int82pl", "int84pl" ->
          (c, a, r) -> r.setLong(sum(a[0].bits, a[1].bits));
      case "int8mi", "int28mi", "int48mi", "int82mi", "int84mi" ->
          (c, a, r) -> r.setLong(difference(a[0].bits, a[1].bits));
      case "int8mul", "int28mul", "int48mul", "int82mul", "int84mul" ->
          (c, a, r) -> r.setLong(product(a[0].bits, a[1].bits));
      case "int8div", "int28div", "int48div", "int82div", "int84div" ->
          (c, a, r) -> {
            if (a[0].bits == Long.MIN_VALUE && a[1].bits == -1) {
              throw InputErrors.outOfRange("bigint");
            }
            r.setLong(quotient(a[0].bits, a[1].bits));
          };
      case "int2mod", "int4mod", "int8mod" ->
          (c, a, r) -> {
            checkDivisor(a[1].bits);
            r.setLong(a[1].bits == -1 ? 0 : a[0].bits % a[1].bits);
          };
      case "int2um" -> (c, a, r) -> r.setLong(small(-a[0].bits));
      case "int4um" -> (c, a, r) -> r.setLong(integer(-a[0].bits));
      case "int8um" -> (c, a, r) -> r.setLong(difference(0, a[0].bits));
      case "int2up", "int4up", "int8up" -> (c, a, r) -> r.set(a[0]);
      case "int2abs" -> (c, a, r) -> r.setLong(small(Math.abs(a[0].bits)));
      case "int4abs" -> (c, a, r) -> r.setLong(integer(Math.abs(a[0].bits)));
      case "int8abs" ->
          (c, a, r) -> r.setLong(a[0].bits < 0 ? difference(0, a[0].bits) : a[0].bits);
      case "int4inc" -> (c, a, r) -> r.setLong(integer(a[0].bits + 1));
      case "int8inc" -> (c, a, r) -> r.setLong(sum(a[0].bits, 1));
      case "int8dec" -> (c, a, r) -> r.setLong(difference(a[0].bits, 1));
      case "int4gcd" -> (c, a, r) -> r.setLong(integer(divisor(a[0].bits, a[1].bits)));
      case "int8gcd" -> (c, a, r) -> r.setLong(largeDivisor(a[0].bits, a[1].bits));
      case "int4lcm" -> (c, a, r) -> r.setLong(integer(multiple(a[0].bits, a[1].bits)));
      case "int8lcm" -> (c, a, r) -> r.setLong(multiple(a[0].bits, a[1].bits));
      default -> bits(key);
    };
  }

  private static @Nullable ScalarFunction bits(String key) {
    return switch (key) {
      case "int2and", "int4and", "int8and" -> (c, a, r) -> r.setLong(a[0].bits & a[1].bits);
      case "int2or", "int4or", "int8or" -> (c, a, r) -> r.setLong(a[0].bits | a[1].bits);
      case "int2xor", "int4xor", "int8xor" -> (c, a, r) -> r.setLong(a[0].bits ^ a[1].bits);
      case "int2not", "int4not", "int8not" -> (c, a, r) -> r.setLong(~a[0].bits);
      // The shift count is taken modulo the width, as processors do.
      case "int2shl" -> (c, a, r) -> r.setLong((short) ((int) a[0].bits << (int) a[1].bits));
      case "int4shl" -> (c, a, r) -> r.setLong((int) a[0].bits << (int) a[1].bits);
      case "int8shl" -> (c, a, r) -> r.setLong(a[0].bits << (int) a[1].bits);
      case "int2shr", "int4shr" -> (c, a, r) -> r.setLong((int) a[0].bits >> (int) a[1].bits);
      case "int8shr" -> (c, a, r) -> r.setLong(a[0].bits >> (int) a[1].bits);
      case "i2toi4", "int28", "int48" -> (c, a, r) -> r.set(a[0]);
      case "i4toi2", "int82" -> (c, a, r) -> r.setLong(small(a[0].bits));
      case "int84" -> (c, a, r) -> r.setLong(integer(a[0].bits));
      case "int4_bool" -> (c, a, r) -> r.setBoolean(a[0].bits != 0);
      case "bool_int4" -> (c, a, r) -> r.set(a[0]);
      case "oidtoi8" -> (c, a, r) -> r.setLong(a[0].bits & 0xffffffffL);
      case "i8tooid" ->
          (c, a, r) -> {
            if (a[0].bits < 0 || a[0].bits > 0xffffffffL) {
              throw InputErrors.outOfRange("OID");
            }
            r.setLong((int) a[0].bits);
          };
      case "chartoi4" -> (c, a, r) -> r.setLong((byte) a[0].bits);
      case "i4tochar" ->
          (c, a, r) -> {
            if (a[0].bits != (byte) a[0].bits) {
              throw InputErrors.outOfRange("\"char\"");
            }
            r.set(a[0]);
          };
      default -> null;
    };
  }

  static long small(long value) {
    if (value != (short) value) {
      throw InputErrors.outOfRange("smallint");
    }
    return value;
  }

  static long integer(long value) {
    if (value != (int) value) {
      throw InputErrors.outOfRange("integer");
    }
    return value;
  }

  static long sum(long left, long right) {
    long sum = left + right;
    if (((left ^ sum) & (right ^ sum)) < 0) {
      throw InputErrors.outOfRange("bigint");
    }
    return sum;
  }

  static long difference(long left, long right) {
    long difference = left - right;
    if (((left ^ right) & (left ^ difference)) < 0) {
      throw InputErrors.outOfRange("bigint");
    }
    return difference;
  }

  static long product(long left, long right) {
    long product = left * right;
    if (Math.multiplyHigh(left, right) != product >> 63) {
      throw InputErrors.outOfRange("bigint");
    }
    return product;
  }

  private static void checkDivisor(long divisor) {
    if (divisor == 0) {
      throw divisionByZero();
    }
  }

  static SqlError divisionByZero() {
    return NumericArithmetic.divisionByZero();
  }

  private static long quotient(long left, long right) {
    checkDivisor(right);
    return left / right;
  }

  private static long divisor(long left, long right) {
    long a = left;
    long b = right;
    while (b != 0) {
      long rest = b == -1 ? 0 : a % b;
      a = b;
      b = rest;
    }
    return Math.abs(a);
  }

  private static long largeDivisor(long left, long right) {
    long divisor = divisor(left, right);
    if (divisor < 0) {
      throw InputErrors.outOfRange("bigint");
    }
    return divisor;
  }

  private static long multiple(long left, long right) {
    if (left == 0 || right == 0) {
      return 0;
    }
    long product = product(left / largeDivisor(left, right), right);
    if (product == Long.MIN_VALUE) {
      throw InputErrors.outOfRange("bigint");
    }
    return Math.abs(product);
  }
}
