package dev.postern.backend.session;

import dev.postern.backend.catalog.CatalogBootstrap;
import dev.postern.backend.catalog.CatalogCache;
import dev.postern.backend.catalog.DatabaseCatalog;
import dev.postern.backend.command.Databases;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.storage.Branch;
import dev.postern.backend.txn.TransactionRegistry;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The databases of an engine by OID: each a branch. Their names stand in pg_database, like
 * everything else that SQL says of them. Thread-safe.
 */
final class EngineDatabases implements Databases {
  /** OIDs of a fresh cluster's databases. */
  static final int TEMPLATE1 = 1;

  static final int TEMPLATE0 = 4;
  static final int POSTGRES = 5;

  private final EmbeddedEngine engine;
  private final Map<Integer, EmbeddedDatabase> databases = new ConcurrentHashMap<>();
  private final AtomicInteger nextBranch = new AtomicInteger(1);
  private final DatabaseCatalog shared;

  EngineDatabases(EmbeddedEngine engine, TransactionRegistry registry) {
    this.engine = engine;
    Branch sharedBranch = Branch.root(registry, nextBranch.getAndIncrement());
    CatalogBootstrap.fillShared(sharedBranch);
    shared = new DatabaseCatalog(sharedBranch);
    Branch template = Branch.root(registry, nextBranch.getAndIncrement());
    CatalogBootstrap.fillDatabase(template);
    databases.put(
        TEMPLATE1, new EmbeddedDatabase(TEMPLATE1, "template1", new DatabaseCatalog(template)));
    fork(TEMPLATE1, TEMPLATE0);
    fork(TEMPLATE1, POSTGRES);
  }

  DatabaseCatalog shared() {
    return shared;
  }

  int count() {
    return databases.size();
  }

  EmbeddedDatabase require(int oid) {
    EmbeddedDatabase database = databases.get(oid);
    if (database == null) {
      throw new SqlError(
          SqlState.INVALID_CATALOG_NAME,
          "database with OID " + Integer.toUnsignedString(oid) + " does not exist");
    }
    return database;
  }

  /** The OID of a branch's database, for messages; 0 where there is none. */
  int ofBranch(int branch) {
    for (EmbeddedDatabase database : databases.values()) {
      if (database.catalog().branch().id() == branch) {
        return database.oid();
      }
    }
    return 0;
  }

  @Override
  public DatabaseCatalog database(int oid) {
    return require(oid).catalog();
  }

  @Override
  public void fork(int templateOid, int newOid) {
    EmbeddedDatabase template = require(templateOid);
    CatalogCache before = template.catalog().cache();
    Branch forked = template.catalog().branch().fork(nextBranch.getAndIncrement());
    databases.put(
        newOid, new EmbeddedDatabase(newOid, "", template.catalog().fork(forked, before)));
  }

  @Override
  public void drop(int oid) {
    EmbeddedDatabase gone = databases.remove(oid);
    if (gone != null) {
      engine.locks().forgetBranch(gone.catalog().branch().id());
    }
  }

  @Override
  public int sessions(int oid) {
    int count = 0;
    for (EmbeddedSession session : engine.sessions()) {
      if (session.parts().identity().database().oid() == oid) {
        count++;
      }
    }
    return count;
  }

  @Override
  public void terminateSessions(int oid) {
    for (EmbeddedSession session : engine.sessions()) {
      if (session.parts().identity().database().oid() == oid) {
        session.terminate(EmbeddedSession.administratorCommand());
      }
    }
  }
}
