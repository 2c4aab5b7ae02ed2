package dev.postern.backend.txn;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The engine's transactions: hands out ids, orders commits and knows the oldest snapshot in use.
 * One per engine, used by all threads.
 */
public final class TransactionRegistry {
  /** The first id given out; PostgreSQL's FirstNormalTransactionId. */
  public static final long FIRST_ID = 3;

  private final AtomicLong nextId = new AtomicLong(FIRST_ID);
  private final ReentrantLock commitLock = new ReentrantLock();
  private volatile long lastCsn = Transaction.FROZEN_CSN;
  private volatile SnapshotSlot[] slots = {};

  /** Starts a top-level transaction for a session that is about to write to a branch. */
  public Transaction begin(int branch, LockOwner owner) {
    Transaction transaction = new Transaction(nextId.getAndIncrement(), branch, owner);
    owner.transaction(transaction);
    return transaction;
  }

  /** Starts a subtransaction of one that runs. */
  public Transaction beginSub(Transaction parent) {
    Transaction.Running running = parent.running();
    if (running == null) {
      throw new IllegalStateException(parent + " has ended");
    }
    return new Transaction(nextId.getAndIncrement(), parent, running);
  }

  /**
   * Commits a top-level transaction together with its subtransactions that were not rolled back,
   * and wakes who waits for it. Locks are released by {@link LockTable#releaseTransaction}.
   *
   * @return the CSN it committed with
   */
  public long commit(Transaction top) {
    LockOwner owner = top.owner();
    if (owner == null || top.parent() != null) {
      throw new IllegalStateException(top + " is not a running top-level transaction");
    }
    long csn;
    commitLock.lock();
    try {
      csn = lastCsn + 1;
      top.end(csn);
      lastCsn = csn;
    } finally {
      commitLock.unlock();
    }
    owner.transactionEnded(top);
    return csn;
  }

  /**
   * Rolls back a transaction, or a subtransaction with all that are nested in it, and wakes who
   * waits for it. Does nothing if it has ended.
   */
  public void abort(Transaction transaction) {
    LockOwner owner = transaction.owner();
    if (owner == null || !transaction.isInProgress()) {
      return;
    }
    transaction.end(Transaction.ABORTED);
    owner.transactionEnded(transaction);
  }

  /** The CSN of the newest commit; a snapshot taken now sees up to it. */
  public long lastCsn() {
    return lastCsn;
  }

  /** The id the next transaction will get. */
  public long nextId() {
    return nextId.get();
  }

  /** Continues after a recovery: ids and CSNs used before are not given again. */
  public void restore(long nextTransactionId, long newestCsn) {
    commitLock.lock();
    try {
      nextId.set(Math.max(nextTransactionId, FIRST_ID));
      lastCsn = Math.max(newestCsn, Transaction.FROZEN_CSN);
    } finally {
      commitLock.unlock();
    }
  }

  /** Gives a session its slot for snapshots of one branch, until {@link #releaseSlot}. */
  public SnapshotSlot claimSlot(int branch) {
    SnapshotSlot slot = new SnapshotSlot(this, branch);
    commitLock.lock();
    try {
      SnapshotSlot[] old = slots;
      SnapshotSlot[] grown = Arrays.copyOf(old, old.length + 1);
      grown[old.length] = slot;
      slots = grown;
    } finally {
      commitLock.unlock();
    }
    return slot;
  }

  /** Takes a slot back when its session ends. */
  public void releaseSlot(SnapshotSlot slot) {
    slot.releaseAll();
    commitLock.lock();
    try {
      SnapshotSlot[] old = slots;
      int at = Arrays.asList(old).indexOf(slot);
      if (at >= 0) {
        SnapshotSlot[] shrunk = Arrays.copyOf(old, old.length - 1);
        System.arraycopy(old, at + 1, shrunk, at, old.length - at - 1);
        slots = shrunk;
      }
    } finally {
      commitLock.unlock();
    }
  }

  /**
   * The pruning horizon of a branch: every snapshot of it, present or future, sees all that was
   * committed up to this CSN. Walks all slots.
   */
  public long horizon(int branch) {
    long horizon = lastCsn;
    for (SnapshotSlot slot : slots) {
      if (slot.branch() == branch) {
        horizon = Math.min(horizon, slot.oldest());
      }
    }
    return horizon;
  }
}
