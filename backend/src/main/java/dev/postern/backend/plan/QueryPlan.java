package dev.postern.backend.plan;

import dev.postern.backend.analyze.Query;
import dev.postern.backend.analyze.TypedExpression;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A query's plan: its rows and what is computed of each for the result.
 *
 * @param with members of WITH that are computed apart, in order
 * @param targets of the result's columns
 */
public record QueryPlan(
    List<CommonTablePlan> with,
    PlanNode root,
    List<TypedExpression> targets,
    List<Query.OutputColumn> output) {

  /**
   * A member of WITH.
   *
   * @param modify for a data-modifying member; then {@code query} is null
   */
  public record CommonTablePlan(
      int number,
      String name,
      @Nullable QueryPlan query,
      @Nullable ModifyPlan modify,
      @Nullable QueryPlan recursiveTerm,
      boolean union,
      dev.postern.backend.type.TupleLayout layout) {}
}
