package dev.postern.backend.function;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.type.Datum;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Locale;

/** encode() and decode(): hex, base64 (in lines of 76, MIME's) and escape. */
final class BinaryText {
  private BinaryText() {}

  static String encoded(Datum value, String form) {
    byte[] bytes = value.copyBytes();
    return switch (form.toLowerCase(Locale.ROOT)) {
      case "hex" -> HexFormat.of().formatHex(bytes);
      case "base64" -> Base64.getMimeEncoder(76, new byte[] {'\n'}).encodeToString(bytes);
      case "escape" -> escaped(bytes);
      default -> throw unknown(form);
    };
  }

  static byte[] decoded(Datum text, String form) {
    String string = text.text();
    return switch (form.toLowerCase(Locale.ROOT)) {
      case "hex" -> fromHex(string);
      case "base64" -> fromBase64(string);
      case "escape" -> unescaped(text);
      default -> throw unknown(form);
    };
  }

  private static SqlError unknown(String form) {
    return invalid("unrecognized encoding: \"" + form + "\"");
  }

  private static SqlError invalid(String message) {
    return new SqlError(SqlState.INVALID_PARAMETER_VALUE, message);
  }

  private static String escaped(byte[] bytes) {
    StringBuilder text = new StringBuilder();
    for (byte b : bytes) {
      if (b == 0 || b < 0) {
        text.append(String.format("\\%03o", b & 0xff));
      } else if (b == '\\') {
        text.append("\\\\");
      } else {
        text.append((char) b);
      }
    }
    return text.toString();
  }

  private static byte[] unescaped(Datum text) {
    byte[] raw = text.copyBytes();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(raw.length);
    for (int i = 0; i < raw.length; i++) {
      if (raw[i] != '\\') {
        bytes.write(raw[i]);
      } else if (i + 3 < raw.length
          && raw[i + 1] >= '0'
          && raw[i + 1] <= '3'
          && isOctal(raw[i + 2])
          && isOctal(raw[i + 3])) {
        bytes.write((raw[i + 1] - '0') * 64 + (raw[i + 2] - '0') * 8 + raw[i + 3] - '0');
        i += 3;
      } else if (i + 1 < raw.length && raw[i + 1] == '\\') {
        bytes.write('\\');
        i++;
      } else {
        throw new SqlError(
            SqlState.INVALID_TEXT_REPRESENTATION, "invalid input syntax for type bytea");
      }
    }
    return bytes.toByteArray();
  }

  private static boolean isOctal(byte c) {
    return c >= '0' && c <= '7';
  }

  private static boolean isSpace(char c) {
    return c == ' ' || c == '\n' || c == '\t' || c == '\r';
  }

  private static byte[] fromHex(String text) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(text.length() / 2);
    int at = 0;
    while (at < text.length()) {
      if (isSpace(text.charAt(at))) {
        at++;
        continue;
      }
      int high = hexDigit(text, at++);
      if (at >= text.length()) {
        throw invalid("invalid hexadecimal data: odd number of digits");
      }
      bytes.write(high << 4 | hexDigit(text, at++));
    }
    return bytes.toByteArray();
  }

  private static int hexDigit(String text, int at) {
    int digit = Character.digit(text.charAt(at), 16);
    if (digit < 0 || text.charAt(at) > 'f') {
      throw invalid(
          "invalid hexadecimal digit: \"" + Character.toString(text.codePointAt(at)) + "\"");
    }
    return digit;
  }

  private static byte[] fromBase64(String text) {
    StringBuilder symbols = new StringBuilder(text.length());
    int padding = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (isSpace(c)) {
        continue;
      }
      if (c == '=') {
        int place = (symbols.length() + padding) % 4;
        if (place < 2) {
          throw invalid("unexpected \"=\" while decoding base64 sequence");
        }
        padding++;
        continue;
      }
      boolean symbol =
          c >= 'A' && c <= 'Z'
              || c >= 'a' && c <= 'z'
              || c >= '0' && c <= '9'
              || c == '+'
              || c == '/';
      if (!symbol || padding > 0) {
        throw invalid(
            "invalid symbol \""
                + Character.toString(text.codePointAt(i))
                + "\" found while decoding base64 sequence");
      }
      symbols.append(c);
    }
    if ((symbols.length() + padding) % 4 != 0) {
      throw invalid("invalid base64 end sequence")
          .hint("Input data is missing padding, is truncated, or is otherwise corrupted.");
    }
    return Base64.getDecoder().decode(symbols.toString().getBytes(StandardCharsets.US_ASCII));
  }
}
