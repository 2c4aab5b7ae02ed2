package dev.postern.backend.analyze;

import dev.postern.backend.analyze.TypedExpression.Column;
import dev.postern.backend.analyze.TypedExpression.WholeRow;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.sql.Expression;
import dev.postern.backend.sql.IndirectionElement;
import dev.postern.backend.sql.QueryClause.TargetItem;
import dev.postern.backend.type.TypeOids;
import java.util.ArrayList;
import java.util.List;

/** Select lists and RETURNING: stars expanded, columns named (PostgreSQL's parse_target). */
final class TargetLists {
  private final Analysis analysis;

  TargetLists(Analysis analysis) {
    this.analysis = analysis;
  }

  List<Target> analyze(Scope scope, List<TargetItem> items, ExpressionKind kind) {
    ExpressionKind around = scope.kind;
    scope.kind = kind;
    List<Target> targets = new ArrayList<>();
    for (TargetItem item : items) {
      Expression expression = item.value();
      if (ExpressionAnalyzer.isStar(expression)) {
        for (ScopeColumn column : expandStar(scope, expression)) {
          Target target = new Target(column.name(), column.value(), expression.position());
          target.originTable = column.originTable();
          target.originColumn = column.originColumn();
          targets.add(target);
        }
        continue;
      }
      TypedExpression value = analysis.expressions.expression(scope, expression);
      String name =
          item.label() != null
              ? item.label()
              : ColumnNames.of(expression, analysis.firstColumnNames);
      Target target = new Target(name, value, Positions.of(expression));
      markOrigin(target);
      targets.add(target);
    }
    scope.kind = around;
    return targets;
  }

  /** A plain column reference shows where its column comes from. */
  private void markOrigin(Target target) {
    if (target.value instanceof WholeRow row) {
      ScopeEntry entry = analysis.entry(row.slot());
      target.originTable = entry.relation == null ? 0 : entry.relation.oid();
    } else if (target.value instanceof Column column) {
      ScopeEntry entry = analysis.entry(column);
      if (column.column() >= 0 && column.column() < entry.columns.size()) {
        ScopeColumn origin = entry.columns.get(column.column());
        target.originTable = origin.originTable();
        target.originColumn = origin.originColumn();
      } else if (entry.relation != null) {
        target.originTable = entry.relation.oid();
        target.originColumn = column.column();
      }
    } else if (analysis.origins.get(target.value) instanceof ScopeColumn origin) {
      target.originTable = origin.originTable();
      target.originColumn = origin.originColumn();
    }
  }

  /** The columns that {@code *}, {@code t.*} or {@code (row).*} stands for. */
  List<ScopeColumn> expandStar(Scope scope, Expression expression) {
    return switch (expression) {
      case Expression.StarReference star when star.qualifier().isEmpty() ->
          allTables(scope, star.position());
      case Expression.StarReference star -> qualified(scope, star);
      case Expression.Indirection indirection -> fields(scope, indirection);
      default -> throw new IllegalStateException("not a star");
    };
  }

  private List<ScopeColumn> allTables(Scope scope, int position) {
    List<ScopeColumn> columns = new ArrayList<>();
    boolean found = false;
    for (ScopeEntry entry : scope.namespace) {
      if (entry.columnsVisible && !(entry.lateralOnly && !scope.lateralActive)) {
        found = true;
        addColumns(entry, columns, position);
      }
    }
    if (!found) {
      throw analysis.error(
          SqlState.SYNTAX_ERROR, "SELECT * with no tables specified is not valid", position);
    }
    return columns;
  }

  private void addColumns(ScopeEntry entry, List<ScopeColumn> columns, int position) {
    for (ScopeColumn column : entry.columns) {
      if (!column.dropped()) {
        columns.add(
            new ScopeColumn(
                column.name(),
                analysis.marked(column.value(), position),
                column.originTable(),
                column.originColumn()));
      }
    }
  }

  private List<ScopeColumn> qualified(Scope scope, Expression.StarReference star) {
    ScopeEntry entry = analysis.columns.starred(scope, star.qualifier(), star.position());
    List<ScopeColumn> columns = new ArrayList<>();
    addColumns(entry, columns, star.position());
    return columns;
  }

  private List<ScopeColumn> fields(Scope scope, Expression.Indirection indirection) {
    List<IndirectionElement> before =
        indirection.elements().subList(0, indirection.elements().size() - 1);
    TypedExpression row =
        analysis.expressions.constructors.steps(
            scope,
            analysis.expressions.expression(scope, indirection.argument()),
            before,
            Positions.of(indirection.argument()),
            indirection.position());
    List<ScopeColumn> fields = analysis.expressions.calls.fields(row);
    if (fields != null) {
      return fields;
    }
    if (row.type().oid() == TypeOids.RECORD) {
      throw analysis.error(SqlState.WRONG_OBJECT_TYPE, "record type has not been registered", -1);
    }
    throw analysis.error(
        SqlState.WRONG_OBJECT_TYPE,
        "type " + analysis.name(row.type().oid()) + " is not composite",
        -1);
  }

  /** Untyped literals that nothing gave a type become text. */
  void resolveUnknowns(List<Target> targets) {
    for (Target target : targets) {
      target.value = analysis.coercer.unknownToText(target.value, target.position);
    }
  }
}
