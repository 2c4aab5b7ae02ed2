package dev.postern.proxy.upstream;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.postern.backend.reference.ReferenceServer;
import dev.postern.proxy.TestProgram;
import java.io.StringReader;
import java.io.StringWriter;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.PGConnection;
import org.postgresql.copy.CopyManager;
import org.postgresql.core.BaseConnection;

/** A database with one server behind Postern: everything passes as if Postern were not there. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class PassThroughTest {
  private static TestProgram program;

  @BeforeAll
  static void start() throws Exception {
    ReferenceServer reference = ReferenceServer.shared();
    program = new TestProgram(settings(reference, reference.createDatabase()));
  }

  private static String settings(ReferenceServer server, String database) {
    return "[[databases]]\nname = \"app\"\nhost = \"127.0.0.1\"\nport = "
        + server.port()
        + "\ndatabase_name = \""
        + database
        + "\"\n";
  }

  @AfterAll
  static void stop() {
    program.close();
  }

  private static Connection connect(String parameters) throws SQLException {
    return program.connect("app", parameters);
  }

  @ParameterizedTest
  @ValueSource(strings = {"preferQueryMode=simple", "prepareThreshold=0", "prepareThreshold=1"})
  void writesAndReadsRows(String mode) throws SQLException {
    try (Connection connection = connect(mode);
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TEMP TABLE t (id int, note text)");
      try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (?, ?)")) {
        for (int i = 0; i < 50; i++) {
          insert.setInt(1, i);
          insert.setString(2, "note " + i);
          insert.addBatch();
        }
        assertEquals(50, insert.executeBatch().length);
      }
      connection.setAutoCommit(false);
      statement.execute("DELETE FROM t");
      connection.rollback();
      try (ResultSet rows = statement.executeQuery("SELECT count(*) FROM t")) {
        assertTrue(rows.next());
        assertEquals(50, rows.getInt(1));
      }
    }
  }

  @Test
  void anErrorIsTheServersAndTheClientGoesOn() throws SQLException {
    try (Connection connection = connect("");
        Statement statement = connection.createStatement()) {
      SQLException error =
          assertThrows(SQLException.class, () -> statement.execute("SELECT 1 / 0"));
      assertEquals("22012", error.getSQLState());
      assertTrue(statement.execute("SELECT 1"));
    }
  }

  @Test
  void aDatabaseThatTheServerDoesNotHaveIsItsError() throws Exception {
    try (TestProgram other = new TestProgram(settings(ReferenceServer.shared(), "there_is_none"))) {
      SQLException error = assertThrows(SQLException.class, () -> other.connect("app", ""));
      assertEquals("3D000", error.getSQLState());
    }
  }

  @Test
  void copiesInAndOut() throws Exception {
    try (Connection connection = connect("");
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TEMP TABLE line (a int, b text)");
      CopyManager copy = new CopyManager(connection.unwrap(BaseConnection.class));
      StringBuilder text = new StringBuilder();
      for (int i = 0; i < 20_000; i++) {
        text.append(i).append('\t').append("x".repeat(100)).append('\n');
      }
      assertEquals(20_000, copy.copyIn("COPY line FROM STDIN", new StringReader(text.toString())));
      StringWriter out = new StringWriter();
      assertEquals(20_000, copy.copyOut("COPY line TO STDOUT", out));
      assertEquals(text.toString(), out.toString());
      assertThrows(
          SQLException.class,
          () -> copy.copyIn("COPY line FROM STDIN", new StringReader("no number\n")));
      assertTrue(statement.execute("SELECT 1"));
    }
  }

  @Test
  void notificationsArriveUnasked() throws SQLException {
    try (Connection listener = connect("");
        Connection other = connect("");
        Statement listen = listener.createStatement();
        Statement notify = other.createStatement()) {
      listen.execute("LISTEN news");
      notify.execute("NOTIFY news, 'hello'");
      var told = listener.unwrap(PGConnection.class).getNotifications(10_000);
      assertEquals(1, told.length);
      assertEquals("hello", told[0].getParameter());
    }
  }

  @Test
  void aLargeResultComesInFullToASlowReader() throws SQLException {
    try (Connection connection = connect("defaultRowFetchSize=0");
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT g, repeat('x', 1000) FROM generate_series(1, 50000) g")) {
      int count = 0;
      while (rows.next()) {
        assertEquals(++count, rows.getInt(1));
      }
      assertEquals(50_000, count);
    }
  }

  @Test
  void cancelsWhatRuns() throws SQLException {
    try (Connection connection = connect("");
        Statement statement = connection.createStatement()) {
      statement.setQueryTimeout(1);
      SQLException error =
          assertThrows(SQLException.class, () -> statement.execute("SELECT pg_sleep(50)"));
      assertEquals("57014", error.getSQLState());
      statement.setQueryTimeout(0);
      assertTrue(statement.execute("SELECT 1"));
    }
  }

  @Test
  void aServersEndIsToldToItsClientsOnly() throws Exception {
    try (TestProgram own = new TestProgram(twoDatabases());
        Connection embedded = own.connect("postgres", "");
        Connection connection = own.connect("app", "");
        Connection other = own.connect("app", "")) {
      int processId;
      try (Statement statement = connection.createStatement();
          ResultSet row = statement.executeQuery("SELECT pg_backend_pid()")) {
        row.next();
        processId = row.getInt(1);
      }
      try (Statement statement = other.createStatement()) {
        statement.execute("SELECT pg_terminate_backend(" + processId + ")");
      }
      SQLException error =
          assertThrows(SQLException.class, () -> connection.createStatement().execute("SELECT 1"));
      assertTrue(
          error.getSQLState().equals("57P01") || error.getSQLState().startsWith("08"),
          error.getSQLState());
      assertTrue(other.createStatement().execute("SELECT 1"));
      assertTrue(embedded.createStatement().execute("SELECT 1"));
    }
  }

  private static String twoDatabases() {
    return settings(ReferenceServer.shared(), "postgres")
        + "[[databases]]\nname = \"postgres\"\nhost = \"embedded\"\n";
  }

  @Test
  void aServerThatHasGoneIsTold() throws Exception {
    ReferenceServer server = ReferenceServer.start();
    String settings = settings(server, "postgres");
    try (TestProgram own = new TestProgram(settings)) {
      Connection connection = own.connect("app", "");
      assertTrue(connection.isValid(5));
      server.close();
      assertThrows(SQLException.class, () -> connection.createStatement().execute("SELECT 1"));
      assertFalse(connection.isValid(5));
      SQLException error = assertThrows(SQLException.class, () -> own.connect("app", ""));
      assertEquals("08006", error.getSQLState());
    }
  }
}
