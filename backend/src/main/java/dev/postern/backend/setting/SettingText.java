package dev.postern.backend.setting;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.setting.Setting.Kind;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Values of settings as text: what SET takes is read and checked here, and made what is kept:
 * {@code on} and {@code off}, numbers in the setting's unit, the enum's own spelling.
 */
final class SettingText {
  /** Values that enums take beside those they list. */
  private static final Map<String, Map<String, String>> SYNONYMS =
      Map.of(
          "synchronous_commit", switches("on", "off"),
          "backslash_quote", switches("on", "off"),
          "constraint_exclusion", switches("on", "off"),
          "compute_query_id", switches("on", "off"),
          "huge_pages", switches("on", "off"),
          "recovery_prefetch", switches("on", "off"),
          "debug_parallel_query", switches("on", "off"),
          "wal_compression", switches("pglz", "off"),
          "client_min_messages",
              Map.of("debug", "debug2", "info", "info", "fatal", "fatal", "panic", "panic"),
          "log_min_messages", Map.of("debug", "debug2"));

  private SettingText() {}

  private static Map<String, String> switches(String on, String off) {
    return Map.of("true", on, "yes", on, "1", on, "false", off, "no", off, "0", off);
  }

  /** Reads a value of any kind but STRING. */
  static String canonical(Setting setting, String value) {
    return switch (setting.kind()) {
      case BOOL -> truth(setting, value) ? "on" : "off";
      case INTEGER -> integer(setting, value);
      case REAL -> real(setting, value);
      case ENUM -> choice(setting, value);
      case STRING -> value;
    };
  }

  private static boolean truth(Setting setting, String value) {
    Boolean known = parseBoolean(value);
    if (known == null) {
      throw new SqlError(
          SqlState.INVALID_PARAMETER_VALUE,
          "parameter \"" + setting.name() + "\" requires a Boolean value");
    }
    return known;
  }

  /** What PostgreSQL takes for a boolean: unique prefixes of the words. */
  static @Nullable Boolean parseBoolean(String value) {
    String word = value.toLowerCase(Locale.ROOT);
    if (word.isEmpty()) {
      return null;
    }
    if ("true".startsWith(word)
        || "yes".startsWith(word)
        || word.equals("on")
        || word.equals("1")) {
      return true;
    }
    boolean off = word.length() > 1 && "off".startsWith(word);
    if ("false".startsWith(word) || "no".startsWith(word) || off || word.equals("0")) {
      return false;
    }
    return null;
  }

  private static String choice(Setting setting, String value) {
    for (String known : setting.enumValues()) {
      if (known.equalsIgnoreCase(value)) {
        return known;
      }
    }
    String synonym =
        SYNONYMS.getOrDefault(setting.name(), Map.of()).get(value.toLowerCase(Locale.ROOT));
    if (synonym != null) {
      return synonym;
    }
    List<String> shown = setting.enumValues();
    throw invalid(setting, value).hint("Available values: " + String.join(", ", shown) + ".");
  }

  static SqlError invalid(Setting setting, String value) {
    return new SqlError(
        SqlState.INVALID_PARAMETER_VALUE,
        "invalid value for parameter \"" + setting.name() + "\": \"" + value + "\"");
  }

  private static String integer(Setting setting, String value) {
    double number = number(setting, value);
    double whole = Math.rint(number);
    if (whole > Integer.MAX_VALUE || whole < Integer.MIN_VALUE) {
      throw invalid(setting, value).hint("Value exceeds integer range.");
    }
    checkRange(setting, whole, Long.toString((long) whole));
    return Long.toString((long) whole);
  }

  private static String real(Setting setting, String value) {
    double number = number(setting, value);
    checkRange(setting, number, SettingUnit.general(number));
    return Double.toString(number);
  }

  private static void checkRange(Setting setting, double number, String shown) {
    String minimum = setting.minimum();
    String maximum = setting.maximum();
    if (minimum == null || maximum == null) {
      return;
    }
    if (number < Double.parseDouble(minimum) || number > Double.parseDouble(maximum)) {
      String unit = setting.unit() == null ? "" : " " + setting.unit();
      throw new SqlError(
          SqlState.INVALID_PARAMETER_VALUE,
          shown
              + unit
              + " is outside the valid range for parameter \""
              + setting.name()
              + "\" ("
              + minimum
              + unit
              + " .. "
              + maximum
              + unit
              + ")");
    }
  }

  /** Reads a number with an optional unit, in the setting's unit. */
  private static double number(Setting setting, String value) {
    String text = value.strip();
    int end = numberEnd(text);
    double number = end == 0 ? Double.NaN : parse(text.substring(0, end));
    if (Double.isNaN(number)) {
      throw invalid(setting, value);
    }
    String written = text.substring(end).strip();
    String unit = setting.unit();
    if (written.isEmpty()) {
      return number;
    }
    if (unit == null) {
      throw invalid(setting, value);
    }
    double converted = SettingUnit.convert(number, written, unit);
    if (Double.isNaN(converted)) {
      throw invalid(setting, value)
          .hint(SettingUnit.isMemory(unit) ? SettingUnit.MEMORY_HINT : SettingUnit.TIME_HINT);
    }
    return converted;
  }

  /** Where the number at the start of the text ends; hexadecimal and octal are read by strtol. */
  private static int numberEnd(String text) {
    int at = 0;
    int length = text.length();
    if (at < length && (text.charAt(at) == '-' || text.charAt(at) == '+')) {
      at++;
    }
    if (at + 2 < length && text.charAt(at) == '0' && (text.charAt(at + 1) | 0x20) == 'x') {
      at += 2;
      while (at < length && Character.digit(text.charAt(at), 16) >= 0) {
        at++;
      }
      return at;
    }
    int digits = at;
    at = digits(text, at);
    if (at < length && text.charAt(at) == '.') {
      at = digits(text, at + 1);
    }
    if (at == digits || at == digits + 1 && text.charAt(digits) == '.') {
      return 0;
    }
    if (at < length && (text.charAt(at) | 0x20) == 'e') {
      int exponent = at + 1;
      if (exponent < length && (text.charAt(exponent) == '-' || text.charAt(exponent) == '+')) {
        exponent++;
      }
      int exponentEnd = digits(text, exponent);
      if (exponentEnd > exponent) {
        return exponentEnd;
      }
    }
    return at;
  }

  private static int digits(String text, int from) {
    int at = from;
    while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
      at++;
    }
    return at;
  }

  private static double parse(String number) {
    boolean negative = number.startsWith("-");
    String digits = negative || number.startsWith("+") ? number.substring(1) : number;
    double size;
    if (digits.length() > 2 && (digits.charAt(1) | 0x20) == 'x') {
      size = digits.length() > 17 ? 1e30 : Long.parseUnsignedLong(digits.substring(2), 16);
    } else if (digits.length() > 1 && digits.length() < 20 && digits.matches("0[0-7]+")) {
      size = Long.parseLong(digits, 8);
    } else {
      size = Double.parseDouble(digits);
    }
    return negative ? -size : size;
  }

  /** What SHOW prints for a kept value. */
  static String show(Setting setting, String value) {
    return switch (setting.kind()) {
      case INTEGER ->
          setting.unit() == null ? value : SettingUnit.show(Long.parseLong(value), setting.unit());
      case REAL -> SettingUnit.showReal(Double.parseDouble(value), setting.unit());
      case BOOL, ENUM, STRING -> value;
    };
  }

  /** What pg_settings.setting holds for a kept value: numbers without unit. */
  static String raw(Setting setting, String value) {
    return setting.kind() == Kind.REAL ? SettingUnit.general(Double.parseDouble(value)) : value;
  }
}
