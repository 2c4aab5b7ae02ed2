package dev.postern.backend.type;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/**
 * Text forms of float4 and float8.
 *
 * <p>Output is the shortest decimal that reads back as the same number and is not exactly midway
 * between two numbers (manual, "Floating-Point Types"), or, where extra_float_digits is not
 * positive, that many digits fewer than the type surely keeps.
 */
public final class FloatText {
  private static final int DOUBLE_DIGITS = 15;
  private static final int FLOAT_DIGITS = 6;

  /** strtod keeps the sign of a NaN. */
  private static final double NEGATIVE_NAN = Double.longBitsToDouble(0xfff8L << 48);

  private FloatText() {}

  /** Reads a float8; throws 22P02 or 22003. */
  public static double parseDouble(byte[] text, int offset, int length) {
    String number = number(text, offset, length, "double precision");
    double special = special(number);
    if (!Double.isNaN(special) || number.length() > 2 && isNaN(number)) {
      return number.startsWith("-") && Double.isNaN(special) ? NEGATIVE_NAN : special;
    }
    double value = Double.parseDouble(number);
    if (Double.isInfinite(value) || value == 0 && hasNonzeroDigit(number)) {
      throw outOfRange(number, "double precision");
    }
    return value;
  }

  /** Reads a float4, rounding once. */
  public static float parseFloat(byte[] text, int offset, int length) {
    String number = number(text, offset, length, "real");
    double special = special(number);
    if (!Double.isNaN(special) || number.length() > 2 && isNaN(number)) {
      return (float) special;
    }
    float value = Float.parseFloat(number);
    if (Float.isInfinite(value) || value == 0 && hasNonzeroDigit(number)) {
      throw outOfRange(number, "real");
    }
    return value;
  }

  private static SqlError outOfRange(String number, String type) {
    return new SqlError(
        SqlState.NUMERIC_VALUE_OUT_OF_RANGE, "\"" + number + "\" is out of range for type " + type);
  }

  /** The infinities; NaN for whatever is not one of them. */
  private static double special(String number) {
    String word = number.startsWith("-") || number.startsWith("+") ? number.substring(1) : number;
    if (word.equalsIgnoreCase("infinity") || word.equalsIgnoreCase("inf")) {
      return number.charAt(0) == '-' ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
    }
    return Double.NaN;
  }

  private static boolean isNaN(String number) {
    return number.regionMatches(true, number.length() - 3, "nan", 0, 3);
  }

  private static boolean hasNonzeroDigit(String number) {
    String lower = number.toLowerCase(Locale.ROOT);
    boolean hex = lower.contains("0x");
    int end = lower.indexOf(hex ? 'p' : 'e');
    for (int i = hex ? lower.indexOf('x') + 1 : 0; i < (end < 0 ? lower.length() : end); i++) {
      char c = lower.charAt(i);
      if (c >= '1' && c <= '9' || hex && c >= 'a' && c <= 'f') {
        return true;
      }
    }
    return false;
  }

  /** Checks the form that strtod accepts; gives the number in a form that Java accepts. */
  private static String number(byte[] text, int offset, int length, String type) {
    int from = offset;
    int end = offset + length;
    while (from < end && IntegerText.isSpace(text[from])) {
      from++;
    }
    while (end > from && IntegerText.isSpace(text[end - 1])) {
      end--;
    }
    String number = new String(text, from, end - from, StandardCharsets.ISO_8859_1);
    int at = 0;
    if (at < number.length() && (number.charAt(at) == '-' || number.charAt(at) == '+')) {
      at++;
    }
    String word = number.substring(at);
    if (word.equalsIgnoreCase("nan")
        || word.equalsIgnoreCase("inf")
        || word.equalsIgnoreCase("infinity")) {
      return number;
    }
    boolean hex = word.length() > 2 && (word.startsWith("0x") || word.startsWith("0X"));
    int i = hex ? 2 : 0;
    int digits = 0;
    boolean point = false;
    for (; i < word.length(); i++) {
      char c = word.charAt(i);
      int digit = c < 128 ? IntegerText.digit((byte) c) : -1;
      if (digit >= 0 && (hex || digit < 10)) {
        digits++;
      } else if (c == '.' && !point) {
        point = true;
      } else {
        break;
      }
    }
    boolean exponent = false;
    boolean valid = digits > 0;
    if (valid && i < word.length() && (word.charAt(i) | 0x20) == (hex ? 'p' : 'e')) {
      exponent = true;
      i++;
      if (i < word.length() && (word.charAt(i) == '-' || word.charAt(i) == '+')) {
        i++;
      }
      int first = i;
      while (i < word.length() && word.charAt(i) >= '0' && word.charAt(i) <= '9') {
        i++;
      }
      valid = i > first;
    }
    if (!valid || i != word.length()) {
      throw InputErrors.syntax(type, text, offset, length);
    }
    return hex && !exponent ? number + "p0" : number;
  }

  /**
   * Writes a float8.
   *
   * @param extraDigits the setting extra_float_digits
   */
  public static void write(double value, int extraDigits, ValueWriter writer) {
    if (writeSpecial(value, writer)) {
      return;
    }
    if (extraDigits > 0) {
      double magnitude = Math.abs(value);
      if (magnitude == (long) magnitude && magnitude < 1e15) {
        writer.writeDecimal((long) magnitude);
        return;
      }
      writeShortest(magnitude, false, 15, writer);
    } else {
      writeRounded(Math.abs(value), Math.max(1, DOUBLE_DIGITS + extraDigits), writer);
    }
  }

  /** Writes a float4. */
  public static void write(float value, int extraDigits, ValueWriter writer) {
    if (writeSpecial(value, writer)) {
      return;
    }
    if (extraDigits > 0) {
      writeShortest(Math.abs(value), true, 6, writer);
    } else {
      writeRounded(Math.abs(value), Math.max(1, FLOAT_DIGITS + extraDigits), writer);
    }
  }

  /** Writes NaN, the infinities and zero whole, of others the sign. */
  private static boolean writeSpecial(double value, ValueWriter writer) {
    if (Double.isNaN(value)) {
      writer.writeAscii("NaN");
      return true;
    }
    if (Double.doubleToRawLongBits(value) < 0) {
      writer.writeByte('-');
    }
    if (value == 0) {
      writer.writeByte('0');
      return true;
    }
    if (Double.isInfinite(value)) {
      writer.writeAscii("Infinity");
      return true;
    }
    return false;
  }

  private static void writeShortest(double value, boolean single, int limit, ValueWriter writer) {
    String text = single ? Float.toString((float) value) : Double.toString(value);
    // Java's form is d.d+ or d.d+Ed+: take its digits apart from its exponent.
    int mark = text.indexOf('E');
    int exponent = mark < 0 ? 0 : Integer.parseInt(text.substring(mark + 1));
    String mantissa = mark < 0 ? text : text.substring(0, mark);
    int point = mantissa.indexOf('.');
    String all = mantissa.substring(0, point) + mantissa.substring(point + 1);
    exponent += point - 1;
    int first = 0;
    while (all.charAt(first) == '0') {
      first++;
      exponent--;
    }
    int last = all.length();
    while (all.charAt(last - 1) == '0') {
      last--;
    }
    String digits = all.substring(first, last);
    if (digits.length() == 2 && value < (single ? 1e-43 : 1e-320)) {
      // Java never gives fewer than two digits; the smallest numbers may need only one.
      BigDecimal one = new BigDecimal(digits.charAt(0) + "." + digits.charAt(1));
      one = one.setScale(0, RoundingMode.HALF_EVEN).scaleByPowerOfTen(exponent);
      if (reads(one, value, single)) {
        digits = one.unscaledValue().toString().substring(0, 1);
      }
    }
    if (isMidway(Long.parseLong(digits), exponent - digits.length() + 1, single ? 24 : 53)) {
      BigDecimal exact = new BigDecimal(value);
      int precision = digits.length();
      BigDecimal rounded;
      do {
        rounded = exact.round(new MathContext(precision++, RoundingMode.HALF_EVEN));
      } while (!reads(rounded, value, single)
          || isMidway(
              rounded.unscaledValue().longValueExact(), -rounded.scale(), single ? 24 : 53));
      rounded = rounded.stripTrailingZeros();
      digits = rounded.unscaledValue().toString();
      exponent = rounded.precision() - rounded.scale() - 1;
    }
    writeDigits(digits, exponent, limit, writer);
  }

  private static boolean reads(BigDecimal decimal, double value, boolean single) {
    return single ? decimal.floatValue() == (float) value : decimal.doubleValue() == value;
  }

  /**
   * Whether digits * 10^power, which reads as a number of that many bits, lies exactly between it
   * and the next: then it is a dyadic fraction with exactly one bit more.
   */
  private static boolean isMidway(long digits, int power, int bits) {
    long odd = digits >> Long.numberOfTrailingZeros(digits);
    if (power < 0) {
      for (int i = power; i < 0; i++) {
        if (odd % 5 != 0) {
          return false;
        }
        odd /= 5;
      }
    } else {
      for (int i = 0; i < power; i++) {
        odd *= 5;
        if (odd >>> bits + 1 != 0) {
          return false;
        }
      }
    }
    return 64 - Long.numberOfLeadingZeros(odd) == bits + 1;
  }

  /** The form of printf's %g with so many significant digits. */
  private static void writeRounded(double value, int precision, ValueWriter writer) {
    BigDecimal rounded =
        new BigDecimal(value).round(new MathContext(precision, RoundingMode.HALF_EVEN));
    int exponent = rounded.precision() - rounded.scale() - 1;
    String digits = rounded.stripTrailingZeros().unscaledValue().toString();
    writeDigits(digits, exponent, precision, writer);
  }

  /** Exponents from -4 up to the limit are written out, others with e and two digits or more. */
  private static void writeDigits(String digits, int exponent, int limit, ValueWriter writer) {
    if (exponent < -4 || exponent >= limit) {
      writer.writeByte(digits.charAt(0));
      if (digits.length() > 1) {
        writer.writeByte('.');
        writer.writeAscii(digits.substring(1));
      }
      writer.writeByte('e');
      writer.writeByte(exponent < 0 ? '-' : '+');
      int magnitude = Math.abs(exponent);
      if (magnitude < 10) {
        writer.writeByte('0');
      }
      writer.writeDecimal(magnitude);
    } else if (exponent < 0) {
      writer.writeAscii("0.");
      for (int i = -1; i > exponent; i--) {
        writer.writeByte('0');
      }
      writer.writeAscii(digits);
    } else {
      for (int i = 0; i < Math.max(digits.length(), exponent + 1); i++) {
        if (i == exponent + 1) {
          writer.writeByte('.');
        }
        writer.writeByte(i < digits.length() ? digits.charAt(i) : '0');
      }
    }
  }
}
