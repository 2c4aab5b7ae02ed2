package dev.postern.backend.plan;

/** How many rows a plan touches: a guess for deciding where it runs and for EXPLAIN. */
public final class Cost {
  private Cost() {}

  /** Rows read and made by a node and all below it. */
  public static double of(PlanNode node) {
    return switch (node) {
      case PlanNode.OneRow n -> 1;
      case PlanNode.SequentialScan n -> n.tableRows();
      case PlanNode.IndexScan n -> n.rows() + 1;
      case PlanNode.FunctionScan n -> n.rows();
      case PlanNode.ValuesScan n -> n.rows();
      case PlanNode.SubqueryScan n -> of(n.query().root());
      case PlanNode.CommonTableScan n -> n.rows();
      case PlanNode.Filter n -> of(n.child());
      case PlanNode.NestedLoop n -> of(n.left()) + n.left().rows() * of(n.right());
      case PlanNode.HashJoin n -> of(n.left()) + of(n.right());
      case PlanNode.Project n -> of(n.child());
      case PlanNode.ProjectSet n -> of(n.child()) + n.rows();
      case PlanNode.Sort n -> of(n.child());
      case PlanNode.Distinct n -> of(n.child());
      case PlanNode.Unique n -> of(n.child());
      case PlanNode.Aggregate n -> of(n.child());
      case PlanNode.WindowAggregate n -> of(n.child());
      case PlanNode.SetOperation n -> of(n.left().root()) + of(n.right().root());
      case PlanNode.Limit n -> n.child() instanceof PlanNode.IndexScan ? n.rows() : of(n.child());
      case PlanNode.LockRows n -> of(n.child());
    };
  }
}
