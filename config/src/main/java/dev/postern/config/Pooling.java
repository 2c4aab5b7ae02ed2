package dev.postern.config;

import dev.postern.config.Key.Unit;

/** How upstream connections are shared, unless a database or a user says otherwise. */
public record Pooling(
    @Key(
            value =
                "How long a client keeps an upstream connection: a `session`, a `transaction` or a"
                    + " `statement`.",
            effective = false)
        PoolerMode poolerMode,
    @Key(
            value = "Most upstream connections of one user to one server.",
            also = "max_pool_size",
            min = 1,
            effective = false)
        int defaultPoolSize,
    @Key(
            value = "Upstream connections of one user to one server kept open when idle.",
            effective = false)
        int minPoolSize,
    @Key(
            value = "Time a client waits for an upstream connection.",
            unit = Unit.MILLISECONDS,
            effective = false)
        long checkoutTimeoutMillis,
    @Key(
            value = "Upstream connections idle for longer are closed.",
            unit = Unit.MILLISECONDS,
            effective = false)
        long idleTimeoutMillis,
    @Key(
            value = "Upstream connections older than this are closed when returned.",
            unit = Unit.MILLISECONDS,
            effective = false)
        long serverLifetimeMillis,
    @Key(
            value = "Largest random amount by which one connection's lifetime differs.",
            unit = Unit.MILLISECONDS,
            effective = false)
        long serverLifetimeJitterMillis,
    @Key(
            value = "Time a ROLLBACK of an abandoned transaction may take.",
            unit = Unit.MILLISECONDS,
            effective = false)
        long rollbackTimeoutMillis) {

  public static final Pooling DEFAULTS =
      new Pooling(PoolerMode.TRANSACTION, 10, 1, 5_000, 60_000, 86_400_000, 0, 5_000);
}
