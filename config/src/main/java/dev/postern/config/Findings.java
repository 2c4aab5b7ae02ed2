package dev.postern.config;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** What one load has found so far. Confined to the loading thread. */
final class Findings {
  private final List<Problem> problems = new ArrayList<>();
  private final List<Warning> warnings = new ArrayList<>();

  void problem(Location location, String key, String message) {
    problems.add(new Problem(location, key, message));
  }

  void expected(Location location, String key, String expected, String found) {
    problems.add(Problem.expected(location, key, expected, found));
  }

  void warning(Warning.Kind kind, Location location, String key, String message) {
    warnings.add(new Warning(kind, location, key, message));
  }

  /** In the order of their places: a source's lines from top to bottom. */
  List<Warning> warnings() {
    List<Warning> sorted = new ArrayList<>(warnings);
    sorted.sort(Comparator.comparing(Warning::location));
    return sorted;
  }

  void throwIfAny() throws SettingsException {
    if (!problems.isEmpty()) {
      List<Problem> sorted = new ArrayList<>(problems);
      sorted.sort(Comparator.comparing(Problem::location));
      throw new SettingsException(sorted, warnings());
    }
  }
}
