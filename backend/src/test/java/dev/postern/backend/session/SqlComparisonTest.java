package dev.postern.backend.session;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.postern.backend.reference.ReferenceServer;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Scripts of {@code resources/sql}, each of one topic, run on both sides. */
class SqlComparisonTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "select.sql",
        "names.sql",
        "tables.sql",
        "constraints.sql",
        "transactions.sql",
        "cursors.sql",
        "copy.sql",
        "types.sql",
        "joins.sql",
        "recursion.sql",
        "array-parts.sql",
        "numbers.sql",
        "frames.sql",
        "ordered-sets.sql",
        "domains.sql",
        "folding.sql",
        "explain.sql",
        "aggregates.sql",
        "changes.sql",
        "session.sql"
      })
  void answersAsTheReferenceDoes(String script) throws SQLException {
    List<String> differences =
        SqlComparison.differences(ReferenceServer.shared(), SqlScript.resource(script));
    assertEquals(List.of(), differences, () -> String.join("\n", differences));
  }
}
