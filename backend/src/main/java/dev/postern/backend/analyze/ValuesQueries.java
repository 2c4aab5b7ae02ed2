package dev.postern.backend.analyze;

import dev.postern.backend.analyze.TypedExpression.Column;
import dev.postern.backend.analyze.TypedExpression.SortKey;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.sql.Expression;
import dev.postern.backend.sql.QueryBody.ValuesBody;
import dev.postern.backend.sql.SelectStatement;
import dev.postern.backend.type.SqlType;
import dev.postern.backend.type.TypeOids;
import java.util.ArrayList;
import java.util.List;

/** VALUES as a query. */
final class ValuesQueries {
  private final Analysis analysis;

  ValuesQueries(Analysis analysis) {
    this.analysis = analysis;
  }

  QueryDraft draft(SelectStatement statement, ValuesBody body, Scope scope) {
    scope.kind = ExpressionKind.VALUES;
    List<List<TypedExpression>> rows = new ArrayList<>();
    List<List<Integer>> positions = new ArrayList<>();
    for (List<Expression> row : body.rows()) {
      List<Integer> rowPositions = new ArrayList<>();
      rows.add(analysis.expressions.list(scope, row, rowPositions));
      positions.add(rowPositions);
      if (rows.get(rows.size() - 1).size() != rows.get(0).size()) {
        throw analysis.error(
            SqlState.SYNTAX_ERROR, "VALUES lists must all be the same length", Positions.of(row));
      }
    }
    if (!statement.locking().isEmpty()) {
      throw analysis.error(
          SqlState.FEATURE_NOT_SUPPORTED,
          RowLocks.name(statement.locking().get(0).strength()) + " cannot be applied to VALUES",
          -1);
    }
    ScopeEntry entry = new ScopeEntry(ScopeEntry.Kind.VALUES, "*VALUES*", false, null, scope.depth);
    entry.slot = analysis.newSlot(entry);
    entry.rowType = analysis.type(TypeOids.RECORD);
    List<Target> targets = new ArrayList<>();
    for (int column = 0; column < rows.get(0).size(); column++) {
      targets.add(unify(entry, rows, positions, column));
    }
    scope.namespace.add(entry);
    scope.rangeTable.add(entry);
    List<Target> extra = new ArrayList<>();
    List<SortKey> orderBy = analysis.sorts.orderBy(scope, statement.orderBy(), targets, extra);
    QueryAnalyzer.Limits limits = analysis.queries.limits(scope, statement.limit());
    List<List<TypedExpression>> finished = new ArrayList<>();
    for (List<TypedExpression> row : rows) {
      finished.add(List.copyOf(row));
    }
    return new QueryDraft(
        targets,
        false,
        () ->
            new Query.Values(
                analysis.commonTables.finish(scope),
                List.copyOf(finished),
                QueryAnalyzer.output(targets),
                List.copyOf(orderBy),
                limits.count(),
                limits.offset(),
                limits.withTies(),
                entry.slot));
  }

  /** Gives a column's values their common type. */
  private Target unify(
      ScopeEntry entry,
      List<List<TypedExpression>> rows,
      List<List<Integer>> positions,
      int column) {
    List<TypedExpression> values = new ArrayList<>();
    int[] columnPositions = new int[rows.size()];
    for (int i = 0; i < rows.size(); i++) {
      values.add(rows.get(i).get(column));
      columnPositions[i] = positions.get(i).get(column);
    }
    SqlType type = analysis.coercer.commonType(values, "VALUES", columnPositions);
    for (int i = 0; i < rows.size(); i++) {
      TypedExpression value =
          analysis.coercer.toCommon(values.get(i), type, "VALUES", columnPositions[i]);
      values.set(i, value);
      rows.get(i).set(column, value);
    }
    Column reference = new Column(entry.slot, column, type, Coercer.commonTypmod(values, type));
    String name = "column" + (column + 1);
    entry.columns.add(new ScopeColumn(name, reference, 0, 0));
    return new Target(name, reference, columnPositions[0]);
  }
}
