package dev.postern.backend.analyze;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.postern.backend.reference.DescribeClient;
import dev.postern.backend.reference.ReferenceServer;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Analysis against the reference server's: parameters, result columns, errors. */
final class AnalyzerReferenceTest {
  private static DescribeClient client;
  private static AnalyzeComparison comparison;

  @BeforeAll
  static void prepare() throws Exception {
    ReferenceServer server = ReferenceServer.shared();
    String database = server.createDatabase();
    try (Connection connection = server.connect(database);
        var statement = connection.createStatement()) {
      for (String sql : AnalyzeComparison.statements("setup.sql")) {
        statement.execute(sql);
      }
      client = new DescribeClient(server.host(), server.port(), ReferenceServer.USER, database);
      comparison = new AnalyzeComparison(new ReferenceCatalog(connection), client);
    }
  }

  @AfterAll
  static void close() throws Exception {
    client.close();
  }

  @Test
  void parametersAndColumnsAreTheSame() throws Exception {
    compare("statements.sql");
  }

  @Test
  void errorsAreTheSame() throws Exception {
    compare("errors.sql");
  }

  /** What psql's backslash commands ask of the catalogs. */
  @Test
  void catalogQueriesAreTheSame() throws Exception {
    compare("psql.sql");
  }

  @Test
  void systemViewsAreTheSame() throws Exception {
    List<String> statements = new ArrayList<>();
    for (String view : comparison.views()) {
      statements.add("SELECT * FROM " + view);
    }
    compare(statements);
  }

  private static void compare(String resource) throws Exception {
    compare(AnalyzeComparison.statements(resource));
  }

  private static void compare(List<String> statements) {
    List<String> expected = new ArrayList<>();
    List<String> actual = new ArrayList<>();
    for (String sql : statements) {
      expected.add(sql + "\n" + comparison.expected(sql));
      actual.add(sql + "\n" + comparison.actual(sql));
    }
    assertEquals(String.join("\n\n", expected), String.join("\n\n", actual));
  }
}
