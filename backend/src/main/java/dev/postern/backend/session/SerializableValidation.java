package dev.postern.backend.session;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * Makes SERIALIZABLE transactions equal to some serial order, optimistically and by whole
 * relations: one that writes fails at commit if a relation it has read was written by a transaction
 * that committed after its snapshot. So it could as well have run wholly at its commit; one that
 * only reads could have run at its snapshot. One per engine, used by all sessions.
 *
 * <p>While no serializable transaction runs, commits only pass a shared lock. The exclusive lock is
 * held where a serializable transaction takes its snapshot and where it is checked and committed,
 * so that no commit can stand between.
 */
final class SerializableValidation {
  private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();

  /** Serializable transactions that have a snapshot. Written under the exclusive lock. */
  private volatile int running;

  /** CSN of the newest commit that wrote a relation, by branch and OID. */
  private final ConcurrentHashMap<Long, Long> newestWrites = new ConcurrentHashMap<>();

  private static long key(int branch, int relation) {
    return (long) branch << 32 | Integer.toUnsignedLong(relation);
  }

  /** Takes the snapshot of a serializable transaction; pair with {@link #end}. */
  void begin(Runnable takeSnapshot) {
    lock.writeLock().lock();
    try {
      running = running + 1;
      takeSnapshot.run();
    } finally {
      lock.writeLock().unlock();
    }
  }

  /** A serializable transaction that had a snapshot has ended. */
  void end() {
    lock.writeLock().lock();
    try {
      running = running - 1;
      if (running == 0) {
        newestWrites.clear();
      }
    } finally {
      lock.writeLock().unlock();
    }
  }

  /** Commits a transaction of any other isolation level. */
  void commit(int branch, RelationSet written, BranchWriter writer) {
    lock.readLock().lock();
    try {
      long csn = writer.commit();
      if (running > 0) {
        note(branch, written, csn);
      }
    } finally {
      lock.readLock().unlock();
    }
  }

  /**
   * Commits a serializable transaction that has written. Fails with 40001 where what it has read is
   * out of date.
   */
  void commitSerializable(
      int branch, RelationSet read, RelationSet written, long snapshotCsn, BranchWriter writer) {
    lock.writeLock().lock();
    try {
      for (int i = 0; i < read.size(); i++) {
        Long newest = newestWrites.get(key(branch, read.get(i)));
        if (newest != null && newest > snapshotCsn) {
          throw new SqlError(
                  SqlState.SERIALIZATION_FAILURE,
                  "could not serialize access due to read/write dependencies among transactions")
              .detail("Reason code: Canceled on identification as a pivot, during commit attempt.")
              .hint("The transaction might succeed if retried.");
        }
      }
      note(branch, written, writer.commit());
    } finally {
      lock.writeLock().unlock();
    }
  }

  private void note(int branch, RelationSet written, long csn) {
    for (int i = 0; i < written.size(); i++) {
      newestWrites.merge(key(branch, written.get(i)), csn, Math::max);
    }
  }
}
