package dev.postern.proxy.drivers;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.postern.backend.reference.ReferenceServer;
import dev.postern.proxy.client.TestServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Lets a client do the same against PostgreSQL and against the embedded engine, each time in a new
 * database of the same name, and compares what it printed.
 */
final class Transcripts {
  private static final AtomicInteger DATABASES = new AtomicInteger();

  private Transcripts() {}

  /** A client's work: gives what it printed. */
  interface Client {
    String work(int port, String database) throws Exception;
  }

  static void assertSame(TestServer ours, Client client) throws Exception {
    String database = "drivers_" + DATABASES.incrementAndGet();
    String expected = run(ReferenceServer.shared().port(), database, client);
    assertFalse(expected.contains("part failed"), expected);
    String actual = run(ours.port(), database, client);
    List<String> wanted = expected.lines().map(Transcripts::plain).toList();
    List<String> found = actual.lines().map(Transcripts::plain).toList();
    StringBuilder differences = new StringBuilder();
    for (int i = 0; i < Math.max(wanted.size(), found.size()); i++) {
      String want = i < wanted.size() ? wanted.get(i) : "(nothing)";
      String got = i < found.size() ? found.get(i) : "(nothing)";
      if (!want.equals(got)) {
        differences.append("line ").append(i + 1).append("\n  PostgreSQL: ").append(want);
        differences.append("\n  ours:       ").append(got).append('\n');
      }
    }
    assertEquals("", differences.toString());
  }

  private static String run(int port, String database, Client client) throws Exception {
    execute(port, "CREATE DATABASE " + database);
    try {
      return client.work(port, database);
    } finally {
      execute(port, "DROP DATABASE " + database + " WITH (FORCE)");
    }
  }

  private static void execute(int port, String statement) throws SQLException {
    String url = "jdbc:postgresql://127.0.0.1:" + port + "/postgres?user=postgres";
    try (Connection connection = DriverManager.getConnection(url);
        Statement sql = connection.createStatement()) {
      sql.execute(statement);
    }
  }

  /** What two servers may say differently: numbers of sessions. */
  private static String plain(String line) {
    return line.replaceAll("pg_temp_\\d+", "pg_temp_N");
  }
}
