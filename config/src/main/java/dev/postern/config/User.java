package dev.postern.config;

import dev.postern.config.Key.Unit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One {@code [[users]]} entry: who may connect, to what, and as whom upstream. */
public record User(
    @Key(value = "Name clients log in with.", required = true) String name,
    @Key(
            value = "Database this user may connect to.",
            defaultText = "every database, unless `databases` names some")
        @Nullable String database,
    @Key("Databases this user may connect to, beside `database`.") List<String> databases,
    @Key("The user may connect to every database.") boolean allDatabases,
    @Key(value = "Password clients log in with.", secret = true) @Nullable String password,
    @Key(value = "Further passwords that are accepted.", secret = true) List<String> passwords,
    @Key(value = "User to log in with upstream.", defaultText = "`name`")
        @Nullable String serverUser,
    @Key(value = "Password to log in with upstream.", secret = true, defaultText = "`password`")
        @Nullable String serverPassword,
    @Key(value = "Overrides pooler_mode of database and general.", effective = false)
        @Nullable PoolerMode poolerMode,
    @Key(
            value = "Overrides pool_size of the database.",
            also = "max_pool_size",
            min = 1,
            effective = false)
        @Nullable Integer poolSize,
    @Key(value = "Overrides min_pool_size of database and general.", effective = false)
        @Nullable Integer minPoolSize,
    @Key(
            value = "Overrides idle_timeout of database and general.",
            unit = Unit.MILLISECONDS,
            effective = false)
        @Nullable Long idleTimeoutMillis,
    @Key(
            value = "Overrides server_lifetime of database and general.",
            unit = Unit.MILLISECONDS,
            effective = false)
        @Nullable Long serverLifetimeMillis,
    @Key(
            value = "statement_timeout set on every upstream connection of this user.",
            unit = Unit.MILLISECONDS,
            effective = false)
        @Nullable Long statementTimeoutMillis,
    @Key(
            value = "lock_timeout set on every upstream connection of this user.",
            unit = Unit.MILLISECONDS,
            effective = false)
        @Nullable Long lockTimeoutMillis,
    @Key(
            value = "default_transaction_read_only set on every upstream connection of this user.",
            effective = false)
        @Nullable Boolean readOnly) {

  public static final User DEFAULTS =
      new User(
          "", null, List.of(), false, null, List.of(), null, null, null, null, null, null, null,
          null, null, null);

  public User {
    databases = List.copyOf(databases);
    passwords = List.copyOf(passwords);
  }

  /** Whether this user may connect to a database. An entry that names none is for all. */
  public boolean mayUse(String databaseName) {
    return allDatabases
        || (database == null && databases.isEmpty())
        || databaseName.equals(database)
        || databases.contains(databaseName);
  }

  /** User to log in with upstream, unless the database entry names one. */
  public String upstreamUser() {
    return serverUser == null ? name : serverUser;
  }

  /** Password to log in with upstream, unless the database entry has one. */
  public @Nullable String upstreamPassword() {
    return serverPassword == null ? password : serverPassword;
  }

  /** All but the passwords. */
  @Override
  public String toString() {
    return "User[" + name + "]";
  }
}
