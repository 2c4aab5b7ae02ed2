package dev.postern.config;

import java.util.List;
import java.util.stream.Collectors;

/** The settings cannot be used. Carries every problem found; the message has one on each line. */
public final class SettingsException extends Exception {
  private final transient List<Problem> problems;
  private final transient List<Warning> warnings;

  SettingsException(List<Problem> problems, List<Warning> warnings) {
    super(problems.stream().map(Problem::toString).collect(Collectors.joining("\n")));
    this.problems = List.copyOf(problems);
    this.warnings = List.copyOf(warnings);
  }

  /** At least one; in each source from its top to its bottom. */
  public List<Problem> problems() {
    return problems;
  }

  /** What was found beside; an unknown key is often the other half of a missing one. */
  public List<Warning> warnings() {
    return warnings;
  }
}
