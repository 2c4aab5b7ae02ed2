package dev.postern.backend.function;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;

/** The option letters of regular expression functions (manual, table 9.24). */
record RegexOptions(int flags, boolean global) {
  private static final int NEWLINES =
      RegexTranslation.NEWLINE_STOPS | RegexTranslation.NEWLINE_ANCHORS;

  static RegexOptions parse(String letters) {
    int flags = 0;
    boolean global = false;
    for (int i = 0; i < letters.length(); i++) {
      char letter = letters.charAt(i);
      if (letter == 'g') {
        global = true;
        continue;
      }
      int changed = apply(flags, letter);
      if (changed < 0) {
        throw invalid(letters, i);
      }
      flags = changed;
    }
    return new RegexOptions(flags, global);
  }

  static SqlError invalid(String letters, int at) {
    return new SqlError(
        SqlState.INVALID_PARAMETER_VALUE,
        "invalid regular expression option: \""
            + Character.toString(letters.codePointAt(at))
            + "\"");
  }

  /** Flags with a letter's effect, or -1 where there is no such option. */
  static int apply(int flags, char letter) {
    return switch (letter) {
      case 'i' -> flags | RegexTranslation.IGNORE_CASE;
      case 'c' -> flags & ~RegexTranslation.IGNORE_CASE;
      case 'm', 'n' -> flags | NEWLINES;
      case 'p' -> flags & ~NEWLINES | RegexTranslation.NEWLINE_STOPS;
      case 'w' -> flags & ~NEWLINES | RegexTranslation.NEWLINE_ANCHORS;
      case 's' -> flags & ~NEWLINES;
      case 'x' -> flags | RegexTranslation.EXPANDED;
      case 't' -> flags & ~RegexTranslation.EXPANDED;
      case 'q' -> flags | RegexTranslation.LITERAL;
      case 'b' -> throw SqlError.notSupported("basic regular expressions");
      case 'e' -> throw SqlError.notSupported("extended regular expressions");
      default -> -1;
    };
  }

  /** Refuses the option g. */
  void checkNotGlobal(String function) {
    if (global) {
      throw noGlobal(function);
    }
  }

  static SqlError noGlobal(String function) {
    return new SqlError(
        SqlState.INVALID_PARAMETER_VALUE, function + "() does not support the \"global\" option");
  }
}
