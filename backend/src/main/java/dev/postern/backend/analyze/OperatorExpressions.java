package dev.postern.backend.analyze;

import dev.postern.backend.analyze.TypedExpression.ArrayComparison;
import dev.postern.backend.analyze.TypedExpression.ArrayConstructor;
import dev.postern.backend.analyze.TypedExpression.BooleanOperation;
import dev.postern.backend.analyze.TypedExpression.CallForm;
import dev.postern.backend.analyze.TypedExpression.Column;
import dev.postern.backend.analyze.TypedExpression.NullIf;
import dev.postern.backend.analyze.TypedExpression.Operation;
import dev.postern.backend.analyze.TypedExpression.RowConstructor;
import dev.postern.backend.analyze.TypedExpression.WholeRow;
import dev.postern.backend.catalog.DatabasePart;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.function.CoercionContext;
import dev.postern.backend.function.FunctionDescriptor;
import dev.postern.backend.function.OperatorResolution;
import dev.postern.backend.function.OperatorResolution.ResolvedOperator;
import dev.postern.backend.sql.Expression;
import dev.postern.backend.sql.OperatorName;
import dev.postern.backend.sql.QualifiedName;
import dev.postern.backend.type.SqlType;
import dev.postern.backend.type.TypeOids;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Operators, and the constructs that are written with other words but are operators. */
final class OperatorExpressions {
  private final Analysis analysis;

  OperatorExpressions(Analysis analysis) {
    this.analysis = analysis;
  }

  private TypedExpression part(Scope scope, Expression expression) {
    return analysis.expressions.expression(scope, expression);
  }

  TypedExpression binary(Scope scope, Expression.BinaryOperation operation) {
    Expression left = operation.left();
    Expression right = operation.right();
    if (isEquals(operation.operator()) && analysis.context.transformNullEquals()) {
      Expression tested = nullCompared(left, right);
      if (tested != null) {
        return nullTest(scope, new Expression.NullTest(operation.position(), tested, false));
      }
    }
    if (left instanceof Expression.RowConstructor && right instanceof Expression.ScalarSubquery s) {
      return analysis.expressions.subqueries.rowComparison(scope, operation, s);
    }
    TypedExpression leftValue = part(scope, left);
    TypedExpression rightValue = part(scope, right);
    if (left instanceof Expression.RowConstructor
        && right instanceof Expression.RowConstructor
        && leftValue instanceof RowConstructor leftRow
        && rightValue instanceof RowConstructor rightRow) {
      return analysis.expressions.rows.comparison(
          operation.operator(), leftRow.elements(), rightRow.elements(), operation.position());
    }
    return operation(
        operation.operator(),
        leftValue,
        rightValue,
        operation.position(),
        Positions.of(left),
        Positions.of(right));
  }

  private static boolean isEquals(OperatorName name) {
    return name.schema().isEmpty() && name.symbol().equals("=");
  }

  private static @Nullable Expression nullCompared(Expression left, Expression right) {
    if (right instanceof Expression.NullConstant) {
      return left;
    }
    return left instanceof Expression.NullConstant ? right : null;
  }

  TypedExpression prefix(Scope scope, Expression.PrefixOperation operation) {
    TypedExpression operand = part(scope, operation.operand());
    return operation(
        operation.operator(),
        null,
        operand,
        operation.position(),
        -1,
        Positions.of(operation.operand()));
  }

  /** An operator by its plain symbol. */
  TypedExpression operation(
      String symbol,
      TypedExpression left,
      TypedExpression right,
      int position,
      int leftPosition,
      int rightPosition) {
    return operation(
        new OperatorName(position, List.of(), symbol),
        left,
        right,
        position,
        leftPosition,
        rightPosition);
  }

  /**
   * Resolves an operator and coerces its operands (make_op).
   *
   * @param left null for a prefix operator
   */
  Operation operation(
      OperatorName name,
      @Nullable TypedExpression left,
      TypedExpression right,
      int position,
      int leftPosition,
      int rightPosition) {
    ResolvedOperator resolved =
        resolve(name, left == null ? 0 : left.type().oid(), right.type().oid(), position);
    TypedExpression leftOperand =
        left == null
            ? null
            : analysis.coercer.implicitly(left, analysis.type(resolved.left()), leftPosition);
    TypedExpression rightOperand =
        analysis.coercer.implicitly(right, analysis.type(resolved.right()), rightPosition);
    return new Operation(
        position,
        resolved.operator(),
        analysis.function(resolved.operator().functionOid()),
        leftOperand,
        rightOperand,
        analysis.type(resolved.result()));
  }

  /** The schema of OPERATOR(schema.symbol), or null. */
  static @Nullable String schema(Analysis analysis, OperatorName name) {
    List<String> schema = name.schema();
    if (schema.isEmpty()) {
      return null;
    }
    List<String> parts = new ArrayList<>(schema);
    parts.add(name.symbol());
    SqlError refusal = DatabasePart.refusalOfObject(analysis.catalog, parts);
    if (refusal != null) {
      throw refusal;
    }
    return schema.get(schema.size() - 1);
  }

  private ResolvedOperator resolve(OperatorName name, int left, int right, int position) {
    String schema = schema(analysis, name);
    try {
      return OperatorResolution.resolve(analysis.catalog, schema, name.symbol(), left, right);
    } catch (SqlError e) {
      throw analysis.at(e, position);
    }
  }

  TypedExpression nullTest(Scope scope, Expression.NullTest test) {
    TypedExpression argument = part(scope, test.argument());
    boolean row = analysis.coercer.isRow(argument.type().oid());
    return new TypedExpression.NullTest(argument, test.negated(), row, analysis.booleanType);
  }

  TypedExpression booleanTest(Scope scope, Expression.BooleanTest test) {
    TypedExpression argument = part(scope, test.argument());
    String clause = "IS " + (test.negated() ? "NOT " : "") + test.kind();
    return new TypedExpression.BooleanTest(
        analysis.coercer.toBoolean(argument, clause, Positions.of(test.argument())),
        test.kind(),
        test.negated(),
        analysis.booleanType);
  }

  TypedExpression nullIf(Scope scope, Expression.NullIf expression) {
    Operation equal =
        operation(
            new OperatorName(expression.position(), List.of(), "="),
            part(scope, expression.left()),
            part(scope, expression.right()),
            expression.position(),
            Positions.of(expression.left()),
            Positions.of(expression.right()));
    if (equal.type().oid() != TypeOids.BOOL) {
      throw analysis.error(
          SqlState.DATATYPE_MISMATCH,
          "NULLIF requires = operator to yield boolean",
          expression.position());
    }
    TypedExpression left = equal.left();
    if (left == null) {
      throw new IllegalStateException("= without a left operand");
    }
    return new NullIf(equal.operator(), equal.function(), left, equal.right());
  }

  TypedExpression between(Scope scope, Expression.Between between) {
    TypedExpression tested = part(scope, between.argument());
    TypedExpression lower = part(scope, between.lower());
    TypedExpression upper = part(scope, between.upper());
    int at = between.position();
    int testedAt = Positions.of(between.argument());
    int lowerAt = Positions.of(between.lower());
    int upperAt = Positions.of(between.upper());
    String low = between.negated() ? "<" : ">=";
    String high = between.negated() ? ">" : "<=";
    TypedExpression straight =
        connect(
            between.negated(),
            operation(low, tested, lower, at, testedAt, lowerAt),
            operation(high, tested, upper, at, testedAt, upperAt));
    if (!between.symmetric()) {
      return straight;
    }
    TypedExpression swapped =
        connect(
            between.negated(),
            operation(low, tested, upper, at, testedAt, upperAt),
            operation(high, tested, lower, at, testedAt, lowerAt));
    return connect(!between.negated(), straight, swapped);
  }

  TypedExpression connect(boolean or, TypedExpression left, TypedExpression right) {
    return new BooleanOperation(
        or ? BooleanOperation.Kind.OR : BooleanOperation.Kind.AND,
        List.of(left, right),
        analysis.booleanType);
  }

  TypedExpression patternMatch(Scope scope, Expression.PatternMatch match) {
    TypedExpression tested = part(scope, match.argument());
    TypedExpression pattern;
    Expression.PatternMatch.Kind kind = match.kind();
    if (match.escape() == null && kind != Expression.PatternMatch.Kind.SIMILAR) {
      pattern = part(scope, match.pattern());
    } else {
      String function =
          kind == Expression.PatternMatch.Kind.SIMILAR ? "similar_to_escape" : "like_escape";
      List<Expression> arguments = new ArrayList<>();
      arguments.add(match.pattern());
      if (match.escape() != null) {
        arguments.add(match.escape());
      }
      pattern =
          part(
              scope,
              new Expression.FunctionCall(
                  match.position(),
                  new QualifiedName(match.position(), List.of("pg_catalog", function)),
                  arguments,
                  Expression.CallSyntax.EXPLICIT));
    }
    return operation(
        match.operator(),
        tested,
        pattern,
        match.position(),
        Positions.of(match.argument()),
        Positions.of(match.pattern()));
  }

  /** An item of IN's list. */
  private record ListItem(TypedExpression value, int position) {}

  /** IN over a list: constants become one array comparison, the rest comparisons of their own. */
  TypedExpression inList(Scope scope, Expression.InList in) {
    OperatorName name = new OperatorName(in.position(), List.of(), in.negated() ? "<>" : "=");
    TypedExpression left = part(scope, in.argument());
    int leftAt = Positions.of(in.argument());
    List<ListItem> all = new ArrayList<>();
    List<ListItem> constants = new ArrayList<>();
    List<ListItem> variables = new ArrayList<>();
    for (Expression item : in.list()) {
      ListItem analyzed = new ListItem(part(scope, item), Positions.of(item));
      all.add(analyzed);
      (isVariable(scope, analyzed.value) ? variables : constants).add(analyzed);
    }
    SqlType array = constants.size() > 1 ? listArrayType(left, constants) : null;
    if (array == null) {
      return comparisons(name, in, left, null, all);
    }
    SqlType element = analysis.type(analysis.catalog.arrayElement(array.oid()));
    List<TypedExpression> elements = new ArrayList<>();
    for (ListItem item : constants) {
      elements.add(analysis.coercer.toCommon(item.value, element, "IN", item.position));
    }
    TypedExpression first =
        arrayComparison(
            name,
            !in.negated(),
            left,
            new ArrayConstructor(List.copyOf(elements), false, array, element),
            in.position(),
            leftAt,
            constants.get(0).position);
    return comparisons(name, in, left, first, variables);
  }

  /** Whether a column of this query level is in the expression. */
  private boolean isVariable(Scope scope, TypedExpression value) {
    return TypedTrees.contains(
        value,
        e ->
            e instanceof Column c && analysis.depth(c.slot()) == scope.depth
                || e instanceof WholeRow w && analysis.depth(w.slot()) == scope.depth);
  }

  private TypedExpression comparisons(
      OperatorName name,
      Expression.InList in,
      TypedExpression left,
      @Nullable TypedExpression first,
      List<ListItem> items) {
    int leftAt = Positions.of(in.argument());
    TypedExpression result = first;
    for (ListItem item : items) {
      TypedExpression comparison =
          left instanceof RowConstructor leftRow && item.value instanceof RowConstructor itemRow
              ? analysis.expressions.rows.comparison(
                  name, leftRow.elements(), itemRow.elements(), in.position())
              : operation(name, left, item.value, in.position(), leftAt, item.position);
      comparison = analysis.coercer.toBoolean(comparison, "IN", leftAt);
      result = result == null ? comparison : connect(!in.negated(), result, comparison);
    }
    if (result == null) {
      throw new IllegalStateException("IN without a list");
    }
    return result;
  }

  /** The array type over the list's common type, or null where there is none. */
  private @Nullable SqlType listArrayType(TypedExpression left, List<ListItem> constants) {
    List<TypedExpression> all = new ArrayList<>();
    all.add(left);
    for (ListItem item : constants) {
      all.add(item.value);
    }
    SqlType common;
    try {
      common = analysis.coercer.commonType(all, "IN", new int[0]);
    } catch (SqlError e) {
      return null;
    }
    if (common.oid() == TypeOids.RECORD) {
      return null;
    }
    for (TypedExpression expression : all) {
      if (!analysis.coercer.implicitlyPossible(expression.type().oid(), common.oid())) {
        return null;
      }
    }
    int array = analysis.catalog.arrayType(common.oid());
    return array == 0 ? null : analysis.type(array);
  }

  TypedExpression quantified(Scope scope, Expression.QuantifiedComparison comparison) {
    return arrayComparison(
        comparison.operator(),
        comparison.quantifier() == Expression.Quantifier.ANY,
        part(scope, comparison.left()),
        part(scope, comparison.array()),
        comparison.position(),
        Positions.of(comparison.left()),
        Positions.of(comparison.array()));
  }

  /** {@code left op ANY (array)} (make_scalar_array_op). */
  private TypedExpression arrayComparison(
      OperatorName name,
      boolean any,
      TypedExpression left,
      TypedExpression array,
      int position,
      int leftPosition,
      int arrayPosition) {
    int arrayType = array.type().oid();
    int element = TypeOids.UNKNOWN;
    if (arrayType != TypeOids.UNKNOWN) {
      element = analysis.catalog.arrayElement(analysis.catalog.baseType(arrayType));
      if (element == 0) {
        throw analysis.error(
            SqlState.WRONG_OBJECT_TYPE,
            "op ANY/ALL (array) requires array on right side",
            position);
      }
    }
    ResolvedOperator resolved = resolve(name, left.type().oid(), element, position);
    if (resolved.result() != TypeOids.BOOL) {
      throw analysis.error(
          SqlState.WRONG_OBJECT_TYPE,
          "op ANY/ALL (array) requires operator to yield boolean",
          position);
    }
    FunctionDescriptor function = analysis.function(resolved.operator().functionOid());
    if (function.returnsSet()) {
      throw analysis.error(
          SqlState.WRONG_OBJECT_TYPE,
          "op ANY/ALL (array) requires operator not to return a set",
          position);
    }
    int wanted = analysis.catalog.arrayType(resolved.right());
    if (wanted == 0) {
      throw analysis.error(
          SqlState.UNDEFINED_OBJECT,
          "could not find array type for data type " + analysis.name(resolved.right()),
          position);
    }
    return new ArrayComparison(
        position,
        resolved.operator(),
        function,
        any,
        analysis.coercer.implicitly(left, analysis.type(resolved.left()), leftPosition),
        analysis.coercer.toType(
            array,
            analysis.type(wanted),
            -1,
            CoercionContext.IMPLICIT,
            CallForm.IMPLICIT_CAST,
            arrayPosition,
            -1),
        analysis.booleanType);
  }
}
