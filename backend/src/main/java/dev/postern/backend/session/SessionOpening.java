package dev.postern.backend.session;

import dev.postern.backend.SessionListener;
import dev.postern.backend.catalog.CatalogRow;
import dev.postern.backend.catalog.CatalogTable;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.setting.SessionSettings;
import dev.postern.backend.setting.SettingSource;
import java.util.Map;

/** Opens one session: who may connect where, and what its settings begin with. */
final class SessionOpening {
  private static final CatalogTable DATABASE = CatalogTable.named("pg_database");
  private static final CatalogTable AUTHID = CatalogTable.named("pg_authid");
  private static final int NO_LIMIT = -1;

  private final EmbeddedEngine engine;
  private final EngineOptions options;

  SessionOpening(EmbeddedEngine engine, EngineOptions options) {
    this.engine = engine;
    this.options = options;
  }

  EmbeddedSession open(
      String databaseName, String user, Map<String, String> given, SessionListener listener) {
    // Roles and databases are looked up as a session of template1 sees them.
    int processId = engine.newProcessId();
    int number = engine.takeBackendNumber();
    boolean opened = false;
    try {
      SharedLookup.Found found = lookup(databaseName, user);
      EmbeddedDatabase database = engine.engineDatabases().require(found.databaseOid());
      database.name(databaseName);
      SessionIdentity identity =
          new SessionIdentity(
              engine, database, processId, engine.newSecret(), number, found.roleOid(), user);
      identity.superuser(found.superuser());
      SessionParts parts = new SessionParts(identity, listener, options.settings());
      SessionSettings settings = parts.settings();
      settings.superuser(found.superuser());
      settings.override("is_superuser", found.superuser() ? "on" : "off");
      settings.override("session_authorization", user);
      for (Map.Entry<String, String> setting : given.entrySet()) {
        settings.begin(setting.getKey(), setting.getValue(), SettingSource.CLIENT);
      }
      EmbeddedSession session = new EmbeddedSession(parts, listener);
      session.reportAll();
      opened = true;
      return session;
    } finally {
      if (!opened) {
        engine.returnBackendNumber(number);
      }
    }
  }

  private SharedLookup.Found lookup(String databaseName, String user) {
    try (SharedLookup lookup = new SharedLookup(engine)) {
      CatalogRow role = lookup.first(AUTHID, "rolname", user);
      if (role == null) {
        if (!options.createsRoles()) {
          throw new SqlError(
              SqlState.INVALID_AUTHORIZATION_SPECIFICATION, "role \"" + user + "\" does not exist");
        }
        lookup.createSuperuser(user);
        role = lookup.first(AUTHID, "rolname", user);
      }
      if (role == null || !role.truth("rolcanlogin")) {
        throw new SqlError(
            SqlState.INVALID_AUTHORIZATION_SPECIFICATION,
            "role \"" + user + "\" is not permitted to log in");
      }
      CatalogRow database = lookup.first(DATABASE, "datname", databaseName);
      if (database == null) {
        throw new SqlError(
            SqlState.INVALID_CATALOG_NAME, "database \"" + databaseName + "\" does not exist");
      }
      boolean superuser = role.truth("rolsuper");
      if (!database.truth("datallowconn")) {
        throw new SqlError(
            SqlState.OBJECT_NOT_IN_PREREQUISITE_STATE,
            "database \"" + databaseName + "\" is not currently accepting connections");
      }
      int limit = database.integer("datconnlimit");
      if (limit != NO_LIMIT && !superuser && engine.databases().sessions(database.oid()) >= limit) {
        throw new SqlError(
            SqlState.TOO_MANY_CONNECTIONS,
            "too many connections for database \"" + databaseName + "\"");
      }
      return new SharedLookup.Found(database.oid(), role.oid(), superuser);
    }
  }
}
