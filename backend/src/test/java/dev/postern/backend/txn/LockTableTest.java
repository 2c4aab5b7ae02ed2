package dev.postern.backend.txn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.postern.backend.error.SqlError;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LockTableTest {
  private final TransactionRegistry registry = new TransactionRegistry();
  private final LockTable locks = new LockTable();
  private final LockOwner first = locks.register(101, 1);
  private final LockOwner second = locks.register(102, 1);
  private final LockOwner third = locks.register(103, 1);
  private final LockTarget table = locks.relation(1, 16384);
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  @AfterEach
  void stop() {
    threads.close();
  }

  /** The manual's table 13.2, row = requested, column = held; x = conflict. */
  private static final String[] TABLE_CONFLICTS = {
    ".......x", "......xx", "....xxxx", "...xxxxx", "..xx.xxx", "..xxxxxx", ".xxxxxxx", "xxxxxxxx",
  };

  @Test
  void tableLocksConflictAsTheManualSays() {
    for (TableLockMode wanted : TableLockMode.values()) {
      for (TableLockMode held : TableLockMode.values()) {
        boolean conflict = TABLE_CONFLICTS[wanted.ordinal()].charAt(held.ordinal()) == 'x';
        assertEquals(conflict, wanted.conflictsWith(held), wanted + " after " + held);
        assertTrue(locks.tryLock(first, table, held));
        assertEquals(!conflict, locks.tryLock(second, table, wanted), wanted + " after " + held);
        locks.releaseTransaction(second);
        assertTrue(locks.tryLock(first, table, wanted), "own locks do not conflict");
        locks.releaseTransaction(first);
        assertEquals(0, table.strong);
      }
    }
  }

  /** The manual's table 13.3. */
  @Test
  void rowLocksConflictAsTheManualSays() {
    String[] conflicts = {"...x", "..xx", ".xxx", "xxxx"};
    for (RowLockMode wanted : RowLockMode.values()) {
      for (RowLockMode held : RowLockMode.values()) {
        RowLocks rows = new RowLocks();
        Transaction one = registry.begin(1, first);
        Transaction two = registry.begin(1, second);
        rows.add(5, held, one);
        boolean conflict = conflicts[wanted.ordinal()].charAt(held.ordinal()) == 'x';
        assertEquals(conflict ? one : null, rows.conflict(5, wanted, two));
        assertNull(rows.conflict(5, wanted, one));
        assertNull(rows.conflict(6, wanted, two));
        registry.abort(one);
        assertNull(rows.conflict(5, wanted, two), "void with its transaction");
        locks.releaseTransaction(first);
        assertTrue(rows.isEmpty());
        registry.abort(two);
      }
    }
  }

  @Test
  void rollbackToASavepointReleasesWhatWasTakenSince() {
    LockTarget other = locks.relation(1, 16385);
    locks.tryLock(first, table, TableLockMode.ACCESS_SHARE);
    int mark = first.lockCount();
    locks.tryLock(first, table, TableLockMode.ACCESS_EXCLUSIVE);
    locks.tryLock(first, other, TableLockMode.SHARE);
    locks.releaseSince(first, mark);
    assertTrue(first.holds(table, TableLockMode.ACCESS_SHARE));
    assertFalse(first.holds(table, TableLockMode.ACCESS_EXCLUSIVE));
    assertTrue(locks.tryLock(second, table, TableLockMode.ROW_EXCLUSIVE));
    assertTrue(locks.tryLock(second, other, TableLockMode.EXCLUSIVE));
    assertFalse(locks.tryLock(third, table, TableLockMode.ACCESS_EXCLUSIVE));
  }

  @Test
  void manyTablesInOneTransactionAreAllHeldAndReleased() {
    for (int round = 0; round < 2; round++) {
      for (int i = 0; i < 1_000; i++) {
        assertTrue(locks.tryLock(first, locks.relation(1, i), TableLockMode.ACCESS_SHARE));
      }
      assertFalse(locks.tryLock(second, locks.relation(1, 999), TableLockMode.ACCESS_EXCLUSIVE));
      assertEquals(1_000, locks.locks().size());
      locks.releaseTransaction(first);
      assertTrue(locks.tryLock(second, locks.relation(1, 999), TableLockMode.ACCESS_EXCLUSIVE));
      locks.releaseTransaction(second);
    }
  }

  @Test
  void aWaitingStrongLockHoldsBackLaterWeakOnes() throws Exception {
    locks.tryLock(first, table, TableLockMode.ACCESS_SHARE);
    Future<Object> strong = lockLater(second, TableLockMode.ACCESS_EXCLUSIVE);
    awaitWaiting(second);
    assertFalse(locks.tryLock(third, table, TableLockMode.ACCESS_SHARE));
    assertTrue(locks.tryLock(first, table, TableLockMode.ROW_EXCLUSIVE), "it is waited for itself");
    Future<Object> weak = lockLater(third, TableLockMode.ACCESS_SHARE);
    awaitWaiting(third);
    assertEquals(List.of(second), locks.blockersOf(third));
    locks.releaseTransaction(first);
    strong.get();
    assertFalse(weak.isDone());
    locks.releaseTransaction(second);
    weak.get();
    assertEquals(0, table.strong);
  }

  @Test
  void lockTimeoutAndCancelEndAWait() throws Exception {
    locks.tryLock(first, table, TableLockMode.EXCLUSIVE);
    SqlError timeout =
        assertThrows(
            SqlError.class,
            () -> locks.lock(second, table, TableLockMode.SHARE, 20, new CancelFlag()));
    assertEquals("55P03", timeout.sqlState());
    assertEquals("canceling statement due to lock timeout", timeout.message());
    CancelFlag cancel = new CancelFlag();
    Future<Object> waiting = later(() -> locks.lock(second, table, TableLockMode.SHARE, 0, cancel));
    awaitWaiting(second);
    cancel.cancel(new SqlError("57014", "canceling statement due to user request"));
    assertEquals("57014", errorOf(waiting).sqlState());
    assertEquals(1, table.strong);
    assertTrue(table.queue.isEmpty());
  }

  @Test
  void advisoryLocksOfSessionsAreCounted() {
    LockTarget key = locks.advisory(1, 42L);
    assertTrue(locks.tryLockSession(first, key, TableLockMode.EXCLUSIVE));
    assertTrue(locks.tryLockSession(first, key, TableLockMode.EXCLUSIVE));
    assertFalse(locks.tryLockSession(second, key, TableLockMode.SHARE));
    assertTrue(locks.unlockSession(first, key, TableLockMode.EXCLUSIVE));
    assertFalse(locks.tryLock(second, key, TableLockMode.SHARE));
    assertTrue(locks.unlockSession(first, key, TableLockMode.EXCLUSIVE));
    assertFalse(locks.unlockSession(first, key, TableLockMode.EXCLUSIVE));
    assertTrue(locks.tryLock(second, key, TableLockMode.SHARE));
    assertTrue(locks.tryLockSession(third, key, TableLockMode.SHARE));
    assertFalse(locks.tryLockSession(first, key, TableLockMode.EXCLUSIVE));
    assertTrue(locks.tryLockSession(first, locks.advisory(1, 0, 42), TableLockMode.EXCLUSIVE));
    assertTrue(locks.tryLockSession(first, locks.advisory(2, 42L), TableLockMode.EXCLUSIVE));
    locks.releaseTransaction(second);
    locks.unlockAllSession(third);
    assertTrue(locks.tryLockSession(first, key, TableLockMode.EXCLUSIVE), "an outdated target");
    assertFalse(locks.tryLockSession(second, locks.advisory(1, 42L), TableLockMode.SHARE));
  }

  @Test
  void theEndOfATransactionWakesWhoWaitsForIt() throws Exception {
    for (boolean commits : new boolean[] {true, false}) {
      Transaction running = registry.begin(1, first);
      Future<Object> waiting = later(() -> locks.awaitEnd(second, running, 0, new CancelFlag()));
      awaitWaiting(second);
      if (commits) {
        registry.commit(running);
      } else {
        registry.abort(running);
      }
      waiting.get();
    }
    Transaction top = registry.begin(1, first);
    Transaction sub = registry.beginSub(top);
    Transaction nested = registry.beginSub(sub);
    Future<Object> waiting = later(() -> locks.awaitEnd(second, nested, 0, new CancelFlag()));
    awaitWaiting(second);
    registry.abort(sub);
    waiting.get();
    assertTrue(top.isInProgress());
    assertEquals(Transaction.ABORTED, nested.csn());
    registry.commit(top);
    assertEquals(Transaction.ABORTED, sub.csn());
  }

  @Test
  void theSessionThatFindsADeadlockIsItsVictim() throws Exception {
    Transaction one = registry.begin(1, first);
    Transaction two = registry.begin(1, second);
    locks.tryLock(third, table, TableLockMode.ACCESS_EXCLUSIVE);
    second.deadlockTimeoutMillis(60_000);
    third.deadlockTimeoutMillis(60_000);
    first.deadlockTimeoutMillis(50);
    Future<Object> thirdWaits = later(() -> locks.awaitEnd(third, one, 0, new CancelFlag()));
    Future<Object> secondWaits = lockLater(second, TableLockMode.ROW_EXCLUSIVE);
    awaitWaiting(second);
    awaitWaiting(third);
    SqlError error =
        assertThrows(SqlError.class, () -> locks.awaitEnd(first, two, 0, new CancelFlag()));
    assertEquals("40P01", error.sqlState());
    assertEquals("deadlock detected", error.message());
    assertEquals(
        "Process 101 waits for ShareLock on transaction "
            + two.id()
            + "; blocked by process 102.\n"
            + "Process 102 waits for RowExclusiveLock on relation 16384 of database 1; blocked by"
            + " process 103.\n"
            + "Process 103 waits for ShareLock on transaction "
            + one.id()
            + "; blocked by process 101.",
        error.detail());
    assertEquals("See server log for query details.", error.hint());
    assertFalse(secondWaits.isDone());
    registry.abort(one);
    thirdWaits.get();
    locks.releaseTransaction(third);
    secondWaits.get();
  }

  @Test
  void sessionsThatWaitForARowTakeTurns() throws Exception {
    Transaction one = registry.begin(1, first);
    Future<Object> secondWaits =
        later(() -> locks.awaitRow(second, table, 7, one, 0, new CancelFlag()));
    awaitWaiting(second);
    Future<Object> thirdWaits =
        later(() -> locks.awaitRow(third, table, 7, one, 0, new CancelFlag()));
    awaitWaiting(third);
    registry.commit(one);
    secondWaits.get();
    Thread.sleep(20);
    assertFalse(thirdWaits.isDone());
    locks.endRowWait(second);
    thirdWaits.get();
    locks.releaseTransaction(third);
    assertTrue(locks.locks().isEmpty());
  }

  @Test
  void weakAndStrongLocksExcludeEachOtherUnderLoad() throws Exception {
    long seed = Long.getLong("seed", System.nanoTime());
    AtomicInteger weak = new AtomicInteger();
    AtomicInteger strong = new AtomicInteger();
    List<Future<Object>> work = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      LockOwner owner = locks.register(200 + i, 1);
      Random random = new Random(seed + i);
      work.add(
          later(
              () -> {
                for (int n = 0; n < 3_000; n++) {
                  boolean isStrong = random.nextInt(20) == 0;
                  TableLockMode mode =
                      isStrong ? TableLockMode.ACCESS_EXCLUSIVE : TableLockMode.ROW_EXCLUSIVE;
                  locks.lock(owner, table, mode, 0, new CancelFlag());
                  AtomicInteger mine = isStrong ? strong : weak;
                  int holders = mine.incrementAndGet();
                  if (isStrong ? holders != 1 || weak.get() != 0 : strong.get() != 0) {
                    throw new AssertionError("exclusion broken, seed " + seed);
                  }
                  if (random.nextInt(8) == 0) {
                    Thread.yield();
                  }
                  mine.decrementAndGet();
                  locks.releaseTransaction(owner);
                }
              }));
    }
    for (Future<Object> future : work) {
      future.get(60, TimeUnit.SECONDS);
    }
    assertEquals(0, table.strong);
  }

  private Future<Object> lockLater(LockOwner owner, TableLockMode mode) {
    return later(() -> locks.lock(owner, table, mode, 0, new CancelFlag()));
  }

  private Future<Object> later(Runnable work) {
    Callable<Object> call = Executors.callable(work);
    return threads.submit(call);
  }

  private static void awaitWaiting(LockOwner owner) throws InterruptedException {
    while (owner.waiting == null) {
      Thread.sleep(1);
    }
  }

  private static SqlError errorOf(Future<Object> failed) {
    ExecutionException wrapped = assertThrows(ExecutionException.class, failed::get);
    return assertInstanceOf(SqlError.class, wrapped.getCause());
  }
}
