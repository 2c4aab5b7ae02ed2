package dev.postern.proxy.client;

import java.util.Map;

/**
 * What a client asked for in its StartupMessage, options taken apart.
 *
 * @param version the protocol version agreed on
 * @param settings run-time settings, names as sent; those of {@code options} come first, as a
 *     parameter of the same name wins over them
 */
public record StartupRequest(
    int version, String user, String database, Map<String, String> settings) {}
