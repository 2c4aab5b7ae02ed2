package dev.postern.backend.plan;

import dev.postern.backend.analyze.AnalyzedStatement;
import dev.postern.backend.analyze.Query;
import dev.postern.backend.analyze.TypedExpression;
import dev.postern.backend.analyze.TypedExpression.Column;
import dev.postern.backend.analyze.TypedExpression.SortKey;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.sql.QueryClause.Materialization;
import dev.postern.backend.type.SqlType;
import dev.postern.backend.type.TupleLayout;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Plans one statement. What a SELECT does is stacked in the manual's order (section "SELECT",
 * Description): FROM and WHERE, groups, windows, the select list's sets, DISTINCT, ORDER BY, LIMIT,
 * locks.
 */
public final class Planner {
  /** More rows than this and a statement is not begun on an event loop. */
  private static final double QUICK_ROWS = 200;

  private final FromPlanner fromPlanner;
  private final AccessPaths paths;
  private final Map<Integer, Query.CommonTable> commonTables = new HashMap<>();
  private final Map<Integer, TupleLayout> tableLayouts = new HashMap<>();
  private final Map<Query, QueryPlan> subqueries = new IdentityHashMap<>();
  private int nextSlot;

  private Planner(int firstSlot, Statistics statistics) {
    nextSlot = firstSlot;
    paths = new AccessPaths(statistics);
    fromPlanner = new FromPlanner(this, paths);
  }

  /** Plans a statement as analyzed. */
  public static StatementPlan plan(AnalyzedStatement statement, Statistics statistics) {
    Planner planner = new Planner(statement.slots(), statistics);
    Query query = statement.query();
    BitSet none = new BitSet();
    ModifyPlan modify = null;
    QueryPlan select = null;
    if (query instanceof Query.Select
        || query instanceof Query.Values
        || query instanceof Query.SetOperation) {
      select = planner.query(query, none);
    } else {
      modify = planner.modify(query, none);
    }
    SlotReferences references = SlotReferences.of(query);
    boolean locks = query instanceof Query.Select s && !s.rowLocks().isEmpty();
    planner.subqueries(query);
    return new StatementPlan(
        select,
        modify,
        planner.subqueries,
        planner.nextSlot,
        statement.caseValues() + 1,
        modify == null && !locks && !modifies(query) && !references.isVolatile(),
        !references.sleeps() && isQuick(select, modify));
  }

  private static boolean modifies(Query query) {
    for (Query.CommonTable table : query.with()) {
      if (table.query() instanceof Query.Insert
          || table.query() instanceof Query.Update
          || table.query() instanceof Query.Delete) {
        return true;
      }
    }
    return false;
  }

  private static boolean isQuick(@Nullable QueryPlan select, @Nullable ModifyPlan modify) {
    if (select != null) {
      return select.with().isEmpty() && Cost.of(select.root()) < QUICK_ROWS;
    }
    if (modify == null || !modify.with().isEmpty()) {
      return false;
    }
    PlanNode rows = modify.rows();
    QueryPlan source = modify.source();
    return (rows == null || Cost.of(rows) < QUICK_ROWS)
        && (source == null || Cost.of(source.root()) < QUICK_ROWS);
  }

  private void rowSubqueries(List<Query.RowSubquery> rows) {
    for (Query.RowSubquery row : rows) {
      BitSet outer = SlotReferences.of(row.query()).outer();
      subqueries.put(row.query(), query(row.query(), outer));
      subqueries(row.query());
    }
  }

  /** Plans the queries inside all expressions. */
  private void subqueries(Query query) {
    for (Query.CommonTable table : query.with()) {
      subqueries(table.query());
    }
    if (query instanceof Query.Update update) {
      rowSubqueries(update.rowSubqueries());
    }
    if (query instanceof Query.Insert insert) {
      Query.OnConflict conflict = insert.onConflict();
      if (conflict != null) {
        rowSubqueries(conflict.rowSubqueries());
      }
    }
    QueryExpressions.visit(
        query,
        expression ->
            ExpressionTrees.visit(
                expression,
                part -> {
                  if (part instanceof TypedExpression.Subquery subquery
                      && !subqueries.containsKey(subquery.query())) {
                    BitSet outer = SlotReferences.of(subquery.query()).outer();
                    subqueries.put(subquery.query(), query(subquery.query(), outer));
                    subqueries(subquery.query());
                  }
                }));
  }

  int newSlot() {
    return nextSlot++;
  }

  /** The query of a WITH member that is planned where it is read, or null. */
  @Nullable Query inlined(int number) {
    Query.CommonTable table = commonTables.get(number);
    return table != null && isInlined(table) ? table.query() : null;
  }

  private static boolean isInlined(Query.CommonTable table) {
    if (table.recursiveTerm() != null || table.materialization() == Materialization.ALWAYS) {
      return false;
    }
    if (table.references() != 1 && table.materialization() != Materialization.NEVER) {
      return false;
    }
    return !(table.query() instanceof Query.Insert
            || table.query() instanceof Query.Update
            || table.query() instanceof Query.Delete)
        && !SlotReferences.of(table.query()).isVolatile()
        && table.references() <= 1;
  }

  private List<QueryPlan.CommonTablePlan> with(Query query, BitSet outer) {
    List<QueryPlan.CommonTablePlan> plans = new ArrayList<>();
    // A member may read one that is written after it.
    for (Query.CommonTable table : query.with()) {
      commonTables.put(table.number(), table);
      tableLayouts.put(table.number(), layout(table.query().output()));
    }
    for (Query.CommonTable table : query.with()) {
      if (isInlined(table)) {
        continue;
      }
      TupleLayout layout = layout(table.query().output());
      boolean modifying =
          table.query() instanceof Query.Insert
              || table.query() instanceof Query.Update
              || table.query() instanceof Query.Delete;
      QueryPlan plan = modifying ? null : query(table.query(), outer);
      ModifyPlan modify = modifying ? modify(table.query(), outer) : null;
      QueryPlan term = table.recursiveTerm() == null ? null : query(table.recursiveTerm(), outer);
      plans.add(
          new QueryPlan.CommonTablePlan(
              table.number(), table.name(), plan, modify, term, table.union(), layout));
    }
    return plans;
  }

  static TupleLayout layout(List<Query.OutputColumn> columns) {
    SqlType[] types = new SqlType[columns.size()];
    for (int i = 0; i < types.length; i++) {
      types[i] = columns.get(i).type();
    }
    return new TupleLayout(types);
  }

  static TupleLayout layoutOf(List<TypedExpression> expressions) {
    SqlType[] types = new SqlType[expressions.size()];
    for (int i = 0; i < types.length; i++) {
      types[i] = expressions.get(i).type();
    }
    return new TupleLayout(types);
  }

  /**
   * @param outer slots of enclosing queries, current before
   */
  QueryPlan query(Query query, BitSet outer) {
    return switch (query) {
      case Query.Select select -> select(select, outer);
      case Query.Values values -> values(values, outer);
      case Query.SetOperation operation -> setOperation(operation, outer);
      case Query.Insert insert -> throw SqlError.notSupported("INSERT in this place");
      case Query.Update update -> throw SqlError.notSupported("UPDATE in this place");
      case Query.Delete delete -> throw SqlError.notSupported("DELETE in this place");
    };
  }

  private QueryPlan select(Query.Select select, BitSet outer) {
    List<QueryPlan.CommonTablePlan> with = with(select, outer);
    SelectStack stack = new SelectStack(this, select);
    PlanNode ordered = inIndexOrder(select, outer);
    boolean sorted = ordered != null;
    PlanNode node =
        ordered == null ? fromPlanner.plan(select.from(), select.where(), outer) : ordered;
    return new QueryPlan(with, stack.plan(node, sorted), stack.targets(), select.output());
  }

  /** A plain read of one table in the order of an index, where ORDER BY asks for just that. */
  private @Nullable PlanNode inIndexOrder(Query.Select select, BitSet outer) {
    if (select.orderBy().isEmpty()
        || select.aggregated()
        || select.distinct() != null
        || !select.windows().isEmpty()
        || select.from().size() != 1
        || !(select.from().get(0) instanceof Query.TableScan scan)) {
      return null;
    }
    PlanNode node = paths.best(scan, Conditions.conjuncts(select.where()), outer, select.orderBy());
    if (node instanceof PlanNode.IndexScan index
        && (index.backward() || Boolean.FALSE.equals(AccessPaths.gives(index, select.orderBy())))) {
      return node;
    }
    return null;
  }

  private QueryPlan values(Query.Values values, BitSet outer) {
    List<QueryPlan.CommonTablePlan> with = with(values, outer);
    TupleLayout layout = layout(values.output());
    PlanNode node = new PlanNode.ValuesScan(values.slot(), "*VALUES*", values.rows(), layout);
    node = sorted(node, values.orderBy(), new int[] {values.slot()});
    node = limited(node, values.limit(), values.offset(), values.withTies(), values.orderBy());
    return new QueryPlan(with, node, columns(values.slot(), values.output()), values.output());
  }

  private QueryPlan setOperation(Query.SetOperation operation, BitSet outer) {
    List<QueryPlan.CommonTablePlan> with = with(operation, outer);
    QueryPlan left = query(operation.left(), outer);
    QueryPlan right = query(operation.right(), outer);
    PlanNode node =
        new PlanNode.SetOperation(
            operation.slot(),
            operation.operator(),
            operation.all(),
            left,
            right,
            layout(operation.output()),
            left.root().rows() + right.root().rows());
    node = sorted(node, operation.orderBy(), new int[] {operation.slot()});
    node =
        limited(
            node, operation.limit(), operation.offset(), operation.withTies(), operation.orderBy());
    return new QueryPlan(
        with, node, columns(operation.slot(), operation.output()), operation.output());
  }

  private static PlanNode sorted(PlanNode node, List<SortKey> keys, int[] slots) {
    return keys.isEmpty() ? node : new PlanNode.Sort(node, keys, slots);
  }

  static PlanNode limited(
      PlanNode node,
      @Nullable TypedExpression limit,
      @Nullable TypedExpression offset,
      boolean withTies,
      List<SortKey> orderBy) {
    if (limit == null && offset == null) {
      return node;
    }
    double rows = node.rows();
    if (limit instanceof TypedExpression.Constant constant && !constant.isNull()) {
      rows = Math.min(rows, Math.max(1, constant.bits()));
    }
    return new PlanNode.Limit(node, limit, offset, withTies ? orderBy : null, rows);
  }

  static List<TypedExpression> columns(int slot, List<Query.OutputColumn> output) {
    List<TypedExpression> columns = new ArrayList<>(output.size());
    for (int i = 0; i < output.size(); i++) {
      columns.add(new Column(slot, i, output.get(i).type(), output.get(i).typmod()));
    }
    return columns;
  }

  private ModifyPlan modify(Query query, BitSet outer) {
    List<QueryPlan.CommonTablePlan> with = with(query, outer);
    return switch (query) {
      case Query.Insert insert -> {
        Query source = insert.source();
        yield new ModifyPlan(
            with, insert, source == null ? null : query(source, outer), null, newSlot());
      }
      case Query.Update update -> {
        List<Query.Source> from = new ArrayList<>();
        from.add(new Query.TableScan(update.slot(), update.table().name(), update.table()));
        from.addAll(update.from());
        yield new ModifyPlan(
            with, update, null, fromPlanner.plan(from, update.where(), outer), newSlot());
      }
      case Query.Delete delete -> {
        List<Query.Source> from = new ArrayList<>();
        from.add(new Query.TableScan(delete.slot(), delete.table().name(), delete.table()));
        from.addAll(delete.using());
        yield new ModifyPlan(
            with, delete, null, fromPlanner.plan(from, delete.where(), outer), newSlot());
      }
      case Query.Select select -> throw new IllegalStateException("not a modification");
      case Query.Values values -> throw new IllegalStateException("not a modification");
      case Query.SetOperation operation -> throw new IllegalStateException("not a modification");
    };
  }
}
