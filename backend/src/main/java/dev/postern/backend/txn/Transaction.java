package dev.postern.backend.txn;

import org.jspecify.annotations.Nullable;

/**
 * A top-level transaction or subtransaction that writes. Made by {@link TransactionRegistry}, at
 * the first write; a transaction that only reads has none.
 *
 * <p>Row versions point at it for as long as they live, so it is kept small: what only matters
 * while it runs hangs off {@link Running} and is let go at the end. Any thread may ask for its
 * state; only the session that owns it ends it.
 */
public final class Transaction {
  /** State of {@link #csn()}: not ended. */
  public static final long IN_PROGRESS = 0;

  /** State of {@link #csn()}: rolled back. */
  public static final long ABORTED = -1;

  /** CSN of {@link #FROZEN}, older than that of any real transaction. */
  public static final long FROZEN_CSN = 1;

  /** The writer of bootstrap rows: visible to every snapshot of every branch. */
  public static final Transaction FROZEN = new Transaction();

  private final long id;
  private final int branch;
  private volatile long csn;
  private volatile @Nullable Running running;

  /** What is needed of a transaction only until it ends. */
  static final class Running {
    final LockOwner owner;
    final Transaction top;
    final @Nullable Transaction parent;

    Running(LockOwner owner, Transaction top, @Nullable Transaction parent) {
      this.owner = owner;
      this.top = top;
      this.parent = parent;
    }
  }

  /** A top-level transaction. */
  Transaction(long id, int branch, LockOwner owner) {
    this.id = id;
    this.branch = branch;
    this.running = new Running(owner, this, null);
  }

  /** A subtransaction of one that runs. */
  Transaction(long id, Transaction parent, Running parentRunning) {
    this.id = id;
    this.branch = parent.branch;
    this.running = new Running(parentRunning.owner, parentRunning.top, parent);
  }

  private Transaction() {
    this.id = 2;
    this.branch = 0;
    this.csn = FROZEN_CSN;
  }

  /** The 64-bit transaction id; SQL shows the low 32 bits as {@code xid}. */
  public long id() {
    return id;
  }

  /** The id of the branch it writes to. */
  public int branch() {
    return branch;
  }

  /**
   * {@link #IN_PROGRESS}, {@link #ABORTED}, or the positive CSN it committed with. Says nothing of
   * branches: what a branch makes of it is {@link Lineage#csn}.
   */
  public long csn() {
    long known = csn;
    return known != IN_PROGRESS ? known : csnThroughParent();
  }

  private long csnThroughParent() {
    Running state = running;
    if (state == null) {
      return csn;
    }
    Transaction parent = state.parent;
    if (parent == null) {
      return csn;
    }
    long inherited = parent.csn();
    if (inherited != IN_PROGRESS) {
      end(inherited);
    }
    return csn;
  }

  /** Whether it has neither committed nor rolled back. */
  public boolean isInProgress() {
    return csn() == IN_PROGRESS;
  }

  /**
   * Whether this is {@code top} or a subtransaction of it, while {@code top} runs and this was not
   * rolled back.
   */
  public boolean belongsTo(@Nullable Transaction top) {
    if (this == top) {
      return true;
    }
    Running state = running;
    return state != null && state.top == top;
  }

  /** The top-level transaction while this runs; itself once it has ended. */
  public Transaction top() {
    Running state = running;
    return state == null ? this : state.top;
  }

  /** The enclosing transaction of a running subtransaction, else null. */
  public @Nullable Transaction parent() {
    Running state = running;
    return state == null ? null : state.parent;
  }

  /** The session that runs it, or null once it has ended. */
  public @Nullable LockOwner owner() {
    Running state = running;
    return state == null ? null : state.owner;
  }

  @Nullable Running running() {
    return running;
  }

  /** The state is stored before the rest is let go: whoever finds no rest finds the state. */
  void end(long state) {
    csn = state;
    running = null;
  }

  @Override
  public String toString() {
    return "transaction " + id;
  }
}
