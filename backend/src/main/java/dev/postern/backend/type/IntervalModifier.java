package dev.postern.backend.type;

/**
 * The typmod of interval: which fields it keeps (16 bits above) and how many digits of a second (16
 * bits below).
 */
public final class IntervalModifier {
  public static final int YEAR = 1 << 2;
  public static final int MONTH = 1 << 1;
  public static final int DAY = 1 << 3;
  public static final int HOUR = 1 << 10;
  public static final int MINUTE = 1 << 11;
  public static final int SECOND = 1 << 12;

  /** Every field. */
  public static final int FULL_RANGE = 0x7fff;

  /** Every digit. */
  public static final int FULL_PRECISION = 0xffff;

  private IntervalModifier() {}

  static int range(int typmod) {
    return typmod < 0 ? FULL_RANGE : typmod >> 16 & 0x7fff;
  }

  static int precision(int typmod) {
    return typmod < 0 ? FULL_PRECISION : typmod & 0xffff;
  }

  /** From the field mask and, perhaps, the digits. */
  static int typmod(int[] modifiers) {
    int mask = modifiers[0];
    boolean known = mask == FULL_RANGE || !fields(mask).isEmpty();
    if (!known || modifiers.length > 2) {
      throw InputErrors.invalidParameter("invalid INTERVAL type modifier");
    }
    if (modifiers.length == 1) {
      return mask == FULL_RANGE ? -1 : FULL_PRECISION | mask << 16;
    }
    if (modifiers[1] < 0) {
      throw InputErrors.invalidParameter(
          "INTERVAL(" + modifiers[1] + ") precision must not be negative");
    }
    return Math.min(modifiers[1], 6) | mask << 16;
  }

  static String format(int typmod) {
    String fields = range(typmod) == FULL_RANGE ? "" : " " + fields(range(typmod));
    int precision = precision(typmod);
    return precision == FULL_PRECISION ? fields : fields + "(" + precision + ")";
  }

  private static String fields(int mask) {
    return switch (mask) {
      case YEAR -> "year";
      case MONTH -> "month";
      case DAY -> "day";
      case HOUR -> "hour";
      case MINUTE -> "minute";
      case SECOND -> "second";
      case YEAR | MONTH -> "year to month";
      case DAY | HOUR -> "day to hour";
      case DAY | HOUR | MINUTE -> "day to minute";
      case DAY | HOUR | MINUTE | SECOND -> "day to second";
      case HOUR | MINUTE -> "hour to minute";
      case HOUR | MINUTE | SECOND -> "hour to second";
      case MINUTE | SECOND -> "minute to second";
      default -> "";
    };
  }
}
