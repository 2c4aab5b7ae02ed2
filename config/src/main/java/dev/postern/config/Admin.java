package dev.postern.config;

import org.jspecify.annotations.Nullable;

/** The {@code [admin]} section: the database that answers questions about the proxy itself. */
public record Admin(
    @Key(value = "Name of the admin database.", effective = false) String name,
    @Key(value = "User who may connect to it.", effective = false) String user,
    @Key(
            value = "That user's password. Not set: nobody may connect.",
            secret = true,
            effective = false)
        @Nullable String password) {

  public static final Admin DEFAULTS = new Admin("admin", "admin", null);

  /** All but the password. */
  @Override
  public String toString() {
    return "Admin[" + name + ", " + user + "]";
  }
}
