package dev.postern.proxy.drivers;

import dev.postern.proxy.client.TestServer;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.PgConnection;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.Cursor;
import io.vertx.sqlclient.PreparedStatement;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.Transaction;
import io.vertx.sqlclient.Tuple;
import io.vertx.sqlclient.data.Numeric;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** vertx-pg-client: binary values, pipelined. */
class VertxPgClientTest {
  private static final int SECONDS = 30;
  private static Vertx vertx;

  @BeforeAll
  static void start() {
    vertx = Vertx.vertx();
  }

  @AfterAll
  static void stop() throws TimeoutException {
    await(vertx.close());
  }

  private static <T> T await(Future<T> future) throws TimeoutException {
    return future.await(SECONDS, TimeUnit.SECONDS);
  }

  @Test
  void worksAsWithPostgres() throws Exception {
    try (TestServer ours = TestServer.embedded()) {
      Transcripts.assertSame(ours, VertxPgClientTest::work);
    }
  }

  private static PgConnectOptions options(int port, String database) {
    return new PgConnectOptions()
        .setHost("127.0.0.1")
        .setPort(port)
        .setDatabase(database)
        .setUser("postgres")
        .setCachePreparedStatements(true)
        .setPipeliningLimit(100);
  }

  private static String work(int port, String database) throws Exception {
    List<String> said = new ArrayList<>();
    PgConnection connection = await(PgConnection.connect(vertx, options(port, database)));
    said.add("server " + connection.databaseMetadata().fullVersion());
    types(connection, said);
    statements(connection, said);
    transactions(connection, said);
    cursors(connection, said);
    notifications(connection, options(port, database), said);
    cancel(connection, said);
    await(connection.close());
    return String.join("\n", said);
  }

  private static void types(PgConnection connection, List<String> said) throws Exception {
    Object[][] values = {
      {"int2", (short) -32768},
      {"int4", Integer.MAX_VALUE},
      {"int8", Long.MIN_VALUE},
      {"float4", 1.5f},
      {"float8", 0.1},
      {"numeric", Numeric.parse("12345678901234567890.123456789")},
      {"numeric", Numeric.NaN},
      {"bool", true},
      {"text", "h\u00e4\u00df\u20ac"},
      {"varchar", "x' \"\\y"},
      {"bytea", Buffer.buffer(new byte[] {0, 1, -1})},
      {"date", LocalDate.of(2024, 2, 29)},
      {"time", LocalTime.of(23, 59, 59, 999_999_000)},
      {"timestamp", LocalDateTime.of(1999, 12, 31, 23, 59, 59, 123_456_000)},
      {"timestamptz", OffsetDateTime.parse("2024-07-01T12:00:00Z")},
      {"uuid", UUID.fromString("12345678-1234-5678-1234-567812345678")},
      {"json", new JsonObject().put("a", 1)},
      {"jsonb", new JsonObject().put("b", "x")},
      {"int4[]", new Integer[] {1, null, 3}},
      {"text[]", new String[] {"a", "b,c", ""}},
      {"uuid[]", new UUID[] {new UUID(0, 1)}},
      {"text", null},
    };
    for (Object[] value : values) {
      String query = "SELECT $1::" + value[0] + " AS v";
      RowSet<Row> rows = await(connection.preparedQuery(query).execute(Tuple.of(value[1])));
      Object back = rows.iterator().next().getValue(0);
      said.add(
          value[0]
              + ": "
              + (back instanceof Object[] array ? Arrays.toString(array) : back)
              + " "
              + rows.columnDescriptors().getFirst().typeName());
    }
  }

  private static void statements(PgConnection connection, List<String> said) throws Exception {
    await(
        connection
            .query(
                "CREATE TEMP TABLE item (id int PRIMARY KEY, name text NOT NULL CHECK (name <>"
                    + " ''))")
            .execute());
    List<Tuple> batch = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      batch.add(Tuple.of(i, "n" + i));
    }
    RowSet<Row> inserted =
        await(
            connection
                .preparedQuery("INSERT INTO item VALUES ($1, $2) RETURNING id")
                .executeBatch(batch));
    int results = 0;
    for (RowSet<Row> each = inserted; each != null; each = each.next()) {
      results += each.rowCount();
    }
    said.add("batch " + results);
    List<Future<RowSet<Row>>> flying = new ArrayList<>();
    for (int i = 0; i < 50; i++) {
      flying.add(
          connection
              .preparedQuery("SELECT name FROM item WHERE id = $1")
              .execute(Tuple.of(i % 12)));
    }
    StringBuilder names = new StringBuilder();
    for (Future<RowSet<Row>> one : flying) {
      RowSet<Row> rows = await(one);
      names.append(rows.size() == 0 ? "-" : rows.iterator().next().getString(0));
    }
    said.add("pipelined " + names);
    RowSet<Row> several = await(connection.query("SELECT 1 AS a; SELECT 2 AS b").execute());
    said.add("several " + several.columnsNames() + several.next().columnsNames());
    for (String wrong :
        List.of(
            "INSERT INTO item VALUES (1, 'x')",
            "INSERT INTO item VALUES (20, NULL)",
            "INSERT INTO item VALUES (21, '')",
            "SELECT nothing FROM item",
            "SELECT 1/0",
            "SELECT 'x'::uuid",
            "SELEC")) {
      said.add(wrong + ": " + failure(connection.query(wrong).execute()));
      said.add("prepared: " + failure(connection.preparedQuery(wrong).execute()));
    }
  }

  private static String failure(Future<?> action) throws TimeoutException {
    try {
      await(action);
      return "no error";
    } catch (PgException e) {
      return String.join(
          "|",
          e.getSqlState(),
          e.getSeverity(),
          e.getErrorMessage(),
          e.getDetail(),
          e.getHint(),
          e.getPosition(),
          e.getTable(),
          e.getColumn(),
          e.getConstraint());
    }
  }

  private static void transactions(PgConnection connection, List<String> said) throws Exception {
    // Without its Transaction, which rolls back at the first error by itself.
    await(connection.query("BEGIN").execute());
    await(connection.query("INSERT INTO item VALUES (100, 'a'); SAVEPOINT s").execute());
    said.add("in block " + failure(connection.query("SELECT 1/0").execute()));
    said.add("failed block " + failure(connection.query("SELECT 1").execute()));
    await(connection.query("ROLLBACK TO s; INSERT INTO item VALUES (101, 'b')").execute());
    await(connection.query("COMMIT").execute());
    Transaction second = await(connection.begin());
    await(connection.query("DELETE FROM item").execute());
    await(second.rollback());
    RowSet<Row> left = await(connection.query("SELECT count(*), max(id) FROM item").execute());
    said.add("left " + left.iterator().next().deepToString());
  }

  private static void cursors(PgConnection connection, List<String> said) throws Exception {
    Transaction transaction = await(connection.begin());
    PreparedStatement statement =
        await(connection.prepare("SELECT g FROM generate_series(1, $1) g"));
    Cursor cursor = statement.cursor(Tuple.of(10));
    StringBuilder pieces = new StringBuilder();
    do {
      RowSet<Row> rows = await(cursor.read(4));
      pieces.append(rows.size()).append(cursor.hasMore() ? "+" : ".");
    } while (cursor.hasMore());
    said.add("cursor " + pieces);
    await(cursor.close());
    await(statement.close());
    await(transaction.commit());
  }

  private static void notifications(
      PgConnection connection, PgConnectOptions options, List<String> said) throws Exception {
    List<String> heard = new CopyOnWriteArrayList<>();
    connection.notificationHandler(n -> heard.add(n.getChannel() + "=" + n.getPayload()));
    await(connection.query("LISTEN there").execute());
    PgConnection other = await(PgConnection.connect(vertx, options));
    await(other.query("NOTIFY there, 'one'").execute());
    await(other.preparedQuery("SELECT pg_notify($1, $2)").execute(Tuple.of("there", "two")));
    for (int i = 0; i < 200 && heard.size() < 2; i++) {
      Thread.sleep(10);
    }
    said.add("heard " + heard);
    await(other.close());
  }

  private static void cancel(PgConnection connection, List<String> said) throws Exception {
    Future<?> sleeping = connection.query("SELECT pg_sleep(30)").execute();
    Thread.sleep(200);
    await(connection.cancelRequest());
    said.add("cancelled " + failure(sleeping));
    said.add("goes on " + await(connection.query("SELECT 1").execute()).size());
  }
}
