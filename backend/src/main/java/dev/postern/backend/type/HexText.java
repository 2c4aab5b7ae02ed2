package dev.postern.backend.type;

import dev.postern.backend.error.SqlError;

/** Hexadecimal digits as {@code decode(text, 'hex')} and bytea read them. */
public final class HexText {
  private HexText() {}

  /** Reads pairs of digits; white space may stand between pairs. Errors are 22023. */
  public static byte[] decode(byte[] text, int offset, int length) {
    byte[] data = new byte[length / 2];
    int size = 0;
    int end = offset + length;
    for (int i = offset; i < end; i++) {
      byte c = text[i];
      if (c == ' ' || c == '\n' || c == '\t' || c == '\r') {
        continue;
      }
      int high = digit(text, i, end);
      if (++i >= end) {
        throw InputErrors.invalidParameter("invalid hexadecimal data: odd number of digits");
      }
      data[size++] = (byte) (high << 4 | digit(text, i, end));
    }
    return size == data.length ? data : java.util.Arrays.copyOf(data, size);
  }

  private static int digit(byte[] text, int at, int end) {
    int digit = IntegerText.digit(text[at]);
    if (digit < 0) {
      int size = Math.min(Utf8.announcedSize(text[at]), end - at);
      SqlError error =
          InputErrors.invalidParameter(
              "invalid hexadecimal digit: \"" + InputErrors.string(text, at, size) + "\"");
      throw error;
    }
    return digit;
  }
}
