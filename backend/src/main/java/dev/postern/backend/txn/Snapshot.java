package dev.postern.backend.txn;

import org.jspecify.annotations.Nullable;

/**
 * What a statement sees: everything committed up to a CSN, plus what its own transaction did in
 * earlier commands (manual section 13.2; command ids as PostgreSQL's {@code cmin}/{@code cmax}).
 *
 * <p>Mutable and reused by one session, on one thread at a time. Filled by {@link
 * SnapshotSlot#acquire}; it may be read with only while its slot is held, or versions it needs may
 * be pruned.
 */
public final class Snapshot {
  private final Lineage lineage;
  private long csn;
  private int commandId;
  private @Nullable Transaction own;

  public Snapshot(Lineage lineage) {
    this.lineage = lineage;
  }

  /** Makes this see the same as another of the same branch (a cursor keeps its snapshot). */
  public void copyFrom(Snapshot other) {
    if (other.lineage != lineage) {
      throw new IllegalArgumentException("a snapshot cannot move between branches");
    }
    csn = other.csn;
    commandId = other.commandId;
    own = other.own;
  }

  public Lineage lineage() {
    return lineage;
  }

  /** Transactions committed with this CSN or a lower one are seen. */
  public long csn() {
    return csn;
  }

  void csn(long newest) {
    csn = newest;
  }

  /** Own changes of commands before this one are seen. */
  public int commandId() {
    return commandId;
  }

  public void commandId(int current) {
    commandId = current;
  }

  /** The own top-level transaction, or null while it has not written. */
  public @Nullable Transaction own() {
    return own;
  }

  /** Says which transaction is the own one; {@code transaction} is a top-level one or null. */
  public void own(@Nullable Transaction transaction) {
    own = transaction;
  }

  /** Whether an action of a transaction, done in its command {@code command}, has happened. */
  public boolean sees(Transaction transaction, int command) {
    long state = lineage.csn(transaction);
    if (state > 0) {
      return state <= csn;
    }
    return state == Transaction.IN_PROGRESS && command < commandId && transaction.belongsTo(own);
  }
}
