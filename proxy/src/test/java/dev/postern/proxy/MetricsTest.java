package dev.postern.proxy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.postern.backend.reference.ReferenceServer;
import dev.postern.backend.session.EmbeddedEngine;
import dev.postern.backend.session.EngineOptions;
import dev.postern.config.Settings;
import dev.postern.config.SettingsException;
import dev.postern.config.SettingsLoader;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The figures of {@code /metrics} after real work. */
class MetricsTest {
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private static Program program(Map<String, String> settings)
      throws SettingsException, StartException {
    Map<String, String> overrides = new HashMap<>(settings);
    overrides.put("general.port", "0");
    overrides.putIfAbsent("general.openmetrics_port", "0");
    Settings loaded = SettingsLoader.load(null, null, Map.of(), overrides).settings();
    EmbeddedEngine engine = new EmbeddedEngine(new EngineOptions(100, true, Map.of()));
    return Program.start(loaded, CompletableFuture.completedFuture(engine));
  }

  private static HttpResponse<String> get(Program program, String path) throws Exception {
    URI address = URI.create("http://127.0.0.1:" + program.metricsPort() + path);
    return HTTP.send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.ofString());
  }

  /** The value of a series, or 0 where it is not there. */
  private static double value(String text, String series) {
    return text.lines()
        .filter(line -> line.startsWith(series + " "))
        .mapToDouble(line -> Double.parseDouble(line.substring(series.length() + 1)))
        .findFirst()
        .orElse(0);
  }

  private static Connection connect(Program program, String database) throws SQLException {
    return DriverManager.getConnection(
        "jdbc:postgresql://127.0.0.1:" + program.port() + "/" + database + "?user=postgres");
  }

  @Test
  void countsWhatClientsDo() throws Exception {
    try (Program program = program(Map.of());
        Connection connection = connect(program, "postgres");
        Statement statement = connection.createStatement()) {
      String before = get(program, "/metrics").body();
      for (int i = 0; i < 10; i++) {
        statement.execute("SELECT 1");
      }
      assertThrows(SQLException.class, () -> statement.execute("SELECT 1/0"));
      assertThrows(SQLException.class, () -> statement.execute("SELECT nothing"));
      connection.setAutoCommit(false);
      statement.execute("SELECT 1");
      String after = get(program, "/metrics").body();

      assertEquals(1, value(after, "postern_clients{database=\"postgres\"}"), after);
      double statements =
          value(after, "postern_statements_total") - value(before, "postern_statements_total");
      // BEGIN, and the SELECT behind it; those that failed are not among them.
      assertTrue(statements >= 12 && statements <= 14, after);
      assertEquals(
          value(after, "postern_statements_total"),
          value(after, "postern_statement_duration_seconds_count"),
          after);
      assertEquals(
          value(after, "postern_statements_total"),
          value(after, "postern_statement_duration_seconds_bucket{le=\"+Inf\"}"),
          after);
      assertTrue(value(after, "postern_statement_duration_seconds_sum") > 0, after);
      assertEquals(1, value(after, "postern_errors_total{class=\"22\"}"), after);
      assertEquals(1, value(after, "postern_errors_total{class=\"42\"}"), after);
      assertTrue(value(after, "postern_received_bytes_total") > 100, after);
      assertTrue(value(after, "postern_sent_bytes_total") > 100, after);
      assertEquals(1, value(after, "postern_engine_transactions_active"), after);
      assertEquals(1, value(after, "postern_engine_sessions"), after);
      assertTrue(
          value(after, "postern_engine_commits_total")
              >= value(before, "postern_engine_commits_total") + 10,
          after);
    }
  }

  @Test
  void servesNothingElse() throws Exception {
    try (Program program = program(Map.of("general.openmetrics_namespace", "shop"))) {
      assertEquals(404, get(program, "/").statusCode());
      assertEquals(404, get(program, "/metrics/x").statusCode());
      HttpResponse<String> metrics = get(program, "/metrics");
      assertEquals(200, metrics.statusCode());
      assertTrue(metrics.headers().firstValue("content-type").orElse("").startsWith("text/plain"));
      assertTrue(metrics.body().contains("\nshop_statements_total "), metrics.body());
    }
  }

  @Test
  void tellsThatThePortIsTaken() throws Exception {
    try (ServerSocket taken = new ServerSocket(0)) {
      StartException error =
          assertThrows(
              StartException.class,
              () ->
                  program(
                      Map.of(
                          "general.openmetrics_host",
                          "0.0.0.0",
                          "general.openmetrics_port",
                          "" + taken.getLocalPort())));
      assertEquals(
          "cannot listen on \"0.0.0.0\" port "
              + taken.getLocalPort()
              + " for metrics: Address already in use",
          error.getMessage());
    }
  }

  private static void addServer(Map<String, String> settings, int entry, String name, int port) {
    String key = "databases." + entry + ".";
    settings.put(key + "name", name);
    settings.put(key + "host", "127.0.0.1");
    settings.put(key + "port", "" + port);
    settings.put(key + "database_name", "postgres");
    settings.put(key + "user", "postgres");
  }

  @Test
  void checksServersAndCountsTheirConnections() throws Exception {
    int port = ReferenceServer.shared().port();
    int nobody;
    try (ServerSocket free = new ServerSocket(0)) {
      nobody = free.getLocalPort();
    }
    Map<String, String> settings = new HashMap<>();
    addServer(settings, 0, "there", port);
    addServer(settings, 1, "gone", nobody);
    settings.put("general.idle_healthcheck_delay", "1");
    settings.put("general.idle_healthcheck_interval", "50");
    String there = "{server=\"127.0.0.1:" + port + "/postgres\"}";
    String gone = "{server=\"127.0.0.1:" + nobody + "/postgres\"}";
    try (Program program = program(settings);
        Connection connection = connect(program, "there");
        Statement statement = connection.createStatement()) {
      assertThrows(SQLException.class, () -> statement.execute("SELECT 1/0"));
      String text = "";
      for (int i = 0; i < 100 && !text.contains("server_primary{"); i++) {
        Thread.sleep(100);
        text = get(program, "/metrics").body();
      }
      assertEquals(1, value(text, "postern_server_up" + there), text);
      assertEquals(1, value(text, "postern_server_primary" + there), text);
      assertTrue(text.contains("postern_server_up" + gone + " 0"), text);
      assertEquals(1, value(text, "postern_upstream_connections" + there), text);
      assertEquals(1, value(text, "postern_errors_total{class=\"22\"}"), text);
    }
  }
}
