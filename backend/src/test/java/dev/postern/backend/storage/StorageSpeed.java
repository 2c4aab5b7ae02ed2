package dev.postern.backend.storage;

import dev.postern.backend.txn.LockOwner;
import dev.postern.backend.txn.LockTable;
import dev.postern.backend.txn.LockTarget;
import dev.postern.backend.txn.Snapshot;
import dev.postern.backend.txn.SnapshotSlot;
import dev.postern.backend.txn.TableLockMode;
import dev.postern.backend.txn.Transaction;
import dev.postern.backend.txn.TransactionRegistry;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.SplittableRandom;

/**
 * Prints what the storage's basic steps cost in CPU time, single-threaded. Run by hand, not a test.
 */
final class StorageSpeed {
  private static final int ROWS = 1_000_000;

  private final TransactionRegistry registry = new TransactionRegistry();
  private final LockTable locks = new LockTable();
  private final LockOwner owner = locks.register(1, 1);
  private final SplittableRandom random = new SplittableRandom(1);
  private long sink;

  private StorageSpeed() {}

  public static void main(String[] args) {
    for (int round = 0; round < 3; round++) {
      System.out.println("round " + round);
      new StorageSpeed().run();
    }
  }

  /** Of this thread, so that a busy machine tells the same. */
  private static long cpuNanos() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }

  private static void report(String what, long start, long count) {
    double nanos = (double) (cpuNanos() - start) / count;
    System.out.printf("  %-44s %8.1f ns%n", what, nanos);
  }

  private static byte[] key(long value) {
    return ByteBuffer.allocate(9).put((byte) 1).putLong(value ^ Long.MIN_VALUE).array();
  }

  private static byte[] keyOf(byte[] tuple) {
    return key(ByteBuffer.wrap(tuple).getLong());
  }

  private void run() {
    Branch branch = Branch.root(registry, 1);
    RowTree table = branch.createRowTree(1);
    IndexTree primary = branch.createIndexTree(2);
    Transaction load = registry.begin(1, owner);
    byte[][] tuples = new byte[ROWS][];
    for (int i = 0; i < ROWS; i++) {
      tuples[i] = ByteBuffer.allocate(96).putLong(i).array();
    }
    long before = used();
    long start = cpuNanos();
    for (int i = 0; i < ROWS; i++) {
      table.insert(load, 0, tuples[i]);
    }
    report("insert into a table, ascending", start, ROWS);
    System.out.printf("  %-44s %8.1f B%n", "memory a row", (double) (used() - before) / ROWS);
    before = used();
    Conflict conflict = new Conflict();
    start = cpuNanos();
    for (int i = 0; i < ROWS; i++) {
      primary.insertUnique(key(i), i + 1, table, StorageSpeed::keyOf, load, conflict);
    }
    report("insert into a unique index, ascending", start, ROWS);
    System.out.printf("  %-44s %8.1f B%n", "memory an entry", (double) (used() - before) / ROWS);
    IndexTree other = branch.createIndexTree(3);
    start = cpuNanos();
    for (int i = 0; i < ROWS; i++) {
      other.insert(key(random.nextLong()), i);
    }
    report("insert into an index, random", start, ROWS);
    registry.commit(load);
    locks.releaseTransaction(owner);

    SnapshotSlot slot = registry.claimSlot(1);
    Snapshot snapshot = new Snapshot(branch.lineage());
    slot.acquire(snapshot);
    start = cpuNanos();
    for (int i = 0; i < ROWS; i++) {
      RowVersion found = table.visible(1 + random.nextInt(ROWS), snapshot);
      sink += found == null ? 0 : found.cmin();
    }
    report("look up a row by id, random", start, ROWS);
    start = cpuNanos();
    for (int i = 0; i < ROWS; i++) {
      byte[] key = key(random.nextInt(ROWS));
      IndexCursor cursor = primary.scan(key, true, key, true);
      if (cursor.next()) {
        RowVersion found = table.visible(cursor.rowId(), snapshot);
        sink += found == null ? 0 : found.tuple()[7];
      }
    }
    report("look up a row through the index, random", start, ROWS);
    start = cpuNanos();
    for (RowCursor cursor = table.scan(snapshot); cursor.next(); ) {
      sink += cursor.rowId();
    }
    report("scan rows, without their tuples", start, ROWS);
    start = cpuNanos();
    for (RowCursor cursor = table.scan(snapshot); cursor.next(); ) {
      sink += cursor.tuple()[7];
    }
    report("scan rows, one byte of each tuple", start, ROWS);
    start = cpuNanos();
    for (IndexCursor cursor = primary.scan(null, true, null, true); cursor.next(); ) {
      sink += cursor.rowId();
    }
    report("scan index entries", start, ROWS);
    slot.release();
    updates(branch, table, slot, snapshot, conflict);
    forks(branch);
    registry.releaseSlot(slot);
  }

  private void updates(
      Branch branch, RowTree table, SnapshotSlot slot, Snapshot snapshot, Conflict conflict) {
    LockTarget target = locks.relation(1, 1);
    int count = 300_000;
    long start = cpuNanos();
    for (int i = 0; i < count; i++) {
      update(table, slot, snapshot, conflict, target, 1 + random.nextInt(ROWS));
    }
    report("transaction that updates a random row", start, count);
    start = cpuNanos();
    for (int i = 0; i < count; i++) {
      update(table, slot, snapshot, conflict, target, 77);
    }
    report("transaction that updates the same row", start, count);
    RowVersion newest = table.newest(77);
    System.out.println("  versions of that row: " + (newest == null ? 0 : newest.depth()));
    start = cpuNanos();
    for (int i = 0; i < count; i++) {
      locks.tryLock(owner, target, TableLockMode.ACCESS_SHARE);
      slot.acquire(snapshot);
      RowVersion found = table.visible(77, snapshot);
      sink += found == null ? 0 : found.cmin();
      slot.release();
      locks.releaseTransaction(owner);
    }
    report("transaction that reads a row: lock, snapshot", start, count);
    sink += branch.id();
  }

  private void update(
      RowTree table,
      SnapshotSlot slot,
      Snapshot snapshot,
      Conflict conflict,
      LockTarget target,
      long rowId) {
    locks.tryLock(owner, target, TableLockMode.ROW_EXCLUSIVE);
    slot.acquire(snapshot);
    RowVersion seen = table.visible(rowId, snapshot);
    if (seen == null) {
      throw new IllegalStateException("row " + rowId + " is not seen");
    }
    Transaction transaction = registry.begin(1, owner);
    byte[] tuple = seen.tuple().clone();
    WriteOutcome outcome =
        table.tryUpdate(rowId, seen, transaction, 0, tuple, false, false, conflict);
    if (outcome != WriteOutcome.OK) {
      throw new IllegalStateException(outcome.toString());
    }
    registry.commit(transaction);
    slot.release();
    locks.releaseTransaction(owner);
  }

  private void forks(Branch base) {
    for (int i = 0; i < 1_000; i++) {
      base.createRowTree(1_000 + i).insert(registry.begin(1, owner), 0, new byte[8]);
    }
    int count = 20_000;
    long start = cpuNanos();
    for (int i = 0; i < count; i++) {
      sink += base.fork(10 + i).id();
    }
    report("fork a branch of 1,000 tables", start, count);
    long before = used();
    RowTree[] kept = new RowTree[1_000];
    for (int i = 0; i < kept.length; i++) {
      Branch fork = base.fork(100_000 + i);
      kept[i] = fork.rowTree(1);
      kept[i].insert(registry.begin(fork.id(), owner), 0, new byte[8]);
    }
    System.out.printf(
        "  %-44s %8.1f B%n",
        "memory of a fork with one write", (double) (used() - before) / kept.length);
    sink += kept.length;
  }

  private static long used() {
    System.gc();
    return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
  }
}
