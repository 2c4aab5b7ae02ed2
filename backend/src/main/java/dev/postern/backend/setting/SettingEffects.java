package dev.postern.backend.setting;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.type.DisplayStyle;
import dev.postern.backend.type.DisplayStyle.IntervalForm;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The values of settings that code asks for again and again, ready to use; kept up to date by
 * {@link SessionSettings}. Read by the session's thread.
 */
public final class SettingEffects {
  /**
   * Settings that would change answers in ways that are not built, and the one value they may have.
   */
  private static final Map<String, String> FIXED =
      Map.of(
          "standard_conforming_strings", "on",
          "array_nulls", "on",
          "transform_null_equals", "off",
          "quote_all_identifiers", "off",
          "default_with_oids", "off");

  private static final Pattern INTERVAL =
      Pattern.compile("(?i)interval\\s*'\\s*([+-]?)(\\d+)(?::(\\d+)(?::(\\d+))?)?\\s*'.*");

  private final DisplayStyle style;
  private List<String> searchPath = List.of("$user", "public");
  private int searchPathChanges;
  private int statementTimeoutMillis;
  private int lockTimeoutMillis;
  private int deadlockTimeoutMillis = 1000;
  private int idleInTransactionTimeoutMillis;
  private int transactionTimeoutMillis;
  private boolean checksFunctionBodies = true;
  private boolean replicaRole;
  private String clientMinMessages = "notice";

  SettingEffects(DisplayStyle style) {
    this.style = style;
  }

  /** The schemas of search_path, {@code $user} among them. */
  public List<String> searchPath() {
    return searchPath;
  }

  /** Grows with every assignment of search_path. */
  public int searchPathChanges() {
    return searchPathChanges;
  }

  /** 0 is none. */
  public int statementTimeoutMillis() {
    return statementTimeoutMillis;
  }

  /** 0 is none. */
  public int lockTimeoutMillis() {
    return lockTimeoutMillis;
  }

  public int deadlockTimeoutMillis() {
    return deadlockTimeoutMillis;
  }

  /** 0 is none. */
  public int idleInTransactionTimeoutMillis() {
    return idleInTransactionTimeoutMillis;
  }

  /** 0 is none. */
  public int transactionTimeoutMillis() {
    return transactionTimeoutMillis;
  }

  public boolean checksFunctionBodies() {
    return checksFunctionBodies;
  }

  /** session_replication_role is replica: foreign keys and ordinary triggers do not fire. */
  public boolean isReplica() {
    return replicaRole;
  }

  /** client_min_messages. */
  public String clientMinMessages() {
    return clientMinMessages;
  }

  /** The rules of single settings; gives the value to keep. */
  String check(Setting setting, String value, String standard) {
    return switch (setting.name()) {
      case "DateStyle" ->
          DateStyleText.parse(
                  setting,
                  value,
                  new DateStyleText(style.dateForm, style.dateOrder),
                  DateStyleText.parse(
                      setting,
                      standard.isEmpty() ? "ISO, MDY" : standard,
                      DateStyleText.INITIAL,
                      DateStyleText.INITIAL))
              .text();
      case "TimeZone" -> zone(setting, value).name();
      case "search_path" -> {
        if (IdentifierList.split(value) == null) {
          throw SettingText.invalid(setting, value).detail("List syntax is invalid.");
        }
        yield value;
      }
      case "client_encoding" -> encoding(setting, value);
      case "application_name" -> ascii(value);
      default -> {
        String only = FIXED.get(setting.name());
        if (only != null && !only.equals(value)) {
          throw SqlError.notSupported(setting.name() + " = " + value);
        }
        yield value;
      }
    };
  }

  void assign(Setting setting, String value) {
    switch (setting.name()) {
      case "DateStyle" -> {
        DateStyleText text =
            DateStyleText.parse(setting, value, DateStyleText.INITIAL, DateStyleText.INITIAL);
        style.dateForm = text.form();
        style.dateOrder = text.order();
      }
      case "IntervalStyle" ->
          style.intervalForm = IntervalForm.valueOf(value.toUpperCase(Locale.ROOT));
      case "TimeZone" -> style.timeZone = zone(setting, value).id();
      case "extra_float_digits" -> style.extraFloatDigits = Integer.parseInt(value);
      case "bytea_output" -> style.byteaHex = value.equals("hex");
      case "search_path" -> {
        List<String> names = IdentifierList.split(value);
        searchPath = names == null ? List.of() : List.copyOf(names);
        searchPathChanges++;
      }
      case "statement_timeout" -> statementTimeoutMillis = Integer.parseInt(value);
      case "lock_timeout" -> lockTimeoutMillis = Integer.parseInt(value);
      case "deadlock_timeout" -> deadlockTimeoutMillis = Integer.parseInt(value);
      case "transaction_timeout" -> transactionTimeoutMillis = Integer.parseInt(value);
      case "idle_in_transaction_session_timeout" ->
          idleInTransactionTimeoutMillis = Integer.parseInt(value);
      case "check_function_bodies" -> checksFunctionBodies = value.equals("on");
      case "session_replication_role" -> replicaRole = value.equals("replica");
      case "client_min_messages" -> clientMinMessages = value;
      default -> {
        // All others are read where they are needed.
      }
    }
  }

  private static TimeZones.Zone zone(Setting setting, String value) {
    TimeZones.Zone zone = null;
    Matcher interval = INTERVAL.matcher(value);
    Double hours = hours(value);
    if (interval.matches()) {
      long seconds =
          Long.parseLong(interval.group(2)) * 3600
              + part(interval.group(3)) * 60
              + part(interval.group(4));
      zone = TimeZones.ofOffset(interval.group(1).equals("-") ? -seconds : seconds);
    } else if (hours != null) {
      zone = TimeZones.ofOffset((long) (hours * 3600));
    } else {
      zone = TimeZones.find(value);
    }
    if (zone == null) {
      throw SettingText.invalid(setting, value);
    }
    return zone;
  }

  private static long part(@Nullable String digits) {
    return digits == null ? 0 : Long.parseLong(digits);
  }

  private static @Nullable Double hours(String value) {
    if (!value.matches("[+-]?(\\d+\\.?\\d*|\\.\\d+)")) {
      return null;
    }
    return Double.valueOf(value);
  }

  private static String encoding(Setting setting, String value) {
    int number = Encodings.number(value);
    if (number < 0) {
      throw SettingText.invalid(setting, value);
    }
    if (number != Encodings.UTF8 && number != 0) {
      throw SqlError.notSupported("client_encoding " + Encodings.name(number));
    }
    return Encodings.name(number);
  }

  /** Bytes that are not printable ASCII become {@code \xhh} (pg_clean_ascii). */
  private static String ascii(String value) {
    StringBuilder clean = new StringBuilder();
    for (byte b : value.getBytes(StandardCharsets.UTF_8)) {
      if (b >= 32 && b < 127) {
        clean.append((char) b);
      } else {
        clean.append(String.format("\\x%02x", b & 0xff));
      }
    }
    return clean.toString();
  }
}
