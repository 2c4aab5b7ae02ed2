package dev.postern.backend.function;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.postern.backend.reference.ReferenceServer;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.postgresql.util.PSQLException;

/**
 * The expressions of {@code cases.tsv} give here what is written there, and so they do on the
 * reference server. A line is the expression, the text of its value (or {@code NULL}, or {@code
 * ERROR: SQLSTATE message}), and how the server is asked where that is not simply SELECT.
 */
class FunctionCasesTest {
  private record Case(String expression, String expected, String sql) {}

  private static List<Case> cases() throws IOException {
    try (InputStream in = FunctionCasesTest.class.getResourceAsStream("cases.tsv")) {
      String text = new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
      List<Case> cases = new ArrayList<>();
      for (String line : text.split("\n")) {
        String[] fields = line.split("\t", -1);
        String sql = fields[2].isEmpty() ? "select (" + fields[0] + ")::text" : fields[2];
        cases.add(new Case(fields[0], unescaped(fields[1]), sql));
      }
      return cases;
    }
  }

  private static String unescaped(String field) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < field.length(); i++) {
      char c = field.charAt(i);
      if (c == '\\') {
        char next = field.charAt(++i);
        text.append(next == 'n' ? '\n' : next == 't' ? '\t' : next);
      } else {
        text.append(c);
      }
    }
    return text.toString();
  }

  /** Shown as output functions do, not as casts to text do. */
  private static String plain(String shown) {
    return switch (shown) {
      case "true" -> "t";
      case "false" -> "f";
      default -> shown;
    };
  }

  @Test
  void expressionsGiveWhatIsWritten() throws IOException {
    List<String> differences = new ArrayList<>();
    for (Case one : cases()) {
      String ours =
          ExpressionEvaluator.evaluate(new TestContext(), one.expression().replace("SETOF ", ""));
      if (!plain(ours).equals(plain(one.expected()))) {
        differences.add(one.expression() + "\n  gives " + ours + "\n  not " + one.expected());
      }
    }
    assertEquals("", String.join("\n", differences));
  }

  @Test
  void referenceServerGivesWhatIsWritten() throws IOException, SQLException {
    List<String> differences = new ArrayList<>();
    try (Connection connection = ReferenceServer.shared().connect("postgres");
        Statement statement = connection.createStatement()) {
      statement.execute("set timezone = 'UTC'");
      for (Case one : cases()) {
        String theirs = ask(statement, one.sql());
        if (!theirs.equals(one.expected())) {
          differences.add(one.sql() + "\n  gives " + theirs + "\n  not " + one.expected());
        }
      }
    }
    assertEquals("", String.join("\n", differences));
  }

  private static String ask(Statement statement, String sql) throws SQLException {
    try (ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      String value = rows.getString(1);
      return value == null ? "NULL" : value;
    } catch (PSQLException e) {
      String message =
          e.getServerErrorMessage() == null
              ? String.valueOf(e.getMessage())
              : e.getServerErrorMessage().getMessage();
      return "ERROR: " + e.getSQLState() + " " + message;
    }
  }
}
