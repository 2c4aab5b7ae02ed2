package dev.postern.backend.session;

import dev.postern.backend.reference.ReferenceServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs a script on the reference server and on an engine and tells what differs: columns, rows,
 * tags, errors with all their fields, notices, the transaction's status. An answer whose rows come
 * in no certain order needs an ORDER BY in the script.
 */
final class SqlComparison {
  private SqlComparison() {}

  /** Differences in words; empty where both say the same. */
  static List<String> differences(ReferenceServer server, SqlScript script) throws SQLException {
    List<String> differences = new ArrayList<>();
    String database = server.createDatabase();
    try (EmbeddedEngine engine = new EmbeddedEngine(EngineOptions.standard());
        EngineTranscript ours = new EngineTranscript(engine, "postgres", "postgres");
        ReferenceTranscript theirs =
            new ReferenceTranscript(server.host(), server.port(), ReferenceServer.USER, database)) {
      for (SqlScript.Step step : script.steps()) {
        compare(step, theirs.run(step), ours.run(step), differences);
      }
    }
    return differences;
  }

  private static void compare(
      SqlScript.Step step, List<String> theirs, List<String> ours, List<String> differences) {
    boolean refused = ours.stream().anyMatch(line -> line.startsWith("message S=ERROR C=0A000"));
    boolean good =
        switch (step.expectation()) {
          case SAME -> comparable(theirs).equals(comparable(ours));
          case REFUSED -> refused;
          case DIFFERENT -> true;
        };
    if (!good) {
      StringBuilder text = new StringBuilder(step.sql()).append('\n');
      for (String line : theirs) {
        text.append(ours.contains(line) ? "    " : "  - ").append(line).append('\n');
      }
      for (String line : ours) {
        if (!theirs.contains(line)) {
          text.append("  + ").append(line).append('\n');
        }
      }
      if (step.expectation() == SqlScript.Expectation.REFUSED) {
        text.append("  is not refused any more\n");
      }
      differences.add(text.toString());
    }
  }

  /**
   * Without what is no answer: the shape of rows that an error came before (PostgreSQL computes
   * constants while it plans).
   */
  private static List<String> comparable(List<String> lines) {
    List<String> kept = new ArrayList<>();
    for (int i = 0; i < lines.size(); i++) {
      boolean unused =
          lines.get(i).startsWith("columns ")
              && i + 1 < lines.size()
              && lines.get(i + 1).startsWith("message S=ERROR");
      if (!unused) {
        kept.add(lines.get(i));
      }
    }
    return kept;
  }

  /** For trying scripts by hand: their files are the arguments. */
  public static void main(String[] files) throws Exception {
    int count = 0;
    for (String file : files) {
      List<String> differences =
          differences(ReferenceServer.shared(), SqlScript.parse(Files.readString(Path.of(file))));
      System.out.println("=== " + file + ": " + differences.size());
      differences.forEach(System.out::println);
      count += differences.size();
    }
    System.out.println(count + " differences");
  }
}
