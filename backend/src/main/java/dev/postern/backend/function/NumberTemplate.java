package dev.postern.backend.function;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A template of to_char() and to_number() for numbers (manual, table 9.31), and what it asks for.
 */
final class NumberTemplate {
  private static final String[] PATTERNS = {
    "EEEE", "FM", "MI", "PL", "PR", "RN", "SG", "SP", "TH", ",", ".", "0", "9", "B", "D", "G", "L",
    "S", "V"
  };

  enum SignPlace {
    NONE,
    BEFORE,
    AFTER
  }

  /**
   * @param pattern in upper case, or the empty string for a literal
   */
  record Part(String pattern, String spelling) {}

  final List<Part> parts = new ArrayList<>();
  int before;
  int after;
  int shift;
  boolean decimal;
  boolean zeros;
  boolean fill;
  boolean roman;
  boolean romanLower;
  boolean multiplied;
  boolean scientific;
  boolean brackets;
  boolean plus;
  boolean minus;
  SignPlace signPlace = SignPlace.NONE;

  /** How many digits stand before the S. */
  int digitsBeforeSign;

  /** Place of the first 0, from 1. */
  int zeroStart;

  /** Digits up to the last 0. */
  int zeroEnd;

  private NumberTemplate() {}

  static NumberTemplate parse(String template) {
    NumberTemplate result = new NumberTemplate();
    int at = 0;
    while (at < template.length()) {
      String pattern = "";
      for (String candidate : PATTERNS) {
        if (template.startsWith(candidate, at)
            || template.startsWith(candidate.toLowerCase(Locale.ROOT), at)) {
          pattern = candidate;
          break;
        }
      }
      if (!pattern.isEmpty()) {
        Part part = new Part(pattern, template.substring(at, at + pattern.length()));
        result.parts.add(part);
        result.note(part);
        at += pattern.length();
      } else {
        at = result.literal(template, at);
      }
    }
    return result;
  }

  private int literal(String template, int from) {
    int at = from;
    boolean quoted = template.charAt(at) == '"';
    if (quoted) {
      at++;
    } else if (template.charAt(at) == '\\' && template.startsWith("\"", at + 1)) {
      at++;
    }
    while (at < template.length()) {
      if (quoted && template.charAt(at) == '"') {
        return at + 1;
      }
      if (quoted && template.charAt(at) == '\\' && at + 1 < template.length()) {
        at++;
      }
      int end = template.offsetByCodePoints(at, 1);
      parts.add(new Part("", template.substring(at, end)));
      at = end;
      if (!quoted) {
        return at;
      }
    }
    return at;
  }

  private static SqlError error(String message) {
    return new SqlError(SqlState.SYNTAX_ERROR, message);
  }

  private void note(Part part) {
    String pattern = part.pattern();
    if (scientific && !pattern.equals("EEEE")) {
      throw error("\"EEEE\" must be the last pattern used");
    }
    switch (pattern) {
      case "9", "0" -> digit(pattern);
      case "D", "." -> {
        if (decimal) {
          throw error("multiple decimal points");
        }
        if (multiplied) {
          throw error("cannot use \"V\" and decimal point together");
        }
        decimal = true;
      }
      case "FM" -> fill = true;
      case "S" -> sign();
      case "MI", "PL", "SG" -> {
        if (signPlace != SignPlace.NONE) {
          throw error("cannot use \"S\" and \"" + pattern + "\" together");
        }
        minus |= !pattern.equals("PL");
        plus |= !pattern.equals("MI");
      }
      case "PR" -> {
        if (signPlace != SignPlace.NONE || plus || minus) {
          throw error("cannot use \"PR\" and \"S\"/\"PL\"/\"MI\"/\"SG\" together");
        }
        brackets = true;
      }
      case "RN" -> {
        if (roman) {
          throw error("cannot use \"RN\" twice");
        }
        roman = true;
        romanLower = part.spelling().equals("rn");
      }
      case "V" -> {
        if (decimal) {
          throw error("cannot use \"V\" and decimal point together");
        }
        multiplied = true;
      }
      case "EEEE" -> {
        if (scientific) {
          throw error("cannot use \"EEEE\" twice");
        }
        boolean other =
            fill || signPlace != SignPlace.NONE || brackets || minus || plus || roman || multiplied;
        if (other) {
          throw error("\"EEEE\" is incompatible with other formats")
              .detail("\"EEEE\" may only be used together with digit and decimal point patterns.");
        }
        scientific = true;
      }
      default -> {}
    }
    boolean romanAlone =
        roman
            && (before + after > 0
                || decimal
                || plus
                || minus
                || brackets
                || multiplied
                || signPlace != SignPlace.NONE);
    if (romanAlone) {
      throw error("\"RN\" is incompatible with other formats")
          .detail("\"RN\" may only be used together with \"FM\".");
    }
  }

  private void digit(String pattern) {
    if (brackets) {
      throw error("\"" + pattern + "\" must be ahead of \"PR\"");
    }
    if (pattern.equals("9")) {
      if (multiplied) {
        shift++;
      } else if (decimal) {
        after++;
      } else {
        before++;
      }
      return;
    }
    if (!zeros && !decimal) {
      zeros = true;
      zeroStart = before + 1;
    }
    if (decimal) {
      after++;
    } else {
      before++;
    }
    zeroEnd = before + after;
  }

  private void sign() {
    if (signPlace != SignPlace.NONE) {
      throw error("cannot use \"S\" twice");
    }
    if (plus || minus || brackets) {
      throw error("cannot use \"S\" and \"PL\"/\"MI\"/\"SG\"/\"PR\" together");
    }
    if (decimal) {
      signPlace = SignPlace.AFTER;
    } else {
      signPlace = SignPlace.BEFORE;
      digitsBeforeSign = before;
    }
  }
}
