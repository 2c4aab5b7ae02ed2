package dev.postern.backend.storage;

import dev.postern.backend.txn.Transaction;
import org.jspecify.annotations.Nullable;

/** An index in one branch: ordered entries of memcomparable key and row id. */
public final class IndexTree {
  IndexTree() {}

  public boolean insert(byte[] key, long rowId) {
    throw new UnsupportedOperationException();
  }

  public boolean remove(byte[] key, long rowId) {
    throw new UnsupportedOperationException();
  }

  public UniqueOutcome insertUnique(
      byte[] key, long rowId, RowTree table, KeyOf keyOf, Transaction own, Conflict conflict) {
    throw new UnsupportedOperationException();
  }

  public UniqueOutcome probeUnique(
      byte[] key,
      long rowId,
      RowTree table,
      KeyOf keyOf,
      @Nullable Transaction own,
      Conflict conflict) {
    throw new UnsupportedOperationException();
  }

  public void build(IndexSource entries) {
    throw new UnsupportedOperationException();
  }

  public IndexCursor scan(
      byte @Nullable [] lower,
      boolean lowerInclusive,
      byte @Nullable [] upper,
      boolean upperInclusive) {
    throw new UnsupportedOperationException();
  }

  public IndexCursor scanBackward(
      byte @Nullable [] lower,
      boolean lowerInclusive,
      byte @Nullable [] upper,
      boolean upperInclusive) {
    throw new UnsupportedOperationException();
  }

  public long entryEstimate() {
    throw new UnsupportedOperationException();
  }
}
