package dev.postern.backend.session;

import dev.postern.backend.catalog.CatalogRow;
import dev.postern.backend.catalog.CatalogStore;
import dev.postern.backend.catalog.CatalogTable;
import dev.postern.backend.catalog.CatalogTransaction;
import dev.postern.backend.catalog.DatabaseCatalog;
import dev.postern.backend.catalog.RowValues;
import dev.postern.backend.storage.Branch;
import dev.postern.backend.txn.CancelFlag;
import dev.postern.backend.txn.LockOwner;
import dev.postern.backend.txn.Transaction;
import org.jspecify.annotations.Nullable;

/**
 * Reads the catalogs that all databases share before there is a session, and makes the role of a
 * client that is trusted. Used by one thread, once.
 */
final class SharedLookup implements CatalogTransaction, AutoCloseable {
  private final EmbeddedEngine engine;
  private final CatalogStore store;
  private @Nullable LockOwner owner;
  private @Nullable Transaction transaction;

  /** Who connects where. */
  record Found(int databaseOid, int roleOid, boolean superuser) {}

  SharedLookup(EmbeddedEngine engine) {
    this.engine = engine;
    store = new CatalogStore(this);
  }

  @Nullable CatalogRow first(CatalogTable table, String column, String value) {
    return store.first(table, table.index(column), value);
  }

  /** Makes a role that may do anything, and commits. */
  void createSuperuser(String name) {
    CatalogTable authid = CatalogTable.named("pg_authid");
    store.insert(
        new RowValues(authid)
            .set("oid", engine.oids().next())
            .set("rolname", name)
            .set("rolsuper", true)
            .set("rolinherit", true)
            .set("rolcreaterole", true)
            .set("rolcreatedb", true)
            .set("rolcanlogin", true)
            .set("rolreplication", true)
            .set("rolbypassrls", true)
            .set("rolconnlimit", -1));
    Transaction written = transaction;
    if (written != null) {
      shared().changing();
      engine.registry().commit(written);
      shared().changed();
      transaction = null;
    }
  }

  @Override
  public DatabaseCatalog database() {
    return shared();
  }

  @Override
  public DatabaseCatalog shared() {
    return engine.sharedCatalog();
  }

  @Override
  public @Nullable Transaction current(Branch branch) {
    return transaction;
  }

  @Override
  public Transaction writer(Branch branch) {
    Transaction writing = transaction;
    if (writing == null) {
      LockOwner registered = engine.locks().register(0, branch.id());
      owner = registered;
      writing = engine.registry().begin(branch.id(), registered);
      transaction = writing;
    }
    return writing;
  }

  @Override
  public int commandId() {
    return 0;
  }

  @Override
  public void awaitEnd(Transaction other) {
    LockOwner waiting = owner;
    if (waiting != null) {
      engine.locks().awaitEnd(waiting, other, 0, new CancelFlag());
    }
  }

  @Override
  public void afterCommit(Runnable action) {
    throw new IllegalStateException("nothing follows a look-up");
  }

  @Override
  public void afterRollback(Runnable action) {
    throw new IllegalStateException("nothing follows a look-up");
  }

  @Override
  public void close() {
    store.close();
    Transaction unfinished = transaction;
    if (unfinished != null) {
      engine.registry().abort(unfinished);
    }
    LockOwner registered = owner;
    if (registered != null) {
      engine.locks().unregister(registered);
    }
  }
}
