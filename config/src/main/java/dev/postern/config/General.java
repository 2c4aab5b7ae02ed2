package dev.postern.config;

/**
 * The {@code [general]} section. The groups are Java's only: in the file all their keys stand
 * directly under {@code [general]}.
 */
public record General(
    Listening listening,
    Login login,
    Pooling pooling,
    Connecting connecting,
    ClientLimits clientLimits,
    Balancing balancing,
    Statements statements,
    Tls tls,
    Logging logging,
    OpenMetrics openMetrics,
    Engine engine) {

  /** The value of a time limit that never runs out. */
  public static final long NO_LIMIT = Long.MAX_VALUE;

  public static final General DEFAULTS =
      new General(
          Listening.DEFAULTS,
          Login.DEFAULTS,
          Pooling.DEFAULTS,
          Connecting.DEFAULTS,
          ClientLimits.DEFAULTS,
          Balancing.DEFAULTS,
          Statements.DEFAULTS,
          Tls.DEFAULTS,
          Logging.DEFAULTS,
          OpenMetrics.DEFAULTS,
          Engine.DEFAULTS);
}
