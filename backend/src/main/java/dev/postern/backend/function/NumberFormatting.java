package dev.postern.backend.function;

import dev.postern.backend.type.Datum;
import dev.postern.backend.type.Numeric;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** to_char() of numbers. */
final class NumberFormatting implements FunctionTopic {
  @Override
  public @Nullable ScalarFunction scalar(String key, CallSite site) {
    return switch (key) {
      case "int4_to_char", "int8_to_char" ->
          (c, a, r) -> shown(BigDecimal.valueOf(a[0].bits), a[1], -1, r);
      case "numeric_to_char" ->
          (c, a, r) -> {
            if (Numeric.isFinite(a[0])) {
              shown(Numeric.toBigDecimal(a[0]), a[1], -1, r);
            } else {
              special(Numeric.isNaN(a[0]) ? "NaN" : "Infinity", Numeric.signum(a[0]) < 0, a[1], r);
            }
          };
      case "float4_to_char" -> (c, a, r) -> ofDouble(a[0].floatValue(), a[1], 6, r);
      case "float8_to_char" -> (c, a, r) -> ofDouble(a[0].doubleValue(), a[1], 15, r);
      default -> null;
    };
  }

  private static void ofDouble(double value, Datum template, int digits, Datum result) {
    if (Double.isNaN(value) || Double.isInfinite(value)) {
      special(Double.isNaN(value) ? "NaN" : "Infinity", value < 0, template, result);
    } else {
      boolean negative = value < 0 || value == 0 && 1 / value < 0;
      shown(new BigDecimal(Math.abs(value)), negative, template, digits, result);
    }
  }

  private static void shown(BigDecimal value, Datum text, int precision, Datum result) {
    shown(value.abs(), value.signum() < 0, text, precision, result);
  }

  /**
   * @param precision significant digits of a binary value, or -1
   */
  private static void shown(
      BigDecimal size, boolean minus, Datum text, int precision, Datum result) {
    BigDecimal value = minus ? size.negate() : size;
    NumberTemplate template = NumberTemplate.parse(text.text());
    if (template.roman) {
      result.setText(roman(value.setScale(0, RoundingMode.HALF_UP), template));
      return;
    }
    if (template.scientific) {
      result.setText(scientific(value, template.after));
      return;
    }
    BigDecimal number = value;
    int before = template.before;
    if (template.multiplied) {
      number = number.movePointRight(template.shift);
      before += template.shift;
    }
    int after = template.after;
    if (precision > 0) {
      // A binary value has no more digits than its type holds.
      int whole = number.abs().setScale(0, RoundingMode.HALF_EVEN).toPlainString().length();
      after = whole >= precision ? 0 : Math.min(after, precision - whole);
    }
    RoundingMode rounding = precision > 0 ? RoundingMode.HALF_EVEN : RoundingMode.HALF_UP;
    BigDecimal rounded = number.setScale(after, rounding);
    // A binary value keeps its sign when it rounds to zero.
    boolean negative = precision > 0 ? minus : rounded.signum() < 0;
    String digits = rounded.abs().toPlainString();
    write(digits, negative, before, after, template, result);
  }

  private static void write(
      String digits,
      boolean negative,
      int before,
      int after,
      NumberTemplate template,
      Datum result) {
    int point = digits.indexOf('.');
    int whole = point < 0 ? digits.length() : point;
    String shown = digits;
    if (whole > before) {
      shown = "#".repeat(before) + "." + "#".repeat(after);
    }
    NumberWriter writer =
        new NumberWriter(template, shown, negative, before, after, Math.max(0, before - whole));
    result.setText(writer.write());
  }

  private static void special(String name, boolean negative, Datum text, Datum result) {
    NumberTemplate template = NumberTemplate.parse(text.text());
    if (template.roman) {
      result.setText("#".repeat(15));
    } else if (template.scientific) {
      result.setText(" " + "#".repeat(template.before) + "." + "#".repeat(template.after + 4));
    } else {
      write(name, negative, template.before, template.after, template, result);
    }
  }

  private static String scientific(BigDecimal value, int decimals) {
    BigDecimal rounded =
        value.signum() == 0
            ? BigDecimal.ZERO
            : value.round(new MathContext(decimals + 1, RoundingMode.HALF_UP));
    int exponent = value.signum() == 0 ? 0 : rounded.precision() - rounded.scale() - 1;
    String digits =
        rounded
            .abs()
            .movePointLeft(exponent)
            .setScale(decimals, RoundingMode.HALF_UP)
            .toPlainString();
    return (value.signum() < 0 ? "-" : " ")
        + digits
        + String.format("e%s%02d", exponent < 0 ? "-" : "+", Math.abs(exponent));
  }

  private static final int[] ROMAN_VALUES = {1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1};
  private static final String[] ROMAN_DIGITS = {
    "M", "CM", "D", "CD", "C", "XC", "L", "XL", "X", "IX", "V", "IV", "I"
  };

  private static String roman(BigDecimal value, NumberTemplate template) {
    if (value.signum() <= 0 || value.compareTo(BigDecimal.valueOf(3999)) > 0) {
      return "#".repeat(15);
    }
    int rest = value.intValueExact();
    StringBuilder digits = new StringBuilder();
    for (int i = 0; i < ROMAN_VALUES.length; i++) {
      while (rest >= ROMAN_VALUES[i]) {
        digits.append(ROMAN_DIGITS[i]);
        rest -= ROMAN_VALUES[i];
      }
    }
    String shown =
        template.romanLower ? digits.toString().toLowerCase(Locale.ROOT) : digits.toString();
    return template.fill ? shown : " ".repeat(15 - shown.length()) + shown;
  }
}
