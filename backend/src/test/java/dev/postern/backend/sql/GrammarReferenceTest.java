package dev.postern.backend.sql;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.reference.PlainConnection;
import dev.postern.backend.reference.ReferenceServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * What is read and what is refused, with which words and where, compared with the reference server.
 *
 * <p>Nothing is executed: the statement follows one that fails, in the same query string, and the
 * server reads the whole string before it runs any of it.
 */
class GrammarReferenceTest {
  private static final String FAILING = "SELECT no_such_column;\n";

  @Test
  void sameStatementsAreReadAndSameErrorsReported() {
    long seed = Long.getLong("postern.seed", 20_261_130);
    System.out.println("GrammarReferenceTest seed " + seed + " (-Dpostern.seed)");
    Random random = new Random(seed);
    List<String> statements = StatementCorpus.statements();
    List<String> texts = new ArrayList<>(statements);
    for (int i = 0; i < 5_000; i++) {
      texts.add(StatementCorpus.mutation(statements, random));
    }
    List<String> differences = new ArrayList<>();
    try (PlainConnection connection = ReferenceServer.shared().connectPlain("postgres")) {
      for (String text : texts) {
        String reference = reference(connection, text);
        String ours = ours(text);
        if (!reference.equals(ours)) {
          differences.add(text + "\n  reference: " + reference + "\n  ours:      " + ours);
        }
      }
    }
    assertTrue(
        differences.isEmpty(),
        () ->
            differences.size() + " differ (seed " + seed + "):\n" + String.join("\n", differences));
  }

  @Test
  void keywordsAreTheReferenceServers() {
    try (PlainConnection connection = ReferenceServer.shared().connectPlain("postgres")) {
      List<String> reference = new ArrayList<>();
      for (@Nullable String[] row :
          connection
              .query("SELECT word, catcode, barelabel, catdesc FROM pg_get_keywords()")
              .rows()) {
        reference.add(String.join(" ", row));
      }
      List<String> ours = new ArrayList<>();
      for (Keywords.Keyword k : Keywords.all()) {
        String bare = k.bareLabel() ? "t" : "f";
        ours.add(
            String.join(" ", k.word(), "" + k.category().code(), bare, k.category().description()));
      }
      assertEquals(reference, ours);
    }
  }

  private static String reference(PlainConnection connection, String text) {
    Map<Character, String> error = connection.query(FAILING + text).error();
    String message = String.valueOf(error.get('M'));
    if (message.startsWith("column \"no_such_column\"")) {
      return "read";
    }
    String position = error.get('P');
    int at = position == null ? 0 : Integer.parseInt(position) - FAILING.length();
    return error.get('C') + " " + message + " " + at;
  }

  private static String ours(String text) {
    try {
      SqlParser.parse(text);
      return "read";
    } catch (SqlError e) {
      return e.sqlState() + " " + e.message() + " " + e.position();
    }
  }
}
