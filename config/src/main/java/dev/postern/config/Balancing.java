package dev.postern.config;

import dev.postern.config.Key.Unit;

/** How reads are spread over replicas and how a server is found ill. */
public record Balancing(
    @Key(value = "Which of several servers the next read goes to.", effective = false)
        Strategy loadBalancingStrategy,
    @Key(value = "Whether the primary serves reads beside its replicas.", effective = false)
        ReadWriteSplit readWriteSplit,
    @Key(
            value =
                "`conservative`: transactions are writes, a SELECT outside one is a read."
                    + " `aggressive`: a transaction's first statement decides.",
            effective = false)
        ReadWriteStrategy readWriteStrategy,
    @Key(
            value = "How long a failed server is left out.",
            unit = Unit.MILLISECONDS,
            effective = false)
        long banTimeoutMillis,
    @Key(
            value = "A connection that was not checked for longer is checked before its use.",
            unit = Unit.MILLISECONDS,
            effective = false)
        long healthcheckIntervalMillis,
    @Key(value = "Pause between the checks of an idle server.", unit = Unit.MILLISECONDS)
        long idleHealthcheckIntervalMillis,
    @Key(value = "Time after start before idle servers are checked.", unit = Unit.MILLISECONDS)
        long idleHealthcheckDelayMillis,
    @Key(value = "Time a check may take.", unit = Unit.MILLISECONDS)
        long healthcheckTimeoutMillis) {

  public static final Balancing DEFAULTS =
      new Balancing(
          Strategy.RANDOM,
          ReadWriteSplit.INCLUDE_PRIMARY,
          ReadWriteStrategy.CONSERVATIVE,
          300_000,
          30_000,
          30_000,
          5_000,
          5_000);

  /** Which of several servers the next read goes to. */
  public enum Strategy {
    RANDOM,
    ROUND_ROBIN,
    LEAST_ACTIVE_CONNECTIONS,
    WEIGHTED_ROUND_ROBIN
  }

  /** Whether the primary serves reads. */
  public enum ReadWriteSplit {
    INCLUDE_PRIMARY,
    EXCLUDE_PRIMARY,
    INCLUDE_PRIMARY_IF_REPLICA_BANNED,
    PREFER_PRIMARY
  }

  /** What counts as a read. */
  public enum ReadWriteStrategy {
    CONSERVATIVE,
    AGGRESSIVE
  }
}
