package dev.postern.backend.txn;

import org.jspecify.annotations.Nullable;

/** One session's present wait: for a lock, or for the end of a transaction. */
record LockWait(
    LockOwner owner,
    Thread thread,
    @Nullable LockTarget target,
    TableLockMode mode,
    @Nullable Transaction transaction) {

  static LockWait forLock(LockOwner owner, LockTarget target, TableLockMode mode) {
    return new LockWait(owner, Thread.currentThread(), target, mode, null);
  }

  static LockWait forEnd(LockOwner owner, Transaction transaction) {
    return new LockWait(owner, Thread.currentThread(), null, TableLockMode.SHARE, transaction);
  }

  /**
   * Whether this wait goes before a later request of another session for the same target: it
   * conflicts, and is not itself blocked by what that session holds there (modes as bits).
   */
  boolean goesBefore(LockOwner later, TableLockMode wanted, int held) {
    return owner != later && mode.conflictsWith(wanted) && (mode.conflicts() & held) == 0;
  }
}
