package dev.postern.proxy.health;

import org.jspecify.annotations.Nullable;

/**
 * What the newest check of a server found.
 *
 * @param up whether it answered
 * @param primary whether it takes writes, so is not in recovery; false where it is not up
 * @param version its {@code server_version}, empty where it is not up
 * @param failure why it is not up, or null
 */
public record ServerHealth(boolean up, boolean primary, String version, @Nullable String failure) {

  static ServerHealth down(String failure) {
    return new ServerHealth(false, false, "", failure);
  }

  /** For the log: {@code up: primary, PostgreSQL 18.1}. */
  String words() {
    return up
        ? "up: " + (primary ? "primary" : "replica") + ", PostgreSQL " + version
        : "down: " + failure;
  }

  /** Whether there is something to tell after this one. The reason alone may change silently. */
  boolean differsFrom(@Nullable ServerHealth before) {
    return before == null
        || before.up != up
        || before.primary != primary
        || !before.version.equals(version);
  }
}
