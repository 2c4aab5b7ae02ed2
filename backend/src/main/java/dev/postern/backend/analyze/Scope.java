package dev.postern.backend.analyze;

import dev.postern.backend.analyze.TypedExpression.FunctionCall;
import dev.postern.backend.sql.QueryClause.WindowDefinition;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One query level under analysis: what its expressions see (PostgreSQL's ParseState). */
final class Scope {
  final @Nullable Scope parent;
  final int depth;

  /** What column references see now, in order. */
  final List<ScopeEntry> namespace = new ArrayList<>();

  /** All entries of this level, seen or not: for hints. */
  final List<ScopeEntry> rangeTable = new ArrayList<>();

  final List<CommonTables.Member> commonTables = new ArrayList<>();

  /** Members of the WITH clause under analysis that come later: naming one is a mistake. */
  final List<String> laterCommonTables = new ArrayList<>();

  ExpressionKind kind = ExpressionKind.SELECT_TARGET;

  /** Whether entries that only LATERAL sees are seen now. */
  boolean lateralActive;

  /** The set-returning function last found: to see whether one stands inside another call. */
  @Nullable FunctionCall lastSet;

  boolean hasAggregates;
  boolean hasWindowCalls;
  boolean hasSets;

  /** Definitions of the WINDOW clause, and after them those in place, as they were met. */
  final List<WindowDefinition> windowDefinitions = new ArrayList<>();

  /** GROUPING(…) expressions whose arguments are yet to be found among the group keys. */
  final List<PendingGrouping> groupings = new ArrayList<>();

  /** Whether this is the recursive term of a WITH RECURSIVE. */
  boolean inRecursiveTerm;

  /** The target of INSERT, UPDATE or DELETE: found by name, but not to be referred to in FROM. */
  @Nullable ScopeEntry target;

  /** A GROUPING whose references are filled in later. */
  record PendingGrouping(
      TypedExpression.Grouping grouping,
      List<TypedExpression> arguments,
      List<Integer> positions) {}

  Scope(@Nullable Scope parent) {
    this.parent = parent;
    this.depth = parent == null ? 0 : parent.depth + 1;
  }

  /** The level with a depth: this one or one around it. */
  Scope at(int wanted) {
    Scope scope = this;
    while (scope.depth > wanted && scope.parent != null) {
      scope = scope.parent;
    }
    return scope;
  }
}
