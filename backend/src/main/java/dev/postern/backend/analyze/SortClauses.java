package dev.postern.backend.analyze;

import dev.postern.backend.analyze.TypedExpression.Aggregate;
import dev.postern.backend.analyze.TypedExpression.CallForm;
import dev.postern.backend.analyze.TypedExpression.SortKey;
import dev.postern.backend.analyze.TypedExpression.WindowCall;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.function.OperatorClasses;
import dev.postern.backend.function.OperatorDescriptor;
import dev.postern.backend.function.OperatorResolution;
import dev.postern.backend.sql.Expression;
import dev.postern.backend.sql.OperatorName;
import dev.postern.backend.sql.QueryClause.NullsOrder;
import dev.postern.backend.sql.QueryClause.SortDirection;
import dev.postern.backend.sql.QueryClause.SortItem;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** ORDER BY, DISTINCT, and how they and GROUP BY find the select list's expressions. */
final class SortClauses {
  private static final int BTREE_LESS = 1;
  private static final int BTREE_GREATER = 5;

  private final Analysis analysis;

  SortClauses(Analysis analysis) {
    this.analysis = analysis;
  }

  /**
   * ORDER BY of a query.
   *
   * @param visible the select list
   * @param extra gets expressions that are no targets
   */
  List<SortKey> orderBy(
      Scope scope, List<SortItem> items, List<Target> visible, List<Target> extra) {
    List<SortKey> keys = new ArrayList<>();
    for (SortItem item : items) {
      Target target = find(scope, item.value(), visible, extra, ExpressionKind.ORDER_BY);
      addKey(keys, key(target, item));
    }
    return keys;
  }

  /** ORDER BY inside an aggregate: neither aliases nor positions mean anything there. */
  List<SortKey> aggregateOrder(
      Scope scope, List<SortItem> items, List<Target> arguments, List<Target> extra) {
    List<SortKey> keys = new ArrayList<>();
    for (SortItem item : items) {
      Target target = findEqual(scope, item.value(), arguments, extra, ExpressionKind.ORDER_BY);
      addKey(keys, key(target, item));
    }
    return keys;
  }

  /** Adds a key unless its expression is among them. */
  static void addKey(List<SortKey> keys, SortKey key) {
    for (SortKey earlier : keys) {
      if (earlier.value() == key.value() || earlier.value().equals(key.value())) {
        return;
      }
    }
    keys.add(key);
  }

  /**
   * The target that an element of ORDER BY, GROUP BY or DISTINCT ON means: by alias, by position,
   * or by being equal; else a new one in {@code extra}.
   */
  Target find(
      Scope scope,
      Expression expression,
      List<Target> visible,
      List<Target> extra,
      ExpressionKind kind) {
    if (expression instanceof Expression.ColumnReference reference
        && reference.names().size() == 1) {
      Target named = named(scope, reference, visible, kind);
      if (named != null) {
        return named;
      }
    }
    if (expression instanceof Expression.Constant constant) {
      return atPosition(constant, visible, kind);
    }
    return findEqual(scope, expression, visible, extra, kind);
  }

  private @Nullable Target named(
      Scope scope,
      Expression.ColumnReference reference,
      List<Target> visible,
      ExpressionKind kind) {
    String name = reference.name();
    if (kind == ExpressionKind.GROUP_BY
        && analysis.columns.atLevel(scope, scope, name, reference.position()) != null) {
      return null;
    }
    Target found = null;
    for (Target target : visible) {
      if (!target.name.equals(name)) {
        continue;
      }
      if (found == null) {
        found = target;
      } else if (!found.value.equals(target.value)) {
        throw analysis.error(
            SqlState.AMBIGUOUS_COLUMN,
            kind.clause() + " \"" + name + "\" is ambiguous",
            reference.position());
      }
    }
    if (found != null) {
      checkGrouped(found, kind);
    }
    return found;
  }

  private Target atPosition(
      Expression.Constant constant, List<Target> visible, ExpressionKind kind) {
    if (!(constant instanceof Expression.IntegerConstant position)) {
      throw analysis.error(
          SqlState.SYNTAX_ERROR, "non-integer constant in " + kind.clause(), constant.position());
    }
    if (position.value() < 1 || position.value() > visible.size()) {
      throw analysis.error(
          SqlState.INVALID_COLUMN_REFERENCE,
          kind.clause() + " position " + position.value() + " is not in select list",
          constant.position());
    }
    Target target = visible.get(position.value() - 1);
    checkGrouped(target, kind);
    return target;
  }

  private void checkGrouped(Target target, ExpressionKind kind) {
    if (kind != ExpressionKind.GROUP_BY) {
      return;
    }
    TypedTrees.contains(
        target.value,
        e -> {
          if (e instanceof Aggregate aggregate && aggregate.level() == 0) {
            throw analysis.error(
                SqlState.GROUPING_ERROR,
                "aggregate functions are not allowed in GROUP BY",
                aggregate.position());
          }
          if (e instanceof WindowCall window) {
            throw analysis.error(
                SqlState.WINDOWING_ERROR,
                "window functions are not allowed in GROUP BY",
                window.position());
          }
          return false;
        });
  }

  /** The target that is equal to an expression, or a new one (findTargetlistEntrySQL99). */
  Target findEqual(
      Scope scope,
      Expression expression,
      List<Target> visible,
      List<Target> extra,
      ExpressionKind kind) {
    TypedExpression value = analysis.expressions.analyze(scope, expression, kind);
    for (Target target : visible) {
      if (withoutImplicit(target.value).equals(value)) {
        return target;
      }
    }
    for (Target target : extra) {
      if (withoutImplicit(target.value).equals(value)) {
        return target;
      }
    }
    Target added = new Target("", value, Positions.of(expression));
    extra.add(added);
    return added;
  }

  private static TypedExpression withoutImplicit(TypedExpression expression) {
    return switch (expression) {
      case TypedExpression.FunctionCall e when e.form() == CallForm.IMPLICIT_CAST ->
          withoutImplicit(e.arguments().get(0));
      case TypedExpression.Relabel e when e.form() == CallForm.IMPLICIT_CAST ->
          withoutImplicit(e.argument());
      case TypedExpression.CoerceViaText e when e.form() == CallForm.IMPLICIT_CAST ->
          withoutImplicit(e.argument());
      case TypedExpression.ApplyTypmod e when e.form() == CallForm.IMPLICIT_CAST ->
          withoutImplicit(e.argument());
      case TypedExpression.CoerceToDomain e when e.form() == CallForm.IMPLICIT_CAST ->
          withoutImplicit(e.argument());
      default -> expression;
    };
  }

  /** The key that an element of ORDER BY makes of a target; an untyped target becomes text. */
  SortKey key(Target target, SortItem item) {
    target.value = analysis.coercer.unknownToText(target.value, target.position);
    int type = target.value.type().oid();
    boolean descending = item.direction() == SortDirection.DESCENDING;
    int position = Positions.of(item.value());
    OperatorDescriptor operator;
    OperatorName using = item.operator();
    if (item.direction() == SortDirection.USING && using != null) {
      operator = usingOperator(using, type);
      int family = OperatorClasses.btreeFamily(analysis.catalog, operator.left());
      int strategy = OperatorClasses.btreeStrategy(operator.oid(), family);
      if (strategy != BTREE_LESS && strategy != BTREE_GREATER) {
        throw analysis
            .error(
                SqlState.WRONG_OBJECT_TYPE,
                "operator " + using.symbol() + " is not a valid ordering operator",
                using.position())
            .hint("Ordering operators must be \"<\" or \">\" members of btree operator families.");
      }
      descending = strategy == BTREE_GREATER;
    } else {
      operator = ordering(type, descending, position);
    }
    boolean nullsFirst =
        item.nulls() == NullsOrder.DEFAULT ? descending : item.nulls() == NullsOrder.FIRST;
    return new SortKey(target.value, descending, nullsFirst, operator);
  }

  private OperatorDescriptor usingOperator(OperatorName name, int type) {
    try {
      String schema = OperatorExpressions.schema(analysis, name);
      return OperatorResolution.resolve(analysis.catalog, schema, name.symbol(), type, type)
          .operator();
    } catch (SqlError e) {
      throw analysis.at(e, name.position());
    }
  }

  private OperatorDescriptor ordering(int type, boolean descending, int position) {
    int oid =
        descending
            ? OperatorClasses.greaterThan(analysis.catalog, type)
            : OperatorClasses.lessThan(analysis.catalog, type);
    OperatorDescriptor operator = oid == 0 ? null : analysis.catalog.operator(oid);
    if (operator == null) {
      throw analysis
          .error(
              SqlState.UNDEFINED_FUNCTION,
              "could not identify an ordering operator for type " + analysis.name(type),
              position)
          .hint("Use an explicit ordering operator or modify the query.");
    }
    return operator;
  }

  /** 42883 unless the type has an equality operator. */
  void requireEquality(int type, int position) {
    if (OperatorClasses.equality(analysis.catalog, type) == 0) {
      throw analysis.error(
          SqlState.UNDEFINED_FUNCTION,
          "could not identify an equality operator for type " + analysis.name(type),
          position);
    }
  }

  /** A key for a target that is grouped or made distinct without an order being asked for. */
  SortKey distinctKey(Target target) {
    target.value = analysis.coercer.unknownToText(target.value, target.position);
    int type = target.value.type().oid();
    requireEquality(type, target.position);
    int oid = OperatorClasses.lessThan(analysis.catalog, type);
    OperatorDescriptor operator =
        analysis.catalog.operator(
            oid != 0 ? oid : OperatorClasses.equality(analysis.catalog, type));
    if (operator == null) {
      throw new IllegalStateException("no equality operator for type " + type);
    }
    return new SortKey(target.value, false, false, operator);
  }

  /**
   * DISTINCT: the ORDER BY keys, then the other targets.
   *
   * @param targets the select list, and whatever ORDER BY added to it
   * @param visible how many of them are of the select list
   */
  List<SortKey> distinctKeys(
      List<Target> targets, List<SortKey> orderBy, boolean aggregate, int visible) {
    List<SortKey> keys = new ArrayList<>();
    for (SortKey key : orderBy) {
      boolean found = false;
      for (Target target : targets.subList(0, visible)) {
        found |= target.value == key.value() || target.value.equals(key.value());
      }
      if (!found) {
        throw analysis.error(
            SqlState.INVALID_COLUMN_REFERENCE,
            aggregate
                ? "in an aggregate with DISTINCT, ORDER BY expressions must appear in argument list"
                : "for SELECT DISTINCT, ORDER BY expressions must appear in select list",
            positionOf(targets, key.value()));
      }
      keys.add(key);
    }
    for (Target target : targets.subList(0, visible)) {
      addKey(keys, distinctKey(target));
    }
    return keys;
  }

  private static int positionOf(List<Target> targets, TypedExpression value) {
    for (Target target : targets) {
      if (target.value == value) {
        return target.position;
      }
    }
    return -1;
  }

  /** DISTINCT ON: its expressions in the order of ORDER BY, whose first keys they must be. */
  List<SortKey> distinctOnKeys(
      Scope scope,
      List<Expression> expressions,
      List<Target> visible,
      List<Target> extra,
      List<SortKey> orderBy) {
    List<Target> wanted = new ArrayList<>();
    for (Expression expression : expressions) {
      wanted.add(find(scope, expression, visible, extra, ExpressionKind.DISTINCT_ON));
    }
    List<SortKey> keys = new ArrayList<>();
    boolean skipped = false;
    for (SortKey key : orderBy) {
      boolean found = false;
      for (Target target : wanted) {
        if (target.value.equals(key.value())) {
          found = true;
          if (skipped) {
            throw analysis.error(
                SqlState.INVALID_COLUMN_REFERENCE,
                "SELECT DISTINCT ON expressions must match initial ORDER BY expressions",
                target.position);
          }
        }
      }
      if (found) {
        keys.add(key);
      } else {
        skipped = true;
      }
    }
    for (int i = 0; i < wanted.size(); i++) {
      Target target = wanted.get(i);
      boolean found = false;
      for (SortKey key : keys) {
        found |= key.value().equals(target.value);
      }
      if (!found) {
        if (skipped) {
          throw analysis.error(
              SqlState.INVALID_COLUMN_REFERENCE,
              "SELECT DISTINCT ON expressions must match initial ORDER BY expressions",
              Positions.of(expressions.get(i)));
        }
        keys.add(distinctKey(target));
      }
    }
    return keys;
  }
}
