package dev.postern.backend.txn;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Table, object, row-turn and advisory locks, and waits for transactions. One per engine.
 *
 * <p>Weak table locks ({@code ACCESS SHARE}, {@code ROW SHARE}, {@code ROW EXCLUSIVE}) are taken
 * and released without a common lock unless a strong one is held or wanted (see {@link LockOwner}).
 * All else goes through one mutex. A request waits behind earlier waiters it conflicts with, unless
 * what its session already holds is what they wait for.
 *
 * <p>Timeouts are in milliseconds; 0 is none. A wait ends with {@link SqlError} {@code 55P03} at
 * the timeout, {@code 40P01} as the victim of a deadlock, or the reason of its {@link CancelFlag}.
 */
public final class LockTable {
  private final ReentrantLock mutex = new ReentrantLock();
  private final ConcurrentHashMap<LockTag, LockTarget> targets = new ConcurrentHashMap<>();
  private volatile LockOwner[] owners = {};
  private volatile IntUnaryOperator databaseOid = IntUnaryOperator.identity();

  /** How the OID of a branch's database is found, for the DETAIL of a deadlock. */
  public void databaseOid(IntUnaryOperator ofBranch) {
    databaseOid = ofBranch;
  }

  /** Adds a session; {@link #unregister} it when it ends. */
  public LockOwner register(int processId, int branch) {
    LockOwner owner = new LockOwner(processId, branch);
    mutex.lock();
    try {
      LockOwner[] old = owners;
      LockOwner[] grown = Arrays.copyOf(old, old.length + 1);
      grown[old.length] = owner;
      owners = grown;
    } finally {
      mutex.unlock();
    }
    return owner;
  }

  /** Releases all locks of a session and forgets it. */
  public void unregister(LockOwner owner) {
    releaseTransaction(owner);
    unlockAllSession(owner);
    mutex.lock();
    try {
      LockOwner[] left = new LockOwner[owners.length - 1];
      int count = 0;
      for (LockOwner other : owners) {
        if (other != owner) {
          left[count++] = other;
        }
      }
      owners = left;
    } finally {
      mutex.unlock();
    }
  }

  /** The sessions registered at present. */
  public List<LockOwner> sessions() {
    return List.of(owners);
  }

  /** The target of a relation; may be kept as long as the relation exists. */
  public LockTarget relation(int branch, int relationOid) {
    return target(
        new LockTag(branch, LockTag.Kind.RELATION, 0, Integer.toUnsignedLong(relationOid), 0));
  }

  /** The target of any other object, by its catalog and OID; branch 0 for shared objects. */
  public LockTarget object(int branch, int classOid, int objectOid) {
    return target(
        new LockTag(branch, LockTag.Kind.OBJECT, classOid, Integer.toUnsignedLong(objectOid), 0));
  }

  /** The target of an advisory lock with one bigint key. */
  public LockTarget advisory(int branch, long key) {
    return target(
        new LockTag(branch, LockTag.Kind.ADVISORY, (int) (key >>> 32), key & 0xFFFFFFFFL, 1));
  }

  /** The target of an advisory lock with two integer keys. */
  public LockTarget advisory(int branch, int key1, int key2) {
    return target(
        new LockTag(branch, LockTag.Kind.ADVISORY, key1, Integer.toUnsignedLong(key2), 2));
  }

  private LockTarget target(LockTag tag) {
    LockTarget known = targets.get(tag);
    return known != null ? known : targets.computeIfAbsent(tag, LockTarget::new);
  }

  /**
   * Under the mutex: the target to use for a tag. Targets of rows and advisory locks are forgotten
   * while nobody holds or wants them, so one that was looked up before may be outdated.
   */
  private LockTarget current(LockTarget target) {
    if (!isTransient(target)) {
      return target;
    }
    LockTarget known = targets.putIfAbsent(target.tag(), target);
    return known == null ? target : known;
  }

  private static boolean isTransient(LockTarget target) {
    LockTag.Kind kind = target.tag().kind();
    return kind == LockTag.Kind.TUPLE || kind == LockTag.Kind.ADVISORY;
  }

  /** Forgets the target of a dropped relation; its OID is not used again in this branch. */
  public void forgetRelation(int branch, int relationOid) {
    targets.remove(
        new LockTag(branch, LockTag.Kind.RELATION, 0, Integer.toUnsignedLong(relationOid), 0));
  }

  /** Forgets all targets of a dropped branch; no session is in it any more. */
  public void forgetBranch(int branch) {
    targets.keySet().removeIf(tag -> tag.branch() == branch);
  }

  /** Takes a lock until the end of the transaction, if that needs no wait. */
  public boolean tryLock(LockOwner owner, LockTarget target, TableLockMode mode) {
    if (owner.holds(target, mode)) {
      return true;
    }
    if (mode.isWeak()) {
      owner.append(target, mode);
      return target.strong == 0 || keepsAppended(owner, target, mode);
    }
    mutex.lock();
    try {
      LockTarget now = current(target);
      return owner.holds(now, mode) || takeUnlessBlocked(owner, now, mode, now.queue.size());
    } finally {
      mutex.unlock();
    }
  }

  /** The weak lock just appended met a strong one: decides under the mutex. */
  private boolean keepsAppended(LockOwner owner, LockTarget target, TableLockMode mode) {
    mutex.lock();
    try {
      int end = owner.lockCount();
      owner.truncate(end - 1);
      owner.forgetTruncated(end);
      wakeQueue(target);
      return takeUnlessBlocked(owner, target, mode, target.queue.size());
    } finally {
      mutex.unlock();
    }
  }

  /** Takes a lock until the end of the transaction, waiting for it if need be. */
  public void lock(
      LockOwner owner,
      LockTarget target,
      TableLockMode mode,
      long timeoutMillis,
      CancelFlag cancel) {
    if (!tryLock(owner, target, mode)) {
      await(owner, target, mode, timeoutMillis, cancel, false);
    }
  }

  /** Takes an advisory lock for the session, if that needs no wait; counts how often. */
  public boolean tryLockSession(LockOwner owner, LockTarget wanted, TableLockMode mode) {
    mutex.lock();
    try {
      LockTarget target = current(wanted);
      LockOwner.SessionHold hold = sessionHold(owner, target, mode);
      if (hold != null) {
        hold.times++;
        return true;
      }
      if (isBlocked(owner, target, mode, target.queue.size())) {
        return false;
      }
      addSessionHold(owner, target, mode);
      return true;
    } finally {
      mutex.unlock();
    }
  }

  /** Takes an advisory lock for the session, waiting for it if need be. */
  public void lockSession(
      LockOwner owner,
      LockTarget target,
      TableLockMode mode,
      long timeoutMillis,
      CancelFlag cancel) {
    if (!tryLockSession(owner, target, mode)) {
      await(owner, target, mode, timeoutMillis, cancel, true);
    }
  }

  /** Undoes one session-level lock; false if the session does not hold it. */
  public boolean unlockSession(LockOwner owner, LockTarget target, TableLockMode mode) {
    mutex.lock();
    try {
      LockOwner.SessionHold hold = sessionHold(owner, target, mode);
      if (hold == null) {
        return false;
      }
      if (--hold.times == 0) {
        owner.sessionHolds.remove(hold);
        dropStrong(target, mode);
      }
      return true;
    } finally {
      mutex.unlock();
    }
  }

  /** Undoes all session-level locks. */
  public void unlockAllSession(LockOwner owner) {
    mutex.lock();
    try {
      while (!owner.sessionHolds.isEmpty()) {
        LockOwner.SessionHold hold = owner.sessionHolds.removeLast();
        dropStrong(hold.target, hold.mode);
      }
    } finally {
      mutex.unlock();
    }
  }

  /** Releases all that was taken for the transaction; call after it was committed or aborted. */
  public void releaseTransaction(LockOwner owner) {
    endRowWait(owner);
    releaseSince(owner, 0);
    RowLocks.RowLock row = owner.rowLocks;
    owner.rowLocks = null;
    while (row != null) {
      row.table.remove(row);
      row = row.nextOfOwner;
    }
  }

  /**
   * Releases the locks taken since {@link LockOwner#lockCount} had this value: rollback to a
   * savepoint. Row locks need no release then, as they fall with their subtransaction.
   */
  public void releaseSince(LockOwner owner, int mark) {
    int end = owner.lockCount();
    if (end == mark) {
      return;
    }
    owner.truncate(mark);
    for (int i = end - 1; i >= mark; i--) {
      LockTarget target = owner.entryTarget(i);
      TableLockMode mode = owner.entryMode(i);
      if (target.strong != 0) {
        mutex.lock();
        try {
          dropStrong(target, mode);
        } finally {
          mutex.unlock();
        }
      }
    }
    owner.forgetTruncated(end);
  }

  /**
   * Waits until a transaction has ended; a subtransaction ends when it is rolled back or with its
   * top-level transaction. Returns at once if it has.
   */
  public void awaitEnd(LockOwner owner, Transaction other, long timeoutMillis, CancelFlag cancel) {
    LockOwner blocker = other.owner();
    if (blocker == null || !other.isInProgress()) {
      return;
    }
    Thread self = Thread.currentThread();
    Patience patience = new Patience(owner, timeoutMillis, cancel);
    owner.waiting = LockWait.forEnd(owner, other);
    blocker.addWaiter(self);
    try {
      while (other.isInProgress()) {
        patience.park();
      }
    } finally {
      patience.end();
      blocker.removeWaiter(self);
    }
  }

  /**
   * Waits for the transaction that keeps this session from changing or locking a row. Of several
   * sessions that wait for one row only the first waits for the transaction, the others queue
   * behind it, so that the end of the transaction wakes one. The turn is kept until {@link
   * #endRowWait}, which the caller calls once it has changed or locked the row or given up.
   */
  public void awaitRow(
      LockOwner owner,
      LockTarget relation,
      long rowId,
      Transaction blocker,
      long timeoutMillis,
      CancelFlag cancel) {
    LockTag table = relation.tag();
    LockTag tag = new LockTag(table.branch(), LockTag.Kind.TUPLE, (int) table.objectId(), rowId, 0);
    LockTarget turn = owner.rowTurn;
    if (turn == null || !turn.tag().equals(tag)) {
      endRowWait(owner);
      lockRowTurn(owner, tag, timeoutMillis, cancel);
    }
    awaitEnd(owner, blocker, timeoutMillis, cancel);
  }

  private void lockRowTurn(LockOwner owner, LockTag tag, long timeoutMillis, CancelFlag cancel) {
    LockTarget turn = target(tag);
    lockSession(owner, turn, TableLockMode.EXCLUSIVE, timeoutMillis, cancel);
    owner.rowTurn = current(turn);
  }

  /** Lets the next session that waits for the row have its turn. */
  public void endRowWait(LockOwner owner) {
    LockTarget turn = owner.rowTurn;
    if (turn != null) {
      owner.rowTurn = null;
      unlockSession(owner, turn, TableLockMode.EXCLUSIVE);
    }
  }

  private void await(
      LockOwner owner,
      LockTarget wanted,
      TableLockMode mode,
      long timeoutMillis,
      CancelFlag cancel,
      boolean forSession) {
    Patience patience = new Patience(owner, timeoutMillis, cancel);
    LockTarget target;
    LockWait wait;
    mutex.lock();
    try {
      target = current(wanted);
      wait = LockWait.forLock(owner, target, mode);
      target.queue.add(wait);
      raiseStrong(target, mode);
      owner.waiting = wait;
    } finally {
      mutex.unlock();
    }
    try {
      while (!takesIfFirst(wait, target, forSession)) {
        patience.park();
      }
    } finally {
      patience.end();
      leaveQueue(wait, target);
    }
  }

  private boolean takesIfFirst(LockWait wait, LockTarget target, boolean forSession) {
    mutex.lock();
    try {
      LockOwner owner = wait.owner();
      TableLockMode mode = wait.mode();
      int position = target.queue.indexOf(wait);
      if (!forSession) {
        return takeUnlessBlocked(owner, target, mode, position);
      }
      if (isBlocked(owner, target, mode, position)) {
        return false;
      }
      addSessionHold(owner, target, mode);
      return true;
    } finally {
      mutex.unlock();
    }
  }

  private void leaveQueue(LockWait wait, LockTarget target) {
    mutex.lock();
    try {
      target.queue.remove(wait);
      dropStrong(target, wait.mode());
    } finally {
      mutex.unlock();
    }
  }

  /** Under the mutex: grants a transaction-level lock if neither holders nor the queue object. */
  private boolean takeUnlessBlocked(
      LockOwner owner, LockTarget target, TableLockMode mode, int position) {
    raiseStrong(target, mode);
    if (isBlocked(owner, target, mode, position)) {
      target.strong -= mode.isWeak() ? 0 : 1;
      return false;
    }
    owner.append(target, mode);
    return true;
  }

  /** Under the mutex, flag raised for strong modes: whether a request at a queue position waits. */
  private boolean isBlocked(LockOwner owner, LockTarget target, TableLockMode mode, int position) {
    for (LockOwner other : owners) {
      if (other != owner && (other.modesHeldOn(target) & mode.conflicts()) != 0) {
        return true;
      }
    }
    int held = position == 0 ? 0 : owner.modesHeldOn(target);
    for (int i = 0; i < position; i++) {
      if (target.queue.get(i).goesBefore(owner, mode, held)) {
        return true;
      }
    }
    return false;
  }

  private static LockOwner.@Nullable SessionHold sessionHold(
      LockOwner owner, LockTarget target, TableLockMode mode) {
    for (LockOwner.SessionHold hold : owner.sessionHolds) {
      if (hold.target == target && hold.mode == mode) {
        return hold;
      }
    }
    return null;
  }

  private static void addSessionHold(LockOwner owner, LockTarget target, TableLockMode mode) {
    owner.sessionHolds.add(new LockOwner.SessionHold(target, mode));
    raiseStrong(target, mode);
  }

  /** Under the mutex. */
  private static void raiseStrong(LockTarget target, TableLockMode mode) {
    if (!mode.isWeak()) {
      target.strong++;
    }
  }

  /** Under the mutex: a hold or wait in this mode is gone. */
  private void dropStrong(LockTarget target, TableLockMode mode) {
    if (!mode.isWeak()) {
      target.strong--;
    }
    wakeQueue(target);
    if (target.strong == 0 && target.queue.isEmpty() && isTransient(target)) {
      targets.remove(target.tag(), target);
    }
  }

  private static void wakeQueue(LockTarget target) {
    for (LockWait wait : target.queue) {
      LockSupport.unpark(wait.thread());
    }
  }

  /** All locks held and waited for: the rows of {@code pg_locks}. */
  public List<HeldLock> locks() {
    List<HeldLock> found = new ArrayList<>();
    mutex.lock();
    try {
      for (LockOwner owner : owners) {
        owner.addHeldLocks(found);
      }
    } finally {
      mutex.unlock();
    }
    return found;
  }

  /** The sessions that keep another from going on: {@code pg_blocking_pids}. */
  public List<LockOwner> blockersOf(LockOwner owner) {
    mutex.lock();
    try {
      LockWait wait = owner.waiting;
      return wait == null ? List.of() : new WaitGraph(owners).blockersOf(wait);
    } finally {
      mutex.unlock();
    }
  }

  private void checkDeadlock(LockOwner owner) {
    mutex.lock();
    try {
      LockWait wait = owner.waiting;
      List<LockWait> cycle = wait == null ? List.of() : new WaitGraph(owners).cycleFrom(wait);
      if (!cycle.isEmpty()) {
        // Whoever looks next finds the cycle broken.
        owner.waiting = null;
        throw WaitGraph.deadlock(cycle, databaseOid);
      }
    } finally {
      mutex.unlock();
    }
  }

  /** How long one wait may still last, and what ends it early. */
  private final class Patience {
    private final LockOwner owner;
    private final CancelFlag cancel;
    private final long start = System.nanoTime();
    private final long timeoutNanos;
    private final long deadlockNanos;
    private boolean deadlockChecked;

    Patience(LockOwner owner, long timeoutMillis, CancelFlag cancel) {
      this.owner = owner;
      this.cancel = cancel;
      timeoutNanos =
          timeoutMillis > 0 ? TimeUnit.MILLISECONDS.toNanos(timeoutMillis) : Long.MAX_VALUE;
      deadlockNanos = TimeUnit.MILLISECONDS.toNanos(owner.deadlockTimeoutMillis());
      cancel.waiter(Thread.currentThread());
    }

    /** Parks until something may have changed; throws if the wait is over. */
    void park() {
      cancel.check();
      long waited = System.nanoTime() - start;
      if (waited >= timeoutNanos) {
        throw new SqlError(SqlState.LOCK_NOT_AVAILABLE, "canceling statement due to lock timeout");
      }
      if (!deadlockChecked && waited >= deadlockNanos) {
        deadlockChecked = true;
        checkDeadlock(owner);
        // Waiting for the mutex may have used up the wake-up that was meant for this wait: the
        // caller has to look again before it parks.
        return;
      }
      long next = deadlockChecked ? timeoutNanos : Math.min(timeoutNanos, deadlockNanos);
      if (next == Long.MAX_VALUE) {
        LockSupport.park(this);
      } else {
        LockSupport.parkNanos(this, next - waited);
      }
    }

    void end() {
      owner.waiting = null;
      cancel.waiter(null);
    }
  }
}
