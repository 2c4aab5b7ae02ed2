package dev.postern.backend.analyze;

import dev.postern.backend.analyze.Query.RowSubquery;
import dev.postern.backend.analyze.Query.Source;
import dev.postern.backend.catalog.RelationDescriptor;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.sql.DataStatement.DeleteStatement;
import dev.postern.backend.sql.DataStatement.UpdateStatement;
import dev.postern.backend.sql.Expression;
import dev.postern.backend.sql.TableReference;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** UPDATE and DELETE. */
final class Updates {
  private final Analysis analysis;

  Updates(Analysis analysis) {
    this.analysis = analysis;
  }

  Query update(UpdateStatement statement, Scope scope) {
    analysis.commonTables.analyze(scope, statement.with());
    RelationDescriptor table = target(analysis, scope, statement.target());
    ScopeEntry entry = analysis.from.relationEntry(scope, table, statement.target().alias());
    List<Source> from = sources(scope, entry, statement.from());
    TypedExpression where = where(scope, statement.where());
    ScopeEntry changed = analysis.from.relationEntry(scope, table, statement.target().alias());
    List<Target> returning =
        new Returning(analysis)
            .analyze(scope, statement.returning(), entry, changed, entry, changed);
    List<RowSubquery> subqueries = new ArrayList<>();
    List<@Nullable TypedExpression> values =
        new Assignments(analysis).set(scope, statement.assignments(), table, entry, subqueries);
    return new Query.Update(
        analysis.commonTables.finish(scope),
        table,
        entry.slot,
        changed.slot,
        List.copyOf(subqueries),
        values,
        List.copyOf(from),
        where,
        QueryAnalyzer.values(returning),
        QueryAnalyzer.output(returning));
  }

  Query delete(DeleteStatement statement, Scope scope) {
    analysis.commonTables.analyze(scope, statement.with());
    RelationDescriptor table = target(analysis, scope, statement.target());
    ScopeEntry entry = analysis.from.relationEntry(scope, table, statement.target().alias());
    List<Source> using = sources(scope, entry, statement.using());
    TypedExpression where = where(scope, statement.where());
    List<Target> returning =
        new Returning(analysis).analyze(scope, statement.returning(), entry, entry, entry, null);
    return new Query.Delete(
        analysis.commonTables.finish(scope),
        table,
        entry.slot,
        List.copyOf(using),
        where,
        QueryAnalyzer.values(returning),
        QueryAnalyzer.output(returning));
  }

  /** The table that a statement changes. */
  static RelationDescriptor target(
      Analysis analysis, Scope scope, TableReference.RelationReference reference) {
    RelationDescriptor table = analysis.from.find(scope, reference.name());
    return switch (table.kind()) {
      case 'r', 'p', 't' -> table;
      case 'v' -> throw SqlError.notSupported("changing rows through a view");
      case 'S' -> throw cannotChange("sequence", table);
      case 'm' -> throw cannotChange("materialized view", table);
      default ->
          throw analysis
              .error(
                  SqlState.WRONG_OBJECT_TYPE,
                  "cannot open relation \"" + table.name() + "\"",
                  reference.name().position())
              .detail(
                  "This operation is not supported for "
                      + (table.kind() == 'c' ? "composite types." : "indexes."));
    };
  }

  private static SqlError cannotChange(String what, RelationDescriptor table) {
    return new SqlError(
        SqlState.WRONG_OBJECT_TYPE, "cannot change " + what + " \"" + table.name() + "\"");
  }

  /** The other tables; they cannot refer to the target. */
  private List<Source> sources(Scope scope, ScopeEntry target, List<TableReference> references) {
    scope.target = target;
    scope.rangeTable.add(target);
    scope.namespace.add(target);
    target.lateralOnly = true;
    target.lateralAllowed = false;
    List<Source> sources = analysis.from.clause(scope, references);
    target.lateralOnly = false;
    target.lateralAllowed = true;
    return sources;
  }

  private @Nullable TypedExpression where(Scope scope, @Nullable Expression expression) {
    return expression == null
        ? null
        : analysis.expressions.condition(scope, expression, ExpressionKind.WHERE, "WHERE");
  }
}
