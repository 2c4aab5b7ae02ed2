package dev.postern.proxy.sharding;

import dev.postern.backend.reference.ReferenceServer;
import dev.postern.proxy.TestProgram;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * The database {@code shop} of two shards, which can be reached singly as {@code shop_0} and {@code
 * shop_1}, with a table for each type of key.
 */
final class ShardedCluster implements AutoCloseable {
  static final String[] TYPES = {"bigint", "text", "uuid"};

  /** Where shard 1 is; shard 0 is embedded. */
  enum Second {
    EMBEDDED,
    UPSTREAM
  }

  final TestProgram program;

  ShardedCluster(Second second) throws Exception {
    StringBuilder toml = new StringBuilder();
    toml.append(server("shop", 0, "host = \"embedded\"\ndatabase_name = \"shop_0\"\n"));
    toml.append(server("shop_0", 0, "host = \"embedded\"\n"));
    String place = "host = \"embedded\"\ndatabase_name = \"shop_1\"\n";
    if (second == Second.UPSTREAM) {
      ReferenceServer reference = ReferenceServer.shared();
      place =
          "host = \"127.0.0.1\"\nport = "
              + reference.port()
              + "\ndatabase_name = \""
              + reference.createDatabase()
              + "\"\n";
    }
    toml.append(server("shop", 1, place)).append(server("shop_1", 0, place));
    for (String type : TYPES) {
      toml.append("[[sharded_tables]]\ndatabase = \"shop\"\nname = \"by_" + type + "\"\n");
      toml.append("column = \"k\"\ndata_type = \"" + type + "\"\n");
    }
    toml.append("[[omnisharded_tables]]\ndatabase = \"shop\"\ntables = [\"everywhere\"]\n");
    program = new TestProgram(toml.toString());
    for (int shard = 0; shard < 2; shard++) {
      try (Connection connection = shard(shard);
          Statement statement = connection.createStatement()) {
        for (String type : TYPES) {
          statement.execute("CREATE TABLE by_" + type + " (k " + type + ", n int, note text)");
        }
        statement.execute("CREATE TABLE everywhere (id int, name text)");
        statement.execute("INSERT INTO everywhere VALUES (1, 'one')");
        statement.execute("CREATE TABLE undeclared (id int)");
      }
    }
  }

  private static String server(String name, int shard, String place) {
    return "[[databases]]\nname = \"" + name + "\"\nshard = " + shard + "\n" + place;
  }

  Connection connect(String parameters) throws SQLException {
    return program.connect("shop", parameters);
  }

  Connection shard(int number) throws SQLException {
    return program.connect("shop_" + number, "");
  }

  /** What the first column of the first row says on one shard. */
  long count(int shard, String query) throws SQLException {
    try (Connection connection = shard(shard);
        Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery(query)) {
      result.next();
      return result.getLong(1);
    }
  }

  /** A key of each shard: the smallest from 1 on. */
  static long key(int shard) throws SQLException {
    try (Connection connection = ReferenceServer.shared().connect("postgres")) {
      for (long key = 1; ; key++) {
        if (shardOf(connection, "bigint", Long.toString(key)) == shard) {
          return key;
        }
      }
    }
  }

  /** What PostgreSQL's own hash partitioning says of two partitions. */
  static int shardOf(Connection reference, String type, String key) throws SQLException {
    try (Statement statement = reference.createStatement()) {
      statement.execute(
          "CREATE TEMP TABLE IF NOT EXISTS part_"
              + type
              + " (k "
              + type
              + ") PARTITION BY HASH (k)");
      try (ResultSet result =
          statement.executeQuery(
              "SELECT satisfies_hash_partition('part_"
                  + type
                  + "'::regclass, 2, 0, '"
                  + key.replace("'", "''")
                  + "'::"
                  + type
                  + ")")) {
        result.next();
        return result.getBoolean(1) ? 0 : 1;
      }
    }
  }

  @Override
  public void close() {
    program.close();
  }
}
