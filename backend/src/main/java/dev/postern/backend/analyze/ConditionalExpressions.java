package dev.postern.backend.analyze;

import dev.postern.backend.analyze.TypedExpression.Case;
import dev.postern.backend.analyze.TypedExpression.CaseValue;
import dev.postern.backend.analyze.TypedExpression.Coalesce;
import dev.postern.backend.analyze.TypedExpression.MinMax;
import dev.postern.backend.analyze.TypedExpression.When;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.function.OperatorClasses;
import dev.postern.backend.sql.Expression;
import dev.postern.backend.type.SqlType;
import dev.postern.backend.type.TypeOids;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** CASE, COALESCE, GREATEST and LEAST. */
final class ConditionalExpressions {
  private final Analysis analysis;

  ConditionalExpressions(Analysis analysis) {
    this.analysis = analysis;
  }

  private TypedExpression part(Scope scope, Expression expression) {
    return analysis.expressions.expression(scope, expression);
  }

  TypedExpression caseExpression(Scope scope, Expression.CaseExpression expression) {
    @Nullable TypedExpression lastSet = scope.lastSet;
    int heightBefore = analysis.caseHeight;
    analysis.caseHeight = 0;
    TypedExpression argument = null;
    if (expression.argument() != null) {
      argument =
          analysis.coercer.unknownToText(
              part(scope, expression.argument()), Positions.of(expression.argument()));
    }
    List<TypedExpression> tests = new ArrayList<>();
    List<TypedExpression> results = new ArrayList<>();
    for (Expression.CaseWhen when : expression.whens()) {
      tests.add(part(scope, when.condition()));
      results.add(part(scope, when.result()));
    }
    TypedExpression otherwise =
        expression.otherwise() == null
            ? analysis.literals.ofNull(analysis.unknownType)
            : part(scope, expression.otherwise());
    int caseValue = argument == null ? 0 : analysis.caseValue();
    List<TypedExpression> conditions = conditions(expression, argument, caseValue, tests);
    SqlType type = commonType(expression, results, otherwise);
    List<TypedExpression> coerced = new ArrayList<>();
    coerced.add(
        analysis.coercer.toCommon(
            otherwise,
            type,
            "CASE/ELSE",
            expression.otherwise() == null ? -1 : Positions.of(expression.otherwise())));
    List<When> whens = new ArrayList<>();
    for (int i = 0; i < results.size(); i++) {
      int at = Positions.of(expression.whens().get(i).result());
      TypedExpression result = analysis.coercer.toCommon(results.get(i), type, "CASE/WHEN", at);
      coerced.add(result);
      whens.add(new When(conditions.get(i), result));
    }
    refuseSets(scope, lastSet, "CASE");
    analysis.caseHeight = Math.max(heightBefore, analysis.caseHeight);
    return new Case(
        argument,
        caseValue,
        List.copyOf(whens),
        coerced.get(0),
        type,
        Coercer.commonTypmod(coerced, type));
  }

  private List<TypedExpression> conditions(
      Expression.CaseExpression expression,
      @Nullable TypedExpression argument,
      int caseValue,
      List<TypedExpression> tests) {
    List<TypedExpression> conditions = new ArrayList<>();
    for (int i = 0; i < tests.size(); i++) {
      Expression.CaseWhen when = expression.whens().get(i);
      int at = Positions.of(when.condition());
      TypedExpression condition = tests.get(i);
      if (argument != null) {
        condition =
            analysis.expressions.operators.operation(
                "=",
                new CaseValue(caseValue, argument.type(), argument.typmod()),
                condition,
                when.position(),
                -1,
                at);
      }
      conditions.add(analysis.coercer.toBoolean(condition, "CASE/WHEN", at));
    }
    return conditions;
  }

  private SqlType commonType(
      Expression.CaseExpression expression,
      List<TypedExpression> results,
      TypedExpression otherwise) {
    List<TypedExpression> all = new ArrayList<>();
    all.add(otherwise);
    all.addAll(results);
    int[] positions = new int[all.size()];
    positions[0] = expression.otherwise() == null ? -1 : Positions.of(expression.otherwise());
    for (int i = 0; i < results.size(); i++) {
      positions[i + 1] = Positions.of(expression.whens().get(i).result());
    }
    return analysis.coercer.commonType(all, "CASE", positions);
  }

  private void refuseSets(Scope scope, @Nullable TypedExpression before, String construct) {
    if (scope.lastSet != null && scope.lastSet != before) {
      throw analysis
          .error(
              SqlState.FEATURE_NOT_SUPPORTED,
              "set-returning functions are not allowed in " + construct,
              scope.lastSet.position())
          .hint("You might be able to move the set-returning function into a LATERAL FROM item.");
    }
  }

  TypedExpression coalesce(Scope scope, Expression.Coalesce expression) {
    @Nullable TypedExpression lastSet = scope.lastSet;
    List<TypedExpression> arguments = common(scope, expression.arguments(), "COALESCE");
    refuseSets(scope, lastSet, "COALESCE");
    return new Coalesce(arguments, arguments.get(0).type());
  }

  TypedExpression minMax(Scope scope, Expression.MinMax expression) {
    String name = expression.greatest() ? "GREATEST" : "LEAST";
    List<TypedExpression> arguments = common(scope, expression.arguments(), name);
    SqlType type = arguments.get(0).type();
    if (OperatorClasses.comparison(analysis.catalog, type.oid()) == 0
        && type.oid() != TypeOids.RECORD) {
      throw analysis.error(
          SqlState.UNDEFINED_FUNCTION,
          "could not identify a comparison function for type " + analysis.name(type.oid()),
          -1);
    }
    return new MinMax(expression.greatest(), arguments, type);
  }

  private List<TypedExpression> common(
      Scope scope, List<Expression> expressions, String construct) {
    List<TypedExpression> arguments = new ArrayList<>();
    int[] positions = new int[expressions.size()];
    for (int i = 0; i < positions.length; i++) {
      arguments.add(part(scope, expressions.get(i)));
      positions[i] = Positions.of(expressions.get(i));
    }
    SqlType type = analysis.coercer.commonType(arguments, construct, positions);
    for (int i = 0; i < positions.length; i++) {
      arguments.set(i, analysis.coercer.toCommon(arguments.get(i), type, construct, positions[i]));
    }
    return List.copyOf(arguments);
  }
}
