package dev.postern.backend.storage;

import dev.postern.backend.txn.RowLockMode;
import dev.postern.backend.txn.Snapshot;
import dev.postern.backend.txn.Transaction;
import org.jspecify.annotations.Nullable;

/** A table's rows in one branch, by row id. */
public final class RowTree {
  RowTree() {}

  public void indexes(TableIndexes indexes) {
    throw new UnsupportedOperationException();
  }

  public long insert(Transaction transaction, int commandId, byte[] tuple) {
    throw new UnsupportedOperationException();
  }

  public void retract(long rowId, Transaction transaction) {
    throw new UnsupportedOperationException();
  }

  public void bulkInsert(Transaction transaction, int commandId, RowSource rows) {
    throw new UnsupportedOperationException();
  }

  public @Nullable RowVersion newest(long rowId) {
    throw new UnsupportedOperationException();
  }

  public @Nullable RowVersion visible(long rowId, Snapshot snapshot) {
    throw new UnsupportedOperationException();
  }

  public WriteOutcome tryUpdate(
      long rowId,
      RowVersion seen,
      Transaction transaction,
      int commandId,
      byte[] tuple,
      boolean keyUpdate,
      boolean indexKeysChanged,
      Conflict conflict) {
    throw new UnsupportedOperationException();
  }

  public WriteOutcome tryDelete(
      long rowId, RowVersion seen, Transaction transaction, int commandId, Conflict conflict) {
    throw new UnsupportedOperationException();
  }

  public WriteOutcome tryLockRow(
      long rowId, RowVersion seen, Transaction transaction, RowLockMode mode, Conflict conflict) {
    throw new UnsupportedOperationException();
  }

  public RowCursor scan(Snapshot snapshot) {
    throw new UnsupportedOperationException();
  }

  public RowCursor scan(Snapshot snapshot, long fromRowId, long toRowId) {
    throw new UnsupportedOperationException();
  }

  public RowCursor scanBackward(Snapshot snapshot, long fromRowId, long toRowId) {
    throw new UnsupportedOperationException();
  }

  public long rowIdLimit() {
    throw new UnsupportedOperationException();
  }

  public long rowEstimate() {
    throw new UnsupportedOperationException();
  }

  public void vacuum() {
    throw new UnsupportedOperationException();
  }
}
