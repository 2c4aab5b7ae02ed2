package dev.postern.backend.function;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.type.InputErrors;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Locale;

/** Sizes with units: pg_size_pretty() and pg_size_bytes(). */
final class ByteSizes {
  private static final String[] UNITS = {"bytes", "kB", "MB", "GB", "TB", "PB"};

  /** From this size on the next unit is used. */
  private static final BigDecimal LIMIT = BigDecimal.valueOf(10 * 1024);

  private ByteSizes() {}

  static String shown(BigDecimal size) {
    if (size.abs().compareTo(LIMIT) < 0) {
      return size.toPlainString() + " bytes";
    }
    // One bit more than shown is kept for rounding; the bits below are cut.
    BigDecimal halves = cut(size, 9);
    int unit = 1;
    BigDecimal limit = BigDecimal.valueOf(20 * 1024 - 1);
    while (unit < UNITS.length - 1 && halves.abs().compareTo(limit) >= 0) {
      halves = cut(halves, 10);
      unit++;
    }
    BigDecimal two = BigDecimal.valueOf(2);
    BigDecimal rounded =
        halves.add(BigDecimal.valueOf(halves.signum())).divide(two, 0, RoundingMode.DOWN);
    return rounded.toPlainString() + " " + UNITS[unit];
  }

  private static BigDecimal cut(BigDecimal value, int bits) {
    return value.divide(BigDecimal.valueOf(1L << bits), 0, RoundingMode.DOWN);
  }

  static long bytes(String text) {
    String size = text.strip();
    int end = 0;
    while (end < size.length() && "+-.0123456789".indexOf(size.charAt(end)) >= 0) {
      end++;
    }
    if (end + 1 < size.length()
        && Character.toLowerCase(size.charAt(end)) == 'e'
        && "+-0123456789".indexOf(size.charAt(end + 1)) >= 0) {
      end += 2;
      while (end < size.length() && Character.isDigit(size.charAt(end))) {
        end++;
      }
    }
    BigDecimal number;
    try {
      number = new BigDecimal(size.substring(0, end));
    } catch (NumberFormatException e) {
      throw new SqlError(SqlState.INVALID_PARAMETER_VALUE, "invalid size: \"" + text + "\"");
    }
    String unit = size.substring(end).strip();
    int exponent =
        switch (unit.toLowerCase(Locale.ROOT)) {
          case "", "bytes", "b" -> 0;
          case "kb" -> 10;
          case "mb" -> 20;
          case "gb" -> 30;
          case "tb" -> 40;
          case "pb" -> 50;
          default ->
              throw new SqlError(SqlState.INVALID_PARAMETER_VALUE, "invalid size: \"" + text + "\"")
                  .detail("Invalid size unit: \"" + unit + "\".")
                  .hint(
                      "Valid units are \"bytes\", \"B\", \"kB\", \"MB\", \"GB\", \"TB\", and"
                          + " \"PB\".");
        };
    BigDecimal bytes =
        number.multiply(BigDecimal.valueOf(1L << exponent)).setScale(0, RoundingMode.HALF_UP);
    if (bytes.unscaledValue().bitLength() > 63) {
      throw InputErrors.outOfRange("bigint");
    }
    return bytes.longValueExact();
  }
}
