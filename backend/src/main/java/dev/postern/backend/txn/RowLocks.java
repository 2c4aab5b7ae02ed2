package dev.postern.backend.txn;

import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The explicit row locks of one table in one branch: {@code SELECT FOR …} and the {@code KEY SHARE}
 * locks of foreign keys. The locks that UPDATE and DELETE take are not here but in the row version.
 *
 * <p>Who asks {@link #conflict} and then acts on the answer holds the table's write lock meanwhile.
 * A lock is void once its transaction has ended; rolled back to a savepoint counts.
 */
public final class RowLocks {
  private final ReentrantLock lock = new ReentrantLock();
  private @Nullable RowLock[] buckets = new @Nullable RowLock[16];
  private volatile int count;

  /** One lock; chained in its bucket and in its owner's list. */
  static final class RowLock {
    final RowLocks table;
    final long rowId;
    final RowLockMode mode;
    final Transaction transaction;
    @Nullable RowLock nextInBucket;
    @Nullable RowLock nextOfOwner;

    RowLock(RowLocks table, long rowId, RowLockMode mode, Transaction transaction) {
      this.table = table;
      this.rowId = rowId;
      this.mode = mode;
      this.transaction = transaction;
    }
  }

  /** Whether no row is locked; then nothing else need be asked. */
  public boolean isEmpty() {
    return count == 0;
  }

  /** A running transaction, other than the own, whose lock on the row excludes {@code mode}. */
  public @Nullable Transaction conflict(long rowId, RowLockMode mode, Transaction own) {
    if (count == 0) {
      return null;
    }
    Transaction ownTop = own.top();
    lock.lock();
    try {
      RowLock entry = buckets[bucket(rowId)];
      while (entry != null) {
        if (entry.rowId == rowId
            && entry.mode.conflictsWith(mode)
            && entry.transaction.isInProgress()
            && !entry.transaction.belongsTo(ownTop)) {
          return entry.transaction;
        }
        entry = entry.nextInBucket;
      }
      return null;
    } finally {
      lock.unlock();
    }
  }

  /** Records a lock that {@link #conflict} did not speak against. */
  public void add(long rowId, RowLockMode mode, Transaction transaction) {
    LockOwner owner = transaction.owner();
    if (owner == null) {
      throw new IllegalStateException(transaction + " has ended");
    }
    lock.lock();
    try {
      RowLock entry = buckets[bucket(rowId)];
      while (entry != null) {
        if (entry.rowId == rowId && entry.transaction == transaction && entry.mode == mode) {
          return;
        }
        entry = entry.nextInBucket;
      }
      if (count >= buckets.length) {
        grow();
      }
      RowLock added = new RowLock(this, rowId, mode, transaction);
      int bucket = bucket(rowId);
      added.nextInBucket = buckets[bucket];
      buckets[bucket] = added;
      added.nextOfOwner = owner.rowLocks;
      owner.rowLocks = added;
      setCount(count + 1);
    } finally {
      lock.unlock();
    }
  }

  void remove(RowLock gone) {
    lock.lock();
    try {
      int bucket = bucket(gone.rowId);
      RowLock entry = buckets[bucket];
      RowLock before = null;
      while (entry != null && entry != gone) {
        before = entry;
        entry = entry.nextInBucket;
      }
      if (entry == null) {
        return;
      }
      if (before == null) {
        buckets[bucket] = entry.nextInBucket;
      } else {
        before.nextInBucket = entry.nextInBucket;
      }
      setCount(count - 1);
    } finally {
      lock.unlock();
    }
  }

  /** Written under the lock only, read without. */
  private void setCount(int value) {
    count = value;
  }

  private void grow() {
    @Nullable RowLock[] old = buckets;
    buckets = new @Nullable RowLock[old.length * 2];
    for (RowLock head : old) {
      RowLock entry = head;
      while (entry != null) {
        RowLock next = entry.nextInBucket;
        int bucket = bucket(entry.rowId);
        entry.nextInBucket = buckets[bucket];
        buckets[bucket] = entry;
        entry = next;
      }
    }
  }

  private int bucket(long rowId) {
    return Long.hashCode(rowId * 0x9E3779B97F4A7C15L) & buckets.length - 1;
  }
}
