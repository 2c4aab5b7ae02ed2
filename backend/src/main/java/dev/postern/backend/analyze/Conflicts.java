package dev.postern.backend.analyze;

import dev.postern.backend.analyze.Query.OnConflict;
import dev.postern.backend.analyze.Query.RowSubquery;
import dev.postern.backend.analyze.TypedExpression.BooleanOperation;
import dev.postern.backend.analyze.TypedExpression.Column;
import dev.postern.backend.catalog.IndexDescriptor;
import dev.postern.backend.catalog.RelationDescriptor;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.sql.Expression;
import dev.postern.backend.sql.QueryClause.ConflictTarget;
import dev.postern.backend.sql.QueryClause.IndexElement;
import dev.postern.backend.sql.QueryClause.OnConflictClause;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** ON CONFLICT: which unique indexes decide, and what is done. */
final class Conflicts {
  private final Analysis analysis;

  Conflicts(Analysis analysis) {
    this.analysis = analysis;
  }

  /**
   * @param old the entry of the row in the way
   */
  OnConflict analyze(
      Scope scope, OnConflictClause clause, RelationDescriptor table, ScopeEntry old) {
    ConflictTarget target = clause.target();
    if (target == null && !clause.doNothing()) {
      throw analysis
          .error(
              SqlState.SYNTAX_ERROR,
              "ON CONFLICT DO UPDATE requires inference specification or constraint name",
              clause.position())
          .hint("For example, ON CONFLICT (column_name).");
    }
    List<ScopeEntry> around = new ArrayList<>(scope.namespace);
    scope.namespace.clear();
    scope.namespace.add(old);
    List<Integer> arbiters = target == null ? List.of() : arbiters(scope, target, table, old);
    if (clause.doNothing()) {
      scope.namespace.clear();
      scope.namespace.addAll(around);
      return new OnConflict(arbiters, List.of(), null, null, -1);
    }
    ScopeEntry excluded = excluded(scope, table);
    scope.namespace.add(excluded);
    scope.rangeTable.add(excluded);
    List<RowSubquery> subqueries = new ArrayList<>();
    List<@Nullable TypedExpression> assignments =
        new Assignments(analysis).set(scope, clause.assignments(), table, old, subqueries);
    TypedExpression where =
        clause.where() == null
            ? null
            : analysis.expressions.condition(scope, clause.where(), ExpressionKind.WHERE, "WHERE");
    scope.namespace.clear();
    scope.namespace.addAll(around);
    return new OnConflict(arbiters, List.copyOf(subqueries), assignments, where, excluded.slot);
  }

  private ScopeEntry excluded(Scope scope, RelationDescriptor table) {
    ScopeEntry model = analysis.from.relationEntry(scope, table, null);
    ScopeEntry entry =
        new ScopeEntry(ScopeEntry.Kind.RELATION, "excluded", true, table, scope.depth);
    entry.slot = model.slot;
    entry.rowType = model.rowType;
    for (ScopeColumn column : model.columns) {
      entry.columns.add(new ScopeColumn(column.name(), column.value(), 0, 0));
    }
    return entry;
  }

  private List<Integer> arbiters(
      Scope scope, ConflictTarget target, RelationDescriptor table, ScopeEntry old) {
    if (target.constraint() != null) {
      return List.of(named(target.constraint(), table).oid());
    }
    Set<TypedExpression> wanted = new HashSet<>();
    for (IndexElement element : target.elements()) {
      wanted.add(element(scope, element, target.position()));
    }
    TypedExpression predicate =
        target.where() == null
            ? null
            : analysis.expressions.condition(
                scope, target.where(), ExpressionKind.INDEX_PREDICATE, "WHERE");
    List<Integer> found = new ArrayList<>();
    for (IndexDescriptor index : table.indexes()) {
      if (index.unique() && matches(index, table, old, wanted, predicate)) {
        found.add(index.oid());
        checkImmediate(index);
      }
    }
    if (found.isEmpty()) {
      throw new SqlError(
          SqlState.INVALID_COLUMN_REFERENCE,
          "there is no unique or exclusion constraint matching the ON CONFLICT specification");
    }
    return List.copyOf(found);
  }

  private static IndexDescriptor named(String constraint, RelationDescriptor table) {
    for (IndexDescriptor index : table.indexes()) {
      if (index.constraintOid() != 0 && index.name().equals(constraint)) {
        checkImmediate(index);
        return index;
      }
    }
    throw new SqlError(
        SqlState.UNDEFINED_OBJECT,
        "constraint \"" + constraint + "\" for table \"" + table.name() + "\" does not exist");
  }

  private static void checkImmediate(IndexDescriptor index) {
    if (index.deferrable()) {
      throw new SqlError(
          SqlState.OBJECT_NOT_IN_PREREQUISITE_STATE,
          "ON CONFLICT does not support deferrable unique constraints/exclusion constraints as"
              + " arbiters");
    }
  }

  private TypedExpression element(Scope scope, IndexElement element, int position) {
    if (element.operatorClass() != null) {
      throw SqlError.notSupported("operator class in ON CONFLICT");
    }
    Expression expression =
        element.expression() != null
            ? element.expression()
            : new Expression.ColumnReference(
                position, List.of(element.name() == null ? "" : element.name()));
    return analysis.expressions.analyze(scope, expression, ExpressionKind.INDEX_EXPRESSION);
  }

  /** Whether an index has exactly the wanted keys, and its condition follows from the given one. */
  private boolean matches(
      IndexDescriptor index,
      RelationDescriptor table,
      ScopeEntry old,
      Set<TypedExpression> wanted,
      @Nullable TypedExpression predicate) {
    Set<TypedExpression> keys = new HashSet<>();
    for (IndexDescriptor.Key key : index.keys()) {
      if (key.attributeNumber() != 0) {
        keys.add(new Column(old.slot, key.attributeNumber() - 1, key.type(), -1));
      } else {
        keys.add(StoredExpression.indexKey(analysis.context, table, key, old.slot));
      }
    }
    if (!keys.equals(wanted)) {
      return false;
    }
    if (index.predicate() == null) {
      return true;
    }
    if (predicate == null) {
      return false;
    }
    List<TypedExpression> given = conjuncts(predicate);
    TypedExpression condition =
        StoredExpression.indexPredicate(analysis.context, table, index.predicate(), old.slot);
    return given.containsAll(conjuncts(condition));
  }

  private static List<TypedExpression> conjuncts(TypedExpression condition) {
    if (condition instanceof BooleanOperation and && and.kind() == BooleanOperation.Kind.AND) {
      List<TypedExpression> all = new ArrayList<>();
      for (TypedExpression argument : and.arguments()) {
        all.addAll(conjuncts(argument));
      }
      return all;
    }
    return List.of(condition);
  }
}
