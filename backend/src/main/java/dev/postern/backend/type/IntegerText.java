package dev.postern.backend.type;

/**
 * The text form of integers (manual, "Numeric Constants"): white space around, a sign, decimal
 * digits or 0x, 0o, 0b and digits, single underscores between digits. Allocates nothing.
 */
final class IntegerText {
  private IntegerText() {}

  /**
   * @param typeWords the type in messages: smallint, integer, bigint
   */
  static long parse(
      byte[] text, int offset, int length, long minimum, long maximum, String typeWords) {
    int at = offset;
    int end = offset + length;
    while (at < end && isSpace(text[at])) {
      at++;
    }
    while (end > at && isSpace(text[end - 1])) {
      end--;
    }
    boolean negative = false;
    if (at < end && (text[at] == '-' || text[at] == '+')) {
      negative = text[at] == '-';
      at++;
    }
    int base = 10;
    if (end - at > 1 && text[at] == '0') {
      base =
          switch (text[at + 1]) {
            case 'x', 'X' -> 16;
            case 'o', 'O' -> 8;
            case 'b', 'B' -> 2;
            default -> 10;
          };
      if (base != 10) {
        at += 2;
      }
    }
    // Counted downwards, so that the smallest value needs no special case.
    long value = 0;
    boolean overflow = false;
    boolean digitBefore = base != 10;
    boolean any = false;
    for (; at < end; at++) {
      byte c = text[at];
      if (c == '_' && digitBefore) {
        digitBefore = false;
        continue;
      }
      int digit = digit(c);
      if (digit < 0 || digit >= base) {
        throw InputErrors.syntax(typeWords, text, offset, length);
      }
      if (!overflow && (value < (minimum + digit) / base)) {
        overflow = true;
      }
      value = value * base - digit;
      digitBefore = true;
      any = true;
    }
    if (!any || !digitBefore) {
      throw InputErrors.syntax(typeWords, text, offset, length);
    }
    if (overflow || !negative && value < -maximum) {
      throw InputErrors.valueOutOfRange(typeWords, text, offset, length);
    }
    return negative ? value : -value;
  }

  /**
   * Unsigned 32 bits as strtoul reads them with base 0: 0x is hexadecimal, a leading 0 octal, and a
   * minus wraps around.
   */
  static int parseUnsigned(byte[] text, int offset, int length, String typeWords) {
    return (int) parseUnsigned(text, offset, length, typeWords, 0xffff_ffffL);
  }

  /** As above; values above {@code maximum} (unsigned) are out of range; -1 allows 64 bits. */
  static long parseUnsigned(byte[] text, int offset, int length, String typeWords, long maximum) {
    int at = offset;
    int end = offset + length;
    while (at < end && isSpace(text[at])) {
      at++;
    }
    while (end > at && isSpace(text[end - 1])) {
      end--;
    }
    boolean negative = false;
    if (at < end && (text[at] == '-' || text[at] == '+')) {
      negative = text[at] == '-';
      at++;
    }
    int base = 10;
    if (at < end && text[at] == '0') {
      base = 8;
      if (end - at > 2 && (text[at + 1] | 0x20) == 'x') {
        base = 16;
        at += 2;
      }
    }
    if (at == end) {
      throw InputErrors.syntax(typeWords, text, offset, length);
    }
    long value = 0;
    boolean overflow = false;
    for (; at < end; at++) {
      int digit = digit(text[at]);
      if (digit < 0 || digit >= base) {
        throw InputErrors.syntax(typeWords, text, offset, length);
      }
      overflow |= Long.compareUnsigned(value, Long.divideUnsigned(-1L - digit, base)) > 0;
      value = value * base + digit;
    }
    if (overflow) {
      throw InputErrors.valueOutOfRange(typeWords, text, offset, length);
    }
    if (negative) {
      value = -value;
      // strtoul wraps; 32-bit types take what is the same number as a signed 32-bit one.
      if (maximum == 0xffff_ffffL && value == (int) value) {
        return value & 0xffff_ffffL;
      }
    }
    if (Long.compareUnsigned(value, maximum) > 0) {
      throw InputErrors.valueOutOfRange(typeWords, text, offset, length);
    }
    return value;
  }

  static boolean isSpace(byte c) {
    return c == ' ' || c >= 9 && c <= 13;
  }

  static int digit(byte c) {
    if (c >= '0' && c <= '9') {
      return c - '0';
    }
    int lower = c | 0x20;
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
  }
}
