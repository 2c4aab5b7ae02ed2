package dev.postern.config;

import dev.postern.config.Key.Unit;
import org.jspecify.annotations.Nullable;

/** What a client may take of time and size. */
public record ClientLimits(
    @Key(
            value = "Clients that send nothing for longer are disconnected.",
            unit = Unit.MILLISECONDS,
            effective = false)
        long clientIdleTimeoutMillis,
    @Key(
            value = "Clients that send nothing for longer inside a transaction are disconnected.",
            unit = Unit.MILLISECONDS,
            effective = false)
        long clientIdleInTransactionTimeoutMillis,
    @Key(
            value = "Longest time one statement may run upstream.",
            unit = Unit.MILLISECONDS,
            effective = false)
        long queryTimeoutMillis,
    @Key(
            value = "Largest Query or Parse message. Not set: PostgreSQL's own limit.",
            unit = Unit.BYTES,
            min = 5,
            effective = false)
        @Nullable Long querySizeLimit,
    @Key(value = "How long a stop waits for transactions in flight.", unit = Unit.MILLISECONDS)
        long shutdownTimeoutMillis,
    @Key(
            value =
                "How long after that the cancelled rest may take. Not set: it is closed at once.",
            unit = Unit.MILLISECONDS,
            effective = false)
        @Nullable Long shutdownTerminationTimeoutMillis) {

  public static final ClientLimits DEFAULTS =
      new ClientLimits(General.NO_LIMIT, General.NO_LIMIT, General.NO_LIMIT, null, 60_000, null);
}
