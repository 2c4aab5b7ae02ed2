package dev.postern.backend.explain;

import dev.postern.backend.analyze.AnalyzedStatement;
import dev.postern.backend.analyze.Query;
import dev.postern.backend.analyze.TypedExpression;
import dev.postern.backend.analyze.TypedExpression.SortKey;
import dev.postern.backend.analyze.TypedExpression.Subquery;
import dev.postern.backend.catalog.CatalogReader;
import dev.postern.backend.catalog.RelationDescriptor;
import dev.postern.backend.deparse.ExpressionText;
import dev.postern.backend.exec.Instruments;
import dev.postern.backend.exec.Instruments.Measure;
import dev.postern.backend.plan.Cost;
import dev.postern.backend.plan.ModifyPlan;
import dev.postern.backend.plan.PlanNode;
import dev.postern.backend.plan.QueryPlan;
import dev.postern.backend.plan.StatementPlan;
import dev.postern.backend.setting.IdentifierList;
import dev.postern.backend.type.SqlType;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes the tree of what is shown from a plan. Costs are about the number of rows touched, in units
 * of PostgreSQL's {@code cpu_tuple_cost}. One use each.
 */
public final class PlanDescriber {
  private static final double COST_PER_ROW = 0.01;

  /** A type without a width of its own, as PostgreSQL's get_typavgwidth guesses. */
  private static final int UNKNOWN_WIDTH = 32;

  private final CatalogReader catalog;
  private final StatementPlan plan;
  private final ExplainOptions options;
  private final @Nullable Instruments instruments;
  private final PlanNames names;
  private final Map<Query, String> subqueryTexts = new IdentityHashMap<>();
  private int subPlans;

  /** The first node of the query being described, and the node whose expressions are shown. */
  private List<ShownNode> initPlans = new ArrayList<>();

  private List<ShownNode> ownSubPlans = new ArrayList<>();
  private List<Query.Window> windows = List.of();
  private List<TypedExpression> groupKeys = List.of();

  private PlanDescriber(
      CatalogReader catalog,
      AnalyzedStatement statement,
      StatementPlan plan,
      ExplainOptions options,
      @Nullable Instruments instruments) {
    this.catalog = catalog;
    this.plan = plan;
    this.options = options;
    this.instruments = instruments;
    names = new PlanNames(statement.rangeTable());
  }

  /**
   * Describes a plan.
   *
   * @param instruments what a run measured, or null
   */
  static ShownNode describe(
      CatalogReader catalog,
      AnalyzedStatement statement,
      StatementPlan plan,
      ExplainOptions options,
      @Nullable Instruments instruments) {
    PlanDescriber describer = new PlanDescriber(catalog, statement, plan, options, instruments);
    QueryPlan query = plan.query();
    ModifyPlan modify = plan.modify();
    if (query != null) {
      return describer.query(query);
    }
    if (modify == null) {
      throw new IllegalStateException("a plan of nothing");
    }
    return describer.modification(modify);
  }

  // --- queries

  private ShownNode query(QueryPlan query) {
    List<ShownNode> outerInitPlans = initPlans;
    initPlans = new ArrayList<>();
    commonTables(query.with());
    ShownNode root = node(query.root(), width(query.targets()));
    if (options.verbose() && !query.targets().isEmpty()) {
      List<ShownNode> before = ownSubPlans;
      ownSubPlans = root.subPlans;
      root.details.put("Output", texts(query.targets(), new Scope(-1, names.hasSeveral(), "")));
      ownSubPlans = before;
    } else {
      // The select list's subqueries belong to the plan even where it is not shown.
      List<ShownNode> before = ownSubPlans;
      ownSubPlans = root.subPlans;
      texts(query.targets(), upper(-1));
      ownSubPlans = before;
    }
    root.initPlans.addAll(0, initPlans);
    initPlans = outerInitPlans;
    return root;
  }

  private void commonTables(List<QueryPlan.CommonTablePlan> with) {
    for (QueryPlan.CommonTablePlan table : with) {
      QueryPlan query = table.query();
      ModifyPlan modify = table.modify();
      QueryPlan term = table.recursiveTerm();
      subPlans++;
      ShownNode shown;
      if (query != null && term != null) {
        shown = new ShownNode("Recursive Union", "Recursive Union", 0, 1, 0, null);
        shown.children.add(child(query(query), "Outer"));
        shown.children.add(child(query(term), "Inner"));
      } else if (query != null) {
        shown = query(query);
      } else if (modify != null) {
        shown = modification(modify);
      } else {
        throw new IllegalStateException("a member of WITH without a plan");
      }
      shown.planName = "CTE " + table.name();
      shown.relationship = "InitPlan";
      initPlans.add(shown);
    }
  }

  private static int width(List<TypedExpression> targets) {
    int width = 0;
    for (TypedExpression target : targets) {
      SqlType type = target.type();
      width += type.width() > 0 ? type.width() : UNKNOWN_WIDTH;
    }
    return width;
  }

  private ShownNode modification(ModifyPlan modify) {
    List<ShownNode> outerInitPlans = initPlans;
    initPlans = new ArrayList<>();
    commonTables(modify.with());
    PlanNode rows = modify.rows();
    QueryPlan source = modify.source();
    ShownNode below =
        rows != null
            ? node(rows, 0)
            : source != null ? query(source) : node(new PlanNode.OneRow(), 0);
    String operation = operation(modify.query());
    RelationDescriptor table = PlanTitles.target(modify.query());
    ShownNode shown =
        new ShownNode(
            "ModifyTable",
            operation + " on " + PlanTitles.relation(table, table.name(), options.verbose()),
            below.cost,
            0,
            0,
            measure(modify));
    shown.properties.put("Operation", operation);
    PlanTitles.addRelation(shown, table, table.name(), options.verbose());
    Query.OnConflict conflict =
        modify.query() instanceof Query.Insert insert ? insert.onConflict() : null;
    if (conflict != null) {
      boolean nothing = conflict.assignments() == null;
      shown.details.put("Conflict Resolution", nothing ? "NOTHING" : "UPDATE");
    }
    shown.children.add(child(below, "Outer"));
    shown.initPlans.addAll(0, initPlans);
    initPlans = outerInitPlans;
    return shown;
  }

  private static String operation(Query query) {
    return switch (query) {
      case Query.Insert insert -> "Insert";
      case Query.Update update -> "Update";
      case Query.Delete delete -> "Delete";
      case Query.Select select -> throw new IllegalStateException("not a modification");
      case Query.Values values -> throw new IllegalStateException("not a modification");
      case Query.SetOperation set -> throw new IllegalStateException("not a modification");
    };
  }

  private static ShownNode child(ShownNode node, String relationship) {
    node.relationship = relationship;
    return node;
  }

  private @Nullable Measure measure(Object node) {
    return instruments == null ? null : instruments.of(node);
  }

  // --- nodes

  private ShownNode node(PlanNode node, int width) {
    List<ShownNode> outer = ownSubPlans;
    ownSubPlans = new ArrayList<>();
    ShownNode shown =
        switch (node) {
          case PlanNode.Filter n -> filtered(n, width);
          // Computing values is a part of the node below, except where there is nothing below.
          case PlanNode.Project n when !(n.child() instanceof PlanNode.OneRow) ->
              projected(n, width);
          default -> plain(node, width);
        };
    shown.subPlans.addAll(ownSubPlans);
    ownSubPlans = outer;
    return shown;
  }

  private ShownNode projected(PlanNode.Project project, int width) {
    ShownNode shown = node(project.child(), width);
    computes(project.slot(), project.expressions());
    return shown;
  }

  private void computes(int slot, List<TypedExpression> expressions) {
    List<String> texts = texts(expressions, upper(-1));
    names.computes(slot, texts::get);
  }

  private ShownNode filtered(PlanNode.Filter filter, int width) {
    ShownNode shown = node(filter.child(), width);
    PlanNode child = filter.child();
    if (child instanceof PlanNode.OneRow) {
      shown.details.put("One-Time Filter", text(filter.condition(), upper(-1)));
      return shown;
    }
    ExpressionText.ColumnNames scope =
        switch (child) {
          case PlanNode.Aggregate n -> upper(n.slot());
          case PlanNode.FunctionScan n -> scan(n.source().slot());
          case PlanNode.ValuesScan n -> scan(n.slot());
          case PlanNode.CommonTableScan n -> scan(n.slot());
          default -> upper(-1);
        };
    shown.details.put("Filter", text(filter.condition(), scope));
    removed(shown, measure(filter));
    return shown;
  }

  private void removed(ShownNode shown, @Nullable Measure measure) {
    if (measure != null) {
      shown.details.put("Rows Removed by Filter", perLoop(measure.removed(), measure.loops()));
    }
  }

  private static Long perLoop(long count, long loops) {
    return loops == 0 ? 0L : Math.round((double) count / loops);
  }

  private ShownNode plain(PlanNode node, int width) {
    ShownNode shown =
        new ShownNode(
            PlanTitles.type(node),
            PlanTitles.title(node, names, options.verbose()),
            Cost.of(node) * COST_PER_ROW,
            node.rows(),
            width,
            measure(node));
    PlanTitles.addProperties(shown, node, names, options.verbose());
    switch (node) {
      case PlanNode.OneRow n -> {}
      case PlanNode.SequentialScan n -> {
        output(shown, n.slot(), n.table());
        filter(shown, n.filter(), scan(n.slot()));
      }
      case PlanNode.IndexScan n -> {
        output(shown, n.slot(), n.table());
        if (!n.indexConditions().isEmpty()) {
          shown.details.put("Index Cond", conditions(n.indexConditions(), scan(n.slot())));
        }
        filter(shown, n.filter(), scan(n.slot()));
      }
      case PlanNode.FunctionScan n -> {
        if (options.verbose()) {
          shown.details.put(
              "Function Call", String.join(", ", texts(n.source().functions(), upper(-1))));
        }
      }
      case PlanNode.ValuesScan n -> {}
      case PlanNode.SubqueryScan n -> shown.children.add(child(query(n.query()), "Subquery"));
      case PlanNode.CommonTableScan n -> {}
      case PlanNode.Filter n -> throw new IllegalStateException("shown with its child");
      case PlanNode.NestedLoop n -> {
        sides(shown, n.left(), n.right(), false);
        joinFilter(shown, n.condition());
      }
      case PlanNode.HashJoin n -> {
        sides(shown, n.left(), n.right(), true);
        hashCondition(shown, n);
        joinFilter(shown, n.condition());
      }
      case PlanNode.Project n -> below(shown, n.child(), width);
      case PlanNode.ProjectSet n -> {
        below(shown, n.child(), width);
        computes(n.slot(), n.expressions());
      }
      case PlanNode.Sort n -> {
        below(shown, n.child(), width);
        shown.details.put("Sort Key", sortKeys(n.keys()));
      }
      case PlanNode.Distinct n -> {
        below(shown, n.child(), width);
        shown.details.put("Group Key", texts(n.keys(), upper(-1)));
      }
      case PlanNode.Unique n -> below(shown, n.child(), width);
      case PlanNode.Aggregate n -> aggregate(shown, n, width);
      case PlanNode.WindowAggregate n -> window(shown, n, width);
      case PlanNode.SetOperation n -> setOperation(shown, n);
      case PlanNode.Limit n -> below(shown, n.child(), width);
      case PlanNode.LockRows n -> below(shown, n.child(), width);
    }
    return shown;
  }

  private void below(ShownNode shown, PlanNode child, int width) {
    if (!(shown.type.equals("Result") && child instanceof PlanNode.OneRow)) {
      shown.children.add(child(node(child, width), "Outer"));
    }
  }

  private void sides(ShownNode shown, PlanNode left, PlanNode right, boolean hashed) {
    shown.properties.put("Inner Unique", false);
    shown.children.add(child(node(left, 0), "Outer"));
    ShownNode inner = node(right, 0);
    if (hashed) {
      ShownNode hash =
          new ShownNode("Hash", "Hash", inner.cost, inner.rows, inner.width, inner.measure);
      hash.children.add(child(inner, "Outer"));
      inner = hash;
    }
    shown.children.add(child(inner, "Inner"));
  }

  private void hashCondition(ShownNode shown, PlanNode.HashJoin join) {
    List<String> parts = new ArrayList<>();
    for (int i = 0; i < join.leftKeys().size(); i++) {
      String left = text(join.leftKeys().get(i), upper(-1));
      parts.add("(" + left + " = " + text(join.rightKeys().get(i), upper(-1)) + ")");
    }
    if (!parts.isEmpty()) {
      String all = String.join(" AND ", parts);
      shown.details.put("Hash Cond", parts.size() > 1 ? "(" + all + ")" : all);
    }
  }

  private void joinFilter(ShownNode shown, @Nullable TypedExpression condition) {
    if (condition != null) {
      shown.details.put("Join Filter", text(condition, upper(-1)));
    }
  }

  private void filter(
      ShownNode shown, @Nullable TypedExpression filter, ExpressionText.ColumnNames scope) {
    if (filter != null) {
      shown.details.put("Filter", text(filter, scope));
      removed(shown, shown.measure);
    }
  }

  private void output(ShownNode shown, int slot, RelationDescriptor table) {
    if (!options.verbose()) {
      return;
    }
    List<String> columns = new ArrayList<>();
    for (RelationDescriptor.Attribute attribute : table.attributes()) {
      if (!attribute.dropped()) {
        columns.add(names.column(slot, attribute.number() - 1, names.hasSeveral(), -1));
      }
    }
    shown.details.put("Output", columns);
  }

  private void aggregate(ShownNode shown, PlanNode.Aggregate n, int width) {
    below(shown, n.child(), width);
    List<int[]> sets = n.groupingSets();
    List<String> keys = texts(n.keys(), upper(-1));
    groupKeys = n.keys();
    if (sets == null) {
      if (!keys.isEmpty()) {
        shown.details.put("Group Key", keys);
      }
    } else {
      List<String> lines = new ArrayList<>();
      for (int[] set : sets) {
        List<String> each = new ArrayList<>();
        for (int key : set) {
          each.add(keys.get(key));
        }
        lines.add(each.isEmpty() ? "()" : String.join(", ", each));
      }
      shown.details.put("Hash Keys", lines);
    }
    List<TypedExpression> values = new ArrayList<>(n.keys());
    values.addAll(n.aggregates());
    values.addAll(n.groupings());
    computes(n.slot(), values);
  }

  private void window(ShownNode shown, PlanNode.WindowAggregate n, int width) {
    below(shown, n.child(), width);
    int number = windows.indexOf(n.window());
    if (number < 0) {
      windows = new ArrayList<>(windows);
      windows.add(n.window());
      number = windows.size() - 1;
    }
    String name = "w" + (number + 1);
    shown.details.put("Window", name + " AS " + windowText(n.window()));
    List<String> calls = new ArrayList<>();
    for (TypedExpression call : n.calls()) {
      calls.add(text(call, new Scope(-1, prefixed(), name)));
    }
    names.computes(n.slot(), calls::get);
  }

  private String windowText(Query.Window window) {
    List<String> parts = new ArrayList<>();
    if (!window.partitionBy().isEmpty()) {
      parts.add("PARTITION BY " + String.join(", ", texts(window.partitionBy(), upper(-1))));
    }
    if (!window.orderBy().isEmpty()) {
      parts.add("ORDER BY " + String.join(", ", sortKeys(window.orderBy())));
    }
    String frame = PlanTitles.frame(window, bound -> text(bound, upper(-1)));
    if (!frame.isEmpty()) {
      parts.add(frame);
    }
    return "(" + String.join(" ", parts) + ")";
  }

  private void setOperation(ShownNode shown, PlanNode.SetOperation n) {
    ShownNode into = shown;
    List<Query.OutputColumn> output = n.left().output();
    List<String> columns = new ArrayList<>();
    if (shown.type.equals("Aggregate")) {
      into = new ShownNode("Append", "Append", shown.cost, shown.rows, shown.width, null);
      shown.children.add(child(into, "Outer"));
    }
    into.children.add(child(query(n.left()), "Member"));
    into.children.add(child(query(n.right()), "Member"));
    for (int i = 0; i < n.left().targets().size(); i++) {
      columns.add(IdentifierList.quote(output.get(i).name()));
    }
    names.computes(n.slot(), columns::get);
    if (into != shown) {
      shown.details.put("Group Key", columns);
    }
  }

  // --- expressions

  private boolean prefixed() {
    return names.hasSeveral() || options.verbose();
  }

  private Scope scan(int slot) {
    return new Scope(slot, options.verbose(), "");
  }

  private Scope upper(int own) {
    return new Scope(own, prefixed(), "");
  }

  /** How columns are written in one place of the plan. */
  private final class Scope implements ExpressionText.ColumnNames {
    private final int own;
    private final boolean prefixed;
    private final String window;

    Scope(int own, boolean prefixed, String window) {
      this.own = own;
      this.prefixed = prefixed;
      this.window = window;
    }

    @Override
    public String name(int slot, int column) {
      // A scan's own columns stand alone; what comes from elsewhere has its prefix.
      return names.column(slot, column, prefixed || own >= 0 && slot != own, own);
    }

    @Override
    public String row(int slot) {
      return IdentifierList.quote(names.alias(slot, "?")) + ".*";
    }

    @Override
    public String subquery(Subquery subquery) {
      return subqueryText(subquery, this);
    }

    @Override
    public String window(int number) {
      return window.isEmpty() ? "w" + (number + 1) : window;
    }

    @Override
    public String groupKey(int number) {
      return text(groupKeys.get(number), this);
    }
  }

  private String text(TypedExpression expression, ExpressionText.ColumnNames scope) {
    return new ExpressionText(catalog, scope, false, false).of(expression);
  }

  private List<String> texts(
      List<? extends TypedExpression> expressions, ExpressionText.ColumnNames scope) {
    List<String> texts = new ArrayList<>();
    for (TypedExpression expression : expressions) {
      texts.add(text(expression, scope));
    }
    return texts;
  }

  private String conditions(List<TypedExpression> conditions, ExpressionText.ColumnNames scope) {
    String all = String.join(" AND ", texts(conditions, scope));
    return conditions.size() > 1 ? "(" + all + ")" : all;
  }

  private List<String> sortKeys(List<SortKey> keys) {
    List<String> texts = new ArrayList<>();
    for (SortKey key : keys) {
      String nulls =
          key.nullsFirst() == key.descending()
              ? ""
              : key.nullsFirst() ? " NULLS FIRST" : " NULLS LAST";
      texts.add(text(key.value(), upper(-1)) + (key.descending() ? " DESC" : "") + nulls);
    }
    return texts;
  }

  /** A subquery as what refers to its plan; the plan is described where it is first met. */
  private String subqueryText(Subquery subquery, Scope scope) {
    String known = subqueryTexts.get(subquery.query());
    if (known != null) {
      return referring(subquery, known, scope);
    }
    QueryPlan query = plan.subqueries().get(subquery.query());
    if (query == null) {
      throw new IllegalStateException("a subquery was not planned");
    }
    boolean once = plan.isUncorrelated(subquery.query());
    boolean compared =
        switch (subquery.kind()) {
          case ANY, ALL -> true;
          case EXISTS, SCALAR, ARRAY, ROW -> false;
        };
    String kind = once && !compared ? "InitPlan" : "SubPlan";
    String name = kind + " " + ++subPlans;
    subqueryTexts.put(subquery.query(), name);
    ShownNode shown = query(query);
    shown.planName = name;
    shown.relationship = kind;
    (kind.equals("InitPlan") ? initPlans : ownSubPlans).add(shown);
    return referring(subquery, name, scope);
  }

  private String referring(Subquery subquery, String name, Scope scope) {
    boolean once = name.startsWith("InitPlan");
    boolean hashed =
        plan.isUncorrelated(subquery.query())
            && subquery.kind() == TypedExpression.SubqueryKind.ANY;
    String shown = hashed ? "hashed " + name : name;
    return switch (subquery.kind()) {
      case SCALAR -> once ? "(" + name + ").col1" : "(" + name + ")";
      case EXISTS -> once ? "(" + name + ").col1" : "EXISTS(" + name + ")";
      case ARRAY -> once ? "(" + name + ").col1" : "ARRAY(" + name + ")";
      case ANY -> "(ANY " + compared(subquery, shown, scope) + ")";
      case ALL -> "(ALL " + compared(subquery, shown, scope) + ")";
      case ROW -> compared(subquery, name, scope);
    };
  }

  private String compared(Subquery subquery, String name, Scope scope) {
    TypedExpression test = subquery.test();
    if (test == null) {
      throw new IllegalStateException("a compared subquery without a comparison");
    }
    names.stands(subquery.slot(), column -> "(" + name + ").col" + (column + 1));
    return text(test, scope);
  }
}
