package dev.postern.backend.function;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;

/** unistr(): backslash escapes of characters by their numbers. */
final class UnicodeEscapes {
  private UnicodeEscapes() {}

  static String decoded(String text) {
    StringBuilder result = new StringBuilder(text.length());
    int high = 0;
    int at = 0;
    while (at < text.length()) {
      char c = text.charAt(at);
      int code;
      if (c != '\\') {
        checkPair(high == 0);
        result.append(c);
        at++;
        continue;
      }
      if (text.startsWith("\\", at + 1)) {
        checkPair(high == 0);
        result.append('\\');
        at += 2;
        continue;
      }
      int[] length = {0};
      code = escape(text, at + 1, length);
      at += 1 + length[0];
      if (high != 0) {
        checkPair(Character.isLowSurrogate((char) code) && code <= 0xffff);
        result.appendCodePoint(Character.toCodePoint((char) high, (char) code));
        high = 0;
      } else if (code >= 0xd800 && code <= 0xdbff) {
        high = code;
      } else {
        checkPair(code < 0xdc00 || code > 0xdfff);
        if (code == 0 || code > 0x10ffff) {
          throw new SqlError(
              SqlState.SYNTAX_ERROR, "invalid Unicode code point: " + String.format("%04X", code));
        }
        result.appendCodePoint(code);
      }
    }
    checkPair(high == 0);
    return result.toString();
  }

  private static int escape(String text, int at, int[] length) {
    if (hex(text, at, 4)) {
      length[0] = 4;
      return Integer.parseInt(text.substring(at, at + 4), 16);
    }
    if (text.startsWith("u", at) && hex(text, at + 1, 4)) {
      length[0] = 5;
      return Integer.parseInt(text.substring(at + 1, at + 5), 16);
    }
    if (text.startsWith("+", at) && hex(text, at + 1, 6)) {
      length[0] = 7;
      return Integer.parseInt(text.substring(at + 1, at + 7), 16);
    }
    if (text.startsWith("U", at) && hex(text, at + 1, 8)) {
      length[0] = 9;
      return (int) Long.parseLong(text.substring(at + 1, at + 9), 16);
    }
    throw new SqlError(SqlState.SYNTAX_ERROR, "invalid Unicode escape")
        .hint("Unicode escapes must be \\XXXX, \\+XXXXXX, \\uXXXX, or \\UXXXXXXXX.");
  }

  private static boolean hex(String text, int at, int count) {
    if (at + count > text.length()) {
      return false;
    }
    for (int i = at; i < at + count; i++) {
      if (Character.digit(text.charAt(i), 16) < 0) {
        return false;
      }
    }
    return true;
  }

  private static void checkPair(boolean valid) {
    if (!valid) {
      throw new SqlError(SqlState.SYNTAX_ERROR, "invalid Unicode surrogate pair");
    }
  }
}
