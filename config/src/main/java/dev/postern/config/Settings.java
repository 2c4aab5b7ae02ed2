package dev.postern.config;

import dev.postern.config.Login.AuthType;
import dev.postern.config.Login.PassthroughAuth;
import java.util.List;

/**
 * All settings of one process. Immutable; a reload makes another and compares by {@link
 * SettingsChanges#between}.
 *
 * @param databases empty: the embedded engine serves whatever databases it holds
 * @param users empty: anybody who may connect is taken at their word, see {@link #authType}
 */
public record Settings(
    General general,
    List<DatabaseEntry> databases,
    List<User> users,
    List<ShardedTable> shardedTables,
    List<OmnishardedTables> omnishardedTables,
    Admin admin,
    Tcp tcp) {

  private static final Settings DEFAULTS =
      new Settings(
          General.DEFAULTS,
          List.of(),
          List.of(),
          List.of(),
          List.of(),
          Admin.DEFAULTS,
          Tcp.DEFAULTS);

  public Settings {
    databases = List.copyOf(databases);
    users = List.copyOf(users);
    shardedTables = List.copyOf(shardedTables);
    omnishardedTables = List.copyOf(omnishardedTables);
  }

  /** The embedded engine alone on 127.0.0.1:6432, in memory, without passwords. */
  public static Settings defaults() {
    return DEFAULTS;
  }

  /** The entries of one database, in the file's order; empty when there is none of that name. */
  public List<DatabaseEntry> entriesOf(String database) {
    return databases.stream().filter(entry -> entry.name().equals(database)).toList();
  }

  /**
   * Shards of one database: one more than the highest shard number; 0 when it is not configured.
   */
  public int shardCount(String database) {
    int count = 0;
    for (DatabaseEntry entry : databases) {
      if (entry.name().equals(database)) {
        count = Math.max(count, entry.shard() + 1);
      }
    }
    return count;
  }

  /** The authentication asked of clients: general.auth_type, or what its default comes to. */
  public AuthType authType() {
    AuthType configured = general.login().authType();
    if (configured != null) {
      return configured;
    }
    boolean passwordsMatter =
        !users.isEmpty() || general.login().passthroughAuth() != PassthroughAuth.DISABLED;
    return passwordsMatter ? AuthType.SCRAM : AuthType.TRUST;
  }
}
