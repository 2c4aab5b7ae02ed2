package dev.postern.backend.session;

import dev.postern.backend.plan.PlanNode;
import dev.postern.backend.plan.QueryPlan;
import dev.postern.backend.plan.StatementPlan;

/**
 * Whether a cursor with neither SCROLL nor NO SCROLL may go backward: where PostgreSQL's plan
 * could, which are plans without joins, groups and the like (manual, DECLARE).
 */
final class CursorPlans {
  private CursorPlans() {}

  static boolean canGoBackward(StatementPlan plan) {
    QueryPlan query = plan.query();
    return query != null && canGoBackward(query.root());
  }

  private static boolean canGoBackward(PlanNode node) {
    return switch (node) {
      case PlanNode.SequentialScan scan -> true;
      case PlanNode.IndexScan scan -> true;
      case PlanNode.ValuesScan scan -> true;
      case PlanNode.FunctionScan scan -> true;
      case PlanNode.CommonTableScan scan -> true;
      case PlanNode.Sort sort -> true;
      case PlanNode.Project project -> canGoBackward(project.child());
      case PlanNode.Limit limit -> canGoBackward(limit.child());
      case PlanNode.Filter filter -> canGoBackward(filter.child());
      default -> false;
    };
  }
}
