package dev.postern.backend.txn;

import org.jspecify.annotations.Nullable;

/**
 * Where a branch comes from: its ancestors and the CSN at which each line left its ancestor.
 * Immutable.
 */
public final class Lineage {
  private final int id;
  private final @Nullable Lineage base;
  private final long forkCsn;

  private Lineage(int id, @Nullable Lineage base, long forkCsn) {
    this.id = id;
    this.base = base;
    this.forkCsn = forkCsn;
  }

  /** A branch without ancestors; ids are positive and engine-wide unique. */
  public static Lineage root(int id) {
    return new Lineage(id, null, Transaction.FROZEN_CSN);
  }

  /** A branch that has all that was committed here up to {@code csn} and nothing later. */
  public Lineage fork(int newId, long csn) {
    return new Lineage(newId, this, csn);
  }

  public int id() {
    return id;
  }

  /** The branch this was forked from, or null. */
  public @Nullable Lineage base() {
    return base;
  }

  /** The CSN this branch starts with. */
  public long forkCsn() {
    return forkCsn;
  }

  /**
   * The state of a transaction as this branch has to take it; values as {@link Transaction#csn}.
   */
  public long csn(Transaction transaction) {
    return transaction.branch() == id ? transaction.csn() : csnOfForeign(transaction);
  }

  private long csnOfForeign(Transaction transaction) {
    int branch = transaction.branch();
    long csn = transaction.csn();
    if (csn == Transaction.FROZEN_CSN) {
      return csn;
    }
    Lineage line = this;
    Lineage ancestor = line.base;
    while (ancestor != null) {
      if (ancestor.id == branch) {
        return csn > 0 && csn <= line.forkCsn ? csn : Transaction.ABORTED;
      }
      line = ancestor;
      ancestor = line.base;
    }
    return Transaction.ABORTED;
  }
}
