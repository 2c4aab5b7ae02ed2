package dev.postern.backend.catalog;

import dev.postern.backend.setting.SessionSettings;

/** A session as the catalogs see it. Implemented by the session; called on its thread. */
public interface CatalogSession extends CatalogTransaction {
  SessionSettings settings();

  /** pg_authid.oid of current_user. */
  int currentRole();

  /** pg_authid.oid of session_user. */
  int sessionRole();

  /** pg_database.oid of the database. */
  int databaseOid();

  String databaseName();

  /** The session's number among all: its temporary schema is {@code pg_temp_N}. */
  int backendNumber();
}
