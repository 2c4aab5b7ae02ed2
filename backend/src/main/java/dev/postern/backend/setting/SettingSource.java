package dev.postern.backend.setting;

/** Where a value comes from, as pg_settings.source says; later ones win. */
public enum SettingSource {
  DEFAULT("default"),
  SERVER("configuration file"),
  DATABASE("database"),
  USER("user"),
  DATABASE_USER("database user"),
  CLIENT("client"),
  OVERRIDE("override"),
  SESSION("session");

  private final String words;

  SettingSource(String words) {
    this.words = words;
  }

  /** As pg_settings shows it. */
  public String words() {
    return words;
  }
}
