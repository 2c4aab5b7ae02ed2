package dev.postern.backend.function;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;

/** SIMILAR TO patterns (manual section 9.7.2) as regular expressions. */
final class SimilarPattern {
  private SimilarPattern() {}

  /** The regular expression that matches the same texts; with escape-quote, that gives the part. */
  static String regularExpression(String pattern, String escape) {
    if (escape.codePointCount(0, escape.length()) > 1) {
      throw new SqlError(SqlState.INVALID_ESCAPE_SEQUENCE, "invalid escape string")
          .hint("Escape string must be empty or one character.");
    }
    int escapeCharacter = escape.isEmpty() ? -1 : escape.codePointAt(0);
    StringBuilder result = new StringBuilder("^(?:");
    boolean afterEscape = false;
    int separators = 0;
    int bracketDepth = 0;
    int bracketStart = -1;
    for (int i = 0; i < pattern.length(); ) {
      int c = pattern.codePointAt(i);
      i += Character.charCount(c);
      if (afterEscape) {
        if (c == '"' && bracketDepth == 0) {
          // The separators of SUBSTRING(text SIMILAR 'a#"b#"c' ESCAPE '#').
          if (separators == 0) {
            result.append("){1,1}?(");
          } else if (separators == 1) {
            result.append("){1,1}(?:");
          } else {
            throw new SqlError(
                "2200C",
                "SQL regular expression may not contain more than two escape-double-quote"
                    + " separators");
          }
          separators++;
        } else {
          result.append('\\').appendCodePoint(c);
        }
        afterEscape = false;
      } else if (c == escapeCharacter) {
        afterEscape = true;
      } else if (bracketDepth > 0) {
        if (c == '\\') {
          result.append('\\');
        }
        result.appendCodePoint(c);
        boolean atStart = i - 1 == bracketStart;
        if (c == ']' && !atStart) {
          bracketDepth--;
        } else if (c == '[' && i < pattern.length() && ":.=".indexOf(pattern.charAt(i)) >= 0) {
          bracketDepth++;
        } else if (c == '^' && atStart) {
          bracketStart = i;
        }
      } else {
        switch (c) {
          case '[' -> {
            result.append('[');
            bracketDepth = 1;
            bracketStart = i;
          }
          case '%' -> result.append(".*");
          case '_' -> result.append('.');
          case '(' -> result.append("(?:");
          case '\\', '.', '^', '$' -> result.append('\\').appendCodePoint(c);
          default -> result.appendCodePoint(c);
        }
      }
    }
    return result.append(")$").toString();
  }
}
