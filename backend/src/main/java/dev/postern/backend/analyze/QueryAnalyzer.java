package dev.postern.backend.analyze;

import dev.postern.backend.analyze.Query.OutputColumn;
import dev.postern.backend.analyze.Query.RowLock;
import dev.postern.backend.analyze.Query.Source;
import dev.postern.backend.analyze.Query.Window;
import dev.postern.backend.analyze.TypedExpression.Column;
import dev.postern.backend.analyze.TypedExpression.SortKey;
import dev.postern.backend.analyze.TypedExpression.WholeRow;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.sql.DataStatement;
import dev.postern.backend.sql.Expression;
import dev.postern.backend.sql.QueryBody;
import dev.postern.backend.sql.QueryBody.Distinctness;
import dev.postern.backend.sql.QueryBody.SelectBody;
import dev.postern.backend.sql.QueryClause.LimitClause;
import dev.postern.backend.sql.SelectStatement;
import dev.postern.backend.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Queries: SELECT here, VALUES, set operations and modifications in classes of their own. */
final class QueryAnalyzer {
  private final Analysis analysis;

  QueryAnalyzer(Analysis analysis) {
    this.analysis = analysis;
  }

  /** Any statement that is planned. */
  Query statement(Statement statement, Scope scope) {
    return switch (statement) {
      case SelectStatement select -> select(select, scope);
      case DataStatement modification -> modification(modification, scope);
      default ->
          throw new IllegalArgumentException(
              statement.getClass().getSimpleName() + " has no plan of its own");
    };
  }

  Query modification(DataStatement statement, Scope scope) {
    return switch (statement) {
      case DataStatement.InsertStatement insert -> new Inserts(analysis).analyze(insert, scope);
      case DataStatement.UpdateStatement update -> new Updates(analysis).update(update, scope);
      case DataStatement.DeleteStatement delete -> new Updates(analysis).delete(delete, scope);
      case DataStatement.MergeStatement _ -> throw SqlError.notSupported("MERGE");
    };
  }

  Query select(SelectStatement statement, Scope scope) {
    return draft(statement, scope, true).finish();
  }

  /**
   * Analyzes a query but for its result's types.
   *
   * @param resolveUnknowns whether untyped literals become text now
   */
  QueryDraft draft(SelectStatement statement, Scope scope, boolean resolveUnknowns) {
    analysis.commonTables.analyze(scope, statement.with());
    return switch (statement.body()) {
      case SelectBody body -> block(statement, body, scope, resolveUnknowns);
      case QueryBody.ValuesBody body -> new ValuesQueries(analysis).draft(statement, body, scope);
      case QueryBody.SetOperation body -> new SetOperations(analysis).draft(statement, body, scope);
    };
  }

  private QueryDraft block(
      SelectStatement statement, SelectBody body, Scope scope, boolean resolveUnknowns) {
    if (body.into() != null) {
      throw analysis.error(
          SqlState.SYNTAX_ERROR,
          "SELECT ... INTO is not allowed here",
          body.into().name().position());
    }
    scope.windowDefinitions.addAll(body.windows());
    List<Source> from = analysis.from.clause(scope, body.from());
    List<Target> targets =
        analysis.targets.analyze(scope, body.targets(), ExpressionKind.SELECT_TARGET);
    TypedExpression where =
        body.where() == null
            ? null
            : analysis.expressions.condition(scope, body.where(), ExpressionKind.WHERE, "WHERE");
    TypedExpression having =
        body.having() == null
            ? null
            : analysis.expressions.condition(scope, body.having(), ExpressionKind.HAVING, "HAVING");
    List<Target> extra = new ArrayList<>();
    List<SortKey> orderBy = analysis.sorts.orderBy(scope, statement.orderBy(), targets, extra);
    GroupClauses.Grouped grouped =
        new GroupClauses(analysis).analyze(scope, body.groupBy(), targets, extra);
    List<SortKey> distinct = distinct(scope, body, targets, extra, orderBy);
    Limits limits = limits(scope, statement.limit());
    List<Window> windows = Windows.analyze(analysis, scope, targets, extra);
    if (resolveUnknowns) {
      analysis.targets.resolveUnknowns(targets);
    }
    boolean aggregated =
        scope.hasAggregates
            || !grouped.keys().isEmpty()
            || grouped.sets() != null
            || having != null;
    if (aggregated) {
      new GroupCheck(analysis, scope, grouped).check(targets, extra, having, windows);
    }
    List<RowLock> locks = new RowLocks(analysis).analyze(scope, statement, body, from, aggregated);
    boolean replaceable = distinct == null && orderBy.isEmpty();
    boolean isAggregated = aggregated;
    return new QueryDraft(
        targets,
        replaceable,
        () ->
            new Query.Select(
                analysis.commonTables.finish(scope),
                List.copyOf(from),
                where,
                values(targets),
                output(targets),
                isAggregated,
                grouped.keys(),
                grouped.sets(),
                having,
                windows,
                distinct,
                body.distinctness() == Distinctness.DISTINCT_ON,
                List.copyOf(orderBy),
                limits.count(),
                limits.offset(),
                limits.withTies(),
                locks));
  }

  private @Nullable List<SortKey> distinct(
      Scope scope,
      SelectBody body,
      List<Target> targets,
      List<Target> extra,
      List<SortKey> orderBy) {
    return switch (body.distinctness()) {
      case ALL -> null;
      case DISTINCT -> {
        List<Target> all = new ArrayList<>(targets);
        all.addAll(extra);
        yield analysis.sorts.distinctKeys(all, orderBy, false, targets.size());
      }
      case DISTINCT_ON ->
          analysis.sorts.distinctOnKeys(scope, body.distinctOn(), targets, extra, orderBy);
    };
  }

  static List<TypedExpression> values(List<Target> targets) {
    List<TypedExpression> values = new ArrayList<>();
    for (Target target : targets) {
      values.add(target.value);
    }
    return List.copyOf(values);
  }

  static List<OutputColumn> output(List<Target> targets) {
    List<OutputColumn> output = new ArrayList<>();
    for (Target target : targets) {
      output.add(target.column());
    }
    return List.copyOf(output);
  }

  /** LIMIT and OFFSET of a query, both bigint. */
  record Limits(
      @Nullable TypedExpression count, @Nullable TypedExpression offset, boolean withTies) {}

  Limits limits(Scope scope, @Nullable LimitClause clause) {
    if (clause == null) {
      return new Limits(null, null, false);
    }
    TypedExpression offset = limit(scope, clause.offset(), ExpressionKind.OFFSET);
    TypedExpression count = limit(scope, clause.count(), ExpressionKind.LIMIT);
    return new Limits(count, offset, clause.withTies());
  }

  private @Nullable TypedExpression limit(
      Scope scope, @Nullable Expression expression, ExpressionKind kind) {
    if (expression == null || expression instanceof Expression.NullConstant) {
      return null;
    }
    int position = Positions.of(expression);
    TypedExpression value = analysis.expressions.analyze(scope, expression, kind);
    TypedExpression coerced =
        analysis.coercer.toSpecific(value, analysis.int8Type, kind.clause(), position);
    refuseVariables(scope, coerced, kind.clause(), position);
    return coerced;
  }

  /** 42P10 where a column of this query level is in the expression. */
  void refuseVariables(Scope scope, TypedExpression expression, String construct, int position) {
    TypedTrees.contains(
        expression,
        e -> {
          boolean variable =
              e instanceof Column c && analysis.depth(c.slot()) == scope.depth
                  || e instanceof WholeRow w && analysis.depth(w.slot()) == scope.depth;
          if (variable) {
            int at = analysis.position(e);
            throw analysis.error(
                SqlState.INVALID_COLUMN_REFERENCE,
                "argument of " + construct + " must not contain variables",
                at >= 0 ? at : position);
          }
          return false;
        });
  }
}
