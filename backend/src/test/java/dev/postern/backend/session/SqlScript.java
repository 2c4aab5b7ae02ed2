package dev.postern.backend.session;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A script of query strings: each ends with a line that ends in a semicolon. The lines after one
 * that begins a COPY FROM STDIN are its data, up to a line {@code \.}. A comment line {@code --
 * refused} before a query string says that the engine refuses it with 0A000 for now; {@code --
 * differs: why} that its answer is not compared.
 *
 * @param steps in order
 */
record SqlScript(List<Step> steps) {
  /** How an answer is to be judged. */
  enum Expectation {
    SAME,
    REFUSED,
    DIFFERENT
  }

  /**
   * One query string.
   *
   * @param copyData what is sent when the server asks for COPY data
   */
  record Step(String sql, String copyData, Expectation expectation) {}

  static SqlScript resource(String name) {
    try (InputStream in = SqlScript.class.getResourceAsStream("/sql/" + name)) {
      if (in == null) {
        throw new IllegalArgumentException("no script " + name);
      }
      return parse(new String(in.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static SqlScript parse(String text) {
    List<Step> steps = new ArrayList<>();
    StringBuilder sql = new StringBuilder();
    Expectation expectation = Expectation.SAME;
    String[] lines = text.split("\n");
    for (int i = 0; i < lines.length; i++) {
      String line = lines[i];
      if (sql.isEmpty()) {
        if (line.equals("-- refused")) {
          expectation = Expectation.REFUSED;
          continue;
        }
        if (line.startsWith("-- differs")) {
          expectation = Expectation.DIFFERENT;
          continue;
        }
        if (line.isBlank() || line.startsWith("--")) {
          continue;
        }
      }
      sql.append(line);
      if (!line.stripTrailing().endsWith(";")) {
        sql.append('\n');
        continue;
      }
      StringBuilder data = new StringBuilder();
      if (isCopyFrom(sql.toString())) {
        while (++i < lines.length && !lines[i].equals("\\.")) {
          data.append(lines[i]).append('\n');
        }
      }
      steps.add(new Step(sql.toString(), data.toString(), expectation));
      expectation = Expectation.SAME;
      sql.setLength(0);
    }
    return new SqlScript(List.copyOf(steps));
  }

  private static boolean isCopyFrom(String sql) {
    return sql.matches("(?is)\\s*copy\\b.*\\bfrom\\s+stdin\\b.*");
  }
}
