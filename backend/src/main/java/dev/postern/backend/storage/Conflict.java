package dev.postern.backend.storage;

import dev.postern.backend.txn.Transaction;
import org.jspecify.annotations.Nullable;

/**
 * The particulars of an outcome that is not OK. One per session, filled anew by every attempt, so
 * that an expected outcome allocates nothing.
 */
public final class Conflict {
  private @Nullable Transaction transaction;
  private @Nullable RowVersion version;
  private long rowId;

  /** The transaction to wait for. */
  public Transaction transaction() {
    Transaction found = transaction;
    if (found == null) {
      throw new IllegalStateException("the outcome names no transaction");
    }
    return found;
  }

  /** The newest version of the row. */
  public RowVersion version() {
    RowVersion found = version;
    if (found == null) {
      throw new IllegalStateException("the outcome names no version");
    }
    return found;
  }

  /** The row that has the key already, or is in the way of it. */
  public long rowId() {
    return rowId;
  }

  WriteOutcome inProgress(Transaction blocker) {
    transaction = blocker;
    return WriteOutcome.CONFLICT_IN_PROGRESS;
  }

  WriteOutcome newer(WriteOutcome outcome, RowVersion newest) {
    version = newest;
    return outcome;
  }

  UniqueOutcome duplicate(long row) {
    rowId = row;
    return UniqueOutcome.DUPLICATE;
  }

  UniqueOutcome mustWait(long row, Transaction blocker) {
    rowId = row;
    transaction = blocker;
    return UniqueOutcome.MUST_WAIT;
  }
}
