package dev.postern.backend.txn;

/**
 * A session's announcement of the oldest snapshot it reads with, which keeps the versions that
 * snapshot needs from being pruned. Claimed with {@link TransactionRegistry#claimSlot}.
 *
 * <p>Used by one thread at a time; the registry reads it from others. Holds are counted, so a
 * portal may keep its snapshot while later statements take theirs: the slot stays at the oldest
 * until all are released.
 */
public final class SnapshotSlot extends SnapshotSlotPadding {
  static final long IDLE = Long.MAX_VALUE;

  private final TransactionRegistry registry;
  private final int branch;
  private int holds;

  SnapshotSlot(TransactionRegistry registry, int branch) {
    this.registry = registry;
    this.branch = branch;
  }

  /** Takes a fresh snapshot: everything committed by now. Pair with {@link #release}. */
  public void acquire(Snapshot snapshot) {
    if (holds++ == 0) {
      // Announce a bound first, read the CSN to use after: a pruner that did not see the
      // announcement took its horizon before it, hence at or below what is read now.
      oldest = registry.lastCsn();
    }
    snapshot.csn(registry.lastCsn());
  }

  /** Adds a hold for a copy of a snapshot that is held already. */
  public void retain() {
    if (holds == 0) {
      throw new IllegalStateException("no snapshot is held");
    }
    holds++;
  }

  /** Ends one hold. */
  public void release() {
    if (holds == 0) {
      throw new IllegalStateException("no snapshot is held");
    }
    if (--holds == 0) {
      oldest = IDLE;
    }
  }

  /** Ends all holds: the session's transaction is over. */
  public void releaseAll() {
    if (holds != 0) {
      holds = 0;
      oldest = IDLE;
    }
  }

  int branch() {
    return branch;
  }

  long oldest() {
    return oldest;
  }
}
