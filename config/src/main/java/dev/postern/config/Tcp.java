package dev.postern.config;

import dev.postern.config.Key.Unit;
import org.jspecify.annotations.Nullable;

/** The {@code [tcp]} section: socket options of client and upstream connections. */
public record Tcp(
    @Key(value = "Send keep-alive probes on idle connections.", effective = false)
        boolean keepalive,
    @Key(
            value = "Idle time before the first probe. Not set: as the system does.",
            unit = Unit.MILLISECONDS,
            effective = false)
        @Nullable Long timeMillis,
    @Key(
            value = "Pause between probes. Not set: as the system does.",
            unit = Unit.MILLISECONDS,
            effective = false)
        @Nullable Long intervalMillis,
    @Key(
            value = "Probes without answer before the connection is dead. Not set: as the system.",
            effective = false)
        @Nullable Integer retries,
    @Key(
            value = "How long sent data may stay unacknowledged. Not set: as the system does.",
            unit = Unit.MILLISECONDS,
            effective = false)
        @Nullable Long userTimeoutMillis,
    @Key(value = "Congestion control by the system's name for it.", effective = false)
        @Nullable String congestionControl) {

  public static final Tcp DEFAULTS = new Tcp(true, null, null, null, null, null);
}
