package dev.postern.backend.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.txn.CancelFlag;
import dev.postern.backend.txn.LockOwner;
import dev.postern.backend.txn.LockTable;
import dev.postern.backend.txn.LockTarget;
import dev.postern.backend.txn.Snapshot;
import dev.postern.backend.txn.SnapshotSlot;
import dev.postern.backend.txn.Transaction;
import dev.postern.backend.txn.TransactionRegistry;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Money moves between accounts, accounts are closed and opened again, and branches are forked
 * meanwhile: every snapshot of every branch sees the same sum, and through the index what it sees
 * in the table.
 *
 * <p>A row is (account, balance, version); the index key is the account and its version's parity,
 * so that every other change needs a new entry.
 */
class StorageStressTest {
  private static final int ACCOUNTS = 40;
  private static final int BALANCE = 1_000;
  private static final int TABLE = 10;
  private static final int INDEX = 11;

  private final long seed = Long.getLong("seed", System.nanoTime());
  private final TransactionRegistry registry = new TransactionRegistry();
  private final LockTable locks = new LockTable();
  private final AtomicInteger nextBranch = new AtomicInteger(2);
  private final AtomicInteger nextSession = new AtomicInteger(1);
  private final AtomicInteger commits = new AtomicInteger();
  private final AtomicInteger deadlocks = new AtomicInteger();
  private final AtomicBoolean stop = new AtomicBoolean();

  private static byte[] row(int account, int balance, int version) {
    return ByteBuffer.allocate(12).putInt(account).putInt(balance).putInt(version).array();
  }

  private static int account(byte[] tuple) {
    return ByteBuffer.wrap(tuple).getInt(0);
  }

  private static int balance(byte[] tuple) {
    return ByteBuffer.wrap(tuple).getInt(4);
  }

  private static int version(byte[] tuple) {
    return ByteBuffer.wrap(tuple).getInt(8);
  }

  private static byte[] key(byte[] tuple) {
    return ByteBuffer.allocate(5)
        .putInt(account(tuple))
        .put((byte) (version(tuple) / 2 & 1))
        .array();
  }

  private record Indexes(IndexTree tree) implements TableIndexes {
    @Override
    public int count() {
      return 1;
    }

    @Override
    public IndexTree tree(int index) {
      return tree;
    }

    @Override
    public byte[] key(int index, byte[] tuple) {
      return StorageStressTest.key(tuple);
    }
  }

  /** One session in a branch. */
  private final class Session {
    final Branch branch;
    final RowTree table;
    final IndexTree index;
    final Random random;
    final LockOwner owner;
    final SnapshotSlot slot;
    final Snapshot snapshot;
    final LockTarget target;
    final Conflict conflict = new Conflict();
    final CancelFlag cancel = new CancelFlag();

    Session(Branch branch) {
      int number = nextSession.getAndIncrement();
      this.branch = branch;
      table = branch.rowTree(TABLE);
      index = branch.indexTree(INDEX);
      table.indexes(new Indexes(index));
      random = new Random(seed + number);
      owner = locks.register(number, branch.id());
      owner.deadlockTimeoutMillis(5);
      slot = registry.claimSlot(branch.id());
      snapshot = new Snapshot(branch.lineage());
      target = locks.relation(branch.id(), TABLE);
    }

    void close() {
      locks.unregister(owner);
      registry.releaseSlot(slot);
    }

    /** One transaction: moves an amount, or closes an account and opens it again. */
    void write() {
      Transaction top = registry.begin(branch.id(), owner);
      try {
        boolean done = random.nextInt(6) == 0 ? reopen(top) : transfer(top, random.nextInt(4) == 0);
        if (done && random.nextInt(10) != 0) {
          registry.commit(top);
          commits.incrementAndGet();
        } else {
          registry.abort(top);
        }
      } catch (SqlError error) {
        assertEquals("40P01", error.sqlState());
        deadlocks.incrementAndGet();
        registry.abort(top);
      } finally {
        slot.releaseAll();
        snapshot.own(null);
        locks.releaseTransaction(owner);
      }
    }

    private boolean transfer(Transaction top, boolean viaSavepoint) {
      int amount = random.nextInt(100);
      if (viaSavepoint) {
        Transaction sub = registry.beginSub(top);
        add(sub, 1, random.nextInt(ACCOUNTS), 1_000_000);
        registry.abort(sub);
      }
      boolean taken = add(top, 2, random.nextInt(ACCOUNTS), -amount);
      if (random.nextInt(8) == 0) {
        Thread.yield(); // Lets others run into this transaction.
      }
      return taken && add(registry.beginSub(top), 3, random.nextInt(ACCOUNTS), amount);
    }

    private boolean add(Transaction by, int command, int account, int amount) {
      return change(by, command, account, amount, false) != null;
    }

    private boolean reopen(Transaction top) {
      int account = random.nextInt(ACCOUNTS);
      byte[] closed = change(top, 1, account, 0, true);
      if (closed == null) {
        return false;
      }
      byte[] opened = row(account, balance(closed), version(closed) + 1);
      long rowId = table.insert(top, 2, opened);
      UniqueOutcome outcome =
          index.insertUnique(key(opened), rowId, table, StorageStressTest::key, top, conflict);
      assertEquals(UniqueOutcome.OK, outcome, StorageStressTest.this::context);
      return true;
    }

    /** READ COMMITTED: waits for who is first, then looks again. Null if the account is not met. */
    private byte @Nullable [] change(
        Transaction by, int command, int account, int amount, boolean closes) {
      while (true) {
        slot.releaseAll();
        slot.acquire(snapshot);
        snapshot.own(by.top());
        snapshot.commandId(command);
        long rowId = find(account);
        if (rowId < 0) {
          return null;
        }
        RowVersion seen = table.visible(rowId, snapshot);
        if (seen == null) {
          throw new AssertionError("row vanished under a snapshot, " + context());
        }
        byte[] old = seen.tuple();
        byte[] changed = row(account, balance(old) + amount, version(old) + 1);
        boolean moves = !Arrays.equals(key(old), key(changed));
        WriteOutcome outcome =
            closes
                ? table.tryDelete(rowId, seen, by, command, conflict)
                : table.tryUpdate(rowId, seen, by, command, changed, moves, moves, conflict);
        switch (outcome) {
          case OK -> {
            locks.endRowWait(owner);
            if (moves && !closes) {
              UniqueOutcome unique =
                  index.insertUnique(
                      key(changed), rowId, table, StorageStressTest::key, by, conflict);
              assertEquals(UniqueOutcome.OK, unique, StorageStressTest.this::context);
            }
            return old;
          }
          case CONFLICT_IN_PROGRESS ->
              locks.awaitRow(owner, target, rowId, conflict.transaction(), 0, cancel);
          case UPDATED_CONCURRENTLY, DELETED_CONCURRENTLY -> {
            // The next snapshot sees what came of it.
          }
          case SELF_MODIFIED -> throw new AssertionError("own change not seen, " + context());
        }
      }
    }

    private long find(int account) {
      byte[] prefix = ByteBuffer.allocate(4).putInt(account).array();
      for (IndexCursor cursor = index.scan(prefix, true, prefix, true); cursor.next(); ) {
        RowVersion seen = table.visible(cursor.rowId(), snapshot);
        if (seen != null && cursor.keyEquals(key(seen.tuple()))) {
          return cursor.rowId();
        }
      }
      return -1;
    }

    /** One snapshot, read through the table and through the index. */
    Map<Integer, Integer> read() {
      slot.acquire(snapshot);
      try {
        Map<Integer, Integer> byTable = new HashMap<>();
        for (RowCursor cursor = table.scan(snapshot); cursor.next(); ) {
          byte[] tuple = cursor.tuple();
          Integer twice = byTable.put(account(tuple), balance(tuple));
          assertTrue(twice == null, StorageStressTest.this::context);
        }
        Map<Integer, Integer> byIndex = new HashMap<>();
        boolean forward = random.nextBoolean();
        IndexCursor cursor =
            forward
                ? index.scan(null, true, null, true)
                : index.scanBackward(null, true, null, true);
        while (cursor.next()) {
          RowVersion seen = table.visible(cursor.rowId(), snapshot);
          if (seen != null && cursor.keyEquals(key(seen.tuple()))) {
            byIndex.put(account(seen.tuple()), balance(seen.tuple()));
          }
        }
        assertEquals(byTable, byIndex, StorageStressTest.this::context);
        assertEquals(ACCOUNTS, byTable.size(), StorageStressTest.this::context);
        int sum = byTable.values().stream().mapToInt(Integer::intValue).sum();
        assertEquals(ACCOUNTS * BALANCE, sum, StorageStressTest.this::context);
        return byTable;
      } finally {
        slot.release();
      }
    }
  }

  @Test
  void everySnapshotOfEveryBranchSeesTheSameSum() throws Exception {
    Branch base = Branch.root(registry, 1);
    base.createRowTree(TABLE);
    base.createIndexTree(INDEX);
    Session loader = new Session(base);
    Transaction load = registry.begin(1, loader.owner);
    for (int i = 0; i < ACCOUNTS; i++) {
      byte[] tuple = row(i, BALANCE, 0);
      loader.index.insert(key(tuple), loader.table.insert(load, 0, tuple));
    }
    registry.commit(load);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> work = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        work.add(threads.submit(() -> writeUntilStopped(base)));
      }
      for (int i = 0; i < 2; i++) {
        work.add(threads.submit(() -> readUntilStopped(base)));
        work.add(threads.submit(() -> forkUntilStopped(base)));
      }
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(Integer.getInteger("seconds", 4));
      while (System.nanoTime() < end && work.stream().noneMatch(Future::isDone)) {
        Thread.sleep(20);
      }
      stop.set(true);
      for (Future<?> future : work) {
        future.get();
      }
    }
    loader.read();
    assertTrue(commits.get() > 100, () -> commits.get() + " commits");
    loader.table.vacuum();
    assertEquals(ACCOUNTS, loader.table.rowEstimate(), this::context);
    int entries = 0;
    for (IndexCursor cursor = loader.index.scan(null, true, null, true); cursor.next(); ) {
      entries++;
    }
    assertEquals(ACCOUNTS, entries, this::context);
    loader.close();
    assertTrue(locks.locks().isEmpty());
  }

  private void writeUntilStopped(Branch branch) {
    Session session = new Session(branch);
    while (!stop.get()) {
      session.write();
    }
    session.close();
  }

  private void readUntilStopped(Branch branch) {
    Session session = new Session(branch);
    while (!stop.get()) {
      session.read();
      Thread.yield();
    }
    session.close();
  }

  /** Forks under load: what the fork sees never changes but by its own writes. */
  private void forkUntilStopped(Branch base) {
    Random random = new Random(seed - nextSession.get());
    while (!stop.get()) {
      Branch fork = base.fork(nextBranch.getAndIncrement());
      Session session = new Session(fork);
      Map<Integer, Integer> first = session.read();
      for (int i = 0; i < 5; i++) {
        Thread.yield();
        assertEquals(first, session.read(), this::context);
      }
      Branch second = fork.fork(nextBranch.getAndIncrement());
      for (int i = random.nextInt(60); i > 0; i--) {
        session.write();
        session.read();
      }
      Session inSecond = new Session(second);
      assertEquals(first, inSecond.read(), this::context);
      inSecond.write();
      inSecond.read();
      inSecond.close();
      session.close();
    }
  }

  private String context() {
    return "seed " + seed;
  }
}
