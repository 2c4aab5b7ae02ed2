package dev.postern.backend.exec;

import dev.postern.backend.ExecuteMode;
import dev.postern.backend.catalog.Catalog;
import dev.postern.backend.catalog.IndexDescriptor;
import dev.postern.backend.catalog.RelationDescriptor;
import dev.postern.backend.function.FunctionContext;
import dev.postern.backend.storage.Branch;
import dev.postern.backend.txn.LockOwner;
import dev.postern.backend.txn.LockTable;
import dev.postern.backend.txn.Snapshot;
import dev.postern.backend.txn.Transaction;
import dev.postern.backend.type.Datum;

/** What a statement in execution has of its session. */
public interface ExecutionContext extends FunctionContext {
  Branch branch();

  /** What the running statement sees. */
  Snapshot snapshot();

  /** The transaction (or subtransaction) to write with; begins it at the first write. */
  Transaction writer();

  /** The number of the running command in its transaction: cmin of what it writes. */
  int commandId();

  Catalog catalog();

  LockOwner lockOwner();

  LockTable locks();

  ExecuteMode mode();

  /**
   * Called for every row that is read. Inline, throws {@link NeedsThread} when the statement has
   * run long enough; always, looks for a cancel now and then.
   */
  void tick();

  /** Whether each statement sees what was committed before it (READ COMMITTED). */
  boolean readCommitted();

  /**
   * Waits for another transaction to end, under lock_timeout and with deadlock detection. Inline,
   * throws {@link NeedsThread}.
   */
  void awaitEnd(Transaction other);

  /** READ COMMITTED: moves the snapshot to now, after a wait, for looking at one row again. */
  void refreshSnapshot();

  /** Says that the statement reads (or writes) a relation, for serializable transactions. */
  void noteRead(int relationOid);

  void noteWrite(int relationOid);

  /** The generator of random numbers, the sequences' last values and so on: session state. */
  SequenceAccess sequences();

  /** A writer of a table, good for the catalog the statement sees; cached by the session. */
  TableWriter tableWriter(RelationDescriptor table);

  /** The keys of an index, likewise. */
  IndexKeys indexKeys(IndexDescriptor index, RelationDescriptor table);

  /**
   * A foreign-key action or check begins: the snapshot moves to now (in READ COMMITTED) and the
   * command id forward, so that what the statement did is seen.
   */
  void beginAction();

  /** The default value of a column, or null where it has none. */
  void columnDefault(RelationDescriptor table, int attributeNumber, Datum result);

  /**
   * Constraint checks and foreign-key actions that wait for the statement's or transaction's end.
   */
  ConstraintQueue constraints();
}
