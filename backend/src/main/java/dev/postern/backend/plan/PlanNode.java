package dev.postern.backend.plan;

import dev.postern.backend.analyze.Query;
import dev.postern.backend.analyze.TypedExpression;
import dev.postern.backend.analyze.TypedExpression.SortKey;
import dev.postern.backend.catalog.IndexDescriptor;
import dev.postern.backend.catalog.RelationDescriptor;
import dev.postern.backend.sql.QueryBody.SetOperator;
import dev.postern.backend.type.SqlType;
import dev.postern.backend.type.TupleLayout;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A step of a physical plan. {@code rows} is the planner's guess of how many rows it gives. */
public sealed interface PlanNode {
  double rows();

  /** One row without columns: SELECT without FROM. */
  record OneRow() implements PlanNode {
    @Override
    public double rows() {
      return 1;
    }
  }

  /** All rows of a table, in the order of their numbers. */
  record SequentialScan(
      int slot,
      String alias,
      RelationDescriptor table,
      @Nullable TypedExpression filter,
      double tableRows,
      double rows)
      implements PlanNode {
    /** The same that gives all rows. */
    public SequentialScan withoutFilter() {
      return new SequentialScan(slot, alias, table, null, tableRows, rows);
    }
  }

  /**
   * Rows of a table found through an index.
   *
   * @param equal values of the first key columns
   * @param equalAny an array: the next key column is one of its elements; or null
   * @param lower bound of the key column after those, or null
   * @param upper likewise
   * @param backward from the highest key to the lowest
   * @param filter conditions that the index does not decide
   */
  record IndexScan(
      int slot,
      String alias,
      RelationDescriptor table,
      IndexDescriptor index,
      List<TypedExpression> equal,
      @Nullable TypedExpression equalAny,
      @Nullable Bound lower,
      @Nullable Bound upper,
      boolean backward,
      List<TypedExpression> indexConditions,
      @Nullable TypedExpression filter,
      double rows)
      implements PlanNode {
    /** The same that gives all rows the index finds. */
    public IndexScan withoutFilter() {
      return new IndexScan(
          slot,
          alias,
          table,
          index,
          equal,
          equalAny,
          lower,
          upper,
          backward,
          indexConditions,
          null,
          rows);
    }
  }

  /** One end of a range of keys. */
  record Bound(TypedExpression value, boolean inclusive) {}

  /** Rows of functions in FROM. */
  record FunctionScan(Query.FunctionScan source, double rows) implements PlanNode {}

  /** Rows of VALUES. */
  record ValuesScan(int slot, String alias, List<List<TypedExpression>> lists, TupleLayout layout)
      implements PlanNode {
    @Override
    public double rows() {
      return lists.size();
    }
  }

  /** Rows of a subquery, formed into one slot. */
  record SubqueryScan(int slot, String alias, QueryPlan query, TupleLayout layout, double rows)
      implements PlanNode {}

  /** Rows of a member of WITH, computed once; {@code self} inside its own recursive term. */
  record CommonTableScan(
      int slot, String alias, int commonTable, TupleLayout layout, boolean self, double rows)
      implements PlanNode {}

  /** Rows that meet a condition. */
  record Filter(PlanNode child, TypedExpression condition, double rows) implements PlanNode {}

  /** What a join gives for rows of the left side. */
  enum JoinType {
    INNER,
    LEFT,
    FULL,
    SEMI,
    ANTI
  }

  /** For each left row, the right side anew. */
  record NestedLoop(
      JoinType type,
      PlanNode left,
      PlanNode right,
      @Nullable TypedExpression condition,
      int[] rightSlots,
      double rows)
      implements PlanNode {}

  /** The right side in a hash table by key, the left side looks up. */
  record HashJoin(
      JoinType type,
      PlanNode left,
      PlanNode right,
      List<TypedExpression> leftKeys,
      List<TypedExpression> rightKeys,
      List<SqlType> keyTypes,
      @Nullable TypedExpression condition,
      int[] leftSlots,
      int[] rightSlots,
      double rows)
      implements PlanNode {}

  /** Computes expressions into a slot of its own. */
  record Project(PlanNode child, int slot, List<TypedExpression> expressions, TupleLayout layout)
      implements PlanNode {
    @Override
    public double rows() {
      return child.rows();
    }
  }

  /** As {@link Project}, for set-returning functions: as many rows as the longest set has. */
  record ProjectSet(
      PlanNode child,
      int slot,
      List<TypedExpression> expressions,
      TupleLayout layout,
      int[] childSlots,
      double rows)
      implements PlanNode {}

  /** All rows sorted; {@code slots} are those that must come back with each row. */
  record Sort(PlanNode child, List<SortKey> keys, int[] slots) implements PlanNode {
    @Override
    public double rows() {
      return child.rows();
    }
  }

  /** One row for each different list of values, the first in order of arrival. */
  record Distinct(PlanNode child, List<TypedExpression> keys, double rows) implements PlanNode {}

  /** The first row of each run of equal keys. */
  record Unique(PlanNode child, List<TypedExpression> keys, double rows) implements PlanNode {}

  /**
   * Groups. The row in {@code slot} has the group keys, then the aggregates, then one int4 for each
   * of {@code groupings}.
   *
   * @param groupingSets null for one set of all keys
   * @param childSlots with each group its first row's tuples in these slots are current: what
   *     depends on the keys alone may be read there
   */
  record Aggregate(
      PlanNode child,
      int slot,
      List<TypedExpression> keys,
      @Nullable List<int[]> groupingSets,
      List<TypedExpression.Aggregate> aggregates,
      List<TypedExpression.Grouping> groupings,
      TupleLayout layout,
      int[] childSlots,
      double rows)
      implements PlanNode {}

  /**
   * Window functions that share one window; the input is sorted by partition and order. The row in
   * {@code slot} has their values.
   */
  record WindowAggregate(
      PlanNode child,
      int slot,
      Query.Window window,
      List<TypedExpression.WindowCall> calls,
      TupleLayout layout,
      int[] slots)
      implements PlanNode {
    @Override
    public double rows() {
      return child.rows();
    }
  }

  /** UNION, INTERSECT, EXCEPT: rows formed in {@code slot}. */
  record SetOperation(
      int slot,
      SetOperator operator,
      boolean all,
      QueryPlan left,
      QueryPlan right,
      TupleLayout layout,
      double rows)
      implements PlanNode {}

  /**
   * LIMIT and OFFSET.
   *
   * @param tieKeys the sort keys for WITH TIES, else null
   */
  record Limit(
      PlanNode child,
      @Nullable TypedExpression count,
      @Nullable TypedExpression offset,
      @Nullable List<SortKey> tieKeys,
      double rows)
      implements PlanNode {}

  /** FOR UPDATE and its sisters. */
  record LockRows(
      PlanNode child,
      List<Query.RowLock> locks,
      List<RelationDescriptor> tables,
      @Nullable TypedExpression recheck)
      implements PlanNode {
    @Override
    public double rows() {
      return child.rows();
    }
  }
}
