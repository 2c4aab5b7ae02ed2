package dev.postern.backend.function;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A template of to_char(), to_date() and to_timestamp() for dates and times (manual section 9.8),
 * read into its fields and the characters between.
 */
final class DateTemplate {
  /** Patterns by length, so that the longest that fits is taken. */
  private static final String[] PATTERNS = {
    "Y,YYY", "SSSSS", "MONTH", "SSSS", "A.D.", "A.M.", "B.C.", "P.M.", "HH24", "HH12", "IDDD",
    "IYYY", "YYYY", "DAY", "DDD", "FF1", "FF2", "FF3", "FF4", "FF5", "FF6", "IYY", "MON", "TZH",
    "TZM", "YYY", "AD", "AM", "BC", "CC", "DD", "DY", "FX", "HH", "ID", "IW", "IY", "MI", "MM",
    "MS", "OF", "PM", "RM", "SS", "TZ", "US", "WW", "YY", "D", "I", "J", "Q", "W", "Y"
  };

  /**
   * A part of a template.
   *
   * @param pattern in upper case, or the empty string for a literal character
   * @param spelling as the template has it
   * @param fill whether FM stands before it
   * @param ordinal 0, or the t or T of the th after it
   */
  record Part(String pattern, String spelling, boolean fill, boolean translated, char ordinal) {
    boolean isLiteral() {
      return pattern.isEmpty();
    }

    /** A literal that stands for any separator in input. */
    boolean isSeparator() {
      if (!isLiteral() || ordinal == 'q') {
        return false;
      }
      char c = spelling.charAt(0);
      return c > 0x20 && c < 0x7f && !isAsciiLetterOrDigit(c) || isSpace(c);
    }

    boolean isUpper() {
      return spelling.equals(pattern);
    }

    boolean isLower() {
      return spelling.equals(pattern.toLowerCase(Locale.ROOT));
    }
  }

  private final List<Part> parts = new ArrayList<>();

  private DateTemplate() {}

  List<Part> parts() {
    return parts;
  }

  static boolean isSpace(char c) {
    return c == ' ' || c >= '\t' && c <= '\r';
  }

  static boolean isAsciiLetterOrDigit(char c) {
    return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9';
  }

  static DateTemplate parse(String template) {
    DateTemplate result = new DateTemplate();
    int at = 0;
    while (at < template.length()) {
      boolean fill = false;
      boolean translated = false;
      if (startsWithWord(template, at, "FM")) {
        fill = true;
        at += 2;
      } else if (startsWithWord(template, at, "TM")) {
        translated = true;
        at += 2;
      }
      String pattern = at < template.length() ? pattern(template, at) : null;
      if (pattern != null) {
        String spelling = template.substring(at, at + pattern.length());
        at += pattern.length();
        char ordinal = 0;
        if (template.startsWith("TH", at) || template.startsWith("th", at)) {
          ordinal = template.charAt(at);
          at += 2;
        } else if (startsWithWord(template, at, "SP")) {
          at += 2;
        }
        result.parts.add(new Part(pattern, spelling, fill, translated, ordinal));
      } else if (at < template.length()) {
        at = result.literal(template, at);
      }
    }
    return result;
  }

  private static boolean startsWithWord(String template, int at, String word) {
    return template.startsWith(word, at) || template.startsWith(word.toLowerCase(Locale.ROOT), at);
  }

  /** The longest pattern here: all upper case, all lower case, or a capitalised name. */
  private static @Nullable String pattern(String template, int at) {
    for (String pattern : PATTERNS) {
      if (startsWithWord(template, at, pattern)) {
        return pattern;
      }
      boolean name =
          pattern.equals("MONTH")
              || pattern.equals("MON")
              || pattern.equals("DAY")
              || pattern.equals("DY");
      if (name
          && template.startsWith(
              pattern.charAt(0) + pattern.substring(1).toLowerCase(Locale.ROOT), at)) {
        return pattern;
      }
    }
    return null;
  }

  /** Adds a character, or all of a text in double quotes; gives where it ends. */
  private int literal(String template, int from) {
    int at = from;
    if (template.charAt(at) != '"') {
      if (template.charAt(at) == '\\' && template.startsWith("\"", at + 1)) {
        at++;
      }
      return add(template, at, (char) 0);
    }
    at++;
    while (at < template.length()) {
      char c = template.charAt(at);
      if (c == '"') {
        return at + 1;
      }
      if (c == '\\' && at + 1 < template.length()) {
        at++;
      }
      at = add(template, at, 'q');
    }
    return at;
  }

  private int add(String template, int at, char quoted) {
    int end = template.offsetByCodePoints(at, 1);
    parts.add(new Part("", template.substring(at, end), false, false, quoted));
    return end;
  }
}
