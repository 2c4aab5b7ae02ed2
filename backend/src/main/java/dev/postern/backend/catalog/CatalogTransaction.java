package dev.postern.backend.catalog;

import dev.postern.backend.storage.Branch;
import dev.postern.backend.txn.Transaction;
import org.jspecify.annotations.Nullable;

/**
 * What reading and changing catalogs needs of a session and its transaction. Implemented by the
 * session; called on its thread.
 *
 * <p>Databases share some catalogs; they stand in a branch of their own, and a transaction that
 * changes them has a second {@link Transaction} there, which begins, commits and rolls back with
 * the first.
 */
public interface CatalogTransaction {
  /** The database that the session is connected to. */
  DatabaseCatalog database();

  /** The catalogs that all databases share. */
  DatabaseCatalog shared();

  /** The own top-level transaction in a branch, or null while it has not written there. */
  @Nullable Transaction current(Branch branch);

  /** The transaction or subtransaction to write to a branch with; begins it at the first write. */
  Transaction writer(Branch branch);

  /** cmin of what the running command writes. */
  int commandId();

  /** Waits for another transaction to end, under lock_timeout and with deadlock detection. */
  void awaitEnd(Transaction other);

  /**
   * Done when the transaction has committed; forgotten when it, or the subtransaction that is
   * current now, rolls back.
   */
  void afterCommit(Runnable action);

  /** Done when the transaction, or the subtransaction that is current now, rolls back. */
  void afterRollback(Runnable action);
}
