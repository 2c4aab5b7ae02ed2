package dev.postern.backend.analyze;

import dev.postern.backend.analyze.TypedExpression.SortKey;
import dev.postern.backend.catalog.RelationDescriptor;
import dev.postern.backend.sql.QueryClause.FrameBoundKind;
import dev.postern.backend.sql.QueryClause.FrameExclusion;
import dev.postern.backend.sql.QueryClause.FrameUnits;
import dev.postern.backend.sql.QueryClause.LockStrength;
import dev.postern.backend.sql.QueryClause.LockWait;
import dev.postern.backend.type.SqlType;
import dev.postern.backend.type.TupleLayout;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A query or a data-modifying statement after analysis. */
public sealed interface Query {
  /** The columns of its result: of a SELECT its targets, of the others RETURNING's. */
  List<OutputColumn> output();

  List<CommonTable> with();

  /**
   * A column of a result.
   *
   * @param originTable oid of the table it comes from unchanged, or 0
   * @param originColumn attribute number there, or 0
   */
  record OutputColumn(String name, SqlType type, int typmod, int originTable, int originColumn) {}

  /** SELECT … FROM, one query block. */
  record Select(
      List<CommonTable> with,
      List<Source> from,
      @Nullable TypedExpression where,
      List<TypedExpression> targets,
      List<OutputColumn> output,
      boolean aggregated,
      List<TypedExpression> groupKeys,
      @Nullable List<int[]> groupingSets,
      @Nullable TypedExpression having,
      List<Window> windows,
      @Nullable List<SortKey> distinct,
      boolean distinctOn,
      List<SortKey> orderBy,
      @Nullable TypedExpression limit,
      @Nullable TypedExpression offset,
      boolean withTies,
      List<RowLock> rowLocks)
      implements Query {}

  /**
   * VALUES (…), (…).
   *
   * @param slot where a row stands while {@code orderBy} is computed
   */
  record Values(
      List<CommonTable> with,
      List<List<TypedExpression>> rows,
      List<OutputColumn> output,
      List<SortKey> orderBy,
      @Nullable TypedExpression limit,
      @Nullable TypedExpression offset,
      boolean withTies,
      int slot)
      implements Query {}

  /**
   * UNION, INTERSECT, EXCEPT. Both sides give columns of the result's types (casts are in them).
   *
   * @param slot where the result's row stands while {@code orderBy} is computed
   */
  record SetOperation(
      List<CommonTable> with,
      dev.postern.backend.sql.QueryBody.SetOperator operator,
      boolean all,
      Query left,
      Query right,
      List<OutputColumn> output,
      List<SortKey> orderBy,
      @Nullable TypedExpression limit,
      @Nullable TypedExpression offset,
      boolean withTies,
      int slot)
      implements Query {}

  /**
   * INSERT.
   *
   * @param source the rows that {@code values} are computed from, of types of its own; null where
   *     one row is computed from nothing: DEFAULT VALUES, and VALUES of a single row
   * @param sourceSlot where the source's row stands while {@code values} are computed
   * @param values an expression for every column of the table ever, in order: source columns,
   *     defaults or NULL; NULL for generated and dropped columns: the executor computes the former
   *     from the row
   * @param slot the new row (RETURNING, checks)
   * @param oldSlot with ON CONFLICT: the row in the way while the assignments run, and for
   *     RETURNING OLD; NULLs where there was none
   */
  record Insert(
      List<CommonTable> with,
      RelationDescriptor table,
      int slot,
      @Nullable Query source,
      int sourceSlot,
      List<TypedExpression> values,
      @Nullable OnConflict onConflict,
      int oldSlot,
      List<TypedExpression> returning,
      List<OutputColumn> output)
      implements Query {}

  /**
   * ON CONFLICT.
   *
   * @param arbiters oids of the unique indexes that decide; empty: all of them (DO NOTHING only)
   * @param assignments null for DO NOTHING; else per table column its new value, null where it
   *     keeps the old one. They see the old row in the INSERT's {@code oldSlot}.
   * @param excludedSlot where EXCLUDED's row stands
   */
  record OnConflict(
      List<Integer> arbiters,
      List<RowSubquery> rowSubqueries,
      @Nullable List<@Nullable TypedExpression> assignments,
      @Nullable TypedExpression where,
      int excludedSlot) {}

  /**
   * The subquery of {@code SET (a, b) = (SELECT …)}: run once a row before the assignments; its one
   * row (NULLs where it gives none; 21000 where it gives more) stands in {@code slot}.
   */
  record RowSubquery(Query query, int slot, TupleLayout layout) {}

  /**
   * UPDATE.
   *
   * @param slot the target's row before the change
   * @param newSlot the row after it, for RETURNING
   * @param values per table column its new value, null where it keeps the old one; always null for
   *     generated columns
   */
  record Update(
      List<CommonTable> with,
      RelationDescriptor table,
      int slot,
      int newSlot,
      List<RowSubquery> rowSubqueries,
      List<@Nullable TypedExpression> values,
      List<Source> from,
      @Nullable TypedExpression where,
      List<TypedExpression> returning,
      List<OutputColumn> output)
      implements Query {}

  /** DELETE; {@code slot} is the deleted row, also for RETURNING. */
  record Delete(
      List<CommonTable> with,
      RelationDescriptor table,
      int slot,
      List<Source> using,
      @Nullable TypedExpression where,
      List<TypedExpression> returning,
      List<OutputColumn> output)
      implements Query {}

  /**
   * A member of WITH.
   *
   * @param number unique in the statement; {@link CommonTableScan} refers to it
   * @param recursiveTerm null unless the table reads itself; then {@code query} is the first term
   * @param union true for UNION (duplicates dropped), false for UNION ALL
   */
  record CommonTable(
      int number,
      String name,
      Query query,
      @Nullable Query recursiveTerm,
      boolean union,
      dev.postern.backend.sql.QueryClause.Materialization materialization,
      int references) {}

  /** An element of FROM. */
  sealed interface Source {}

  /** A table (also a catalog), read through its descriptor. */
  record TableScan(int slot, String alias, RelationDescriptor table) implements Source {}

  /** A subquery or a view; its row is formed in {@code layout}. */
  record SubqueryScan(int slot, String alias, Query query, TupleLayout layout, boolean lateral)
      implements Source {}

  /** A reference to a member of WITH. */
  record CommonTableScan(
      int slot, String alias, int commonTable, TupleLayout layout, boolean recursiveSelf)
      implements Source {}

  /**
   * Functions in FROM: ROWS FROM has several; the columns of all stand side by side.
   *
   * @param columnCounts columns each function gives
   */
  record FunctionScan(
      int slot,
      String alias,
      List<TypedExpression> functions,
      List<Integer> columnCounts,
      boolean ordinality,
      TupleLayout layout)
      implements Source {}

  /** VALUES in FROM. */
  record ValuesScan(int slot, String alias, List<List<TypedExpression>> rows, TupleLayout layout)
      implements Source {}

  /**
   * A join. USING and NATURAL are in {@code condition}; merged columns are COALESCE expressions or
   * one side's column, made by the analyzer.
   */
  record Join(JoinKind kind, Source left, Source right, @Nullable TypedExpression condition)
      implements Source {}

  /** What becomes of rows without a partner. */
  enum JoinKind {
    INNER,
    LEFT,
    RIGHT,
    FULL
  }

  /** A window: its partition and order, and the frame. */
  record Window(
      List<TypedExpression> partitionBy,
      List<SortKey> orderBy,
      FrameUnits units,
      FrameBoundKind startKind,
      @Nullable TypedExpression startOffset,
      FrameBoundKind endKind,
      @Nullable TypedExpression endOffset,
      FrameExclusion exclusion) {}

  /** FOR UPDATE and its sisters on one entry. */
  record RowLock(int slot, LockStrength strength, LockWait lockWait) {}
}
