package dev.postern.backend.txn;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * One session as a holder of locks. Made by {@link LockTable#register}. Its methods are called by
 * the session's thread only, except where said.
 *
 * <p>The locks of the present transaction are a list in the order they were taken. Weak table locks
 * are known nowhere else: who wants a strong lock raises the target's flag first and then reads the
 * lists of all sessions, while a session appends first and then reads the flag. One of them sees
 * the other. So an ordinary statement writes no memory that other sessions write.
 */
public final class LockOwner {
  private static final TableLockMode[] MODES = TableLockMode.values();

  private final int processId;
  private final int branch;
  private volatile long deadlockTimeoutMillis = 1000;
  private volatile @Nullable Transaction transaction;

  /** Entries below {@link #size} are valid. Read by other threads under the table's mutex. */
  private volatile Entries entries = new Entries(8);

  private volatile int size;

  /** Open addressing by target: which modes this transaction holds. Own thread only. */
  private @Nullable LockTarget[] heldTargets = new @Nullable LockTarget[16];

  private byte[] heldModes = new byte[16];

  /** Session-level advisory locks. Under the table's mutex. */
  final ArrayList<SessionHold> sessionHolds = new ArrayList<>(0);

  /** The explicit row locks of the transaction, newest first. */
  RowLocks.@Nullable RowLock rowLocks;

  /** What this session waits for at present; read by deadlock detection. */
  volatile @Nullable LockWait waiting;

  /** The row it has the first turn to lock, or null. */
  @Nullable LockTarget rowTurn;

  private final ReentrantLock waitersLock = new ReentrantLock();
  private final ArrayList<Thread> waiters = new ArrayList<>(0);
  private volatile int waiterCount;

  private record Entries(@Nullable LockTarget[] targets, byte[] modes) {
    Entries(int capacity) {
      this(new @Nullable LockTarget[capacity], new byte[capacity]);
    }

    Entries grown() {
      int capacity = modes.length * 2;
      return new Entries(Arrays.copyOf(targets, capacity), Arrays.copyOf(modes, capacity));
    }
  }

  /** A session-level lock and how often it was taken. */
  static final class SessionHold {
    final LockTarget target;
    final TableLockMode mode;
    int times = 1;

    SessionHold(LockTarget target, TableLockMode mode) {
      this.target = target;
      this.mode = mode;
    }
  }

  LockOwner(int processId, int branch) {
    this.processId = processId;
    this.branch = branch;
  }

  public int processId() {
    return processId;
  }

  /** The branch whose relations it locks. */
  public int branch() {
    return branch;
  }

  /** Setting {@code deadlock_timeout}: how long a wait lasts before a deadlock is looked for. */
  public void deadlockTimeoutMillis(long millis) {
    deadlockTimeoutMillis = millis;
  }

  long deadlockTimeoutMillis() {
    return deadlockTimeoutMillis;
  }

  /** The running top-level transaction, or null. Any thread. */
  public @Nullable Transaction transaction() {
    return transaction;
  }

  void transaction(@Nullable Transaction top) {
    transaction = top;
  }

  /** Called after the state of {@code ended} was stored: wakes who waits for this session. */
  void transactionEnded(Transaction ended) {
    if (ended == transaction) {
      transaction = null;
    }
    if (waiterCount > 0) {
      waitersLock.lock();
      try {
        for (Thread waiter : waiters) {
          LockSupport.unpark(waiter);
        }
      } finally {
        waitersLock.unlock();
      }
    }
  }

  /** Any thread: wants to be unparked when a transaction of this session ends. */
  void addWaiter(Thread waiter) {
    waitersLock.lock();
    try {
      waiters.add(waiter);
      setWaiterCount();
    } finally {
      waitersLock.unlock();
    }
  }

  void removeWaiter(Thread waiter) {
    waitersLock.lock();
    try {
      waiters.remove(waiter);
      setWaiterCount();
    } finally {
      waitersLock.unlock();
    }
  }

  private void setWaiterCount() {
    waiterCount = waiters.size();
  }

  /** The number of locks taken in this transaction: what to go back to at a savepoint. */
  public int lockCount() {
    return size;
  }

  /** Whether this transaction holds the mode on the target. */
  public boolean holds(LockTarget target, TableLockMode mode) {
    return (heldModes[slot(target)] & mode.bit()) != 0;
  }

  int heldModes(LockTarget target) {
    return heldModes[slot(target)];
  }

  /** Appends a lock; published before it returns. */
  void append(LockTarget target, TableLockMode mode) {
    int at = size;
    Entries list = entries;
    if (at == list.modes.length) {
      list = list.grown();
      entries = list;
    }
    list.targets[at] = target;
    list.modes[at] = (byte) mode.ordinal();
    size = at + 1;
    int slot = slot(target);
    if (heldTargets[slot] == null) {
      if ((at + 1) * 2 > heldTargets.length) {
        rehash();
        slot = slot(target);
      }
      heldTargets[slot] = target;
    }
    heldModes[slot] |= (byte) mode.bit();
  }

  /** Drops all entries from {@code mark} on; the caller wakes who waits for them. */
  void truncate(int mark) {
    size = mark;
  }

  /** Forgets truncated entries and builds the table of held modes again. */
  void forgetTruncated(int oldSize) {
    int kept = size;
    Entries list = entries;
    Arrays.fill(list.targets, kept, oldSize, null);
    if (kept == 0 && heldModes.length > 256) {
      heldTargets = new @Nullable LockTarget[16];
      heldModes = new byte[16];
    } else {
      Arrays.fill(heldTargets, null);
      Arrays.fill(heldModes, (byte) 0);
    }
    for (int i = 0; i < kept; i++) {
      LockTarget target = entryTarget(i);
      int slot = slot(target);
      heldTargets[slot] = target;
      heldModes[slot] |= (byte) (1 << list.modes[i]);
    }
  }

  LockTarget entryTarget(int index) {
    LockTarget target = entries.targets[index];
    if (target == null) {
      throw new IllegalStateException("lock entry " + index + " is empty");
    }
    return target;
  }

  TableLockMode entryMode(int index) {
    return MODES[entries.modes[index]];
  }

  /** Any thread, under the table's mutex, flag raised: the modes held on a target as bits. */
  int modesHeldOn(LockTarget target) {
    int modes = 0;
    int count = size;
    Entries list = entries;
    for (int i = Math.min(count, list.modes.length) - 1; i >= 0; i--) {
      if (list.targets[i] == target) {
        modes |= 1 << list.modes[i];
      }
    }
    for (SessionHold hold : sessionHolds) {
      if (hold.target == target) {
        modes |= hold.mode.bit();
      }
    }
    return modes;
  }

  /** Any thread, under the table's mutex: what it holds and waits for. */
  void addHeldLocks(List<HeldLock> found) {
    int count = size;
    Entries list = entries;
    for (int i = 0; i < Math.min(count, list.modes.length); i++) {
      LockTarget target = list.targets[i];
      if (target != null) {
        TableLockMode mode = MODES[list.modes[i]];
        found.add(new HeldLock(processId, target.tag(), 0, mode, true, mode.isWeak()));
      }
    }
    for (SessionHold hold : sessionHolds) {
      found.add(new HeldLock(processId, hold.target.tag(), 0, hold.mode, true, false));
    }
    Transaction running = transaction;
    if (running != null) {
      found.add(new HeldLock(processId, null, running.id(), TableLockMode.EXCLUSIVE, true, false));
    }
    LockWait wait = waiting;
    if (wait != null) {
      LockTarget target = wait.target();
      Transaction awaited = wait.transaction();
      found.add(
          new HeldLock(
              processId,
              target == null ? null : target.tag(),
              awaited == null ? 0 : awaited.id(),
              wait.mode(),
              false,
              false));
    }
  }

  private int slot(LockTarget target) {
    int mask = heldTargets.length - 1;
    int slot = System.identityHashCode(target) & mask;
    LockTarget found = heldTargets[slot];
    while (found != null && found != target) {
      slot = slot + 1 & mask;
      found = heldTargets[slot];
    }
    return slot;
  }

  private void rehash() {
    @Nullable LockTarget[] oldTargets = heldTargets;
    byte[] oldModes = heldModes;
    heldTargets = new @Nullable LockTarget[oldTargets.length * 2];
    heldModes = new byte[oldTargets.length * 2];
    for (int i = 0; i < oldTargets.length; i++) {
      LockTarget target = oldTargets[i];
      if (target != null) {
        int slot = slot(target);
        heldTargets[slot] = target;
        heldModes[slot] = oldModes[i];
      }
    }
  }
}
