package dev.postern.backend.session;

import java.util.Map;

/**
 * How an engine is set up.
 *
 * @param maxConnections how many sessions there may be at once; 53300 beyond
 * @param createsRoles whether a role that is not known is made when it first connects, as a
 *     superuser: for engines that trust everybody
 * @param settings values of run-time settings that differ from a fresh cluster's, by name
 */
public record EngineOptions(
    int maxConnections, boolean createsRoles, Map<String, String> settings) {
  /** An engine for tests and sidecars. */
  public static EngineOptions standard() {
    return new EngineOptions(10_000, false, Map.of());
  }
}
