package dev.postern.backend.analyze;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.sql.QueryClause.ReturningClause;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** RETURNING with its OLD and NEW. */
final class Returning {
  private final Analysis analysis;

  Returning(Analysis analysis) {
    this.analysis = analysis;
  }

  /**
   * Analyzes the clause; the scope's namespace is left as it was.
   *
   * @param hidden the target's entry in the namespace, or null where it is not in it
   * @param shown what stands for the target here: the row that is returned
   * @param old the row before, null where there never is one
   * @param changed the row after, null where there never is one
   */
  List<Target> analyze(
      Scope scope,
      @Nullable ReturningClause clause,
      @Nullable ScopeEntry hidden,
      ScopeEntry shown,
      @Nullable ScopeEntry old,
      @Nullable ScopeEntry changed) {
    if (clause == null) {
      return List.of();
    }
    List<ScopeEntry> around = new ArrayList<>(scope.namespace);
    int at = hidden == null ? -1 : scope.namespace.indexOf(hidden);
    if (at >= 0) {
      scope.namespace.set(at, shown);
    } else {
      scope.namespace.add(0, shown);
    }
    addRow(scope, clause.oldName(), "old", old, shown, clause);
    addRow(scope, clause.newName(), "new", changed, shown, clause);
    List<Target> targets =
        analysis.targets.analyze(scope, clause.targets(), ExpressionKind.RETURNING);
    if (targets.isEmpty()) {
      throw analysis.error(
          SqlState.SYNTAX_ERROR,
          "RETURNING must have at least one column",
          clause.targets().isEmpty() ? clause.position() : clause.targets().get(0).position());
    }
    analysis.targets.resolveUnknowns(targets);
    scope.namespace.clear();
    scope.namespace.addAll(around);
    return targets;
  }

  private void addRow(
      Scope scope,
      @Nullable String given,
      String usual,
      @Nullable ScopeEntry row,
      ScopeEntry shown,
      ReturningClause clause) {
    String name = given == null ? usual : given;
    for (ScopeEntry entry : scope.namespace) {
      if (entry.relationVisible && entry.name.equals(name)) {
        if (given == null) {
          return;
        }
        throw new SqlError(
            SqlState.DUPLICATE_ALIAS, "table name \"" + name + "\" specified more than once");
      }
    }
    ScopeEntry model = row == null ? shown : row;
    ScopeEntry entry =
        new ScopeEntry(ScopeEntry.Kind.RELATION, name, true, model.relation, scope.depth);
    entry.slot = model.slot;
    entry.rowType = model.rowType;
    entry.systemColumns = true;
    entry.columnsVisible = false;
    entry.absent = row == null;
    for (ScopeColumn column : model.columns) {
      entry.columns.add(row == null ? alwaysNull(column) : column);
    }
    scope.namespace.add(entry);
  }

  private ScopeColumn alwaysNull(ScopeColumn column) {
    ScopeColumn absent =
        new ScopeColumn(
            column.name(),
            analysis.literals.ofNull(column.type(), column.typmod()),
            column.originTable(),
            column.originColumn());
    analysis.origins.put(absent.value(), absent);
    return absent;
  }
}
