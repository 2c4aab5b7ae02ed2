package dev.postern.backend.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.postern.backend.ExecuteMode;
import dev.postern.backend.Outcome;
import dev.postern.backend.Portal;
import dev.postern.backend.PreparedStatement;
import dev.postern.backend.error.SqlError;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The extended query protocol's steps, as a session takes them. */
class ExtendedQueryTest {
  private final EmbeddedEngine engine = new EmbeddedEngine(EngineOptions.standard());
  private final TestClient client = new TestClient(engine);

  @AfterEach
  void close() {
    client.close();
    engine.close();
  }

  @Test
  void rowLimitsSuspendAPortal() {
    client.query("create table t as select g as a from generate_series(1, 5) g");
    client.query("begin");
    PreparedStatement statement = client.prepare("", "select a from t order by a");
    Portal portal = client.bind("p", statement);
    assertEquals(Outcome.SUSPENDED, client.execute(portal, 2));
    assertEquals(List.of("1", "2"), client.rows);
    client.query("delete from t");
    assertEquals(Outcome.SUSPENDED, client.execute(portal, 2));
    assertEquals(List.of("3", "4"), client.rows);
    assertEquals(Outcome.COMPLETE, client.execute(portal, 2));
    assertEquals(List.of("5"), client.rows);
    assertEquals("SELECT 1", client.tag);
    client.query("rollback");
    assertNull(client.session.portal(NameTable.bytes("p"), 0, 1));
  }

  @Test
  void valuesAreReadByTheirTypes() {
    PreparedStatement statement =
        client.prepare("s", "select $1::int + 1, $2::text || '!', $3::date");
    Portal portal = client.bind("", statement, "41", "hi", null);
    assertEquals(Outcome.COMPLETE, client.execute(portal, 0));
    assertEquals(List.of("42|hi!|NULL"), client.rows);
    client.sync();
    SqlError error = assertThrows(SqlError.class, () -> client.bind("", statement, "x", "", ""));
    assertEquals("22P02", error.sqlState());
    assertEquals("unnamed portal parameter $1 = '...'", error.context());
    client.session.fail();
    client.sync();
    assertEquals(
        "08P01", assertThrows(SqlError.class, () -> client.bind("", statement, "1")).sqlState());
  }

  @Test
  void aPipelineIsOneTransaction() {
    client.query("create table t (a int primary key)");
    PreparedStatement insert = client.prepare("i", "insert into t values ($1)");
    client.execute(client.bind("", insert, "1"), 0);
    client.execute(client.bind("", insert, "2"), 0);
    assertThrows(SqlError.class, () -> client.execute(client.bind("", insert, "1"), 0));
    client.session.fail();
    client.sync();
    assertEquals(List.of("0"), client.query("select count(*) from t"));
    client.execute(client.bind("", insert, "3"), 0);
    client.sync();
    assertEquals(List.of("3"), client.query("select a from t"));
  }

  @Test
  void preparedTransactionCommandsRunAgainAndAgain() {
    client.query("create table t (a int)");
    PreparedStatement begin = client.prepare("b", "begin");
    PreparedStatement insert = client.prepare("i", "insert into t values (1)");
    PreparedStatement commit = client.prepare("c", "end");
    PreparedStatement rollback = client.prepare("r", "rollback");
    for (int i = 0; i < 6; i++) {
      for (PreparedStatement statement : List.of(begin, insert, i % 2 == 0 ? commit : rollback)) {
        assertEquals(Outcome.COMPLETE, client.execute(client.bind("", statement), 0));
        client.sync();
      }
    }
    assertEquals(List.of("3"), client.query("select count(*) from t"));
  }

  @Test
  void fewRowsOfMuchWorkLeaveTheEventLoop() {
    PreparedStatement statement =
        client.prepare(
            "", "select length(repeat('x', 20000000 + g)) from generate_series(1, 40) g");
    Portal portal = client.bind("", statement);
    assertEquals(
        Outcome.NEEDS_THREAD, client.session.execute(portal, 0, client, ExecuteMode.INLINE));
    client.rows.clear();
    assertEquals(Outcome.COMPLETE, client.session.execute(portal, 0, client, ExecuteMode.BLOCKING));
    assertEquals(40, client.rows.size());
    client.sync();
    assertEquals(List.of(""), client.query("select repeat('', 2147483647)"));
  }

  @Test
  void namesMustBeFree() {
    client.prepare("s", "select 1");
    assertEquals(
        "42P05", assertThrows(SqlError.class, () -> client.prepare("s", "select 2")).sqlState());
    client.session.fail();
    client.sync();
    PreparedStatement statement = client.prepare("", "select 1");
    client.query("begin");
    client.bind("c", statement);
    assertEquals(
        "42P03", assertThrows(SqlError.class, () -> client.bind("c", statement)).sqlState());
  }

  @Test
  void anEmptyStatementAnswersEmpty() {
    PreparedStatement statement = client.prepare("", "");
    assertEquals(Outcome.EMPTY, client.execute(client.bind("", statement), 0));
    client.sync();
  }

  @Test
  void utilityRowsAreLimitedToo() {
    PreparedStatement statement = client.prepare("", "show search_path");
    Portal portal = client.bind("", statement);
    assertEquals(Outcome.SUSPENDED, client.execute(portal, 1));
    assertEquals(1, client.rows.size());
  }

  @Test
  void copyInBinaryTakesWhatCopyOutInBinaryGave() {
    client.query("create table t (a int, b text, c numeric, d timestamp, e bytea)");
    client.query(
        "insert into t values (1, 'x', 1.5, '2024-01-02 03:04:05', '\\x00ff'), (null, '', null,"
            + " null, null)");
    client.query("copy t to stdout (format binary)");
    byte[] data = client.copied.toByteArray();
    client.query("create table u (like t)");
    client.query("begin");
    client.query("copy u from stdin (format binary)");
    // In pieces of one byte: the cuts must not matter.
    for (int i = 0; i < data.length; i++) {
      client.session.copyData(data, i, 1, ExecuteMode.BLOCKING);
    }
    client.session.copyDone(client, ExecuteMode.BLOCKING);
    assertEquals("COPY 2", client.tag);
    client.query("commit");
    assertEquals(List.of("0"), client.query("select count(*) from (table t except table u) d"));
    assertEquals(List.of("2"), client.query("select count(*) from u"));
  }
}
