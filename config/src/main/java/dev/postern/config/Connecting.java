package dev.postern.config;

import dev.postern.config.Key.Unit;
import org.jspecify.annotations.Nullable;

/** How an upstream connection is opened. */
public record Connecting(
    @Key(
            value = "Time one attempt to connect to an upstream server may take, login included.",
            unit = Unit.MILLISECONDS,
            min = 1)
        long connectTimeoutMillis,
    @Key(value = "Attempts before a connection counts as failed.", min = 1, effective = false)
        int connectAttempts,
    @Key(value = "Pause between two attempts.", unit = Unit.MILLISECONDS, effective = false)
        long connectAttemptDelayMillis,
    @Key(
            value =
                "How long the address of an upstream host name is kept. Not set: as the JVM does.",
            unit = Unit.MILLISECONDS,
            effective = false)
        @Nullable Long dnsTtlMillis) {

  public static final Connecting DEFAULTS = new Connecting(5_000, 1, 0, null);
}
