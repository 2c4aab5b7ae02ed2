package dev.postern.proxy.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.StringReader;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.copy.CopyManager;
import org.postgresql.core.BaseConnection;

/** PostgreSQL's JDBC driver at work on the embedded engine. */
class PgJdbcTest {
  private static TestServer server;

  @BeforeAll
  static void start() throws Exception {
    server = TestServer.embedded();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static Connection connect(String parameters) throws SQLException {
    return DriverManager.getConnection(
        "jdbc:postgresql://127.0.0.1:" + server.port() + "/postgres?user=postgres&" + parameters);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "prepareThreshold=5",
        "prepareThreshold=-1",
        "preferQueryMode=simple",
        "preferQueryMode=extendedCacheEverything",
        "binaryTransfer=false&prepareThreshold=1"
      })
  void writesAndReadsRows(String mode) throws SQLException {
    try (Connection connection = connect(mode);
        Statement statement = connection.createStatement()) {
      statement.execute(
          "CREATE TEMP TABLE item (id int PRIMARY KEY, name text, price numeric(10,2), ok bool)");
      try (PreparedStatement insert =
          connection.prepareStatement("INSERT INTO item VALUES (?, ?, ?, ?)")) {
        for (int i = 1; i <= 20; i++) {
          insert.setInt(1, i);
          insert.setString(2, i % 3 == 0 ? null : "näme " + i);
          insert.setBigDecimal(3, new BigDecimal(i + ".50"));
          insert.setBoolean(4, i % 2 == 0);
          insert.addBatch();
        }
        assertEquals(20, insert.executeBatch().length);
      }
      try (PreparedStatement select =
          connection.prepareStatement("SELECT * FROM item WHERE id = ?")) {
        for (int i = 1; i <= 20; i++) {
          select.setInt(1, i);
          try (ResultSet rows = select.executeQuery()) {
            assertTrue(rows.next());
            assertEquals(i, rows.getInt("id"));
            assertEquals(i % 3 == 0 ? null : "näme " + i, rows.getString("name"));
            assertEquals(new BigDecimal(i + ".50"), rows.getBigDecimal("price"));
            assertEquals(i % 2 == 0, rows.getBoolean("ok"));
            assertFalse(rows.next());
          }
        }
      }
    }
  }

  @Test
  void fewVeryLongRowsArriveWhole() throws SQLException {
    try (Connection connection = connect("");
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT g, repeat('x', 1000000 + g) FROM generate_series(1, 30) g")) {
      for (int i = 1; i <= 30; i++) {
        assertTrue(rows.next());
        assertEquals(i, rows.getInt(1));
        assertEquals(1_000_000 + i, rows.getString(2).length());
      }
      assertFalse(rows.next());
    }
  }

  @Test
  void fetchesInPieces() throws SQLException {
    try (Connection connection = connect("");
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      statement.setFetchSize(7);
      long sum = 0;
      try (ResultSet rows = statement.executeQuery("SELECT g FROM generate_series(1, 100) g")) {
        while (rows.next()) {
          sum += rows.getLong(1);
        }
      }
      assertEquals(5050, sum);
      connection.rollback();
    }
  }

  @Test
  void anErrorFailsTheBlockUntilRollback() throws SQLException {
    try (Connection connection = connect("");
        Statement statement = connection.createStatement()) {
      connection.setAutoCommit(false);
      SQLException error =
          assertThrows(SQLException.class, () -> statement.execute("SELECT nothing"));
      assertEquals("42703", error.getSQLState());
      error = assertThrows(SQLException.class, () -> statement.execute("SELECT 1"));
      assertEquals("25P02", error.getSQLState());
      connection.rollback();
      assertTrue(statement.execute("SELECT 1"));
    }
  }

  @Test
  void copiesInAndOut() throws Exception {
    try (Connection connection = connect("");
        Statement statement = connection.createStatement()) {
      statement.execute("CREATE TEMP TABLE line (a int, b text)");
      CopyManager copy = new CopyManager(connection.unwrap(BaseConnection.class));
      assertEquals(
          3, copy.copyIn("COPY line FROM STDIN", new StringReader("1\ta\n2\t\\N\n3\tc\n")));
      StringWriter out = new StringWriter();
      assertEquals(3, copy.copyOut("COPY line TO STDOUT", out));
      assertEquals("1\ta\n2\t\\N\n3\tc\n", out.toString());
    }
  }

  @Test
  void cancelsALongStatement() throws Exception {
    try (Connection connection = connect("");
        Statement statement = connection.createStatement()) {
      Thread cancel =
          Thread.ofVirtual()
              .start(
                  () -> {
                    try {
                      Thread.sleep(200);
                      statement.cancel();
                    } catch (InterruptedException | SQLException e) {
                      throw new IllegalStateException(e);
                    }
                  });
      SQLException error =
          assertThrows(SQLException.class, () -> statement.execute("SELECT pg_sleep(60)"));
      assertEquals("57014", error.getSQLState());
      cancel.join();
      assertTrue(statement.execute("SELECT 1"));
    }
  }

  @Test
  void timesOutAStatement() throws SQLException {
    try (Connection connection = connect("");
        Statement statement = connection.createStatement()) {
      statement.setQueryTimeout(1);
      SQLException error =
          assertThrows(SQLException.class, () -> statement.execute("SELECT pg_sleep(60)"));
      assertEquals("57014", error.getSQLState());
    }
  }
}
