package dev.postern.config;

import org.jspecify.annotations.Nullable;

/** The HTTP end point {@code /metrics}. */
public record OpenMetrics(
    @Key(value = "Address of the metrics end point.", restart = true) String openmetricsHost,
    @Key(
            value = "Port of the metrics end point; 0 takes any free one. Not set: none is opened.",
            max = 65535,
            restart = true)
        @Nullable Integer openmetricsPort,
    @Key(value = "Prefix of every metric's name.", defaultText = "`postern`", restart = true)
        @Nullable String openmetricsNamespace) {

  public static final OpenMetrics DEFAULTS = new OpenMetrics("127.0.0.1", null, null);
}
