package dev.postern.backend.function;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.Numeric;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** to_number() (manual, table 9.31): text read by a template. */
final class NumberReading implements FunctionTopic {
  @Override
  public @Nullable ScalarFunction scalar(String key, CallSite site) {
    return key.equals("numeric_to_number")
        ? (c, a, r) -> {
          String template = a[1].text();
          if (template.isEmpty()) {
            r.setNull();
          } else {
            new Reader(a[0].text(), NumberTemplate.parse(template)).read(r);
          }
        }
        : null;
  }

  /** One text; follows NUM_processor and NUM_numpart_from_char. */
  private static final class Reader {
    private final String text;
    private final NumberTemplate template;
    private final StringBuilder digits = new StringBuilder();
    private int at;
    private char sign = ' ';
    private int wholes;
    private int fractions;
    private boolean decimalRead;

    Reader(String text, NumberTemplate template) {
      this.text = text;
      this.template = template;
    }

    void read(Datum result) {
      if (template.scientific) {
        throw new SqlError(SqlState.FEATURE_NOT_SUPPORTED, "\"EEEE\" not supported for input");
      }
      if (template.roman) {
        throw SqlError.notSupported("to_number of roman numerals");
      }
      for (NumberTemplate.Part part : template.parts) {
        if (isAtEnd()) {
          break;
        }
        if (part(part)) {
          at++;
        }
      }
      give(result);
    }

    private boolean isAtEnd() {
      return at >= text.length();
    }

    /** Takes what a part of the template stands for; true where one character more is taken. */
    private boolean part(NumberTemplate.Part part) {
      return switch (part.pattern()) {
        case "9", "0" -> {
          digit(true);
          yield true;
        }
        case ".", "D" -> {
          digit(false);
          yield true;
        }
        case ",", "G" -> !template.fill && text.charAt(at) == ',';
        case "MI" -> sign("-");
        case "PL" -> sign("+");
        case "SG" -> sign("+-");
        case "L" -> {
          skip(1);
          yield false;
        }
        case "TH" -> {
          skip(2);
          yield false;
        }
        case "" -> {
          // A literal stands for any one character.
          at = text.offsetByCodePoints(at, 1);
          yield false;
        }
        default -> false;
      };
    }

    private boolean sign(String signs) {
      char c = text.charAt(at);
      if (signs.indexOf(c) >= 0) {
        sign = c;
        return true;
      }
      skip(1);
      return false;
    }

    /** Leaves out characters, but none that may belong to a number. */
    private void skip(int count) {
      for (int i = 0; i < count && !isAtEnd(); i++) {
        if ("0123456789.,+-".indexOf(text.charAt(at)) >= 0) {
          return;
        }
        at = text.offsetByCodePoints(at, 1);
      }
    }

    private static boolean isDigit(char c) {
      return c >= '0' && c <= '9';
    }

    private void digit(boolean forDigit) {
      if (text.charAt(at) == ' ') {
        at++;
      }
      if (isAtEnd()) {
        return;
      }
      if (sign == ' ' && forDigit && wholes + fractions == 0) {
        leadingSign();
      }
      if (isAtEnd()) {
        return;
      }
      boolean read = false;
      char c = text.charAt(at);
      if (isDigit(c)) {
        if (decimalRead && fractions == template.after) {
          return;
        }
        digits.append(c);
        if (decimalRead) {
          fractions++;
        } else {
          wholes++;
        }
        read = true;
      } else if (template.decimal && !decimalRead && c == '.') {
        digits.append('.');
        decimalRead = true;
        read = true;
      }
      if (sign == ' ' && wholes + fractions > 0) {
        trailingSign(read);
      }
    }

    private void leadingSign() {
      char c = text.charAt(at);
      if (template.signPlace == NumberTemplate.SignPlace.AFTER) {
        return;
      }
      if (c == '-' || template.brackets && c == '<') {
        sign = '-';
        at++;
      } else if (c == '+') {
        sign = '+';
        at++;
      }
    }

    private void trailingSign(boolean read) {
      if (template.signPlace != NumberTemplate.SignPlace.NONE) {
        boolean last = read && at + 1 < text.length() && !isDigit(text.charAt(at + 1));
        if (last && "+-".indexOf(text.charAt(at + 1)) >= 0) {
          at++;
          sign = text.charAt(at);
        }
      } else if (!read && (template.plus || template.minus)) {
        char c = text.charAt(at);
        if (c == '-' || c == '+') {
          sign = c;
        }
      }
    }

    private void give(Datum result) {
      String number = digits.toString();
      if (number.endsWith(".")) {
        number = number.substring(0, number.length() - 1);
      }
      if (number.isEmpty()) {
        throw new SqlError(
            SqlState.INVALID_TEXT_REPRESENTATION,
            "invalid input syntax for type numeric: \"" + sign + "\"");
      }
      BigDecimal value = new BigDecimal(number).setScale(fractions);
      if (value.precision() - value.scale() > template.before + template.shift) {
        int precision = template.before + template.shift + fractions;
        throw new SqlError(SqlState.NUMERIC_VALUE_OUT_OF_RANGE, "numeric field overflow")
            .detail(
                "A field with precision "
                    + precision
                    + ", scale "
                    + fractions
                    + " must round to an absolute value less than "
                    + (precision == fractions ? "1" : "10^" + (precision - fractions))
                    + ".");
      }
      if (template.multiplied) {
        value = value.movePointLeft(template.shift).setScale(fractions + 16 + template.shift);
      }
      Numeric.set(result, sign == '-' ? value.negate() : value);
    }
  }
}
