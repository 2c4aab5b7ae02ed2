package dev.postern.backend.analyze;

import org.jspecify.annotations.Nullable;

/**
 * Where in a statement an expression stands: which kinds of expression are allowed there, and how
 * errors call the place (PostgreSQL's ParseExprKind).
 */
enum ExpressionKind {
  JOIN_ON("JOIN/ON", "JOIN conditions", null, false, false, false),
  FROM_FUNCTION("function in FROM", "functions in FROM", null, false, false, true),
  WHERE("WHERE", null, null, false, false, false),
  HAVING("HAVING", null, null, true, false, false),
  FILTER("FILTER", null, null, false, false, false),
  WINDOW_PARTITION("window PARTITION BY", null, null, true, false, true),
  WINDOW_ORDER("window ORDER BY", null, null, true, false, true),
  WINDOW_FRAME_RANGE("window RANGE", null, null, false, false, false),
  WINDOW_FRAME_ROWS("window ROWS", null, null, false, false, false),
  WINDOW_FRAME_GROUPS("window GROUPS", null, null, false, false, false),
  SELECT_TARGET("SELECT", null, null, true, true, true),
  INSERT_TARGET("INSERT", null, null, false, false, true),
  UPDATE_SOURCE("UPDATE", null, null, false, false, false),
  UPDATE_TARGET("UPDATE", null, null, false, false, false),
  MERGE_WHEN("MERGE WHEN", "MERGE WHEN conditions", null, false, false, false),
  GROUP_BY("GROUP BY", null, null, false, false, true),
  ORDER_BY("ORDER BY", null, null, true, true, true),
  DISTINCT_ON("DISTINCT ON", null, null, true, true, true),
  LIMIT("LIMIT", null, null, false, false, false),
  OFFSET("OFFSET", null, null, false, false, false),
  RETURNING("RETURNING", null, null, false, false, false),
  VALUES("VALUES", null, null, false, false, false),
  VALUES_SINGLE("VALUES", null, null, false, false, true),
  CHECK_CONSTRAINT("CHECK", "check constraints", "check constraint", false, false, false),
  COLUMN_DEFAULT("DEFAULT", "DEFAULT expressions", "DEFAULT expression", false, false, false),
  INDEX_EXPRESSION(
      "index expression", "index expressions", "index expression", false, false, false),
  INDEX_PREDICATE("index predicate", "index predicates", "index predicate", false, false, false),
  ALTER_COLUMN_TRANSFORM(
      "USING", "transform expressions", "transform expression", false, false, false),
  EXECUTE_PARAMETER("EXECUTE", "EXECUTE parameters", "EXECUTE parameter", false, false, false),
  GENERATED_COLUMN(
      "GENERATED AS",
      "column generation expressions",
      "column generation expression",
      false,
      false,
      false),
  CALL_ARGUMENT("CALL", "CALL arguments", "CALL argument", false, false, false),
  COPY_WHERE(
      "WHERE", "COPY FROM WHERE conditions", "COPY FROM WHERE condition", false, false, false),
  CYCLE_MARK("CYCLE", null, null, false, false, false);

  private final String clause;
  private final @Nullable String plural;
  private final @Nullable String noSubqueryIn;
  private final boolean aggregates;
  private final boolean windowCalls;
  private final boolean sets;

  ExpressionKind(
      String clause,
      @Nullable String plural,
      @Nullable String noSubqueryIn,
      boolean aggregates,
      boolean windowCalls,
      boolean sets) {
    this.clause = clause;
    this.plural = plural;
    this.noSubqueryIn = noSubqueryIn;
    this.aggregates = aggregates;
    this.windowCalls = windowCalls;
    this.sets = sets;
  }

  /** The clause's key words. */
  String clause() {
    return clause;
  }

  /** The place after "are not allowed in". */
  String place() {
    return plural == null ? clause : plural;
  }

  /** The place after "cannot use subquery in", or null where subqueries are allowed. */
  @Nullable String noSubqueryIn() {
    return noSubqueryIn;
  }

  boolean allowsAggregates() {
    return aggregates;
  }

  boolean allowsWindowCalls() {
    return windowCalls;
  }

  boolean allowsSets() {
    return sets;
  }

  boolean isWindowDefinition() {
    return switch (this) {
      case WINDOW_PARTITION,
          WINDOW_ORDER,
          WINDOW_FRAME_RANGE,
          WINDOW_FRAME_ROWS,
          WINDOW_FRAME_GROUPS ->
          true;
      default -> false;
    };
  }
}
