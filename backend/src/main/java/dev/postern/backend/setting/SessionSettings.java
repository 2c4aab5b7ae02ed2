package dev.postern.backend.setting;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.setting.Setting.Context;
import dev.postern.backend.setting.SettingValue.Action;
import dev.postern.backend.setting.SettingValue.Held;
import dev.postern.backend.type.DisplayStyle;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One session's settings. Keeps the session's {@link DisplayStyle} up to date and undoes changes at
 * the end of transactions and savepoints as PostgreSQL does: SET lasts when its transaction
 * commits, SET LOCAL never does. Used by the session's thread only.
 */
public final class SessionSettings {
  private static final Pattern CUSTOM_NAME =
      Pattern.compile(
          "[A-Za-z_\\x80-\\uffff][\\w$\\x80-\\uffff]*(\\.[A-Za-z_\\x80-\\uffff][\\w$\\x80-\\uffff]*)+");

  private final SettingRegistry registry = SettingRegistry.instance();
  private final Map<String, String> server;
  private final @Nullable SettingValue[] values;
  private final @Nullable SettingHook[] hooks;
  private final Map<String, SettingValue> customs = new TreeMap<>();
  private final Map<Setting, String> told = new HashMap<>();
  private final List<SettingValue> undoable = new ArrayList<>();
  private final SettingEffects effects;
  private int level = 1;

  /** How often any setting was given a value, and how often when reported ones were told last. */
  private long assignments;

  private long reported = -1;
  private boolean superuser = true;

  /**
   * @param style changed as settings change
   * @param server values of this server that differ from a fresh cluster's, by name
   */
  public SessionSettings(DisplayStyle style, Map<String, String> server) {
    this.server = server;
    values = new @Nullable SettingValue[registry.all().size()];
    hooks = new @Nullable SettingHook[values.length];
    effects = new SettingEffects(style);
  }

  /** Says what a setting does; one hook a setting. */
  public void hook(String name, SettingHook hook) {
    hooks[registry.require(name).number()] = hook;
  }

  /** The values that the engine reads often, as numbers. */
  public SettingEffects effects() {
    return effects;
  }

  /** Whether the current role may change superusers' settings. */
  public void superuser(boolean is) {
    superuser = is;
  }

  // --- reading

  /** What SHOW prints; 42704 for an unknown name. */
  public String show(String name) {
    String value = showOrNull(name);
    if (value == null) {
      throw SettingRegistry.unrecognized(name);
    }
    return value;
  }

  /** What SHOW prints, or null for an unknown name. */
  public @Nullable String showOrNull(String name) {
    SettingValue value = find(name);
    return value == null ? null : shown(value);
  }

  /** As pg_settings.setting: without units. */
  public String raw(Setting setting) {
    Held held = value(setting).current;
    String text = held.value() == null ? "" : held.value();
    SettingHook hook = setting.isCustom() ? null : hooks[setting.number()];
    return hook == null ? SettingText.raw(setting, text) : hook.show(text);
  }

  /** pg_settings.source. */
  public String source(Setting setting) {
    return value(setting).current.source().words();
  }

  /** pg_settings.reset_val. */
  public @Nullable String resetValue(Setting setting) {
    String reset = value(setting).reset.value();
    return reset == null ? null : SettingText.raw(setting, reset);
  }

  /** The settings SHOW ALL lists, by name. */
  public List<Setting> visible() {
    List<Setting> visible = new ArrayList<>();
    for (Setting setting : registry.all()) {
      if (!setting.flags().contains("NO_SHOW_ALL")) {
        visible.add(setting);
      }
    }
    visible.sort((a, b) -> a.name().compareToIgnoreCase(b.name()));
    return visible;
  }

  private String shown(SettingValue value) {
    String text = value.current.value() == null ? "" : value.current.value();
    Setting setting = value.setting;
    SettingHook hook = setting.isCustom() ? null : hooks[setting.number()];
    return hook != null ? hook.show(text) : SettingText.show(setting, text);
  }

  private @Nullable SettingValue find(String name) {
    Setting setting = registry.find(name);
    if (setting != null) {
      return value(setting);
    }
    // Once set, it stays known, as an empty value, whatever is undone.
    return customs.get(name.toLowerCase(Locale.ROOT));
  }

  private SettingValue value(Setting setting) {
    if (setting.isCustom()) {
      SettingValue custom = customs.get(setting.name().toLowerCase(Locale.ROOT));
      if (custom == null) {
        throw SettingRegistry.unrecognized(setting.name());
      }
      return custom;
    }
    SettingValue value = values[setting.number()];
    if (value == null) {
      String ours = server.get(setting.name());
      Held initial =
          ours == null
              ? new Held(setting.initial() == null ? "" : setting.initial(), SettingSource.DEFAULT)
              : new Held(SettingText.canonical(setting, ours), SettingSource.SERVER);
      value = new SettingValue(setting, initial);
      values[setting.number()] = value;
    }
    return value;
  }

  // --- changing

  /**
   * SET, with the values as written: numbers and words as text.
   *
   * @param local SET LOCAL
   */
  public void set(String name, List<String> written, boolean local) {
    set(name, flattened(name, written), local);
  }

  /** SET with one value: set_config(). */
  public void set(String name, String value, boolean local) {
    SettingValue target = changeable(name);
    change(target, checked(target.setting, value), local ? Action.LOCAL : Action.SET);
  }

  /** A function's or another statement's own value, undone when the present level ends. */
  public void save(String name, String value) {
    SettingValue target = changeable(name);
    change(target, checked(target.setting, value), Action.SAVE);
  }

  /** SET … TO DEFAULT and RESET. */
  public void reset(String name, boolean local) {
    SettingValue target = changeable(name);
    if (target.setting.hasNoReset()) {
      throw new SqlError(
          SqlState.FEATURE_NOT_SUPPORTED,
          "parameter \"" + target.setting.name() + "\" cannot be reset");
    }
    change(target, target.reset, local ? Action.LOCAL : Action.SET);
  }

  /** RESET ALL: everything that the session may change. */
  public void resetAll() {
    for (SettingValue value : values) {
      if (value != null && isResetByAll(value.setting) && !value.current.equals(value.reset)) {
        change(value, value.reset, Action.SET);
      }
    }
    for (SettingValue custom : customs.values()) {
      change(custom, custom.reset, Action.SET);
    }
  }

  private boolean isResetByAll(Setting setting) {
    return !setting.flags().contains("NO_RESET_ALL")
        && (setting.context() == Context.USER || setting.context() == Context.SUPERUSER);
  }

  /**
   * A value that the session begins with: of the database, the role or the start-up message. It is
   * also what RESET goes back to.
   */
  public void begin(String name, String value, SettingSource source) {
    SettingValue target = find(name);
    if (target == null) {
      target = custom(name);
    }
    Setting setting = target.setting;
    if (setting.context() == Context.INTERNAL
        || setting.context() == Context.POSTMASTER
        || setting.context() == Context.SIGHUP) {
      throw notChangeable(setting);
    }
    if (source.ordinal() < target.reset.source().ordinal()) {
      return;
    }
    Held held = new Held(checked(setting, value).value(), source);
    target.reset = held;
    target.current = held;
    assign(target);
  }

  /** Sets what only the engine may set, such as is_superuser; nothing is undone. */
  public void override(String name, String value) {
    SettingValue target = value(registry.require(name));
    target.current = new Held(value, SettingSource.OVERRIDE);
    target.reset = target.current;
    assign(target);
  }

  private String flattened(String name, List<String> written) {
    Setting setting = registry.find(name);
    if (setting == null || !setting.isList()) {
      if (written.size() != 1) {
        throw new SqlError(
            SqlState.INVALID_PARAMETER_VALUE, "SET " + name + " takes only one argument");
      }
      return written.getFirst();
    }
    StringBuilder list = new StringBuilder();
    for (String value : written) {
      if (!list.isEmpty()) {
        list.append(", ");
      }
      list.append(setting.isQuotedList() ? IdentifierList.quote(value) : value);
    }
    return list.toString();
  }

  private SettingValue changeable(String name) {
    SettingValue value = find(name);
    if (value == null) {
      return custom(name);
    }
    Setting setting = value.setting;
    switch (setting.context()) {
      case USER -> {}
      case SUPERUSER -> {
        if (!superuser) {
          throw new SqlError(
              SqlState.INSUFFICIENT_PRIVILEGE,
              "permission denied to set parameter \"" + setting.name() + "\"");
        }
      }
      case INTERNAL, POSTMASTER, SIGHUP, BACKEND, SUPERUSER_BACKEND -> throw notChangeable(setting);
    }
    return value;
  }

  private static SqlError notChangeable(Setting setting) {
    String why =
        switch (setting.context()) {
          case INTERNAL -> "cannot be changed";
          case POSTMASTER -> "cannot be changed without restarting the server";
          case SIGHUP -> "cannot be changed now";
          case BACKEND, SUPERUSER_BACKEND -> "cannot be set after connection start";
          case SUPERUSER, USER -> throw new IllegalArgumentException(setting.name());
        };
    return new SqlError(
        SqlState.CANT_CHANGE_RUNTIME_PARAM, "parameter \"" + setting.name() + "\" " + why);
  }

  private SettingValue custom(String name) {
    String key = name.toLowerCase(Locale.ROOT);
    SettingValue known = customs.get(key);
    if (known != null) {
      return known;
    }
    if (name.indexOf('.') < 0) {
      throw SettingRegistry.unrecognized(name);
    }
    if (!CUSTOM_NAME.matcher(name).matches()) {
      throw new SqlError(
              SqlState.INVALID_NAME, "invalid configuration parameter name \"" + name + "\"")
          .detail(
              "Custom parameter names must be two or more simple identifiers separated by dots.");
    }
    Setting setting =
        new Setting(
            values.length + customs.size(),
            name,
            Setting.Kind.STRING,
            null,
            null,
            null,
            List.of(),
            Context.USER,
            SettingRegistry.CUSTOM_CATEGORY,
            "",
            null,
            null,
            null,
            Set.of());
    SettingValue custom = new SettingValue(setting, new Held("", SettingSource.DEFAULT));
    customs.put(key, custom);
    return custom;
  }

  private Held checked(Setting setting, String value) {
    String kept = SettingText.canonical(setting, value);
    if (!setting.isCustom()) {
      String standard = value(setting).reset.value();
      kept = effects.check(setting, kept, standard == null ? "" : standard);
      SettingHook hook = hooks[setting.number()];
      if (hook != null) {
        kept = hook.check(kept);
      }
    }
    return new Held(kept, SettingSource.SESSION);
  }

  private void change(SettingValue target, Held held, Action action) {
    if (target.saved == null) {
      undoable.add(target);
    }
    target.remember(level, action);
    target.current = held;
    assign(target);
  }

  private void assign(SettingValue value) {
    Setting setting = value.setting;
    assignments++;
    if (setting.isCustom()) {
      return;
    }
    String text = value.current.value() == null ? "" : value.current.value();
    effects.assign(setting, text);
    SettingHook hook = hooks[setting.number()];
    if (hook != null) {
      hook.assign(text);
    }
  }

  // --- transactions

  /** A savepoint, or anything else that can be undone for itself, begins. */
  public void enterLevel() {
    level++;
  }

  /** The innermost level ends; its changes stay for the level around it, or are undone. */
  public void leaveLevel(boolean commit) {
    if (level == 1) {
      throw new IllegalStateException("no level to leave");
    }
    end(level, commit);
    level--;
  }

  /** The transaction ends, with all its levels. */
  public void endTransaction(boolean commit) {
    if (!undoable.isEmpty()) {
      while (level > 1) {
        end(level, commit);
        level--;
      }
      end(1, commit);
      undoable.clear();
    }
    level = 1;
  }

  private void end(int ended, boolean commit) {
    for (SettingValue value : undoable) {
      if (value.saved != null) {
        Held before = value.current;
        value.end(ended, commit);
        if (value.current != before) {
          assign(value);
        }
      }
    }
    undoable.removeIf(value -> value.saved == null);
  }

  /** Tells reported settings whose values differ from what was told last; all at first. */
  public void report(BiConsumer<String, String> listener) {
    if (assignments == reported) {
      return;
    }
    reported = assignments;
    for (Setting setting : registry.reported()) {
      SettingValue value = values[setting.number()];
      if (value == null && told.containsKey(setting)) {
        continue;
      }
      String shown = shown(value(setting));
      if (!shown.equals(told.put(setting, shown))) {
        listener.accept(setting.name(), shown);
      }
    }
  }
}
