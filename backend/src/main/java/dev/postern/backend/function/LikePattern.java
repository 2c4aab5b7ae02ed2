package dev.postern.backend.function;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.Utf8;

/**
 * LIKE over bytes: {@code %} any characters, {@code _} one, a backslash before either (or itself)
 * means the character. For text a character is a UTF-8 sequence; for bytea a byte.
 */
final class LikePattern {
  private LikePattern() {}

  static boolean matches(Datum text, Datum pattern, boolean octets, boolean ignoreCase) {
    return matches(
        text.bytes,
        text.offset,
        text.offset + text.length,
        pattern.bytes,
        pattern.offset,
        pattern.offset + pattern.length,
        octets,
        ignoreCase);
  }

  /**
   * One star is gone back to: after a later {@code %} is reached, an earlier one need not take
   * more.
   */
  private static boolean matches(
      byte[] text,
      int textFrom,
      int textEnd,
      byte[] pattern,
      int patternFrom,
      int patternEnd,
      boolean octets,
      boolean ignoreCase) {
    int t = textFrom;
    int p = patternFrom;
    int starPattern = -1;
    int starText = 0;
    while (t < textEnd || p < patternEnd) {
      if (p < patternEnd && pattern[p] == '%') {
        starPattern = ++p;
        starText = t;
        continue;
      }
      if (p < patternEnd && t < textEnd && pattern[p] == '_') {
        p++;
        t += octets ? 1 : Utf8.announcedSize(text[t]);
        continue;
      }
      int literal = p;
      if (p < patternEnd && pattern[p] == '\\') {
        literal = p + 1;
        if (literal == patternEnd) {
          if (t >= textEnd && starPattern < 0) {
            return false;
          }
          throw new SqlError(
              SqlState.INVALID_ESCAPE_SEQUENCE, "LIKE pattern must not end with escape character");
        }
      }
      if (literal < patternEnd && t < textEnd && same(text[t], pattern[literal], ignoreCase)) {
        p = literal + 1;
        t++;
        continue;
      }
      if (starPattern < 0 || starText >= textEnd) {
        return false;
      }
      starText += octets ? 1 : Utf8.announcedSize(text[starText]);
      t = starText;
      p = starPattern;
    }
    return true;
  }

  private static boolean same(byte text, byte pattern, boolean ignoreCase) {
    return text == pattern || ignoreCase && lower(text) == lower(pattern);
  }

  private static int lower(byte c) {
    return c >= 'A' && c <= 'Z' ? c + 32 : c;
  }

  /** like_escape(): rewrites a pattern for the escape character given to one for backslash. */
  static String escaped(String pattern, String escape) {
    if (escape.isEmpty()) {
      return pattern.replace("\\", "\\\\");
    }
    if (escape.codePointCount(0, escape.length()) != 1) {
      throw new SqlError(SqlState.INVALID_ESCAPE_SEQUENCE, "invalid escape string")
          .hint("Escape string must be empty or one character.");
    }
    if (escape.equals("\\")) {
      return pattern;
    }
    int escapeCharacter = escape.codePointAt(0);
    StringBuilder result = new StringBuilder(pattern.length() + 8);
    boolean afterEscape = false;
    for (int i = 0; i < pattern.length(); ) {
      int c = pattern.codePointAt(i);
      i += Character.charCount(c);
      if (c == escapeCharacter && !afterEscape) {
        result.append('\\');
        afterEscape = true;
      } else if (c == '\\') {
        result.append('\\');
        if (!afterEscape) {
          result.append('\\');
        }
        afterEscape = false;
      } else {
        result.appendCodePoint(c);
        afterEscape = false;
      }
    }
    return result.toString();
  }
}
