package dev.postern.backend.txn;

import org.jspecify.annotations.Nullable;

/**
 * A row of {@code pg_locks}: a lock that is held or waited for.
 *
 * @param processId the session
 * @param tag what is locked; null for a lock on a transaction id
 * @param transactionId the transaction id locked, or 0
 * @param mode the mode held or wanted
 * @param granted false for a wait
 * @param fastPath whether it was taken without the common lock table
 */
public record HeldLock(
    int processId,
    @Nullable LockTag tag,
    long transactionId,
    TableLockMode mode,
    boolean granted,
    boolean fastPath) {}
