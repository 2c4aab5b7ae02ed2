package dev.postern.config;

/** What is logged. */
public record Logging(
    @Key("Least severity that is logged.") Level logLevel,
    @Key(value = "How a line is written.", effective = false) Format logFormat,
    @Key(value = "Log every client that connects.", effective = false) boolean logConnections,
    @Key(value = "Log every client that leaves.", effective = false) boolean logDisconnections) {

  public static final Logging DEFAULTS = new Logging(Level.INFO, Format.TEXT, true, true);

  /** Severity of a log line. */
  public enum Level {
    OFF,
    ERROR,
    @Also("warning")
    WARN,
    INFO,
    DEBUG,
    TRACE
  }

  /** Form of a log line. */
  public enum Format {
    TEXT,
    JSON,
    JSON_FLATTENED
  }
}
