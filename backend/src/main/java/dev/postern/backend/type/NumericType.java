package dev.postern.backend.type;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** numeric: text and binary forms, precision and scale. The layout is {@link Numeric}'s. */
final class NumericType extends SqlType {
  private static final int MAXIMUM_EXPONENT = Integer.MAX_VALUE / 2;

  NumericType() {
    super(TypeOids.NUMERIC, "numeric", -1, false);
  }

  /** precision * 2^16 + scale in 11 bits + 4. */
  static int typmod(int precision, int scale) {
    return (precision << 16 | scale & 0x7ff) + 4;
  }

  static int precision(int typmod) {
    return typmod - 4 >> 16 & 0xffff;
  }

  static int scale(int typmod) {
    return ((typmod - 4 & 0x7ff) ^ 1024) - 1024;
  }

  @Override
  public void input(
      byte[] text, int offset, int length, int typmod, DisplayStyle style, Datum result) {
    int from = offset;
    int end = offset + length;
    while (from < end && IntegerText.isSpace(text[from])) {
      from++;
    }
    while (end > from && IntegerText.isSpace(text[end - 1])) {
      end--;
    }
    if (!inputShort(text, from, end, result) && !inputSpecial(text, from, end, result)) {
      BigDecimal value = decimal(text, from, end);
      if (value == null) {
        throw InputErrors.syntax("numeric", text, offset, length);
      }
      Numeric.set(result, value);
    }
    applyTypmod(result, typmod, false);
  }

  /** Reads a sign, up to 18 digits and a point: nearly all values there are. */
  private static boolean inputShort(byte[] text, int from, int end, Datum result) {
    int at = from;
    boolean negative = false;
    if (at < end && (text[at] == '-' || text[at] == '+')) {
      negative = text[at] == '-';
      at++;
    }
    long value = 0;
    int digits = 0;
    int point = -1;
    if (end - at > 19) {
      return false;
    }
    for (; at < end; at++) {
      byte c = text[at];
      if (c >= '0' && c <= '9') {
        value = value * 10 + c - '0';
        digits++;
      } else if (c == '.' && point < 0) {
        point = digits;
      } else {
        return false;
      }
    }
    if (digits == 0 || digits > 18) {
      return false;
    }
    Numeric.set(result, negative ? -value : value, point < 0 ? 0 : digits - point);
    return true;
  }

  private static boolean inputSpecial(byte[] text, int from, int end, Datum result) {
    if (end - from < 3 || end - from > 9) {
      return false;
    }
    String word = new String(text, from, end - from, StandardCharsets.ISO_8859_1);
    if (word.equalsIgnoreCase("nan")) {
      Numeric.setNaN(result);
      return true;
    }
    boolean negative = word.charAt(0) == '-';
    String name = negative || word.charAt(0) == '+' ? word.substring(1) : word;
    if (name.equalsIgnoreCase("infinity") || name.equalsIgnoreCase("inf")) {
      Numeric.setInfinity(result, negative);
      return true;
    }
    return false;
  }

  /** Reads any numeric constant, null where it is none. */
  private static @Nullable BigDecimal decimal(byte[] text, int from, int end) {
    int at = from;
    boolean negative = false;
    if (at < end && (text[at] == '-' || text[at] == '+')) {
      negative = text[at] == '-';
      at++;
    }
    if (end - at > 2 && text[at] == '0') {
      int base =
          switch (text[at + 1] | 0x20) {
            case 'x' -> 16;
            case 'o' -> 8;
            case 'b' -> 2;
            default -> 0;
          };
      if (base != 0) {
        return based(text, at + 2, end, base, negative);
      }
    }
    StringBuilder digits = new StringBuilder(end - at + 1);
    if (negative) {
      digits.append('-');
    }
    int scale = 0;
    boolean point = false;
    boolean any = false;
    for (; at < end; at++) {
      byte c = text[at];
      if (c >= '0' && c <= '9') {
        digits.append((char) c);
        scale += point ? 1 : 0;
        any = true;
      } else if (c == '.' && !point && (at == from || text[at - 1] != '_')) {
        point = true;
      } else if (c != '_' || !isBetweenDigits(text, from, at, end)) {
        break;
      }
    }
    if (!any) {
      return null;
    }
    long exponent = 0;
    if (at < end && (text[at] | 0x20) == 'e') {
      at++;
      boolean down = false;
      if (at < end && (text[at] == '-' || text[at] == '+')) {
        down = text[at] == '-';
        at++;
      }
      int first = at;
      for (; at < end; at++) {
        byte c = text[at];
        if (c >= '0' && c <= '9') {
          exponent = Math.min(exponent * 10 + c - '0', MAXIMUM_EXPONENT);
        } else if (c != '_' || at == first || !isBetweenDigits(text, first, at, end)) {
          break;
        }
      }
      if (at == first) {
        return null;
      }
      if (at == end && exponent >= MAXIMUM_EXPONENT) {
        throw Numeric.overflow();
      }
      exponent = down ? -exponent : exponent;
    }
    if (at != end) {
      return null;
    }
    long shifted = scale - exponent;
    BigInteger unscaled = new BigInteger(digits.toString());
    if (unscaled.signum() == 0) {
      if (shifted > Numeric.MAXIMUM_DISPLAY_SCALE) {
        throw Numeric.overflow();
      }
      return new BigDecimal(BigInteger.ZERO, (int) Math.max(0, shifted));
    }
    if (shifted > Numeric.MAXIMUM_DISPLAY_SCALE || digits.length() - shifted > 131_073) {
      throw Numeric.overflow();
    }
    return new BigDecimal(unscaled, (int) shifted);
  }

  private static boolean isBetweenDigits(byte[] text, int from, int at, int end) {
    return at > from
        && at + 1 < end
        && text[at - 1] >= '0'
        && text[at - 1] <= '9'
        && text[at + 1] >= '0'
        && text[at + 1] <= '9';
  }

  private static @Nullable BigDecimal based(
      byte[] text, int from, int end, int base, boolean negative) {
    StringBuilder digits = new StringBuilder(end - from + 1);
    if (negative) {
      digits.append('-');
    }
    boolean digitBefore = true;
    for (int at = from; at < end; at++) {
      int digit = IntegerText.digit(text[at]);
      if (text[at] == '_' && digitBefore) {
        digitBefore = false;
      } else if (digit >= 0 && digit < base) {
        digits.append((char) text[at]);
        digitBefore = true;
      } else {
        return null;
      }
    }
    return digitBefore ? new BigDecimal(new BigInteger(digits.toString(), base)) : null;
  }

  @Override
  public void output(Datum value, DisplayStyle style, ValueWriter writer) {
    int sign = Numeric.sign(value);
    if (sign >= Numeric.NAN) {
      writer.writeAscii(
          sign == Numeric.NAN
              ? "NaN"
              : sign == Numeric.POSITIVE_INFINITY ? "Infinity" : "-Infinity");
      return;
    }
    if (sign == Numeric.NEGATIVE) {
      writer.writeByte('-');
    }
    int count = Numeric.digitCount(value);
    int weight = count == 0 ? -1 : Numeric.weight(value);
    if (weight < 0) {
      writer.writeByte('0');
    } else {
      writer.writeDecimal(Numeric.digit(value, 0));
      for (int i = 1; i <= weight; i++) {
        writeFour(i < count ? Numeric.digit(value, i) : 0, 4, writer);
      }
    }
    int scale = Numeric.displayScale(value);
    if (scale > 0) {
      writer.writeByte('.');
      for (int rest = scale, place = -1; rest > 0; rest -= 4, place--) {
        int index = (count == 0 ? 0 : Numeric.weight(value)) - place;
        int digit = index >= 0 && index < count ? Numeric.digit(value, index) : 0;
        writeFour(digit, Math.min(4, rest), writer);
      }
    }
  }

  private static void writeFour(int digit, int places, ValueWriter writer) {
    int unit = 1000;
    for (int i = 0; i < places; i++) {
      writer.writeByte('0' + digit / unit % 10);
      unit /= 10;
    }
  }

  @Override
  public void receive(byte[] data, int offset, int length, int typmod, Datum result) {
    if (length < 8) {
      throw InputErrors.insufficientData();
    }
    int count = Bytes.getShort(data, offset) & 0xffff;
    int sign = Bytes.getShort(data, offset + 4) & 0xffff;
    int scale = Bytes.getShort(data, offset + 6) & 0xffff;
    if (sign != 0
        && sign != Numeric.NEGATIVE
        && sign != Numeric.NAN
        && sign != Numeric.POSITIVE_INFINITY
        && sign != Numeric.NEGATIVE_INFINITY) {
      throw InputErrors.binary("invalid sign in external \"numeric\" value");
    }
    if (scale > Numeric.MAXIMUM_DISPLAY_SCALE) {
      throw InputErrors.binary("invalid scale in external \"numeric\" value");
    }
    if (length < 8 + 2 * count) {
      throw InputErrors.insufficientData();
    }
    for (int i = 0; i < count; i++) {
      int digit = Bytes.getShort(data, offset + 8 + 2 * i);
      if (digit < 0 || digit > 9999) {
        throw InputErrors.binary("invalid digit in external \"numeric\" value");
      }
    }
    InputErrors.checkLength(length, 8 + 2 * count);
    if (sign >= Numeric.NAN) {
      Numeric.setSpecial(result, sign);
    } else {
      result.setBytes(data, offset, length);
      normalize(result, count, sign, scale);
    }
    applyTypmod(result, typmod, false);
  }

  /** Drops zeros at both ends and what is beyond the scale, where the sender left them. */
  private static void normalize(Datum value, int count, int sign, int scale) {
    int weight = Numeric.weight(value);
    int fraction = 4 * (count - 1 - weight);
    boolean normal =
        count == 0
            ? weight == 0 && sign == 0
            : Numeric.digit(value, 0) != 0
                && Numeric.digit(value, count - 1) != 0
                && (fraction <= scale
                    || fraction - scale < 4
                        && Numeric.digit(value, count - 1) % Numeric.POWERS[fraction - scale] == 0);
    if (normal) {
      return;
    }
    BigDecimal exact = BigDecimal.ZERO;
    for (int i = 0; i < count; i++) {
      BigDecimal digit = BigDecimal.valueOf(Numeric.digit(value, i));
      exact = exact.add(digit.scaleByPowerOfTen(4 * (weight - i)));
    }
    exact = exact.setScale(scale, RoundingMode.DOWN);
    Numeric.set(value, sign == Numeric.NEGATIVE ? exact.negate() : exact);
  }

  @Override
  public int compare(Datum left, Datum right) {
    return Numeric.compare(left, right);
  }

  @Override
  public long hash(Datum value) {
    return Numeric.hash(value);
  }

  @Override
  public void writeKey(Datum value, ValueWriter key) {
    Numeric.writeKey(value, key);
  }

  @Override
  public void applyTypmod(Datum value, int typmod, boolean explicit) {
    if (typmod < 4) {
      return;
    }
    int precision = precision(typmod);
    int scale = scale(typmod);
    if (!Numeric.isFinite(value)) {
      if (Numeric.isNaN(value)) {
        return;
      }
      throw overflow(
          "A field with precision "
              + precision
              + ", scale "
              + scale
              + " cannot hold an infinite value.");
    }
    long compact = Numeric.compact(value);
    int shown = Numeric.displayScale(value);
    int whole = precision - scale;
    if (compact != Numeric.TOO_BIG && scale >= shown && scale - shown <= 18 && precision <= 18) {
      long unit = Numeric.POWERS[scale - shown];
      if (Math.abs(compact) < Numeric.COMPACT_LIMIT / unit
          && Math.abs(compact * unit) < Numeric.POWERS[precision]) {
        if (scale != shown) {
          Numeric.set(value, compact * unit, scale);
        }
        return;
      }
    }
    BigDecimal rounded = Numeric.toBigDecimal(value).setScale(scale, RoundingMode.HALF_UP);
    if (rounded.signum() != 0 && rounded.precision() - rounded.scale() > whole) {
      throw overflow(
          "A field with precision "
              + precision
              + ", scale "
              + scale
              + " must round to an absolute value less than "
              + (whole != 0 ? "10^" + whole : "1")
              + ".");
    }
    Numeric.set(value, rounded);
  }

  private static SqlError overflow(String detail) {
    return new SqlError(SqlState.NUMERIC_VALUE_OUT_OF_RANGE, "numeric field overflow")
        .detail(detail);
  }
}
