package dev.postern.config;

import dev.postern.config.Key.Origin;
import dev.postern.config.Key.Unit;
import org.jspecify.annotations.Nullable;

/**
 * One {@code [[databases]]} entry: one server of one shard of one database. Entries of equal {@link
 * #name} make up the database that clients see under that name.
 */
public record DatabaseEntry(
    @Key(value = "Name under which clients connect.", required = true) String name,
    @Key(
            value =
                "Host name or address of the server; `embedded` is the engine inside this process.",
            defaultText = "required, unless `kind = \"embedded\"`")
        String host,
    @Key(value = "Port of the server.", min = 1, max = 65535) int port,
    @Key(value = "Name of the database on the server.", defaultText = "`name`")
        @Nullable String databaseName,
    @Key(value = "Number of the shard this entry serves, from 0.", max = 9999) int shard,
    @Key(
            value = "`primary` takes writes, `replica` only reads, `auto` is asked which it is.",
            effective = true)
        Role role,
    @Key(
            value = "`embedded` keeps this shard in the engine inside this process.",
            defaultText = "`embedded` where the host is, else `upstream`",
            origin = Origin.POSTERN)
        @Nullable Kind kind,
    @Key(value = "User to log in with upstream, for every client.", defaultText = "the client's")
        @Nullable String user,
    @Key(
            value = "Password to log in with upstream, for every client.",
            secret = true,
            defaultText = "the user's")
        @Nullable String password,
    @Key(value = "Overrides general.pooler_mode.", effective = false)
        @Nullable PoolerMode poolerMode,
    @Key(
            value = "Overrides general.default_pool_size.",
            also = "max_pool_size",
            min = 1,
            effective = false)
        @Nullable Integer poolSize,
    @Key(value = "Overrides general.min_pool_size.", effective = false)
        @Nullable Integer minPoolSize,
    @Key(value = "Overrides general.idle_timeout.", unit = Unit.MILLISECONDS, effective = false)
        @Nullable Long idleTimeoutMillis,
    @Key(value = "Overrides general.server_lifetime.", unit = Unit.MILLISECONDS, effective = false)
        @Nullable Long serverLifetimeMillis,
    @Key(
            value = "statement_timeout set on every connection to this server.",
            unit = Unit.MILLISECONDS,
            effective = false)
        @Nullable Long statementTimeoutMillis,
    @Key(
            value = "lock_timeout set on every connection to this server.",
            unit = Unit.MILLISECONDS,
            effective = false)
        @Nullable Long lockTimeoutMillis,
    @Key(
            value = "default_transaction_read_only set on every connection to this server.",
            effective = false)
        @Nullable Boolean readOnly,
    @Key(value = "Weight for weighted_round_robin.", max = 255, effective = false) int lbWeight) {

  public static final DatabaseEntry DEFAULTS =
      new DatabaseEntry(
          "",
          "",
          5432,
          null,
          0,
          Role.PRIMARY,
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          255);

  /** True when the shard lives in the engine inside this process. */
  public boolean isEmbedded() {
    return kind == Kind.EMBEDDED || (kind == null && host.equals("embedded"));
  }

  /** Name of the database on the server: {@link #databaseName}, or {@link #name}. */
  public String nameOnServer() {
    return databaseName == null ? name : databaseName;
  }

  /** All but the password. */
  @Override
  public String toString() {
    return "DatabaseEntry["
        + name
        + ", shard "
        + shard
        + ", "
        + role
        + ", "
        + (isEmbedded() ? "embedded" : host + ":" + port)
        + "/"
        + nameOnServer()
        + "]";
  }

  /** What a server does in its shard. */
  public enum Role {
    PRIMARY,
    REPLICA,
    AUTO
  }

  /** Where a shard lives. */
  public enum Kind {
    UPSTREAM,
    EMBEDDED
  }
}
