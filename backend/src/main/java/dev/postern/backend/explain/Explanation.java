package dev.postern.backend.explain;

import dev.postern.backend.analyze.AnalyzedStatement;
import dev.postern.backend.catalog.CatalogReader;
import dev.postern.backend.exec.Instruments;
import dev.postern.backend.plan.StatementPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The answer to EXPLAIN. */
public final class Explanation {
  private Explanation() {}

  /**
   * The rows of QUERY PLAN: a line each in text, all in one in the other formats.
   *
   * @param instruments what a run measured, or null
   * @param planningNanos shown where a summary is wanted
   * @param executionNanos likewise, with ANALYZE
   */
  public static List<String> rows(
      CatalogReader catalog,
      AnalyzedStatement statement,
      StatementPlan plan,
      ExplainOptions options,
      @Nullable Instruments instruments,
      long planningNanos,
      long executionNanos) {
    ShownNode root = PlanDescriber.describe(catalog, statement, plan, options, instruments);
    Double planning = options.summary() ? planningNanos / 1e6 : null;
    Double execution = options.summary() && options.analyze() ? executionNanos / 1e6 : null;
    if (options.format() != ExplainOptions.Format.TEXT) {
      return List.of(StructuredPlan.text(root, options, planning, execution));
    }
    List<String> lines = new ArrayList<>(TextPlan.lines(root, options));
    if (planning != null) {
      lines.add(String.format(Locale.ROOT, "Planning Time: %.3f ms", planning));
    }
    if (execution != null) {
      lines.add(String.format(Locale.ROOT, "Execution Time: %.3f ms", execution));
    }
    return lines;
  }
}
