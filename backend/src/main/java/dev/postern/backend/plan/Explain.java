package dev.postern.backend.plan;

import dev.postern.backend.analyze.Query;
import dev.postern.backend.analyze.TypedExpression;
import dev.postern.backend.analyze.TypedExpression.SortKey;
import dev.postern.backend.type.SqlType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A plan as EXPLAIN's text format shows it (manual section 14.1). The nodes' names are
 * PostgreSQL's; the plans and their costs are our own: a cost is about the number of rows touched,
 * in units of PostgreSQL's {@code cpu_tuple_cost}.
 */
public final class Explain {
  private static final double COST_PER_ROW = 0.01;

  private final Function<TypedExpression, String> text;
  private final boolean costs;
  private final List<String> lines = new ArrayList<>();

  private Explain(Function<TypedExpression, String> text, boolean costs) {
    this.text = text;
    this.costs = costs;
  }

  /**
   * The lines of QUERY PLAN.
   *
   * @param text shows an expression as SQL
   * @param costs the option COSTS
   */
  public static List<String> lines(
      StatementPlan plan, Function<TypedExpression, String> text, boolean costs) {
    Explain explain = new Explain(text, costs);
    QueryPlan query = plan.query();
    ModifyPlan modify = plan.modify();
    if (query != null) {
      explain.query(query, 0);
    } else if (modify != null) {
      explain.modify(modify, 0);
    }
    return explain.lines;
  }

  private void query(QueryPlan query, int depth) {
    node(query.root(), width(query), depth);
    for (QueryPlan.CommonTablePlan table : query.with()) {
      commonTable(table, depth);
    }
  }

  private void commonTable(QueryPlan.CommonTablePlan table, int depth) {
    lines.add("  ".repeat(depth + 1) + "CTE " + table.name());
    QueryPlan query = table.query();
    ModifyPlan modify = table.modify();
    if (query != null) {
      query(query, depth + 2);
    } else if (modify != null) {
      modify(modify, depth + 2);
    }
    if (table.recursiveTerm() != null) {
      query(table.recursiveTerm(), depth + 2);
    }
  }

  private void modify(ModifyPlan modify, int depth) {
    PlanNode rows = modify.rows();
    QueryPlan source = modify.source();
    double cost = rows != null ? Cost.of(rows) : source != null ? Cost.of(source.root()) : 1;
    String title =
        switch (modify.query()) {
          case Query.Insert insert -> "Insert on " + insert.table().name();
          case Query.Update update -> "Update on " + update.table().name();
          case Query.Delete delete -> "Delete on " + delete.table().name();
          case Query.Select select -> throw new IllegalStateException("not a modification");
          case Query.Values values -> throw new IllegalStateException("not a modification");
          case Query.SetOperation set -> throw new IllegalStateException("not a modification");
        };
    line(depth, title, cost, 0, 0);
    if (rows != null) {
      node(rows, 0, depth + 1);
    } else if (source != null) {
      node(source.root(), width(source), depth + 1);
    } else {
      node(new PlanNode.OneRow(), 0, depth + 1);
    }
    for (QueryPlan.CommonTablePlan table : modify.with()) {
      commonTable(table, depth);
    }
  }

  private static int width(QueryPlan query) {
    int width = 0;
    for (TypedExpression target : query.targets()) {
      SqlType type = target.type();
      width += type.width() > 0 ? type.width() : 32;
    }
    return width;
  }

  private void line(int depth, String title, double cost, double rows, int width) {
    StringBuilder line = new StringBuilder();
    if (depth > 0) {
      line.append("  ".repeat(depth * 3 - 2)).append("->  ");
    }
    line.append(title);
    if (costs) {
      line.append(
          String.format(
              Locale.ROOT,
              "  (cost=0.00..%.2f rows=%d width=%d)",
              cost * COST_PER_ROW,
              Math.round(rows),
              width));
    }
    lines.add(line.toString());
  }

  private void detail(int depth, String label, @Nullable TypedExpression expression) {
    if (expression != null) {
      detail(depth, label, text.apply(expression));
    }
  }

  private void detail(int depth, String label, String value) {
    lines.add("  ".repeat(depth * 3 + 1) + label + ": " + value);
  }

  private void node(PlanNode node, int width, int depth) {
    PlanNode shown = node;
    TypedExpression filter = null;
    if (node instanceof PlanNode.Filter f) {
      shown = f.child();
      filter = f.condition();
    }
    line(depth, title(shown), Cost.of(shown), shown.rows(), width);
    details(shown, depth);
    detail(depth, "Filter", filter);
    for (PlanNode child : children(shown)) {
      node(child, width, depth + 1);
    }
  }

  private static String named(String name, String alias) {
    return name.equals(alias) ? name : name + " " + alias;
  }

  private static String title(PlanNode node) {
    return switch (node) {
      case PlanNode.OneRow n -> "Result";
      case PlanNode.SequentialScan n -> "Seq Scan on " + named(n.table().name(), n.alias());
      case PlanNode.IndexScan n ->
          "Index Scan "
              + (n.backward() ? "Backward " : "")
              + "using "
              + n.index().name()
              + " on "
              + named(n.table().name(), n.alias());
      case PlanNode.FunctionScan n -> "Function Scan on " + n.source().alias();
      case PlanNode.ValuesScan n -> "Values Scan on \"" + n.alias() + "\"";
      case PlanNode.SubqueryScan n -> "Subquery Scan on " + n.alias();
      case PlanNode.CommonTableScan n ->
          (n.self() ? "WorkTable Scan on " : "CTE Scan on ") + n.alias();
      case PlanNode.Filter n -> "Result";
      case PlanNode.NestedLoop n ->
          n.type() == PlanNode.JoinType.LEFT ? "Nested Loop Left Join" : "Nested Loop";
      case PlanNode.HashJoin n ->
          switch (n.type()) {
            case INNER -> "Hash Join";
            case LEFT -> "Hash Left Join";
            case FULL -> "Hash Full Join";
            case SEMI -> "Hash Semi Join";
            case ANTI -> "Hash Anti Join";
          };
      case PlanNode.Project n -> "Result";
      case PlanNode.ProjectSet n -> "ProjectSet";
      case PlanNode.Sort n -> "Sort";
      case PlanNode.Distinct n -> "HashAggregate";
      case PlanNode.Unique n -> "Unique";
      case PlanNode.Aggregate n -> n.keys().isEmpty() ? "Aggregate" : "HashAggregate";
      case PlanNode.WindowAggregate n -> "WindowAgg";
      case PlanNode.SetOperation n ->
          switch (n.operator()) {
            case UNION -> n.all() ? "Append" : "HashAggregate";
            case INTERSECT -> n.all() ? "HashSetOp Intersect All" : "HashSetOp Intersect";
            case EXCEPT -> n.all() ? "HashSetOp Except All" : "HashSetOp Except";
          };
      case PlanNode.Limit n -> "Limit";
      case PlanNode.LockRows n -> "LockRows";
    };
  }

  private void details(PlanNode node, int depth) {
    switch (node) {
      case PlanNode.SequentialScan n -> detail(depth, "Filter", n.filter());
      case PlanNode.IndexScan n -> {
        detail(depth, "Index Cond", Conditions.all(n.indexConditions()));
        detail(depth, "Filter", n.filter());
      }
      case PlanNode.NestedLoop n -> detail(depth, "Join Filter", n.condition());
      case PlanNode.HashJoin n -> {
        if (!n.leftKeys().isEmpty()) {
          List<String> parts = new ArrayList<>();
          for (int i = 0; i < n.leftKeys().size(); i++) {
            parts.add(
                "("
                    + text.apply(n.leftKeys().get(i))
                    + " = "
                    + text.apply(n.rightKeys().get(i))
                    + ")");
          }
          String all = String.join(" AND ", parts);
          detail(depth, "Hash Cond", parts.size() > 1 ? "(" + all + ")" : all);
        }
        detail(depth, "Join Filter", n.condition());
      }
      case PlanNode.Sort n -> detail(depth, "Sort Key", sortKeys(n.keys()));
      case PlanNode.Aggregate n -> {
        if (!n.keys().isEmpty()) {
          detail(depth, "Group Key", list(n.keys()));
        }
      }
      case PlanNode.Distinct n -> detail(depth, "Group Key", list(n.keys()));
      case PlanNode.OneRow n -> {}
      case PlanNode.FunctionScan n -> {}
      case PlanNode.ValuesScan n -> {}
      case PlanNode.SubqueryScan n -> {}
      case PlanNode.CommonTableScan n -> {}
      case PlanNode.Filter n -> {}
      case PlanNode.Project n -> {}
      case PlanNode.ProjectSet n -> {}
      case PlanNode.Unique n -> {}
      case PlanNode.WindowAggregate n -> {}
      case PlanNode.SetOperation n -> {}
      case PlanNode.Limit n -> {}
      case PlanNode.LockRows n -> {}
    }
  }

  private String list(List<TypedExpression> expressions) {
    List<String> texts = new ArrayList<>();
    for (TypedExpression expression : expressions) {
      texts.add(text.apply(expression));
    }
    return String.join(", ", texts);
  }

  private String sortKeys(List<SortKey> keys) {
    List<String> texts = new ArrayList<>();
    for (SortKey key : keys) {
      String nulls =
          key.nullsFirst() == key.descending()
              ? ""
              : key.nullsFirst() ? " NULLS FIRST" : " NULLS LAST";
      texts.add(text.apply(key.value()) + (key.descending() ? " DESC" : "") + nulls);
    }
    return String.join(", ", texts);
  }

  private static List<PlanNode> children(PlanNode node) {
    return switch (node) {
      case PlanNode.OneRow n -> List.of();
      case PlanNode.SequentialScan n -> List.of();
      case PlanNode.IndexScan n -> List.of();
      case PlanNode.FunctionScan n -> List.of();
      case PlanNode.ValuesScan n -> List.of();
      case PlanNode.SubqueryScan n -> List.of(n.query().root());
      case PlanNode.CommonTableScan n -> List.of();
      case PlanNode.Filter n -> List.of(n.child());
      case PlanNode.NestedLoop n -> List.of(n.left(), n.right());
      case PlanNode.HashJoin n -> List.of(n.left(), n.right());
      case PlanNode.Project n -> List.of(n.child());
      case PlanNode.ProjectSet n -> List.of(n.child());
      case PlanNode.Sort n -> List.of(n.child());
      case PlanNode.Distinct n -> List.of(n.child());
      case PlanNode.Unique n -> List.of(n.child());
      case PlanNode.Aggregate n -> List.of(n.child());
      case PlanNode.WindowAggregate n -> List.of(n.child());
      case PlanNode.SetOperation n -> List.of(n.left().root(), n.right().root());
      case PlanNode.Limit n -> List.of(n.child());
      case PlanNode.LockRows n -> List.of(n.child());
    };
  }
}
