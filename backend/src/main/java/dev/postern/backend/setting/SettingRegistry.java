package dev.postern.backend.setting;

import dev.postern.backend.bootstrap.CatalogFacts;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.setting.Setting.Context;
import dev.postern.backend.setting.Setting.Kind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Every setting of PostgreSQL 18. Loaded once a process, at first use. */
public final class SettingRegistry {
  static final String CUSTOM_CATEGORY = "Customized Options";

  /** GUC_REPORT settings (protocol documentation, "Asynchronous Operations"). */
  private static final Set<String> REPORTED =
      Set.of(
          "application_name",
          "client_encoding",
          "DateStyle",
          "default_transaction_read_only",
          "in_hot_standby",
          "integer_datetimes",
          "IntervalStyle",
          "is_superuser",
          "scram_iterations",
          "search_path",
          "server_encoding",
          "server_version",
          "session_authorization",
          "standard_conforming_strings",
          "TimeZone");

  private static final SettingRegistry INSTANCE = load();

  private final List<Setting> all;
  private final Map<String, Setting> byName;
  private final Setting[] reported;

  private SettingRegistry(List<Setting> all) {
    this.all = List.copyOf(all);
    byName = new HashMap<>(all.size() * 2);
    List<Setting> told = new ArrayList<>();
    for (Setting setting : all) {
      byName.put(setting.name().toLowerCase(Locale.ROOT), setting);
      if (setting.isReported()) {
        told.add(setting);
      }
    }
    reported = told.toArray(Setting[]::new);
  }

  public static SettingRegistry instance() {
    return INSTANCE;
  }

  /** All settings, hidden ones last; a setting's number is its index here. */
  public List<Setting> all() {
    return all;
  }

  /** Those that are told to the client. */
  Setting[] reported() {
    return reported;
  }

  /** A setting by name in any case, or null. */
  public @Nullable Setting find(String name) {
    Setting exact = byName.get(name);
    return exact != null ? exact : byName.get(name.toLowerCase(Locale.ROOT));
  }

  /** A setting that is known to exist. */
  public Setting require(String name) {
    Setting setting = find(name);
    if (setting == null) {
      throw new IllegalArgumentException(name);
    }
    return setting;
  }

  static SqlError unrecognized(String name) {
    return new SqlError(
        SqlState.UNDEFINED_OBJECT, "unrecognized configuration parameter \"" + name + "\"");
  }

  private static SettingRegistry load() {
    CatalogFacts facts = CatalogFacts.of("pg_settings");
    int name = facts.column("name");
    int kind = facts.column("vartype");
    int unit = facts.column("unit");
    int minimum = facts.column("min_val");
    int maximum = facts.column("max_val");
    int values = facts.column("enumvals");
    int context = facts.column("context");
    int category = facts.column("category");
    int shortDescription = facts.column("short_desc");
    int extraDescription = facts.column("extra_desc");
    int initial = facts.column("initial");
    int boot = facts.column("boot_val");
    int flags = facts.column("flags");
    List<Setting> all = new ArrayList<>();
    for (@Nullable String[] row : facts.rows()) {
      String settingName = text(row[name]);
      all.add(
          new Setting(
              all.size(),
              settingName,
              Kind.valueOf(text(row[kind]).toUpperCase(Locale.ROOT)),
              row[unit],
              row[minimum],
              row[maximum],
              IdentifierList.arrayElements(text(row[values])),
              Context.of(text(row[context])),
              text(row[category]),
              text(row[shortDescription]),
              row[extraDescription],
              row[initial],
              row[boot],
              flags(settingName, text(row[flags]))));
    }
    hidden(all, "is_superuser", Kind.BOOL, Context.INTERNAL, "on");
    hidden(all, "role", Kind.STRING, Context.USER, "none");
    hidden(all, "seed", Kind.REAL, Context.USER, "0");
    hidden(all, "session_authorization", Kind.STRING, Context.USER, "postgres");
    return new SettingRegistry(all);
  }

  /** Settings that pg_settings does not show (GUC_NO_SHOW_ALL). */
  private static void hidden(
      List<Setting> all, String name, Kind kind, Context context, String initial) {
    boolean number = kind == Kind.REAL;
    all.add(
        new Setting(
            all.size(),
            name,
            kind,
            null,
            number ? "-1" : null,
            number ? "1" : null,
            List.of(),
            context,
            "Client Connection Defaults / Statement Behavior",
            "",
            null,
            initial,
            initial,
            flags(name, "NO_SHOW_ALL,NO_RESET_ALL,NOT_IN_SAMPLE")));
  }

  private static Set<String> flags(String name, String words) {
    Set<String> flags = words.isEmpty() ? new HashSet<>() : new HashSet<>(Set.of(words.split(",")));
    if (REPORTED.contains(name)) {
      flags.add("REPORT");
    }
    return flags;
  }

  private static String text(@Nullable String value) {
    return value == null ? "" : value;
  }
}
