package dev.postern.backend.setting;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The facts of one setting, as pg_settings shows them.
 *
 * @param number its place in {@link SettingRegistry#all()}
 * @param unit kB, 8kB, MB, B, ms, s, min, or null
 * @param minimum as written, for numbers; null where there is none
 * @param enumValues the values shown to users, in order
 * @param initial the value of a fresh cluster, as SHOW prints it before units are chosen
 * @param bootValue pg_settings.boot_val
 * @param flags as pg_settings_get_flags(), and GUC_REPORT as REPORT
 */
public record Setting(
    int number,
    String name,
    Kind kind,
    @Nullable String unit,
    @Nullable String minimum,
    @Nullable String maximum,
    List<String> enumValues,
    Context context,
    String category,
    String shortDescription,
    @Nullable String extraDescription,
    @Nullable String initial,
    @Nullable String bootValue,
    Set<String> flags) {

  /** pg_settings.vartype. */
  public enum Kind {
    BOOL,
    INTEGER,
    REAL,
    STRING,
    ENUM
  }

  /** Who may change it, and when (pg_settings.context). */
  public enum Context {
    INTERNAL("internal"),
    POSTMASTER("postmaster"),
    SIGHUP("sighup"),
    SUPERUSER_BACKEND("superuser-backend"),
    BACKEND("backend"),
    SUPERUSER("superuser"),
    USER("user");

    private final String words;

    Context(String words) {
      this.words = words;
    }

    /** As pg_settings shows it. */
    public String words() {
      return words;
    }

    static Context of(String words) {
      for (Context context : values()) {
        if (context.words.equals(words)) {
          return context;
        }
      }
      throw new IllegalArgumentException(words);
    }
  }

  private static final Set<String> LISTS =
      Set.of(
          "createrole_self_grant",
          "DateStyle",
          "debug_io_direct",
          "listen_addresses",
          "local_preload_libraries",
          "log_connections",
          "log_destination",
          "restrict_nonsystem_relation_kind",
          "search_path",
          "session_preload_libraries",
          "shared_preload_libraries",
          "synchronized_standby_slots",
          "synchronous_standby_names",
          "temp_tablespaces",
          "unix_socket_directories",
          "wal_consistency_checking");

  private static final Set<String> QUOTED_LISTS =
      Set.of(
          "local_preload_libraries",
          "search_path",
          "session_preload_libraries",
          "shared_preload_libraries",
          "temp_tablespaces",
          "unix_socket_directories");

  /** Whether changes are told to the client (ParameterStatus). */
  public boolean isReported() {
    return flags.contains("REPORT");
  }

  /** Whether SET takes several values. */
  public boolean isList() {
    return LISTS.contains(name);
  }

  /** Whether the values of the list are identifiers, quoted where needed. */
  public boolean isQuotedList() {
    return QUOTED_LISTS.contains(name);
  }

  /** Whether RESET leaves it alone or refuses. */
  public boolean hasNoReset() {
    return flags.contains("NO_RESET");
  }

  /** Whether it is a name with a dot that no one has defined. */
  public boolean isCustom() {
    return category.equals(SettingRegistry.CUSTOM_CATEGORY);
  }
}
