package dev.postern.proxy.sharding;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.postern.backend.reference.ReferenceServer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Rows of random keys are where PostgreSQL's own hash partitioning would put them. */
class RowPlacementTest {
  private static final int KEYS = 40;

  /** The driver's ways of saying the same: simple, extended, prepared, in text and in binary. */
  private static final String[] MODES = {
    "preferQueryMode=simple",
    "prepareThreshold=0",
    "prepareThreshold=1",
    "prepareThreshold=-1",
    "prepareThreshold=1&binaryTransfer=false",
    "preferQueryMode=extendedCacheEverything"
  };

  @ParameterizedTest
  @EnumSource(ShardedCluster.Second.class)
  void everyRowIsOnPostgresShard(ShardedCluster.Second second) throws Exception {
    long seed = Long.getLong("seed", System.nanoTime());
    Random random = new Random(seed);
    try (ShardedCluster cluster = new ShardedCluster(second);
        Connection reference = ReferenceServer.shared().connect("postgres")) {
      for (String mode : MODES) {
        try (Connection client = cluster.connect(mode)) {
          for (String type : ShardedCluster.TYPES) {
            for (int i = 0; i < KEYS; i++) {
              String key = key(type, random);
              String told = "seed " + seed + ", " + mode + ", " + type + " " + key;
              writeAndRead(client, type, key, told);
            }
          }
        }
      }
      for (int shard = 0; shard < 2; shard++) {
        try (Connection direct = cluster.shard(shard)) {
          for (String type : ShardedCluster.TYPES) {
            requireAllAt(shard, direct, reference, type, "seed " + seed);
          }
        }
      }
    }
  }

  private static void requireAllAt(
      int shard, Connection direct, Connection reference, String type, String told)
      throws SQLException {
    int rows = 0;
    try (Statement statement = direct.createStatement();
        ResultSet keys = statement.executeQuery("SELECT k::text FROM by_" + type)) {
      while (keys.next()) {
        String key = keys.getString(1);
        assertEquals(shard, ShardedCluster.shardOf(reference, type, key), told + ", " + key);
        rows++;
      }
    }
    assertTrue(rows > MODES.length, told);
  }

  private static String key(String type, Random random) {
    return switch (type) {
      case "bigint" ->
          Long.toString(
              switch (random.nextInt(4)) {
                case 0 -> random.nextLong();
                case 1 -> random.nextInt(1000) - 500;
                case 2 -> random.nextInt();
                default -> random.nextBoolean() ? Long.MIN_VALUE : Long.MAX_VALUE;
              });
      case "uuid" -> new UUID(random.nextLong(), random.nextLong()).toString();
      default -> {
        StringBuilder text = new StringBuilder();
        int length = random.nextInt(30);
        for (int i = 0; i < length; i++) {
          text.appendCodePoint(random.nextInt(4) == 0 ? 0x1f600 : ' ' + random.nextInt(90));
        }
        yield text.toString();
      }
    };
  }

  private static void set(PreparedStatement statement, int index, String type, String key)
      throws SQLException {
    switch (type) {
      case "bigint" -> statement.setLong(index, Long.parseLong(key));
      case "uuid" -> statement.setObject(index, UUID.fromString(key));
      default -> statement.setString(index, key);
    }
  }

  private static void writeAndRead(Connection connection, String type, String key, String told)
      throws SQLException {
    try (PreparedStatement insert =
        connection.prepareStatement("INSERT INTO by_" + type + " (k, n) VALUES (?, ?)")) {
      set(insert, 1, type, key);
      insert.setInt(2, 1);
      assertEquals(1, insert.executeUpdate(), told);
    }
    try (PreparedStatement update =
        connection.prepareStatement("UPDATE by_" + type + " SET n = n + 1 WHERE k = ?")) {
      set(update, 1, type, key);
      assertTrue(update.executeUpdate() > 0, told);
    }
    try (PreparedStatement select =
        connection.prepareStatement("SELECT n, k::text FROM by_" + type + " WHERE ? = k")) {
      set(select, 1, type, key);
      try (ResultSet rows = select.executeQuery()) {
        assertTrue(rows.next(), told);
        assertTrue(rows.getInt(1) >= 2, told);
        assertEquals(key, rows.getString(2), told);
      }
    }
  }
}
