package dev.postern.backend.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What sessions do to each other: waiting, isolation, cancelling, notifying. */
@Timeout(60)
class ConcurrentSessionsTest {
  private final EmbeddedEngine engine = new EmbeddedEngine(EngineOptions.standard());
  private TestClient one = new TestClient(engine);
  private TestClient two = new TestClient(engine);

  @BeforeEach
  void table() {
    one.query("create table t (a int primary key, b int)");
    one.query("insert into t values (1, 10), (2, 20)");
  }

  @AfterEach
  void close() {
    one.close();
    two.close();
    engine.close();
  }

  private static <T> CompletableFuture<T> later(Supplier<T> work) {
    return CompletableFuture.supplyAsync(
        work, task -> Executors.newVirtualThreadPerTaskExecutor().execute(task));
  }

  private static void stillRuns(CompletableFuture<?> work)
      throws InterruptedException, ExecutionException {
    try {
      work.get(100, TimeUnit.MILLISECONDS);
      assertFalse(true, "it should have waited");
    } catch (TimeoutException expected) {
      assertFalse(work.isDone());
    }
  }

  @Test
  void anUpdateWaitsAndSeesTheNewRow() throws Exception {
    one.query("begin; update t set b = b + 1 where a = 1");
    CompletableFuture<List<String>> waiting =
        later(() -> two.query("update t set b = b * 2 where a = 1 returning b"));
    stillRuns(waiting);
    one.query("commit");
    assertEquals(List.of("22"), waiting.get());
  }

  @Test
  void anInsertWaitsForTheOtherToDecide() throws Exception {
    one.query("begin; insert into t values (3, 0)");
    CompletableFuture<String> waiting = later(() -> two.state("insert into t values (3, 1)"));
    stillRuns(waiting);
    one.query("rollback");
    assertEquals("00000", waiting.get());
    assertEquals(List.of("3|1"), one.query("select * from t where a = 3"));
  }

  @Test
  void aDeadlockHasAVictim() throws Exception {
    one.query("set deadlock_timeout = 50");
    two.query("set deadlock_timeout = 50");
    one.query("begin; update t set b = 0 where a = 1");
    two.query("begin; update t set b = 0 where a = 2");
    CompletableFuture<String> first = later(() -> one.state("update t set b = 0 where a = 2"));
    CompletableFuture<String> second = later(() -> two.state("update t set b = 0 where a = 1"));
    List<String> states = Stream.of(first.get(), second.get()).sorted().toList();
    assertEquals(List.of("00000", "40P01"), states);
  }

  @Test
  void repeatableReadKeepsItsSnapshotAndRefusesToOverwrite() {
    one.query("begin isolation level repeatable read; select * from t");
    two.query("update t set b = 99 where a = 1");
    assertEquals(List.of("10"), one.query("select b from t where a = 1"));
    assertEquals("40001", one.state("update t set b = 5 where a = 1"));
    one.query("rollback");
    assertEquals(List.of("99"), one.query("select b from t where a = 1"));
  }

  @Test
  void serializableRefusesWriteSkew() {
    one.query("begin isolation level serializable; select sum(b) from t");
    two.query("begin isolation level serializable; select sum(b) from t");
    one.query("insert into t values (10, 0)");
    two.query("insert into t values (11, 0)");
    one.query("commit");
    assertEquals("40001", two.state("commit"));
    assertEquals('I', (char) two.session.transactionStatus());
  }

  @Test
  void cancelEndsAWait() throws Exception {
    one.query("begin; lock table t");
    CompletableFuture<String> waiting = later(() -> two.state("select * from t"));
    stillRuns(waiting);
    two.session.cancel();
    assertEquals("57014", waiting.get());
    one.query("rollback");
  }

  @Test
  void lockTimeoutEndsAWait() {
    one.query("begin; update t set b = 0 where a = 1");
    two.query("set lock_timeout = 50");
    assertEquals("55P03", two.state("update t set b = 1 where a = 1"));
    assertEquals("55P03", two.state("select * from t where a = 1 for update nowait"));
    one.query("rollback");
  }

  @Test
  void notificationsArriveAtCommit() {
    two.query("listen ch");
    one.query("begin; notify ch, 'hello'");
    two.session.deliverNotifications();
    assertEquals(List.of(), two.notifications);
    one.query("commit");
    two.session.deliverNotifications();
    assertEquals(List.of("ch hello"), two.notifications);
  }

  @Test
  void aPlanFollowsTheTable() {
    one.prepare("p", "select * from t where a = 1");
    one.sync();
    two.query("alter table t add column c int default 7");
    byte[] name = NameTable.bytes("p");
    var statement = one.session.preparedStatement(name, 0, name.length);
    assertNotNull(statement);
    try {
      one.bind("", statement);
      assertFalse(true, "its result has another shape");
    } catch (dev.postern.backend.error.SqlError error) {
      assertEquals("cached plan must not change result type", error.message());
      one.session.fail();
    }
    one.sync();
  }

  @Test
  void terminatedSessionsEnd() {
    int victim = two.session.processId();
    assertEquals(List.of("t"), one.query("select pg_terminate_backend(" + victim + ")"));
    assertNotNull(two.terminated);
    assertEquals("57P01", two.state("select 1"));
  }

  @Test
  void droppingADatabaseInUseIsRefused() {
    one.query("create database other");
    try (TestClientElsewhere elsewhere = new TestClientElsewhere(engine, "other")) {
      assertEquals("55006", one.state("drop database other"));
      assertTrue(elsewhere.isOpen());
    }
    one.query("drop database other");
  }

  /** A session of another database. */
  private static final class TestClientElsewhere implements AutoCloseable {
    private final EngineTranscript session;

    TestClientElsewhere(EmbeddedEngine engine, String database) {
      session = new EngineTranscript(engine, "postgres", database);
    }

    boolean isOpen() {
      return session
          .run(new SqlScript.Step("select 1;", "", SqlScript.Expectation.SAME))
          .contains("row 1");
    }

    @Override
    public void close() {
      session.close();
    }
  }
}
