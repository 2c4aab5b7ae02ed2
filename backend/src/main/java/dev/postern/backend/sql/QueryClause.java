package dev.postern.backend.sql;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** The parts of a query that are neither expressions nor table references. */
public sealed interface QueryClause extends Node {
  /** {@code WITH [RECURSIVE] …}. */
  record WithClause(int position, boolean recursive, List<CommonTableExpression> tables)
      implements QueryClause {}

  /** MATERIALIZED, NOT MATERIALIZED, or neither. */
  enum Materialization {
    DEFAULT,
    ALWAYS,
    NEVER
  }

  /**
   * {@code name (columns) AS [NOT MATERIALIZED] (statement) SEARCH … CYCLE …}.
   *
   * @param statement a query or a data-modifying statement
   */
  record CommonTableExpression(
      int position,
      String name,
      List<String> columns,
      Materialization materialization,
      Statement statement,
      @Nullable SearchClause search,
      @Nullable CycleClause cycle)
      implements QueryClause {}

  /** {@code SEARCH DEPTH FIRST BY columns SET sequenceColumn}. */
  record SearchClause(
      int position, boolean breadthFirst, List<String> columns, String sequenceColumn)
      implements QueryClause {}

  /** {@code CYCLE columns SET markColumn TO markValue DEFAULT markDefault USING pathColumn}. */
  record CycleClause(
      int position,
      List<String> columns,
      String markColumn,
      Expression markValue,
      Expression markDefault,
      String pathColumn)
      implements QueryClause {}

  /** An element of a select list or of RETURNING; {@code label} is null where no AS was written. */
  record TargetItem(int position, Expression value, @Nullable String label)
      implements QueryClause {}

  /** ASC, DESC, USING operator, or nothing said. */
  enum SortDirection {
    DEFAULT,
    ASCENDING,
    DESCENDING,
    USING
  }

  /** NULLS FIRST, NULLS LAST, or nothing said. */
  enum NullsOrder {
    DEFAULT,
    FIRST,
    LAST
  }

  /** An element of ORDER BY; {@code operator} is given for {@link SortDirection#USING} only. */
  record SortItem(
      int position,
      Expression value,
      SortDirection direction,
      @Nullable OperatorName operator,
      NullsOrder nulls)
      implements QueryClause {}

  /**
   * LIMIT and OFFSET, in either spelling.
   *
   * @param count null where none was given; a {@link Expression.NullConstant} for {@code LIMIT ALL}
   * @param withTies {@code FETCH FIRST … ROWS WITH TIES}
   */
  record LimitClause(
      int position, @Nullable Expression count, @Nullable Expression offset, boolean withTies)
      implements QueryClause {}

  /** Row lock strength, weakest first. */
  enum LockStrength {
    KEY_SHARE,
    SHARE,
    NO_KEY_UPDATE,
    UPDATE
  }

  /** What to do about a row that another transaction holds. */
  enum LockWait {
    BLOCK,
    SKIP_LOCKED,
    NOWAIT
  }

  /** {@code FOR UPDATE OF tables NOWAIT}; an empty list is every table. */
  record LockingClause(
      int position, LockStrength strength, List<QualifiedName> tables, LockWait lockWait)
      implements QueryClause {}

  /**
   * GROUP BY.
   *
   * @param distinct {@code GROUP BY DISTINCT}
   */
  record GroupByClause(int position, boolean distinct, List<GroupingElement> elements)
      implements QueryClause {}

  /** An element of GROUP BY. */
  sealed interface GroupingElement extends QueryClause {}

  /** A plain expression; a list in parentheses is a {@link Expression.RowConstructor}. */
  record GroupingExpression(int position, Expression value) implements GroupingElement {}

  /** {@code ()}. */
  record EmptyGroupingSet(int position) implements GroupingElement {}

  /** {@code ROLLUP(…)}. */
  record Rollup(int position, List<Expression> elements) implements GroupingElement {}

  /** {@code CUBE(…)}. */
  record Cube(int position, List<Expression> elements) implements GroupingElement {}

  /** {@code GROUPING SETS(…)}. */
  record GroupingSets(int position, List<GroupingElement> elements) implements GroupingElement {}

  /** {@code name AS (specification)} of the WINDOW clause. */
  record WindowDefinition(int position, String name, WindowSpecification specification)
      implements QueryClause {}

  /**
   * What follows OVER, or a definition in WINDOW.
   *
   * @param reference {@code OVER name}: the window as defined; then all else is empty
   * @param base {@code OVER (name …)}: a window that is refined
   */
  record WindowSpecification(
      int position,
      @Nullable String reference,
      @Nullable String base,
      List<Expression> partitionBy,
      List<SortItem> orderBy,
      @Nullable WindowFrame frame)
      implements QueryClause {}

  /** {@code ROWS BETWEEN start AND end EXCLUDE exclusion}; {@code end} is null without BETWEEN. */
  record WindowFrame(
      int position,
      FrameUnits units,
      FrameBound start,
      @Nullable FrameBound end,
      FrameExclusion exclusion)
      implements QueryClause {}

  /** The unit of a frame's bounds. */
  enum FrameUnits {
    RANGE,
    ROWS,
    GROUPS
  }

  /** EXCLUDE of a frame. */
  enum FrameExclusion {
    NO_OTHERS,
    CURRENT_ROW,
    GROUP,
    TIES
  }

  /** One bound; {@code offset} only for the two OFFSET kinds. */
  record FrameBound(int position, FrameBoundKind kind, @Nullable Expression offset)
      implements QueryClause {}

  /** The five bounds, earliest first. */
  enum FrameBoundKind {
    UNBOUNDED_PRECEDING,
    OFFSET_PRECEDING,
    CURRENT_ROW,
    OFFSET_FOLLOWING,
    UNBOUNDED_FOLLOWING
  }

  /** {@code INTO [TEMP | UNLOGGED] [TABLE] name} of SELECT. */
  record IntoClause(int position, Persistence persistence, QualifiedName name)
      implements QueryClause {}

  /** How long a relation lives and whether it is logged. */
  enum Persistence {
    PERMANENT,
    TEMPORARY,
    UNLOGGED
  }

  /**
   * {@code RETURNING [WITH (OLD AS o, NEW AS n)] targets}.
   *
   * @param oldName the name given to OLD, or null
   * @param newName the name given to NEW, or null
   */
  record ReturningClause(
      int position, @Nullable String oldName, @Nullable String newName, List<TargetItem> targets)
      implements QueryClause {}

  /** A column that is assigned: {@code name}, {@code name.field}, {@code name[1]}. */
  record AssignmentTarget(int position, String name, List<IndirectionElement> indirection)
      implements QueryClause {}

  /** An element of SET in UPDATE, ON CONFLICT and MERGE. */
  sealed interface Assignment extends QueryClause {}

  /** {@code target = value}; the position is the target's. */
  record ColumnAssignment(int position, AssignmentTarget target, Expression value)
      implements Assignment {}

  /** {@code (a, b) = value}, where the value is a row or a subquery. */
  record MultipleAssignment(int position, List<AssignmentTarget> targets, Expression value)
      implements Assignment {}

  /** What ON CONFLICT looks for and does. */
  record OnConflictClause(
      int position,
      @Nullable ConflictTarget target,
      boolean doNothing,
      List<Assignment> assignments,
      @Nullable Expression where)
      implements QueryClause {}

  /**
   * {@code (elements) WHERE predicate}, or {@code ON CONSTRAINT constraint} (then the list is
   * empty).
   */
  record ConflictTarget(
      int position,
      List<IndexElement> elements,
      @Nullable Expression where,
      @Nullable String constraint)
      implements QueryClause {}

  /**
   * A column or an expression of an index.
   *
   * @param name the column, or null where {@code expression} is given
   * @param operatorClass or null
   * @param operatorClassOptions what stood in parentheses after it
   */
  record IndexElement(
      int position,
      @Nullable String name,
      @Nullable Expression expression,
      @Nullable QualifiedName collation,
      @Nullable QualifiedName operatorClass,
      List<Option> operatorClassOptions,
      SortDirection direction,
      NullsOrder nulls)
      implements QueryClause {}

  /** {@code WHEN [NOT] MATCHED … THEN action} of MERGE. */
  record MergeWhen(int position, MatchKind kind, @Nullable Expression condition, MergeAct act)
      implements QueryClause {}

  /** Which rows a WHEN of MERGE is about. */
  enum MatchKind {
    MATCHED,
    NOT_MATCHED_BY_SOURCE,
    NOT_MATCHED_BY_TARGET
  }

  /** What MERGE does with a row. */
  sealed interface MergeAct extends QueryClause {}

  record MergeUpdate(int position, List<Assignment> assignments) implements MergeAct {}

  record MergeDelete(int position) implements MergeAct {}

  record MergeDoNothing(int position) implements MergeAct {}

  /** {@code INSERT (columns) OVERRIDING … VALUES (values)}; no values for DEFAULT VALUES. */
  record MergeInsert(
      int position, List<AssignmentTarget> columns, Overriding overriding, List<Expression> values)
      implements MergeAct {}

  /** OVERRIDING SYSTEM VALUE, OVERRIDING USER VALUE, or neither. */
  enum Overriding {
    NONE,
    SYSTEM,
    USER
  }

  /** An alias of a table reference, with the column aliases in parentheses. */
  record Alias(int position, String name, List<String> columns) implements QueryClause {}

  /** A column of a JSON_TABLE. */
  sealed interface JsonTableColumn extends QueryClause {}

  /** {@code name FOR ORDINALITY}. */
  record JsonOrdinalityColumn(int position, String name) implements JsonTableColumn {}

  /**
   * {@code name type [FORMAT …] [PATH …] …} or, with {@code exists}, {@code name type EXISTS …}.
   */
  record JsonValueColumn(
      int position,
      String name,
      TypeName type,
      boolean exists,
      JsonExpression.@Nullable Format format,
      @Nullable String path,
      JsonExpression.Wrapper wrapper,
      JsonExpression.Quotes quotes,
      JsonExpression.@Nullable Behavior onEmpty,
      JsonExpression.@Nullable Behavior onError)
      implements JsonTableColumn {}

  /** {@code NESTED PATH path AS name COLUMNS (…)}. */
  record JsonNestedColumns(
      int position, String path, @Nullable String pathName, List<JsonTableColumn> columns)
      implements JsonTableColumn {}

  /**
   * A column of an XMLTABLE.
   *
   * @param type null for FOR ORDINALITY
   */
  record XmlTableColumn(
      int position,
      String name,
      @Nullable TypeName type,
      @Nullable Expression path,
      @Nullable Expression defaultValue,
      boolean notNull)
      implements QueryClause {}

  /** {@code uri AS name}; a null name is DEFAULT. */
  record XmlNamespace(int position, Expression uri, @Nullable String name) implements QueryClause {}
}
