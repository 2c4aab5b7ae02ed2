package dev.postern.backend.analyze;

import dev.postern.backend.analyze.Query.OutputColumn;
import dev.postern.backend.analyze.TypedExpression.Column;
import dev.postern.backend.analyze.TypedExpression.RowConstructor;
import dev.postern.backend.analyze.TypedExpression.Subquery;
import dev.postern.backend.analyze.TypedExpression.SubqueryKind;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.sql.Expression;
import dev.postern.backend.sql.OperatorName;
import dev.postern.backend.sql.SelectStatement;
import dev.postern.backend.type.SqlType;
import java.util.ArrayList;
import java.util.List;

/** Subqueries in expressions (PostgreSQL's transformSubLink). */
final class SubqueryExpressions {
  private final Analysis analysis;

  SubqueryExpressions(Analysis analysis) {
    this.analysis = analysis;
  }

  /** Analyzes the query of a subquery one level below. */
  private Query query(Scope scope, SelectStatement statement, int position) {
    String place = scope.kind.noSubqueryIn();
    if (place != null) {
      throw analysis.error(
          SqlState.FEATURE_NOT_SUPPORTED, "cannot use subquery in " + place, position);
    }
    Query query = analysis.queries.select(statement, new Scope(scope));
    if (!query.output().isEmpty()) {
      analysis.firstColumnNames.put(statement, query.output().get(0).name());
    }
    return query;
  }

  TypedExpression exists(Scope scope, Expression.ExistsSubquery expression) {
    Query query = query(scope, expression.query(), expression.position());
    return new Subquery(SubqueryKind.EXISTS, query, -1, null, analysis.booleanType);
  }

  TypedExpression scalar(Scope scope, Expression.ScalarSubquery expression) {
    Query query = query(scope, expression.query(), expression.position());
    SqlType type = onlyColumn(query, expression.position()).type();
    return new Subquery(SubqueryKind.SCALAR, query, -1, null, type);
  }

  TypedExpression array(Scope scope, Expression.ArraySubquery expression) {
    Query query = query(scope, expression.query(), expression.position());
    SqlType element = onlyColumn(query, expression.position()).type();
    int array =
        analysis.catalog.arrayElement(element.oid()) != 0
            ? element.oid()
            : analysis.catalog.arrayType(element.oid());
    if (array == 0) {
      throw analysis.error(
          SqlState.UNDEFINED_OBJECT,
          "could not find array type for data type " + analysis.name(element.oid()),
          expression.position());
    }
    return new Subquery(SubqueryKind.ARRAY, query, -1, null, analysis.type(array));
  }

  private OutputColumn onlyColumn(Query query, int position) {
    if (query.output().size() != 1) {
      throw analysis.error(SqlState.SYNTAX_ERROR, "subquery must return only one column", position);
    }
    return query.output().get(0);
  }

  TypedExpression in(Scope scope, Expression.InSubquery expression) {
    TypedExpression any =
        compared(
            scope,
            expression.argument(),
            new OperatorName(expression.position(), List.of(), "="),
            SubqueryKind.ANY,
            expression.query(),
            expression.position());
    return expression.negated() ? analysis.expressions.negated(any) : any;
  }

  TypedExpression quantified(Scope scope, Expression.QuantifiedSubquery expression) {
    boolean any = expression.quantifier() == Expression.Quantifier.ANY;
    return compared(
        scope,
        expression.left(),
        expression.operator(),
        any ? SubqueryKind.ANY : SubqueryKind.ALL,
        expression.query(),
        expression.position());
  }

  /** {@code (a, b) op (SELECT …)}: a subquery of one row. */
  TypedExpression rowComparison(
      Scope scope, Expression.BinaryOperation operation, Expression.ScalarSubquery subquery) {
    return compared(
        scope,
        operation.left(),
        operation.operator(),
        SubqueryKind.ROW,
        subquery.query(),
        operation.position());
  }

  private TypedExpression compared(
      Scope scope,
      Expression left,
      OperatorName operator,
      SubqueryKind kind,
      SelectStatement statement,
      int position) {
    TypedExpression leftValue = analysis.expressions.expression(scope, left);
    Query query = query(scope, statement, position);
    List<TypedExpression> leftValues =
        left instanceof Expression.RowConstructor && leftValue instanceof RowConstructor row
            ? row.elements()
            : List.of(leftValue);
    List<OutputColumn> output = query.output();
    if (leftValues.size() != output.size()) {
      throw analysis.error(
          SqlState.SYNTAX_ERROR,
          leftValues.size() < output.size()
              ? "subquery has too many columns"
              : "subquery has too few columns",
          position);
    }
    ScopeEntry entry = new ScopeEntry(ScopeEntry.Kind.SUBQUERY, "", false, null, scope.depth + 1);
    int slot = analysis.newSlot(entry);
    entry.slot = slot;
    List<TypedExpression> columns = new ArrayList<>();
    for (int i = 0; i < output.size(); i++) {
      columns.add(new Column(slot, i, output.get(i).type(), output.get(i).typmod()));
    }
    TypedExpression test =
        analysis.expressions.rows.comparison(operator, leftValues, columns, position);
    return new Subquery(kind, query, slot, test, analysis.booleanType);
  }
}
