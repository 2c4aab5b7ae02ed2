package dev.postern.backend.analyze;

import dev.postern.backend.analyze.TypedExpression.BooleanOperation;
import dev.postern.backend.analyze.TypedExpression.CallForm;
import dev.postern.backend.analyze.TypedExpression.Collate;
import dev.postern.backend.analyze.TypedExpression.Constant;
import dev.postern.backend.analyze.TypedExpression.CurrentOf;
import dev.postern.backend.analyze.TypedExpression.SqlValue;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.function.CoercionContext;
import dev.postern.backend.function.TypeDescriptor;
import dev.postern.backend.sql.Expression;
import dev.postern.backend.sql.IndirectionElement;
import dev.postern.backend.sql.JsonExpression;
import dev.postern.backend.sql.XmlExpression;
import dev.postern.backend.type.SqlType;
import dev.postern.backend.type.TypeOids;
import java.util.ArrayList;
import java.util.List;

/** Expressions to typed expressions: the switch over their kinds (PostgreSQL's parse_expr). */
final class ExpressionAnalyzer {
  private static final int MAX_TIME_PRECISION = 6;

  private final Analysis analysis;
  final CallExpressions calls;
  final OperatorExpressions operators;
  final RowExpressions rows;
  final ConditionalExpressions conditionals;
  final ConstructorExpressions constructors;
  final SubqueryExpressions subqueries;

  ExpressionAnalyzer(Analysis analysis) {
    this.analysis = analysis;
    this.calls = new CallExpressions(analysis);
    this.operators = new OperatorExpressions(analysis);
    this.rows = new RowExpressions(analysis);
    this.conditionals = new ConditionalExpressions(analysis);
    this.constructors = new ConstructorExpressions(analysis);
    this.subqueries = new SubqueryExpressions(analysis);
  }

  /** Analyzes an expression that stands in a place of the given kind. */
  TypedExpression analyze(Scope scope, Expression expression, ExpressionKind kind) {
    ExpressionKind around = scope.kind;
    scope.kind = kind;
    TypedExpression result = expression(scope, expression);
    scope.kind = around;
    return result;
  }

  /** Analyzes a condition and coerces it to boolean. */
  TypedExpression condition(
      Scope scope, Expression expression, ExpressionKind kind, String construct) {
    TypedExpression result = analyze(scope, expression, kind);
    return analysis.coercer.toBoolean(result, construct, Positions.of(expression));
  }

  /** Analyzes a part of an expression. */
  TypedExpression expression(Scope scope, Expression expression) {
    return switch (expression) {
      case Expression.Constant e -> analysis.literals.constant(e);
      case Expression.ColumnReference e -> column(scope, e);
      case Expression.ParameterReference e ->
          analysis.parameters.reference(analysis, e.number(), e.position());
      case Expression.FunctionCall e -> calls.call(scope, e);
      case Expression.TypeCast e -> cast(scope, e);
      case Expression.BinaryOperation e -> operators.binary(scope, e);
      case Expression.PrefixOperation e -> operators.prefix(scope, e);
      case Expression.BooleanExpression e -> connective(scope, e);
      case Expression.NotExpression e -> not(scope, e);
      case Expression.NullTest e -> operators.nullTest(scope, e);
      case Expression.BooleanTest e -> operators.booleanTest(scope, e);
      case Expression.InList e -> operators.inList(scope, e);
      case Expression.Between e -> operators.between(scope, e);
      case Expression.PatternMatch e -> operators.patternMatch(scope, e);
      case Expression.QuantifiedComparison e -> operators.quantified(scope, e);
      case Expression.DistinctTest e -> rows.distinctTest(scope, e);
      case Expression.NullIf e -> operators.nullIf(scope, e);
      case Expression.CaseExpression e -> conditionals.caseExpression(scope, e);
      case Expression.Coalesce e -> conditionals.coalesce(scope, e);
      case Expression.MinMax e -> conditionals.minMax(scope, e);
      case Expression.ArrayConstructor e -> constructors.array(scope, e);
      case Expression.RowConstructor e -> constructors.row(scope, e);
      case Expression.Indirection e -> constructors.indirection(scope, e);
      case Expression.ExistsSubquery e -> subqueries.exists(scope, e);
      case Expression.ScalarSubquery e -> subqueries.scalar(scope, e);
      case Expression.ArraySubquery e -> subqueries.array(scope, e);
      case Expression.InSubquery e -> subqueries.in(scope, e);
      case Expression.QuantifiedSubquery e -> subqueries.quantified(scope, e);
      case Expression.Grouping e -> calls.aggregates.grouping(scope, e);
      case Expression.Collate e -> collate(scope, e);
      case Expression.SqlValueFunction e -> sqlValue(e);
      case Expression.StarReference e -> star(scope, e);
      case Expression.CurrentOf e -> currentOf(scope, e);
      case Expression.NamedArgument e -> expression(scope, e.value());
      case Expression.DefaultValue e ->
          throw analysis.error(
              SqlState.SYNTAX_ERROR, "DEFAULT is not allowed in this context", e.position());
      case Expression.MergeAction e ->
          throw analysis.error(
              SqlState.SYNTAX_ERROR,
              "MERGE_ACTION() can only be used in the RETURNING list of a MERGE command",
              e.position());
      case Expression.CaseWhen _ -> throw new IllegalStateException("WHEN outside of CASE");
      case Expression.DocumentTest _ -> throw SqlError.notSupported("IS DOCUMENT");
      case JsonExpression _ -> throw SqlError.notSupported("SQL/JSON");
      case XmlExpression _ -> throw SqlError.notSupported("XML");
    };
  }

  private TypedExpression column(Scope scope, Expression.ColumnReference reference) {
    TypedExpression found =
        analysis.columns.resolve(scope, reference.names(), reference.position());
    return analysis.marked(found, reference.position());
  }

  /** {@code t.*} where it is no target: the whole row. */
  private TypedExpression star(Scope scope, Expression.StarReference reference) {
    if (reference.qualifier().isEmpty()) {
      throw analysis.error(
          SqlState.SYNTAX_ERROR,
          "row expansion via \"*\" is not supported here",
          reference.position());
    }
    ScopeEntry entry = analysis.columns.starred(scope, reference.qualifier(), reference.position());
    return analysis.marked(analysis.columns.wholeRow(entry), reference.position());
  }

  private TypedExpression connective(Scope scope, Expression.BooleanExpression expression) {
    boolean and = expression.kind() == Expression.BooleanExpression.Kind.AND;
    List<TypedExpression> arguments = new ArrayList<>();
    for (Expression argument : expression.arguments()) {
      TypedExpression value = expression(scope, argument);
      arguments.add(analysis.coercer.toBoolean(value, and ? "AND" : "OR", Positions.of(argument)));
    }
    return new BooleanOperation(
        and ? BooleanOperation.Kind.AND : BooleanOperation.Kind.OR,
        List.copyOf(arguments),
        analysis.booleanType);
  }

  private TypedExpression not(Scope scope, Expression.NotExpression expression) {
    TypedExpression value = expression(scope, expression.argument());
    return negated(analysis.coercer.toBoolean(value, "NOT", Positions.of(expression.argument())));
  }

  TypedExpression negated(TypedExpression condition) {
    return new BooleanOperation(
        BooleanOperation.Kind.NOT, List.of(condition), analysis.booleanType);
  }

  private TypedExpression cast(Scope scope, Expression.TypeCast cast) {
    TypeReferences.ModifiedType target = analysis.typeNames.resolve(cast.type());
    if (cast.type().setOf()) {
      throw analysis.error(SqlState.CANNOT_COERCE, "cannot cast to setof", cast.position());
    }
    Expression argument = cast.argument();
    TypedExpression value;
    int base = analysis.catalog.baseType(target.type().oid());
    int element = analysis.catalog.arrayElement(base);
    if (argument instanceof Expression.ArrayConstructor array && element != 0) {
      int typmod = base == target.type().oid() ? target.typmod() : -1;
      value =
          constructors.arrayOf(scope, array, analysis.type(base), analysis.type(element), typmod);
    } else {
      value = expression(scope, argument);
    }
    return explicitCast(value, target, Positions.of(argument), cast.position());
  }

  TypedExpression explicitCast(
      TypedExpression value, TypeReferences.ModifiedType target, int position, int castPosition) {
    TypedExpression result =
        analysis.coercer.toTarget(
            value,
            target.type(),
            target.typmod(),
            CoercionContext.EXPLICIT,
            CallForm.EXPLICIT_CAST,
            position,
            castPosition);
    if (result == null) {
      throw analysis.coercer.cannotCast(
          value.type().oid(), target.type().oid(), position, castPosition);
    }
    return result;
  }

  private TypedExpression collate(Scope scope, Expression.Collate expression) {
    TypedExpression value = expression(scope, expression.argument());
    int type = value.type().oid();
    TypeDescriptor described = analysis.catalog.type(type);
    if (type != TypeOids.UNKNOWN && (described == null || described.collation() == 0)) {
      throw analysis.error(
          SqlState.DATATYPE_MISMATCH,
          "collations are not supported by type " + analysis.name(type),
          expression.position());
    }
    int collation = analysis.typeNames.collation(expression.collation(), expression.position());
    return new Collate(value, collation);
  }

  private SqlValue sqlValue(Expression.SqlValueFunction function) {
    int precision = function.precision();
    int type =
        switch (function.kind()) {
          case CURRENT_DATE -> TypeOids.DATE;
          case CURRENT_TIME -> TypeOids.TIMETZ;
          case CURRENT_TIMESTAMP -> TypeOids.TIMESTAMPTZ;
          case LOCALTIME -> TypeOids.TIME;
          case LOCALTIMESTAMP -> TypeOids.TIMESTAMP;
          case CURRENT_ROLE, CURRENT_USER, USER, SESSION_USER, CURRENT_CATALOG, CURRENT_SCHEMA ->
              TypeOids.NAME;
        };
    SqlType valueType = analysis.type(type);
    int typmod = precision < 0 ? -1 : Math.min(precision, MAX_TIME_PRECISION);
    return new SqlValue(function.kind(), valueType, typmod);
  }

  private TypedExpression currentOf(Scope scope, Expression.CurrentOf expression) {
    ScopeEntry target = scope.target;
    if (target == null || scope.kind != ExpressionKind.WHERE) {
      throw analysis.error(
          SqlState.SYNTAX_ERROR, "WHERE CURRENT OF is not supported here", expression.position());
    }
    return new CurrentOf(target.slot, expression.cursor(), analysis.booleanType);
  }

  /**
   * A list of expressions, with {@code t.*} and {@code (row).*} replaced by their columns.
   *
   * @param positions gets the position of each result
   */
  List<TypedExpression> list(
      Scope scope, List<? extends Expression> expressions, List<Integer> positions) {
    List<TypedExpression> results = new ArrayList<>();
    for (Expression expression : expressions) {
      if (isStar(expression)) {
        for (ScopeColumn column : analysis.targets.expandStar(scope, expression)) {
          results.add(column.value());
          positions.add(expression.position());
        }
      } else {
        results.add(expression(scope, expression));
        positions.add(Positions.of(expression));
      }
    }
    return results;
  }

  static boolean isStar(Expression expression) {
    return switch (expression) {
      case Expression.StarReference _ -> true;
      case Expression.Indirection e ->
          e.elements().get(e.elements().size() - 1) instanceof IndirectionElement.AllFields;
      default -> false;
    };
  }

  static boolean isNullConstant(TypedExpression expression) {
    return expression instanceof Constant constant && constant.isNull();
  }
}
