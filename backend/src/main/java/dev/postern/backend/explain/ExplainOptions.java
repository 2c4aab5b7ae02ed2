package dev.postern.backend.explain;

/**
 * What EXPLAIN is to show.
 *
 * @param analyze the statement was run, and what was measured is shown
 * @param timing times of the nodes, which only a run has
 * @param summary times of planning and execution
 */
public record ExplainOptions(
    boolean analyze,
    boolean verbose,
    boolean costs,
    boolean timing,
    boolean summary,
    Format format) {
  /** How it is written. */
  public enum Format {
    TEXT,
    JSON,
    YAML
  }
}
