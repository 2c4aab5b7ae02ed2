package dev.postern.backend.function;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.type.ByteArrayWriter;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.DisplayStyle;
import dev.postern.backend.type.SqlType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * format(): a text with {@code %[position][flags][width]type}, where the type is s, I or L (manual
 * section 9.4.1).
 */
final class TextFormat {
  private static final String TOO_FEW = "too few arguments for format()";

  private final String format;
  private final List<@Nullable String> texts;
  private final StringBuilder result = new StringBuilder();
  private int at;
  private int nextArgument;

  private TextFormat(String format, List<@Nullable String> texts) {
    this.format = format;
    this.texts = texts;
  }

  static ScalarFunction code(CallSite site) {
    if (site.variadicArray()) {
      ArrayElements elements = new ArrayElements(site, site.arguments() - 1);
      return (c, a, r) -> {
        List<@Nullable String> texts = new ArrayList<>();
        if (!a[1].isNull) {
          elements.forEach(a[1], element -> texts.add(text(elements.type(), element, c.style())));
        }
        run(a[0], texts, r);
      };
    }
    SqlType[] types = TextForms.of(site);
    return (c, a, r) -> {
      List<@Nullable String> texts = new ArrayList<>();
      for (int i = 1; i < types.length; i++) {
        texts.add(text(types[i], a[i], c.style()));
      }
      run(a[0], texts, r);
    };
  }

  private static @Nullable String text(SqlType type, Datum value, DisplayStyle style) {
    if (value.isNull) {
      return null;
    }
    ByteArrayWriter writer = new ByteArrayWriter();
    TextForms.write(type, value, style, writer);
    return writer.text();
  }

  static void withoutArguments(Datum format, Datum result) {
    run(format, List.of(), result);
  }

  private static void run(Datum format, List<@Nullable String> texts, Datum result) {
    if (format.isNull) {
      result.setNull();
      return;
    }
    TextFormat formatting = new TextFormat(format.text(), texts);
    formatting.expand();
    result.setText(formatting.result.toString());
  }

  private void expand() {
    while (at < format.length()) {
      char c = format.charAt(at++);
      if (c != '%') {
        result.append(c);
        continue;
      }
      checkMore();
      if (format.charAt(at) == '%') {
        result.append('%');
        at++;
      } else {
        specifier();
      }
    }
  }

  private void checkMore() {
    if (at >= format.length()) {
      throw new SqlError(SqlState.INVALID_PARAMETER_VALUE, "unterminated format() type specifier")
          .hint("For a single \"%\" use \"%%\".");
    }
  }

  private void specifier() {
    int position = 0;
    int width = 0;
    boolean widthGiven = false;
    boolean left = false;
    int start = at;
    int number = number();
    if (number >= 0) {
      checkMore();
      if (format.charAt(at) == '$') {
        at++;
        position = number;
        checkPosition(position);
        checkMore();
      } else {
        // The number was the width; flags come before it and cannot follow.
        width = number;
        widthGiven = true;
      }
    } else {
      at = start;
    }
    if (!widthGiven) {
      while (format.charAt(at) == '-') {
        left = true;
        at++;
        checkMore();
      }
      if (format.charAt(at) == '*') {
        at++;
        checkMore();
        width = indirectWidth();
      } else {
        int plain = number();
        width = Math.max(plain, 0);
        checkMore();
      }
    }
    if (width < 0) {
      left = true;
      width = -width;
    }
    char type = format.charAt(at);
    if (type != 's' && type != 'I' && type != 'L') {
      throw new SqlError(
              SqlState.INVALID_PARAMETER_VALUE,
              "unrecognized format() type specifier \""
                  + Character.toString(format.codePointAt(at))
                  + "\"")
          .hint("For a single \"%\" use \"%%\".");
    }
    at++;
    append(converted(type, argument(position)), width, left);
  }

  private static void checkPosition(int position) {
    if (position == 0) {
      throw new SqlError(
          SqlState.INVALID_PARAMETER_VALUE,
          "format specifies argument 0, but arguments are numbered from 1");
    }
  }

  /** A number at this place, or -1. */
  private int number() {
    int from = at;
    long value = 0;
    while (at < format.length() && format.charAt(at) >= '0' && format.charAt(at) <= '9') {
      value = value * 10 + (format.charAt(at++) - '0');
      if (value > Integer.MAX_VALUE) {
        throw new SqlError(SqlState.NUMERIC_VALUE_OUT_OF_RANGE, "number is out of range");
      }
    }
    return at == from ? -1 : (int) value;
  }

  /** After an asterisk: the width is an argument, the next or the one numbered. */
  private int indirectWidth() {
    int position = 0;
    int number = number();
    if (number >= 0) {
      checkMore();
      if (format.charAt(at) != '$') {
        throw new SqlError(
            SqlState.INVALID_PARAMETER_VALUE, "width argument position must be ended by \"$\"");
      }
      at++;
      position = number;
      checkPosition(position);
      checkMore();
    }
    String text = argument(position);
    if (text == null) {
      return 0;
    }
    try {
      return Integer.parseInt(text.strip());
    } catch (NumberFormatException e) {
      throw new SqlError(
          SqlState.INVALID_TEXT_REPRESENTATION,
          "invalid input syntax for type integer: \"" + text + "\"");
    }
  }

  private @Nullable String argument(int position) {
    if (position > 0) {
      nextArgument = position - 1;
    }
    if (nextArgument >= texts.size()) {
      throw new SqlError(SqlState.INVALID_PARAMETER_VALUE, TOO_FEW);
    }
    return texts.get(nextArgument++);
  }

  private static String converted(char type, @Nullable String text) {
    return switch (type) {
      case 'L' -> text == null ? "NULL" : Quoting.literal(text);
      case 'I' -> {
        if (text == null) {
          throw new SqlError(
              SqlState.NULL_VALUE_NOT_ALLOWED,
              "null values cannot be formatted as an SQL identifier");
        }
        yield Quoting.identifier(text);
      }
      default -> text == null ? "" : text;
    };
  }

  private void append(String text, int width, boolean left) {
    int padding = width - text.codePointCount(0, text.length());
    if (!left) {
      result.repeat(' ', Math.max(0, padding));
    }
    result.append(text);
    if (left) {
      result.repeat(' ', Math.max(0, padding));
    }
  }
}
