package dev.postern.backend.analyze;

import dev.postern.backend.analyze.TypedExpression.Aggregate;
import dev.postern.backend.analyze.TypedExpression.Column;
import dev.postern.backend.analyze.TypedExpression.FunctionCall;
import dev.postern.backend.analyze.TypedExpression.Grouping;
import dev.postern.backend.analyze.TypedExpression.SortKey;
import dev.postern.backend.analyze.TypedExpression.WholeRow;
import dev.postern.backend.analyze.TypedExpression.WindowCall;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.function.AggregateDescriptor;
import dev.postern.backend.function.FunctionResolution.ResolvedFunction;
import dev.postern.backend.sql.Expression;
import dev.postern.backend.sql.QueryClause.WindowSpecification;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Aggregates, window functions and GROUPING (PostgreSQL's parse_agg). */
final class AggregateCalls {
  private static final int MAX_GROUPING = 31;

  private final Analysis analysis;

  AggregateCalls(Analysis analysis) {
    this.analysis = analysis;
  }

  private static String shown(Expression.FunctionCall call) {
    return String.join(".", call.name().parts());
  }

  private SqlError wrong(String state, String message, Expression.FunctionCall call) {
    return analysis.error(state, message, call.position());
  }

  TypedExpression aggregate(
      Scope scope,
      Expression.FunctionCall call,
      ResolvedFunction resolved,
      CallExpressions.Arguments arguments,
      @Nullable TypedExpression filter,
      @Nullable FunctionCall lastSet) {
    AggregateDescriptor described = analysis.catalog.aggregate(resolved.function().oid());
    char kind = described == null ? 'n' : described.kind();
    checkOrderedSet(call, kind);
    if (arguments.values().isEmpty() && !call.star() && !call.withinGroup()) {
      throw wrong(
          SqlState.WRONG_OBJECT_TYPE,
          shown(call) + "(*) must be used to call a parameterless aggregate function",
          call);
    }
    if (!arguments.names().isEmpty()) {
      throw wrong(SqlState.FEATURE_NOT_SUPPORTED, "aggregates cannot use named arguments", call);
    }
    List<TypedExpression> values =
        analysis.expressions.calls.coerced(resolved, arguments, call.position());
    if (call.over() != null) {
      return windowed(scope, call, resolved, values, filter, lastSet, call.over());
    }
    int direct = 0;
    if (call.withinGroup() && described != null) {
      direct = call.arguments().size();
    }
    List<TypedExpression> directArguments = List.copyOf(values.subList(0, direct));
    List<TypedExpression> rowArguments = List.copyOf(values.subList(direct, values.size()));
    List<SortKey> orderBy = order(scope, call, rowArguments);
    int depth = level(scope, directArguments, rowArguments, orderBy, filter);
    Scope owner = scope.at(depth);
    checkPlace(owner, call);
    owner.hasAggregates = true;
    return new Aggregate(
        call.position(),
        resolved.function(),
        rowArguments,
        directArguments,
        orderBy,
        call.distinct(),
        filter,
        call.star(),
        scope.depth - depth,
        analysis.type(resolved.resultType()));
  }

  private void checkOrderedSet(Expression.FunctionCall call, char kind) {
    if (kind == 'n') {
      if (call.withinGroup()) {
        throw wrong(
            SqlState.WRONG_OBJECT_TYPE,
            shown(call) + " is not an ordered-set aggregate, so it cannot have WITHIN GROUP",
            call);
      }
      return;
    }
    if (!call.withinGroup()) {
      throw wrong(
          SqlState.WRONG_OBJECT_TYPE,
          "WITHIN GROUP is required for ordered-set aggregate " + shown(call),
          call);
    }
    if (call.over() != null) {
      throw wrong(
          SqlState.FEATURE_NOT_SUPPORTED,
          "OVER is not supported for ordered-set aggregate " + shown(call),
          call);
    }
  }

  private List<SortKey> order(
      Scope scope, Expression.FunctionCall call, List<TypedExpression> arguments) {
    List<Target> targets = new ArrayList<>();
    for (int i = 0; i < arguments.size(); i++) {
      Expression syntax =
          call.withinGroup()
              ? call.orderBy().get(i).value()
              : i < call.arguments().size() ? call.arguments().get(i) : null;
      targets.add(new Target("", arguments.get(i), syntax == null ? -1 : Positions.of(syntax)));
    }
    List<SortKey> keys = new ArrayList<>();
    if (call.withinGroup()) {
      for (int i = 0; i < call.orderBy().size() && i < targets.size(); i++) {
        keys.add(analysis.sorts.key(targets.get(i), call.orderBy().get(i)));
      }
      return List.copyOf(keys);
    }
    List<Target> extra = new ArrayList<>();
    keys.addAll(analysis.sorts.aggregateOrder(scope, call.orderBy(), targets, extra));
    if (!call.distinct()) {
      return List.copyOf(keys);
    }
    targets.addAll(extra);
    return List.copyOf(analysis.sorts.distinctKeys(targets, keys, true, arguments.size()));
  }

  /** The depth of the query level whose rows an aggregate collects (check_agg_arguments). */
  private int level(
      Scope scope,
      List<TypedExpression> direct,
      List<TypedExpression> arguments,
      List<SortKey> orderBy,
      @Nullable TypedExpression filter) {
    int[] deepest = {-1};
    List<TypedExpression> all = new ArrayList<>(arguments);
    for (SortKey key : orderBy) {
      all.add(key.value());
    }
    if (filter != null) {
      all.add(filter);
    }
    List<Inner> inner = new ArrayList<>();
    for (TypedExpression argument : all) {
      inspect(scope, argument, scope.depth, deepest, inner);
    }
    int depth = deepest[0] < 0 ? scope.depth : deepest[0];
    for (TypedExpression argument : direct) {
      inspect(scope, argument, scope.depth, new int[] {-1}, inner);
    }
    for (Inner found : inner) {
      if (found.depth == depth) {
        throw analysis.error(
            SqlState.GROUPING_ERROR,
            "aggregate function calls cannot be nested",
            found.aggregate.position());
      }
    }
    return depth;
  }

  /** An aggregate inside another's arguments, and the depth of the level it belongs to. */
  private record Inner(Aggregate aggregate, int depth) {}

  private void inspect(
      Scope scope,
      TypedExpression expression,
      int queryDepth,
      int[] deepest,
      List<Inner> aggregates) {
    switch (expression) {
      case Column column -> note(scope, analysis.depth(column.slot()), deepest);
      case WholeRow row -> note(scope, analysis.depth(row.slot()), deepest);
      case Aggregate aggregate -> {
        int owner = queryDepth - aggregate.level();
        if (owner <= scope.depth) {
          note(scope, owner, deepest);
          aggregates.add(new Inner(aggregate, owner));
          return;
        }
      }
      case WindowCall window -> {
        if (queryDepth == scope.depth) {
          throw analysis.error(
              SqlState.GROUPING_ERROR,
              "aggregate function calls cannot contain window function calls",
              window.position());
        }
      }
      case FunctionCall call -> {
        if (call.function().returnsSet() && queryDepth == scope.depth) {
          throw analysis
              .error(
                  SqlState.FEATURE_NOT_SUPPORTED,
                  "aggregate function calls cannot contain set-returning function calls",
                  call.position())
              .hint(
                  "You might be able to move the set-returning function into a LATERAL FROM item.");
        }
      }
      case TypedExpression.Subquery subquery ->
          TypedTrees.forEachExpression(
              subquery.query(), part -> inspect(scope, part, queryDepth + 1, deepest, aggregates));
      default -> {}
    }
    TypedTrees.forEachPart(
        expression, part -> inspect(scope, part, queryDepth, deepest, aggregates));
  }

  private static void note(Scope scope, int depth, int[] deepest) {
    if (depth <= scope.depth) {
      deepest[0] = Math.max(deepest[0], depth);
    }
  }

  private void checkPlace(Scope owner, Expression.FunctionCall call) {
    if (!owner.kind.allowsAggregates()) {
      throw analysis.error(
          SqlState.GROUPING_ERROR,
          "aggregate functions are not allowed in " + owner.kind.place(),
          call.position());
    }
    if (owner.inRecursiveTerm) {
      throw analysis.error(
          SqlState.INVALID_RECURSION,
          "aggregate functions are not allowed in a recursive query's recursive term",
          call.position());
    }
  }

  TypedExpression windowFunction(
      Scope scope,
      Expression.FunctionCall call,
      ResolvedFunction resolved,
      CallExpressions.Arguments arguments,
      @Nullable TypedExpression filter,
      @Nullable FunctionCall lastSet) {
    WindowSpecification over = call.over();
    if (over == null) {
      throw wrong(
          SqlState.WRONG_OBJECT_TYPE,
          "window function " + shown(call) + " requires an OVER clause",
          call);
    }
    if (call.withinGroup()) {
      throw wrong(
          SqlState.WRONG_OBJECT_TYPE,
          "window function " + shown(call) + " cannot have WITHIN GROUP",
          call);
    }
    List<TypedExpression> values =
        analysis.expressions.calls.coerced(resolved, arguments, call.position());
    return windowed(scope, call, resolved, values, filter, lastSet, over);
  }

  private TypedExpression windowed(
      Scope scope,
      Expression.FunctionCall call,
      ResolvedFunction resolved,
      List<TypedExpression> arguments,
      @Nullable TypedExpression filter,
      @Nullable FunctionCall lastSet,
      WindowSpecification over) {
    boolean aggregate = resolved.function().isAggregate();
    if (call.distinct()) {
      throw wrong(
          SqlState.FEATURE_NOT_SUPPORTED, "DISTINCT is not implemented for window functions", call);
    }
    if (!call.orderBy().isEmpty()) {
      throw wrong(
          SqlState.FEATURE_NOT_SUPPORTED,
          "aggregate ORDER BY is not implemented for window functions",
          call);
    }
    if (!aggregate && filter != null) {
      throw wrong(
          SqlState.FEATURE_NOT_SUPPORTED,
          "FILTER is not implemented for non-aggregate window functions",
          call);
    }
    if (scope.lastSet != lastSet && scope.lastSet != null) {
      throw analysis
          .error(
              SqlState.FEATURE_NOT_SUPPORTED,
              "window function calls cannot contain set-returning function calls",
              scope.lastSet.position())
          .hint("You might be able to move the set-returning function into a LATERAL FROM item.");
    }
    refuseNested(arguments, filter);
    if (!scope.kind.allowsWindowCalls()) {
      throw wrong(
          SqlState.WINDOWING_ERROR,
          "window functions are not allowed in "
              + (scope.kind.isWindowDefinition() ? "window definitions" : scope.kind.place()),
          call);
    }
    scope.hasWindowCalls = true;
    return new WindowCall(
        call.position(),
        resolved.function(),
        arguments,
        filter,
        call.star(),
        Windows.index(analysis, scope, over),
        analysis.type(resolved.resultType()));
  }

  private void refuseNested(List<TypedExpression> arguments, @Nullable TypedExpression filter) {
    List<TypedExpression> all = new ArrayList<>(arguments);
    if (filter != null) {
      all.add(filter);
    }
    for (TypedExpression argument : all) {
      TypedTrees.contains(
          argument,
          e -> {
            if (e instanceof WindowCall inner) {
              throw analysis.error(
                  SqlState.WINDOWING_ERROR,
                  "window function calls cannot be nested",
                  inner.position());
            }
            return false;
          });
    }
  }

  /** GROUPING(…): its arguments are looked up among the group keys once these are known. */
  TypedExpression grouping(Scope scope, Expression.Grouping grouping) {
    if (grouping.arguments().size() > MAX_GROUPING) {
      throw analysis.error(
          SqlState.TOO_MANY_ARGUMENTS,
          "GROUPING must have fewer than 32 arguments",
          grouping.position());
    }
    List<TypedExpression> arguments = new ArrayList<>();
    List<Integer> positions = new ArrayList<>();
    for (Expression argument : grouping.arguments()) {
      positions.add(Positions.of(argument));
      arguments.add(analysis.expressions.expression(scope, argument));
    }
    Grouping result = new Grouping(new ArrayList<>(), analysis.int4Type);
    scope.groupings.add(new Scope.PendingGrouping(result, arguments, positions));
    scope.hasAggregates = true;
    return result;
  }
}
