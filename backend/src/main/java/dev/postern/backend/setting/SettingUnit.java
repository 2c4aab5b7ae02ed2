package dev.postern.backend.setting;

import java.math.BigDecimal;
import java.math.MathContext;
import org.jspecify.annotations.Nullable;

/**
 * Units of memory and time (manual section 19.1.1): from the unit written to the setting's own, and
 * to the one SHOW chooses.
 */
final class SettingUnit {
  static final String MEMORY_HINT =
      "Valid units for this parameter are \"B\", \"kB\", \"MB\", \"GB\", and \"TB\".";
  static final String TIME_HINT =
      "Valid units for this parameter are \"us\", \"ms\", \"s\", \"min\", \"h\", and \"d\".";

  private static final String[] MEMORY = {"TB", "GB", "MB", "kB", "B"};
  private static final double[] BYTES = {0x1p40, 0x1p30, 0x1p20, 0x1p10, 1};
  private static final String[] TIME = {"d", "h", "min", "s", "ms", "us"};
  private static final double[] MICROS = {86_400e6, 3_600e6, 60e6, 1e6, 1e3, 1};

  private SettingUnit() {}

  /** How many of the base unit (bytes, microseconds) one of the setting's unit is. */
  private static double base(String unit) {
    return switch (unit) {
      case "8kB" -> 8192;
      case "TB", "GB", "MB", "kB", "B" -> BYTES[index(MEMORY, unit)];
      default -> MICROS[index(TIME, unit)];
    };
  }

  static boolean isMemory(String unit) {
    return unit.endsWith("B");
  }

  private static int index(String[] units, String unit) {
    for (int i = 0; i < units.length; i++) {
      if (units[i].equals(unit)) {
        return i;
      }
    }
    return -1;
  }

  /**
   * The factor from a written unit to the setting's, or -1 where it is no such unit. A value with a
   * fraction is first made whole in the next smaller unit, as PostgreSQL does.
   */
  static double convert(double value, String written, String unit) {
    String[] names = isMemory(unit) ? MEMORY : TIME;
    double[] sizes = isMemory(unit) ? BYTES : MICROS;
    int at = index(names, written);
    if (at < 0) {
      return Double.NaN;
    }
    double factor = sizes[at] / base(unit);
    double converted = value * factor;
    if (at + 1 < names.length && value != Math.rint(value)) {
      double next = sizes[at + 1] / base(unit);
      converted = Math.rint(converted / next) * next;
    }
    return converted;
  }

  /** A whole number of the unit, in the largest unit that divides it. */
  static String show(long value, @Nullable String unit) {
    if (unit == null || value <= 0) {
      return Long.toString(value);
    }
    String[] names = isMemory(unit) ? MEMORY : TIME;
    double[] sizes = isMemory(unit) ? BYTES : MICROS;
    double size = value * base(unit);
    for (int i = 0; i < names.length; i++) {
      if (size % sizes[i] == 0) {
        return Long.toString((long) (size / sizes[i])) + names[i];
      }
    }
    throw new IllegalStateException(value + unit);
  }

  /** A number with fraction, in the largest unit in which it is whole, or else the smallest. */
  static String showReal(double value, @Nullable String unit) {
    if (unit == null || value <= 0) {
      return general(value);
    }
    String[] names = isMemory(unit) ? MEMORY : TIME;
    double[] sizes = isMemory(unit) ? BYTES : MICROS;
    double size = value * base(unit);
    int last = names.length - 1;
    for (int i = 0; i < last; i++) {
      double count = size / sizes[i];
      if (count != 0 && Math.abs(Math.rint(count) / count - 1.0) <= 1e-8) {
        return general(count) + names[i];
      }
    }
    return general(size / sizes[last]) + names[last];
  }

  /** C's {@code %g}. */
  static String general(double value) {
    if (value == 0) {
      return "0";
    }
    BigDecimal rounded = new BigDecimal(value).round(new MathContext(6));
    int exponent = rounded.precision() - rounded.scale() - 1;
    BigDecimal stripped = rounded.stripTrailingZeros();
    if (exponent >= -4 && exponent < 6) {
      return stripped.toPlainString();
    }
    String digits = stripped.unscaledValue().abs().toString();
    StringBuilder text = new StringBuilder();
    if (value < 0) {
      text.append('-');
    }
    text.append(digits.charAt(0));
    if (digits.length() > 1) {
      text.append('.').append(digits, 1, digits.length());
    }
    text.append('e').append(exponent < 0 ? '-' : '+');
    int size = Math.abs(exponent);
    return text.append(size < 10 ? "0" : "").append(size).toString();
  }
}
