package dev.postern.proxy.sharding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** pgjdbc on a database of an embedded and an upstream shard, in each of its query modes. */
@Timeout(value = 60, unit = TimeUnit.SECONDS)
class ShardedSessionTest {
  private static final String SIMPLE = "preferQueryMode=simple";
  private static final String EXTENDED = "prepareThreshold=0";
  private static final String PREPARED = "prepareThreshold=1";

  private static ShardedCluster cluster;
  private static long[] key;

  @BeforeAll
  static void start() throws Exception {
    cluster = new ShardedCluster(ShardedCluster.Second.UPSTREAM);
    key = new long[] {ShardedCluster.key(0), ShardedCluster.key(1)};
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @BeforeEach
  void oneRowOnEachShard() throws SQLException {
    for (int shard = 0; shard < 2; shard++) {
      try (Connection connection = cluster.shard(shard);
          Statement statement = connection.createStatement()) {
        statement.execute("TRUNCATE by_bigint");
        statement.execute("INSERT INTO by_bigint VALUES (" + key[shard] + ", 1, 'first')");
      }
    }
  }

  private static int update(Connection connection, int shard, int by) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement("UPDATE by_bigint SET n = n + ? WHERE k = ?")) {
      statement.setInt(1, by);
      statement.setLong(2, key[shard]);
      return statement.executeUpdate();
    }
  }

  private static int read(Connection connection, int shard) throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement("SELECT n FROM by_bigint WHERE k = ?")) {
      statement.setLong(1, key[shard]);
      try (ResultSet rows = statement.executeQuery()) {
        assertTrue(rows.next());
        return rows.getInt(1);
      }
    }
  }

  private static String state(Connection connection, String sql) {
    return assertThrows(
            SQLException.class,
            () -> {
              try (Statement statement = connection.createStatement()) {
                statement.execute(sql);
              }
            })
        .getSQLState();
  }

  private static String show(Connection connection, int shard, String setting) throws SQLException {
    try (Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT current_setting('"
                    + setting
                    + "', true) FROM by_bigint WHERE k = "
                    + key[shard])) {
      assertTrue(rows.next());
      return String.valueOf(rows.getString(1));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {SIMPLE, EXTENDED, PREPARED})
  void aTransactionIsTheShardsOfItsFirstStatement(String mode) throws SQLException {
    try (Connection connection = cluster.connect(mode);
        Connection other = cluster.connect(mode)) {
      for (int shard = 0; shard < 2; shard++) {
        connection.setAutoCommit(false);
        assertEquals(1, update(connection, shard, 1));
        assertEquals(2, read(connection, shard));
        assertEquals(1, read(other, shard));
        connection.rollback();
        assertEquals(1, read(connection, shard));
        connection.rollback();
        assertEquals(1, update(connection, shard, 5));
        connection.commit();
        assertEquals(6, read(other, shard));
        connection.setAutoCommit(true);
        assertEquals(6, read(connection, shard));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {SIMPLE, EXTENDED, PREPARED})
  void aSecondShardInATransactionIsRefusedAndFailsIt(String mode) throws SQLException {
    try (Connection connection = cluster.connect(mode)) {
      connection.setAutoCommit(false);
      for (int shard = 0; shard < 2; shard++) {
        update(connection, shard, 1);
        int far = 1 - shard;
        SQLException refused = assertThrows(SQLException.class, () -> read(connection, far));
        assertEquals("0A000", refused.getSQLState());
        int near = shard;
        assertEquals(
            "25P02", assertThrows(SQLException.class, () -> read(connection, near)).getSQLState());
        connection.rollback();
        assertEquals(1, read(connection, shard));
        connection.rollback();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {SIMPLE, EXTENDED, PREPARED})
  void savepointsWorkBeforeAndAfterAShardHasTheTransaction(String mode) throws SQLException {
    try (Connection connection = cluster.connect(mode)) {
      connection.setAutoCommit(false);
      for (int shard = 0; shard < 2; shard++) {
        Savepoint first = connection.setSavepoint("first");
        assertEquals("0A000", state(connection, "SELECT * FROM by_bigint"));
        assertEquals("25P02", state(connection, "SELECT 1"));
        connection.rollback(first);
        update(connection, shard, 1);
        Savepoint second = connection.setSavepoint("second");
        update(connection, shard, 1);
        connection.rollback(second);
        assertEquals("0A000", state(connection, "TRUNCATE by_bigint"));
        connection.rollback(second);
        connection.releaseSavepoint(first);
        connection.commit();
        assertEquals(2, read(connection, shard));
        connection.commit();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {SIMPLE, EXTENDED, PREPARED})
  void settingsReachEveryShard(String mode) throws SQLException {
    try (Connection connection = cluster.connect(mode);
        Statement statement = connection.createStatement()) {
      statement.execute("SET work_mem = '5MB' -- five");
      statement.execute("SET test.one = 'a'");
      for (int shard = 0; shard < 2; shard++) {
        assertEquals("5MB", show(connection, shard, "work_mem"));
        assertEquals("a", show(connection, shard, "test.one"));
      }
      connection.setAutoCommit(false);
      statement.execute("SET LOCAL work_mem = '6MB'");
      statement.execute("SET test.one = 'b'");
      assertEquals("6MB", show(connection, 1, "work_mem"));
      assertEquals("b", show(connection, 1, "test.one"));
      connection.rollback();
      for (int shard = 0; shard < 2; shard++) {
        assertEquals("5MB", show(connection, shard, "work_mem"));
        assertEquals("a", show(connection, shard, "test.one"));
        connection.rollback();
      }
      update(connection, 1, 1);
      Savepoint savepoint = connection.setSavepoint("s");
      statement.execute("SET test.one = 'c'");
      connection.rollback(savepoint);
      statement.execute("SET test.two = 'd'");
      connection.commit();
      connection.setAutoCommit(true);
      for (int shard = 0; shard < 2; shard++) {
        assertEquals("a", show(connection, shard, "test.one"));
        assertEquals("d", show(connection, shard, "test.two"));
      }
      assertEquals("22023", state(connection, "SET work_mem = 'much'"));
      statement.execute("RESET work_mem");
      for (int shard = 0; shard < 2; shard++) {
        assertEquals("4MB", show(connection, shard, "work_mem"));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {SIMPLE, EXTENDED, PREPARED})
  void errorsAreTheShards(String mode) throws SQLException {
    try (Connection connection = cluster.connect(mode)) {
      for (int shard = 0; shard < 2; shard++) {
        String where = " FROM by_bigint WHERE k = " + key[shard];
        assertEquals("22012", state(connection, "SELECT 1 / (n - n)" + where));
        assertEquals("42703", state(connection, "SELECT nothing" + where));
        assertEquals("42601", state(connection, "SELECT FROM WHERE"));
        assertEquals(1, read(connection, shard));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {SIMPLE, EXTENDED, PREPARED})
  void whatNeedsSeveralShardsIsRefused(String mode) throws SQLException {
    try (Connection connection = cluster.connect(mode)) {
      for (String sql :
          new String[] {
            "SELECT * FROM by_bigint",
            "SELECT * FROM by_bigint WHERE k IN (" + key[0] + ", " + key[1] + ")",
            "INSERT INTO by_bigint (k) VALUES (" + key[0] + "), (" + key[1] + ")",
            "INSERT INTO by_bigint (k) SELECT 1",
            "UPDATE by_bigint SET k = 2 WHERE k = 1",
            "DELETE FROM by_bigint",
            "SELECT * FROM undeclared",
            "INSERT INTO everywhere VALUES (2, 'two')",
            "TRUNCATE by_bigint",
            "CREATE TABLE t (a int)",
            "LISTEN a",
            "DISCARD ALL",
            "DO $$ BEGIN END $$"
          }) {
        assertEquals("0A000", state(connection, sql), sql);
        assertEquals(1, read(connection, 1));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {EXTENDED, PREPARED})
  void aBatchIsOneShards(String mode) throws SQLException {
    try (Connection connection = cluster.connect(mode);
        PreparedStatement insert =
            connection.prepareStatement("INSERT INTO by_bigint (k, n) VALUES (?, ?)")) {
      for (int shard = 0; shard < 2; shard++) {
        for (int i = 0; i < 100; i++) {
          insert.setLong(1, key[shard]);
          insert.setInt(2, i);
          insert.addBatch();
        }
        assertEquals(100, insert.executeBatch().length);
        assertEquals(101, cluster.count(shard, "SELECT count(*) FROM by_bigint"));
      }
      for (int shard = 0; shard < 2; shard++) {
        insert.setLong(1, key[shard]);
        insert.setInt(2, 7);
        insert.addBatch();
      }
      BatchUpdateException refused = assertThrows(BatchUpdateException.class, insert::executeBatch);
      assertEquals("0A000", refused.getSQLState());
      assertEquals(101, cluster.count(0, "SELECT count(*) FROM by_bigint"));
      assertEquals(101, cluster.count(1, "SELECT count(*) FROM by_bigint"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {SIMPLE, EXTENDED, PREPARED})
  void statementsWithoutATableAreAnswered(String mode) throws SQLException {
    try (Connection connection = cluster.connect(mode);
        Statement statement = connection.createStatement()) {
      assertTrue(connection.isValid(5));
      try (ResultSet rows = statement.executeQuery("SELECT name FROM everywhere WHERE id = 1")) {
        assertTrue(rows.next());
        assertEquals("one", rows.getString(1));
      }
      try (ResultSet rows = connection.getMetaData().getColumns(null, "public", "by_bigint", "%")) {
        assertTrue(rows.next());
        assertEquals("k", rows.getString("COLUMN_NAME"));
      }
      try (ResultSet rows = statement.executeQuery("SHOW server_encoding")) {
        assertTrue(rows.next());
        assertEquals("UTF8", rows.getString(1));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {SIMPLE, EXTENDED, PREPARED})
  void largeResultsComeInFull(String mode) throws SQLException {
    try (Connection connection = cluster.connect(mode);
        Statement statement = connection.createStatement()) {
      for (int shard = 0; shard < 2; shard++) {
        try (ResultSet rows =
            statement.executeQuery(
                "SELECT g, repeat('x', 1000) FROM by_bigint, generate_series(1, 20000) g"
                    + " WHERE k = "
                    + key[shard])) {
          int count = 0;
          while (rows.next()) {
            assertEquals(++count, rows.getInt(1));
          }
          assertEquals(20000, count);
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {EXTENDED, PREPARED})
  void rowsAreFetchedByAndBy(String mode) throws SQLException {
    try (Connection connection = cluster.connect(mode + "&defaultRowFetchSize=7")) {
      connection.setAutoCommit(false);
      for (int shard = 0; shard < 2; shard++) {
        try (PreparedStatement statement =
            connection.prepareStatement(
                "SELECT g FROM by_bigint, generate_series(1, 100) g WHERE k = ?")) {
          statement.setLong(1, key[shard]);
          try (ResultSet rows = statement.executeQuery()) {
            int count = 0;
            while (rows.next()) {
              assertEquals(++count, rows.getInt(1));
            }
            assertEquals(100, count);
          }
        }
        connection.commit();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {SIMPLE, PREPARED})
  void aStatementIsCancelledWhereItRuns(String mode) throws SQLException {
    try (Connection connection = cluster.connect(mode);
        Statement statement = connection.createStatement()) {
      for (int shard = 0; shard < 2; shard++) {
        statement.setQueryTimeout(1);
        String sleep = "SELECT pg_sleep(50) FROM by_bigint WHERE k = " + key[shard];
        assertEquals(
            "57014",
            assertThrows(SQLException.class, () -> statement.execute(sleep)).getSQLState());
        assertEquals(1, read(connection, shard));
      }
    }
  }
}
