package dev.postern.backend.type;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import java.math.BigDecimal;
import java.math.BigInteger;

/**
 * The layout of a numeric value: PostgreSQL's binary send form, also at rest.
 *
 * <pre>
 * 0         2          4        6              8
 * +---------+----------+--------+--------------+----------------------------------+
 * | digits  | weight   | sign   | display scale| digits in base 10000, 2 bytes    |
 * | (count) | (signed) |        |              | each; the first * 10000^weight   |
 * +---------+----------+--------+--------------+----------------------------------+
 * </pre>
 *
 * Neither the first nor the last digit is zero, and digits beyond the display scale are zero, so
 * equal values differ in their display scale only. Zero has no digits, weight 0 and a plus. A value
 * whose digits without the point are below 10^18 is handled as a {@code long}, others as {@link
 * BigDecimal}; arithmetic is {@link NumericArithmetic}'s.
 */
public final class Numeric {
  static final int NEGATIVE = 0x4000;
  static final int NAN = 0xC000;
  static final int POSITIVE_INFINITY = 0xD000;
  static final int NEGATIVE_INFINITY = 0xF000;

  /** Most digits after the point that a value can show. */
  public static final int MAXIMUM_DISPLAY_SCALE = 0x3fff;

  /** What {@link #compact} gives for a value that needs more than a long. */
  static final long TOO_BIG = Long.MIN_VALUE;

  private static final int HEADER = 8;
  static final long COMPACT_LIMIT = 1_000_000_000_000_000_000L;
  static final long[] POWERS = new long[19];

  static {
    POWERS[0] = 1;
    for (int i = 1; i < POWERS.length; i++) {
      POWERS[i] = POWERS[i - 1] * 10;
    }
  }

  private Numeric() {}

  static int sign(Datum value) {
    return Bytes.getShort(value.bytes, value.offset + 4) & 0xffff;
  }

  static int digitCount(Datum value) {
    return Bytes.getShort(value.bytes, value.offset) & 0xffff;
  }

  static int weight(Datum value) {
    return Bytes.getShort(value.bytes, value.offset + 2);
  }

  static int digit(Datum value, int index) {
    return Bytes.getShort(value.bytes, value.offset + HEADER + 2 * index);
  }

  /** Digits shown after the point. */
  public static int displayScale(Datum value) {
    return Bytes.getShort(value.bytes, value.offset + 6) & 0xffff;
  }

  public static boolean isNaN(Datum value) {
    return sign(value) == NAN;
  }

  public static boolean isFinite(Datum value) {
    return sign(value) < NAN;
  }

  /** -1, 0 or 1; for NaN 1. */
  public static int signum(Datum value) {
    int sign = sign(value);
    if (sign == NEGATIVE || sign == NEGATIVE_INFINITY) {
      return -1;
    }
    return sign == 0 && digitCount(value) == 0 ? 0 : 1;
  }

  public static void setNaN(Datum result) {
    setSpecial(result, NAN);
  }

  public static void setInfinity(Datum result, boolean negative) {
    setSpecial(result, negative ? NEGATIVE_INFINITY : POSITIVE_INFINITY);
  }

  static void setSpecial(Datum result, int sign) {
    byte[] bytes = new byte[HEADER];
    bytes[4] = (byte) (sign >> 8);
    if (sign != NAN) {
      // What PostgreSQL sends as the scale of an infinity.
      bytes[7] = 0x20;
    }
    result.setBytes(bytes);
  }

  /** Sets an integer, display scale 0. */
  public static void setLong(Datum result, long value) {
    set(result, value, 0);
  }

  /** Sets unscaled / 10^scale, which shows {@code scale} digits after the point; scale 0..18. */
  public static void set(Datum result, long unscaled, int scale) {
    int odd = scale & 3;
    int fraction = scale + 3 >> 2;
    long magnitude = Math.abs(unscaled);
    int last = 0;
    if (odd != 0) {
      // The last digit in base 10000 has fewer than four decimal digits.
      int kept = (int) POWERS[odd];
      last = (int) (magnitude % kept) * (int) POWERS[4 - odd];
      magnitude /= kept;
    }
    if (unscaled == Long.MIN_VALUE) {
      set(result, new BigDecimal(BigInteger.valueOf(unscaled), scale));
      return;
    }
    int count = odd != 0 ? 1 : 0;
    for (long rest = magnitude; rest != 0; rest /= 10000) {
      count++;
    }
    if (magnitude == 0) {
      count = last != 0 ? 1 : 0;
    }
    // The weight of the last digit is -fraction; of the first:
    int weight = count - 1 - fraction;
    int dropped = 0;
    if (count > 0 && odd != 0 && last == 0) {
      dropped++;
    }
    if (odd == 0 || last == 0) {
      while (magnitude != 0 && magnitude % 10000 == 0) {
        magnitude /= 10000;
        dropped++;
      }
    }
    int kept = count - dropped;
    if (magnitude == 0 && last == 0) {
      kept = 0;
      weight = 0;
    }
    byte[] bytes = new byte[HEADER + 2 * kept];
    writeHeader(bytes, kept, weight, unscaled < 0 ? NEGATIVE : 0, scale);
    int at = HEADER + 2 * kept;
    if (odd != 0 && last != 0) {
      at -= 2;
      putDigit(bytes, at, last);
    }
    while (at > HEADER) {
      at -= 2;
      putDigit(bytes, at, (int) (magnitude % 10000));
      magnitude /= 10000;
    }
    result.setBytes(bytes);
  }

  /** Sets a decimal; its scale, if positive, is the display scale. Throws 22003 if too large. */
  public static void set(Datum result, BigDecimal decimal) {
    BigDecimal value = decimal.scale() < 0 ? decimal.setScale(0) : decimal;
    int scale = value.scale();
    BigInteger unscaled = value.unscaledValue();
    if (scale <= 18 && unscaled.bitLength() < 63) {
      set(result, unscaled.longValue(), scale);
      return;
    }
    if (scale > MAXIMUM_DISPLAY_SCALE) {
      throw overflow();
    }
    String decimals = unscaled.abs().toString();
    int padding = (4 - (scale & 3)) & 3;
    int length = decimals.length() + padding;
    int count = length + 3 >> 2;
    int weight = count - 1 - (scale + 3 >> 2);
    byte[] digits = new byte[HEADER + 2 * count];
    int first = count;
    int last = -1;
    for (int i = 0; i < count; i++) {
      int digit = 0;
      for (int j = 0; j < 4; j++) {
        int at = length - 4 * (count - i) + j;
        digit = digit * 10 + (at >= 0 && at < decimals.length() ? decimals.charAt(at) - '0' : 0);
      }
      putDigit(digits, HEADER + 2 * i, digit);
      if (digit != 0) {
        first = Math.min(first, i);
        last = i;
      }
    }
    if (last < 0) {
      byte[] zero = new byte[HEADER];
      writeHeader(zero, 0, 0, 0, scale);
      result.setBytes(zero);
      return;
    }
    weight -= first;
    if (weight > Short.MAX_VALUE || weight < Short.MIN_VALUE) {
      throw overflow();
    }
    int kept = last - first + 1;
    byte[] bytes = new byte[HEADER + 2 * kept];
    writeHeader(bytes, kept, weight, unscaled.signum() < 0 ? NEGATIVE : 0, scale);
    System.arraycopy(digits, HEADER + 2 * first, bytes, HEADER, 2 * kept);
    result.setBytes(bytes);
  }

  static SqlError overflow() {
    return new SqlError(SqlState.NUMERIC_VALUE_OUT_OF_RANGE, "value overflows numeric format");
  }

  private static void writeHeader(byte[] bytes, int count, int weight, int sign, int scale) {
    bytes[0] = (byte) (count >> 8);
    bytes[1] = (byte) count;
    bytes[2] = (byte) (weight >> 8);
    bytes[3] = (byte) weight;
    bytes[4] = (byte) (sign >> 8);
    bytes[6] = (byte) (scale >> 8);
    bytes[7] = (byte) scale;
  }

  private static void putDigit(byte[] bytes, int at, int digit) {
    bytes[at] = (byte) (digit >> 8);
    bytes[at + 1] = (byte) digit;
  }

  /** The value * 10^displayScale of a finite value, or {@link #TOO_BIG}. */
  static long compact(Datum value) {
    int count = digitCount(value);
    if (count > 5) {
      return TOO_BIG;
    }
    int scale = displayScale(value);
    if (count == 0) {
      return scale <= 18 ? 0 : TOO_BIG;
    }
    long digits = 0;
    for (int i = 0; i < count; i++) {
      if (digits >= COMPACT_LIMIT / 10000) {
        return TOO_BIG;
      }
      digits = digits * 10000 + digit(value, i);
    }
    int shift = 4 * (weight(value) - count + 1) + scale;
    if (shift < 0) {
      digits /= POWERS[Math.min(18, -shift)];
    } else if (shift > 18 || digits >= COMPACT_LIMIT / POWERS[shift]) {
      return TOO_BIG;
    } else {
      digits *= POWERS[shift];
    }
    if (scale > 18) {
      return TOO_BIG;
    }
    return sign(value) == NEGATIVE ? -digits : digits;
  }

  /** A finite value; its scale is the display scale. */
  public static BigDecimal toBigDecimal(Datum value) {
    int scale = displayScale(value);
    long compact = compact(value);
    if (compact != TOO_BIG) {
      return BigDecimal.valueOf(compact, scale);
    }
    int count = digitCount(value);
    if (count == 0) {
      return new BigDecimal(BigInteger.ZERO, scale);
    }
    char[] decimals = new char[4 * count + 1];
    decimals[0] = sign(value) == NEGATIVE ? '-' : '0';
    for (int i = 0; i < count; i++) {
      int digit = digit(value, i);
      for (int j = 4; j > 0; j--) {
        decimals[4 * i + j] = (char) ('0' + digit % 10);
        digit /= 10;
      }
    }
    BigInteger digits = new BigInteger(new String(decimals));
    return new BigDecimal(digits, 4 * (count - 1 - weight(value))).setScale(scale);
  }

  /** Rounds a finite value's decimal to an integer, halves away from zero, as casts do. */
  static BigInteger toBigInteger(Datum value) {
    return toBigDecimal(value).setScale(0, java.math.RoundingMode.HALF_UP).unscaledValue();
  }

  /**
   * The cast to an integer type: rounds, and throws PostgreSQL's errors.
   *
   * @param words smallint, integer or bigint
   */
  public static long toLong(Datum value, long minimum, long maximum, String words) {
    if (!isFinite(value)) {
      throw new SqlError(
          SqlState.FEATURE_NOT_SUPPORTED,
          "cannot convert " + (isNaN(value) ? "NaN" : "infinity") + " to " + words);
    }
    long rounded;
    long compact = compact(value);
    if (compact != TOO_BIG) {
      long unit = POWERS[displayScale(value)];
      rounded = compact / unit;
      long rest = Math.abs(compact % unit);
      if (rest >= unit - rest && rest != 0) {
        rounded += compact < 0 ? -1 : 1;
      }
    } else {
      BigInteger big = toBigInteger(value);
      if (big.bitLength() > 63) {
        throw InputErrors.outOfRange(words);
      }
      rounded = big.longValue();
    }
    if (rounded < minimum || rounded > maximum) {
      throw InputErrors.outOfRange(words);
    }
    return rounded;
  }

  /** The cast to float8: correctly rounded; throws 22003 if too large or too small. */
  public static double toDouble(Datum value) {
    if (!isFinite(value)) {
      return switch (sign(value)) {
        case POSITIVE_INFINITY -> Double.POSITIVE_INFINITY;
        case NEGATIVE_INFINITY -> Double.NEGATIVE_INFINITY;
        default -> Double.NaN;
      };
    }
    BigDecimal decimal = toBigDecimal(value);
    double number = decimal.doubleValue();
    if (Double.isInfinite(number) || number == 0 && decimal.signum() != 0) {
      throw new SqlError(
          SqlState.NUMERIC_VALUE_OUT_OF_RANGE,
          "\"" + decimal.toPlainString() + "\" is out of range for type double precision");
    }
    return number;
  }

  /** The cast to float4. */
  public static float toFloat(Datum value) {
    if (!isFinite(value)) {
      return (float) toDouble(value);
    }
    BigDecimal decimal = toBigDecimal(value);
    float number = decimal.floatValue();
    if (Float.isInfinite(number) || number == 0 && decimal.signum() != 0) {
      throw new SqlError(
          SqlState.NUMERIC_VALUE_OUT_OF_RANGE,
          "\"" + decimal.toPlainString() + "\" is out of range for type real");
    }
    return number;
  }

  /** The cast from float8: 15 significant digits. */
  public static void setDouble(Datum result, double value) {
    setBinary(result, value, 15);
  }

  /** The cast from float4: 6 significant digits. */
  public static void setFloat(Datum result, float value) {
    setBinary(result, value, 6);
  }

  private static void setBinary(Datum result, double value, int digits) {
    if (Double.isNaN(value)) {
      setNaN(result);
    } else if (Double.isInfinite(value)) {
      setInfinity(result, value < 0);
    } else if (value == 0) {
      setLong(result, 0);
    } else {
      BigDecimal decimal =
          new BigDecimal(value)
              .round(new java.math.MathContext(digits, java.math.RoundingMode.HALF_EVEN))
              .stripTrailingZeros();
      set(result, decimal);
    }
  }

  /** The order of values: -Infinity, finite, Infinity, NaN. */
  public static int compare(Datum left, Datum right) {
    int leftSign = sign(left);
    int rightSign = sign(right);
    if (leftSign >= NAN || rightSign >= NAN) {
      return Integer.compare(specialRank(leftSign), specialRank(rightSign));
    }
    int leftSignum = signum(left);
    int rightSignum = signum(right);
    if (leftSignum != rightSignum || leftSignum == 0) {
      return Integer.compare(leftSignum, rightSignum);
    }
    int order = compareMagnitude(left, right);
    return leftSignum < 0 ? -order : order;
  }

  private static int specialRank(int sign) {
    return switch (sign) {
      case NEGATIVE_INFINITY -> -1;
      case POSITIVE_INFINITY -> 1;
      case NAN -> 2;
      default -> 0;
    };
  }

  static int compareMagnitude(Datum left, Datum right) {
    int leftCount = digitCount(left);
    int rightCount = digitCount(right);
    if (leftCount == 0 || rightCount == 0) {
      return Integer.compare(leftCount, rightCount);
    }
    int order = Integer.compare(weight(left), weight(right));
    for (int i = 0; order == 0 && i < leftCount && i < rightCount; i++) {
      order = Integer.compare(digit(left, i), digit(right, i));
    }
    return order != 0 ? order : Integer.compare(leftCount, rightCount);
  }

  static long hash(Datum value) {
    int sign = sign(value);
    int count = digitCount(value);
    long header = (long) sign << 32 | (count == 0 ? 0 : weight(value) & 0xffff);
    return Hashing.combine(
        Hashing.ofLong(header), Hashing.ofBytes(value.bytes, value.offset + HEADER, 2 * count));
  }

  /**
   * One byte for the kind, then for finite values the weight and the digits plus one, ended by
   * zero; all inverted for negative ones.
   */
  static void writeKey(Datum value, ValueWriter key) {
    int sign = sign(value);
    if (sign >= NAN) {
      key.writeByte(sign == NEGATIVE_INFINITY ? 0 : sign == POSITIVE_INFINITY ? 4 : 5);
      return;
    }
    int count = digitCount(value);
    if (count == 0) {
      key.writeByte(2);
      return;
    }
    int inverted = sign == NEGATIVE ? 0xffff : 0;
    key.writeByte(sign == NEGATIVE ? 1 : 3);
    key.writeShort((weight(value) ^ 0x8000) ^ inverted);
    for (int i = 0; i < count; i++) {
      key.writeShort(digit(value, i) + 1 ^ inverted);
    }
    key.writeShort(inverted);
  }
}
