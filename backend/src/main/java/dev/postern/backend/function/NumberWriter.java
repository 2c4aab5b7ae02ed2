package dev.postern.backend.function;

/**
 * Writes the digits of a number into a template, place by place. The sign goes before the first
 * digit that is written, unless the template has a place for it; leading places without a digit are
 * blank, or nothing in fill mode.
 */
final class NumberWriter {
  private static final int NONE = Integer.MAX_VALUE;

  private final NumberTemplate template;
  private final String digits;
  private final boolean negative;
  private final int after;
  private final int blanks;
  private final boolean brackets;
  private final NumberTemplate.SignPlace signPlace;
  private final int zeroStart;
  private final StringBuilder result = new StringBuilder();

  /** Index of the last digit that fill mode keeps, or NONE where all are kept. */
  private int lastKept = NONE;

  private int places;
  private int place;
  private int next;
  private boolean signWritten;
  private boolean inNumber;

  /**
   * @param digits without a sign
   * @param blanks leading places that have no digit
   */
  NumberWriter(
      NumberTemplate template, String digits, boolean negative, int before, int after, int blanks) {
    this.template = template;
    this.digits = digits;
    this.negative = negative;
    this.after = template.after;
    this.blanks = blanks;
    boolean elsewhere = template.plus || template.minus;
    brackets = template.brackets && (negative || !template.fill);
    boolean signOwn = template.signPlace != NumberTemplate.SignPlace.NONE;
    signWritten =
        elsewhere ? template.minus || !template.plus : !negative && template.fill && !signOwn;
    signPlace =
        !elsewhere
                && template.signPlace == NumberTemplate.SignPlace.BEFORE
                && template.before == template.digitsBeforeSign
            ? NumberTemplate.SignPlace.AFTER
            : template.signPlace;
    zeroStart = Math.max(0, template.zeroStart - 1);
    if (template.fill && template.decimal) {
      findLastKept();
    }
    places = after + before - 1;
    if (!signWritten && blanks == 0) {
      places++;
    }
  }

  /** Zeros at the end of the fraction are dropped, but not where the template has a 0. */
  private void findLastKept() {
    int point = digits.indexOf('.');
    if (point < 0) {
      return;
    }
    int last = digits.length() - 1;
    while (last > point && digits.charAt(last) == '0') {
      last--;
    }
    lastKept = last;
    if (template.zeroEnd > blanks) {
      lastKept = Math.max(lastKept, Math.min(digits.length() - 1, template.zeroEnd - blanks));
    }
  }

  String write() {
    for (NumberTemplate.Part part : template.parts) {
      switch (part.pattern()) {
        case "" -> result.append(part.spelling());
        case "9", "0", ".", "D" -> digit(part.pattern());
        case ",", "G" -> {
          if (inNumber) {
            result.append(',');
          } else if (!template.fill) {
            result.append(' ');
          }
        }
        // The currency sign of the C locale is a blank.
        case "L" -> result.append(' ');
        case "MI" -> {
          if (negative || !template.fill) {
            result.append(negative ? '-' : ' ');
          }
        }
        case "PL" -> {
          if (!negative || !template.fill) {
            result.append(negative ? ' ' : '+');
          }
        }
        case "SG" -> result.append(negative ? '-' : '+');
        case "TH" -> {
          boolean number = !digits.startsWith("#") && !negative && !template.decimal;
          if (number) {
            result.append(DateFormatting.ordinal(digits, part.spelling().equals("TH")));
          }
        }
        default -> {}
      }
    }
    return result.toString();
  }

  /** '0.1' shown by 9.9 has a blank before the point. */
  private boolean isLeadingZero() {
    return !template.zeros && next == 0 && digits.startsWith("0") && after != 0;
  }

  private boolean endsAtPoint() {
    return lastKept != NONE && digits.charAt(lastKept) == '.';
  }

  private void digit(String pattern) {
    inNumber = false;
    boolean reached = place >= blanks || template.zeros && zeroStart == place;
    if (!signWritten && reached && (!isLeadingZero() || endsAtPoint())) {
      leadingSign();
    }
    if (place < blanks && (zeroStart > place || !template.zeros)) {
      if (!template.fill) {
        result.append(' ');
      }
    } else if (place < blanks) {
      result.append('0');
      inNumber = true;
    } else {
      character(pattern);
      if (next < digits.length()) {
        next++;
      }
    }
    int end = places + (blanks > 0 ? 1 : 0) + (template.decimal ? 1 : 0);
    if (lastKept != NONE && lastKept == next) {
      end = place;
    }
    if (place + 1 == end) {
      trailingSign();
    }
    place++;
  }

  private void leadingSign() {
    if (signPlace != NumberTemplate.SignPlace.NONE) {
      if (signPlace == NumberTemplate.SignPlace.BEFORE) {
        result.append(negative ? '-' : '+');
        signWritten = true;
      }
    } else if (brackets) {
      result.append(negative ? '<' : ' ');
      signWritten = true;
    } else if (negative) {
      result.append('-');
      signWritten = true;
    } else {
      if (!template.fill) {
        result.append(' ');
      }
      signWritten = true;
    }
  }

  private void character(String pattern) {
    if (next >= digits.length()) {
      return;
    }
    char c = digits.charAt(next);
    if (c == '.') {
      result.append('.');
    } else if (lastKept != NONE && next > lastKept && !pattern.equals("0")) {
      // Dropped by fill mode.
      return;
    } else if (isLeadingZero()) {
      if (!template.fill) {
        result.append(' ');
      } else if (endsAtPoint()) {
        result.append('0');
      }
    } else {
      result.append(c);
      inNumber = true;
    }
  }

  private void trailingSign() {
    if (signWritten && brackets) {
      result.append(negative ? '>' : ' ');
    } else if (signPlace == NumberTemplate.SignPlace.AFTER) {
      result.append(negative ? '-' : '+');
    }
  }
}
