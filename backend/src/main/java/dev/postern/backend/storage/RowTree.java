package dev.postern.backend.storage;

import dev.postern.backend.txn.Lineage;
import dev.postern.backend.txn.RowLockMode;
import dev.postern.backend.txn.RowLocks;
import dev.postern.backend.txn.Snapshot;
import dev.postern.backend.txn.Transaction;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A table's rows in one branch: chains of versions by row id. A row keeps its id through updates,
 * so an index needs a new entry only for a new key.
 *
 * <p>Readers take no lock and may be any number. Writers take the tree's lock for the fraction of a
 * microsecond a change lasts; none waits for a transaction in here, see {@link WriteOutcome}. The
 * transaction passed to a writer must belong to this branch and be running.
 *
 * <p>A change goes into the table first and into its indexes after.
 */
public final class RowTree {
  private static final int ROWS_CLEANED_PER_WRITE = 2;

  /** So often cleaning may have to wait for the horizon before a newer one is asked for. */
  private static final int HORIZON_PATIENCE = 64;

  private final Branch branch;
  private final Lineage lineage;
  private final int relfile;
  private final ReentrantLock lock = new ReentrantLock();
  private final RowLocks rowLocks = new RowLocks();
  private final CleanupQueue cleanup = new CleanupQueue();
  private final VersionChains chains;
  private int cleanupsDelayed;
  private volatile SlotRoot root;

  /** The leaf that the last insert went to, and the owner it was writable for. */
  private @Nullable Object @Nullable [] tail;

  private long tailBase;
  private @Nullable Owner tailOwner;

  RowTree(Branch branch, int relfile, SlotRoot root) {
    this.branch = branch;
    this.lineage = branch.lineage();
    this.relfile = relfile;
    this.root = root;
    this.chains = new VersionChains(lineage);
  }

  /** Says what indexes the table has; from then on entries of dead versions are removed. */
  public void indexes(TableIndexes indexes) {
    lock.lock();
    try {
      chains.indexes(indexes);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Inserts a row.
   *
   * @param commandId the command of the transaction that inserts it
   * @param tuple the values; owned by the tree from now on
   * @return the new row's id; ids ascend
   */
  public long insert(Transaction transaction, int commandId, byte[] tuple) {
    RowVersion version = new RowVersion(transaction, commandId, tuple);
    lock.lock();
    try {
      Owner owner = beginWrite();
      long rowId = root.nextKey;
      append(owner, rowId, version);
      cleanup.add(transaction, rowId, true);
      return rowId;
    } finally {
      lock.unlock();
    }
  }

  private void append(Owner owner, long rowId, RowVersion version) {
    long base = rowId & -SlotTree.WIDTH;
    @Nullable Object[] leaf = tail;
    if (leaf == null || tailBase != base || tailOwner != owner) {
      own(owner, rowId);
      leaf = SlotTree.writableLeaf(root, owner, rowId);
      tail = leaf;
      tailBase = base;
      tailOwner = owner;
    }
    SlotTree.slot(leaf, (int) (rowId - base), version);
    root.nextKey = rowId + 1;
    root.count++;
  }

  /**
   * Inserts many rows at once. The lock is let go between them, so others can go on.
   *
   * @return the number of rows; their ids follow one another only if nobody else inserts
   */
  public long insertAll(Transaction transaction, int commandId, RowSource rows) {
    long count = 0;
    while (rows.next()) {
      insert(transaction, commandId, rows.tuple());
      count++;
    }
    return count;
  }

  /**
   * Takes back the own insert of a row that turned out to conflict (ON CONFLICT), together with its
   * index entries. Others may have waited for the transaction because of it; they wait on.
   */
  public void retract(long rowId, Transaction transaction) {
    lock.lock();
    try {
      Owner owner = beginWrite();
      RowVersion version = newest(rowId);
      if (version == null || version.xmin() != transaction || version.older() != null) {
        throw new IllegalStateException("row " + rowId + " was not inserted by " + transaction);
      }
      store(owner, rowId, null);
      chains.removeEntries(rowId, version, null, null);
    } finally {
      lock.unlock();
    }
  }

  /** The newest version of a row, whoever wrote it; null if there is no such row. */
  public @Nullable RowVersion newest(long rowId) {
    return (RowVersion) SlotTree.get(root, rowId);
  }

  /**
   * The version of a row that a transaction may try to change or lock: the newest that is committed
   * or its own. What others are about to do to it the attempt itself finds out.
   */
  public @Nullable RowVersion settled(long rowId, Transaction own) {
    return chains.settled(newest(rowId), own);
  }

  /** The version of a row that a snapshot sees, or null. */
  public @Nullable RowVersion visible(long rowId, Snapshot snapshot) {
    RowVersion newest = (RowVersion) SlotTree.get(root, rowId);
    return newest == null ? null : newest.seenBy(snapshot);
  }

  /**
   * Tries to put a new version in front of a row.
   *
   * @param seen the version the new one was computed from
   * @param tuple the new values; owned by the tree if the outcome is OK
   * @param keyUpdate whether a column changes that a foreign key may refer to: decides which row
   *     locks conflict (manual section 13.3.2)
   * @param indexKeysChanged whether any index key changes; then the caller adds the new entries
   * @param conflict told why, if the outcome is not OK
   */
  public WriteOutcome tryUpdate(
      long rowId,
      RowVersion seen,
      Transaction transaction,
      int commandId,
      byte[] tuple,
      boolean keyUpdate,
      boolean indexKeysChanged,
      Conflict conflict) {
    lock.lock();
    try {
      Owner owner = beginWrite();
      RowVersion head = newest(rowId);
      RowLockMode mode = keyUpdate ? RowLockMode.UPDATE : RowLockMode.NO_KEY_UPDATE;
      WriteOutcome outcome = check(rowId, head, seen, transaction, mode, conflict);
      if (outcome == WriteOutcome.OK && head != null) {
        RowVersion updated =
            chains.updated(
                rowId, head, seen, transaction, commandId, tuple, keyUpdate, !indexKeysChanged);
        store(owner, rowId, updated);
        cleanup.add(transaction, rowId, false);
      }
      return outcome;
    } finally {
      lock.unlock();
    }
  }

  /** Tries to delete a row; parameters as {@link #tryUpdate}. */
  public WriteOutcome tryDelete(
      long rowId, RowVersion seen, Transaction transaction, int commandId, Conflict conflict) {
    lock.lock();
    try {
      Owner owner = beginWrite();
      RowVersion head = newest(rowId);
      WriteOutcome outcome = check(rowId, head, seen, transaction, RowLockMode.UPDATE, conflict);
      if (outcome == WriteOutcome.OK && head != null) {
        store(owner, rowId, chains.deleted(rowId, head, seen, transaction, commandId));
        cleanup.add(transaction, rowId, false);
      }
      return outcome;
    } finally {
      lock.unlock();
    }
  }

  /** Tries to lock a row until the transaction ends; parameters as {@link #tryUpdate}. */
  public WriteOutcome tryLockRow(
      long rowId, RowVersion seen, Transaction transaction, RowLockMode mode, Conflict conflict) {
    lock.lock();
    try {
      WriteOutcome outcome = check(rowId, newest(rowId), seen, transaction, mode, conflict);
      if (outcome == WriteOutcome.OK) {
        rowLocks.add(rowId, mode, transaction);
      }
      return outcome;
    } finally {
      lock.unlock();
    }
  }

  private WriteOutcome check(
      long rowId,
      @Nullable RowVersion head,
      RowVersion seen,
      Transaction transaction,
      RowLockMode mode,
      Conflict conflict) {
    WriteOutcome outcome = chains.check(head, seen, transaction, mode, conflict);
    if (outcome == WriteOutcome.OK && !rowLocks.isEmpty()) {
      Transaction locker = rowLocks.conflict(rowId, mode, transaction);
      if (locker != null) {
        return conflict.inProgress(locker);
      }
    }
    return outcome;
  }

  /**
   * Whether a row stands in the way of inserting a key into a unique index: as the newest state of
   * it, committed or not (PostgreSQL's dirty snapshot). Needs no lock.
   */
  UniqueOutcome claims(
      long rowId, byte[] key, KeyOf keyOf, @Nullable Transaction own, Conflict conflict) {
    RowVersion head = newest(rowId);
    return head == null ? UniqueOutcome.OK : chains.claims(rowId, head, key, keyOf, own, conflict);
  }

  /** All rows a snapshot sees, ascending by row id. */
  public RowCursor scan(Snapshot snapshot) {
    return new RowCursor(this, snapshot, 0, Long.MAX_VALUE, true);
  }

  /** The rows with {@code fromRowId <= id < toRowId} that a snapshot sees, ascending. */
  public RowCursor scan(Snapshot snapshot, long fromRowId, long toRowId) {
    return new RowCursor(this, snapshot, fromRowId, toRowId, true);
  }

  /** As {@link #scan(Snapshot, long, long)}, descending. */
  public RowCursor scanBackward(Snapshot snapshot, long fromRowId, long toRowId) {
    return new RowCursor(this, snapshot, fromRowId, toRowId, false);
  }

  SlotRoot root() {
    return root;
  }

  /** Row ids are below this; for dividing a scan. */
  public long rowIdLimit() {
    return root.nextKey;
  }

  /** About how many rows there are, dead ones not yet pruned included. */
  public long rowEstimate() {
    return root.count;
  }

  /** Prunes all that no snapshot of the branch can see, in every row. May take long. */
  public void vacuum() {
    long limit = rowIdLimit();
    long base = 0;
    while (base < limit) {
      base = SlotTree.ceilingLeaf(root, base);
      if (base < 0) {
        break;
      }
      lock.lock();
      try {
        branch.refreshHorizon();
        Owner owner = beginWrite();
        cleanUp(owner, SlotTree.WIDTH);
        long end = (base | SlotTree.WIDTH - 1) + 1;
        for (; base < end; base++) {
          prune(owner, base, Integer.MAX_VALUE);
        }
      } finally {
        lock.unlock();
      }
    }
  }

  /**
   * Under the lock: the owner to write with. The horizon is taken before the owner is read. So if a
   * fork gets in between this and the change, what is pruned was dead already for the fork, and
   * what is added belongs to a transaction that the fork takes for aborted: that the change may
   * still go to nodes the fork shares does no harm.
   */
  private Owner beginWrite() {
    chains.horizon(chains.wantsHorizon() ? branch.refreshHorizon() : branch.horizon());
    Owner owner = branch.owner();
    cleanUp(owner, ROWS_CLEANED_PER_WRITE);
    if (root.owner != owner) {
      own(owner, 0);
    }
    return owner;
  }

  /** Makes the root writable and high enough for a row id. */
  private void own(Owner owner, long rowId) {
    SlotRoot now = root;
    SlotRoot writable = SlotTree.writable(now, owner, rowId);
    if (writable != now) {
      root = writable;
      branch.storeRoot(relfile, writable);
    }
  }

  private void store(Owner owner, long rowId, @Nullable RowVersion version) {
    own(owner, rowId);
    if (version == null) {
      SlotTree.remove(root, owner, rowId);
      root.count--;
      tail = null;
    } else {
      @Nullable Object[] leaf = SlotTree.writableLeaf(root, owner, rowId);
      SlotTree.slot(leaf, (int) rowId & SlotTree.WIDTH - 1, version);
    }
  }

  private void cleanUp(Owner owner, int steps) {
    for (int i = 0; i < steps && !cleanup.isEmpty(); i++) {
      cleanStep(owner);
    }
  }

  /** Looks at one noted range of rows and prunes one row of it if its time has come. */
  private void cleanStep(Owner owner) {
    cleanup.turn();
    Transaction writer = cleanup.transaction();
    long state = lineage.csn(writer);
    if (state == Transaction.IN_PROGRESS) {
      return;
    }
    if (state > 0 && cleanup.isInsert()) {
      cleanup.dropRange();
      return;
    }
    if (state > chains.horizon()) {
      if (++cleanupsDelayed % HORIZON_PATIENCE == 0) {
        chains.wantHorizon();
      }
      return;
    }
    long rowId = cleanup.takeRow();
    RowVersion head = newest(rowId);
    // The middle of a long chain is left to the writers that lengthen it, which do it rarely.
    boolean isLast = head != null && (head.xmin() == writer || head.xmax() == writer);
    prune(owner, rowId, isLast ? Integer.MAX_VALUE : VersionChains.SHORT);
  }

  private void prune(Owner owner, long rowId, int maxDepth) {
    RowVersion head = newest(rowId);
    if (head == null || head.depth() > maxDepth) {
      return;
    }
    RowVersion pruned = chains.pruned(rowId, head);
    if (pruned != head) {
      store(owner, rowId, pruned);
    }
  }
}
