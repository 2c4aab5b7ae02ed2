package dev.postern.config;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Settings that can be used, and what about them deserves a line in the log. */
public record Loaded(Settings settings, List<Warning> warnings) {
  public Loaded {
    warnings = List.copyOf(warnings);
  }

  /**
   * The warnings as lines of a log: one each, but the keys of one source that have no effect yet
   * together in one line, for a file that was written for PgDog may have dozens of them.
   */
  public List<String> warningLines() {
    List<String> lines = new ArrayList<>();
    Map<String, List<String>> withoutEffect = new LinkedHashMap<>();
    for (Warning warning : warnings) {
      if (warning.kind() != Warning.Kind.NO_EFFECT) {
        lines.add(warning.toString());
        continue;
      }
      Location location = warning.location();
      String line = location.line() == 0 ? "" : " (line " + location.line() + ")";
      withoutEffect
          .computeIfAbsent(location.source(), source -> new ArrayList<>())
          .add(warning.key() + line);
    }
    withoutEffect.forEach(
        (source, keys) ->
            lines.add(source + ": accepted, no effect yet: " + String.join(", ", keys)));
    return lines;
  }
}
