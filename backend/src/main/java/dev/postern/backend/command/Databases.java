package dev.postern.backend.command;

import dev.postern.backend.catalog.DatabaseCatalog;

/** The databases of an engine. Implemented by it; thread-safe. */
public interface Databases {
  /** The storage and descriptors of a database; 3D000 where there is none. */
  DatabaseCatalog database(int oid);

  /** Forks a database's branch; it is reachable under the new oid from now on. */
  void fork(int templateOid, int newOid);

  /** Lets a database's branch go. */
  void drop(int oid);

  /** How many other sessions are connected to a database. */
  int sessions(int oid);

  /** Ends all sessions of a database with 57P01 (DROP DATABASE … FORCE). */
  void terminateSessions(int oid);
}
