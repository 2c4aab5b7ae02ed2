package dev.postern.backend.type;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One field of a date, time or interval text, in lower case (manual, appendix "Date/Time Input
 * Interpretation").
 */
record DateTimeToken(Kind kind, String text) {
  enum Kind {
    /** Digits, perhaps with one point. */
    NUMBER,
    /** A name: month, zone, unit. */
    WORD,
    /** Parts between {@code -}, {@code /} or {@code .}: a date, or a zone's name. */
    DATE,
    /** Digits with colons. */
    TIME,
    /** A sign and digits. */
    OFFSET,
    /** A sign and a name: infinity. */
    SIGNED_WORD
  }

  private static final int LONGEST_TEXT = 128;

  /** Splits a text, null where it has a character that none of the fields may have. */
  static @Nullable List<DateTimeToken> split(byte[] text, int offset, int length) {
    if (length > LONGEST_TEXT) {
      return null;
    }
    return new Splitter(new String(text, offset, length, StandardCharsets.ISO_8859_1)).split();
  }

  static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  static boolean isLetter(char c) {
    return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
  }

  static boolean isSpace(char c) {
    return c == ' ' || c >= 9 && c <= 13;
  }

  private static final class Splitter {
    private final String text;
    private int at;

    Splitter(String text) {
      this.text = text;
    }

    /** The character at hand, or zero at the end. */
    private char here() {
      return at < text.length() ? text.charAt(at) : 0;
    }

    private static boolean isSeparator(char c) {
      return c == '-' || c == '/' || c == '.';
    }

    @Nullable List<DateTimeToken> split() {
      List<DateTimeToken> tokens = new ArrayList<>();
      while (at < text.length()) {
        char c = here();
        int start = at;
        Kind kind;
        if (isSpace(c)) {
          at++;
          continue;
        } else if (isDigit(c)) {
          kind = digits();
        } else if (c == '.') {
          at++;
          skipDigits();
          kind = Kind.NUMBER;
        } else if (isLetter(c)) {
          kind = word(start);
        } else if (c == '+' || c == '-') {
          at++;
          while (isSpace(here())) {
            at++;
          }
          int from = at;
          if (isDigit(here())) {
            while (isDigit(here()) || here() == ':' || here() == '.' || here() == '-') {
              at++;
            }
            kind = Kind.OFFSET;
          } else if (isLetter(here())) {
            skipLetters();
            kind = Kind.SIGNED_WORD;
          } else {
            return null;
          }
          tokens.add(new DateTimeToken(kind, c + lower(text.substring(from, at))));
          continue;
        } else if (c > ' ' && c < 127) {
          at++;
          continue;
        } else {
          return null;
        }
        tokens.add(new DateTimeToken(kind, lower(text.substring(start, at))));
      }
      return tokens;
    }

    private static String lower(String word) {
      return word.toLowerCase(java.util.Locale.ROOT);
    }

    private void skipDigits() {
      while (isDigit(here())) {
        at++;
      }
    }

    private void skipLetters() {
      while (isLetter(here())) {
        at++;
      }
    }

    private Kind digits() {
      skipDigits();
      char separator = here();
      if (separator == ':') {
        while (isDigit(here()) || here() == ':' || here() == '.') {
          at++;
        }
        return Kind.TIME;
      }
      if (!isSeparator(separator)) {
        return Kind.NUMBER;
      }
      at++;
      if (!isDigit(here())) {
        // A month's name, or nothing.
        while (isDigit(here()) || isLetter(here()) || here() == separator) {
          at++;
        }
        return Kind.DATE;
      }
      skipDigits();
      if (here() != separator) {
        return separator == '.' ? Kind.NUMBER : Kind.DATE;
      }
      while (isDigit(here()) || here() == separator) {
        at++;
      }
      return Kind.DATE;
    }

    private Kind word(int start) {
      skipLetters();
      boolean longer = isSeparator(here());
      if (here() == '+' || isDigit(here())) {
        longer = DateTimeWord.find(lower(text.substring(start, at))) == null;
      }
      if (!longer) {
        return Kind.WORD;
      }
      do {
        at++;
      } while (isLetter(here())
          || isDigit(here())
          || isSeparator(here())
          || "+_:".indexOf(here()) >= 0);
      return Kind.DATE;
    }
  }
}
