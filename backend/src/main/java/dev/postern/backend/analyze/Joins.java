package dev.postern.backend.analyze;

import dev.postern.backend.analyze.FromAnalysis.Item;
import dev.postern.backend.analyze.Query.Join;
import dev.postern.backend.analyze.Query.JoinKind;
import dev.postern.backend.analyze.TypedExpression.BooleanOperation;
import dev.postern.backend.analyze.TypedExpression.Coalesce;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.sql.QueryClause.Alias;
import dev.postern.backend.sql.TableReference;
import dev.postern.backend.type.SqlType;
import dev.postern.backend.type.TypeOids;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** JOIN in FROM: NATURAL, USING and ON, and the columns that a join shows. */
final class Joins {
  private final Analysis analysis;
  private final FromAnalysis from;

  Joins(Analysis analysis, FromAnalysis from) {
    this.analysis = analysis;
    this.from = from;
  }

  Item analyze(Scope scope, TableReference.Join join) {
    Item left = from.item(scope, join.left());
    boolean lateralAllowed =
        switch (join.type()) {
          case INNER, CROSS, LEFT -> true;
          case RIGHT, FULL -> false;
        };
    FromAnalysis.setLateral(left.namespace(), true, lateralAllowed);
    int before = scope.namespace.size();
    scope.namespace.addAll(left.namespace());
    Item right = from.item(scope, join.right());
    scope.namespace.subList(before, scope.namespace.size()).clear();
    from.checkConflicts(left.namespace(), right.namespace());
    List<ScopeEntry> namespace = new ArrayList<>(left.namespace());
    namespace.addAll(right.namespace());

    List<ScopeColumn> leftColumns = columns(left.namespace());
    List<ScopeColumn> rightColumns = columns(right.namespace());
    List<String> using = join.natural() ? common(leftColumns, rightColumns) : join.using();
    List<ScopeColumn> merged = new ArrayList<>();
    TypedExpression condition = null;
    if (!using.isEmpty()) {
      condition = merge(join, using, leftColumns, rightColumns, merged);
    } else if (join.on() != null) {
      condition = on(scope, join, namespace);
    }
    ScopeEntry entry = entry(scope, join, merged, using, leftColumns, rightColumns);
    scope.rangeTable.add(entry);
    if (join.alias() == null) {
      for (ScopeEntry hidden : namespace) {
        hidden.columnsVisible = false;
      }
    } else {
      namespace.clear();
    }
    if (join.usingAlias() != null) {
      namespace.add(usingEntry(scope, join.usingAlias(), merged, namespace));
    }
    namespace.add(entry);
    return new Item(
        new Join(kind(join.type()), left.source(), right.source(), condition), namespace);
  }

  private static JoinKind kind(TableReference.JoinType type) {
    return switch (type) {
      case INNER, CROSS -> JoinKind.INNER;
      case LEFT -> JoinKind.LEFT;
      case RIGHT -> JoinKind.RIGHT;
      case FULL -> JoinKind.FULL;
    };
  }

  /** The columns that a side shows without qualifier. */
  private static List<ScopeColumn> columns(List<ScopeEntry> namespace) {
    List<ScopeColumn> columns = new ArrayList<>();
    for (ScopeEntry entry : namespace) {
      if (entry.columnsVisible) {
        for (ScopeColumn column : entry.columns) {
          if (!column.dropped()) {
            columns.add(column);
          }
        }
      }
    }
    return columns;
  }

  private static List<String> common(List<ScopeColumn> left, List<ScopeColumn> right) {
    List<String> names = new ArrayList<>();
    for (ScopeColumn column : left) {
      for (ScopeColumn other : right) {
        if (other.name().equals(column.name()) && !names.contains(column.name())) {
          names.add(column.name());
        }
      }
    }
    return names;
  }

  private TypedExpression merge(
      TableReference.Join join,
      List<String> using,
      List<ScopeColumn> leftColumns,
      List<ScopeColumn> rightColumns,
      List<ScopeColumn> merged) {
    List<TypedExpression> conditions = new ArrayList<>();
    for (int i = 0; i < using.size(); i++) {
      String name = using.get(i);
      if (using.subList(0, i).contains(name)) {
        throw new SqlError(
            SqlState.DUPLICATE_COLUMN,
            "column name \"" + name + "\" appears more than once in USING clause");
      }
      ScopeColumn left = side(leftColumns, name, "left");
      ScopeColumn right = side(rightColumns, name, "right");
      TypedExpression equal =
          analysis.expressions.operators.operation("=", left.value(), right.value(), -1, -1, -1);
      conditions.add(analysis.coercer.toBoolean(equal, "JOIN/USING", -1));
      merged.add(mergedColumn(join.type(), left, right));
    }
    return conditions.size() == 1
        ? conditions.get(0)
        : new BooleanOperation(
            BooleanOperation.Kind.AND, List.copyOf(conditions), analysis.booleanType);
  }

  private static ScopeColumn side(List<ScopeColumn> columns, String name, String side) {
    ScopeColumn found = null;
    for (ScopeColumn column : columns) {
      if (column.name().equals(name)) {
        if (found != null) {
          throw new SqlError(
              SqlState.AMBIGUOUS_COLUMN,
              "common column name \"" + name + "\" appears more than once in " + side + " table");
        }
        found = column;
      }
    }
    if (found == null) {
      throw new SqlError(
          SqlState.UNDEFINED_COLUMN,
          "column \"" + name + "\" specified in USING clause does not exist in " + side + " table");
    }
    return found;
  }

  private ScopeColumn mergedColumn(
      TableReference.JoinType join, ScopeColumn left, ScopeColumn right) {
    List<TypedExpression> both = List.of(left.value(), right.value());
    SqlType type = analysis.coercer.commonType(both, "JOIN/USING", new int[0]);
    int typmod = Coercer.commonTypmod(both, type);
    TypedExpression leftValue = coerced(left.value(), type, typmod);
    TypedExpression rightValue = coerced(right.value(), type, typmod);
    return switch (join) {
      case INNER, CROSS ->
          leftValue == left.value() || rightValue != right.value()
              ? column(left, leftValue)
              : column(right, rightValue);
      case LEFT -> column(left, leftValue);
      case RIGHT -> column(right, rightValue);
      case FULL ->
          new ScopeColumn(left.name(), new Coalesce(List.of(leftValue, rightValue), type), 0, 0);
    };
  }

  private static ScopeColumn column(ScopeColumn side, TypedExpression value) {
    return value == side.value() ? side : new ScopeColumn(side.name(), value, 0, 0);
  }

  private TypedExpression coerced(TypedExpression value, SqlType type, int typmod) {
    if (value.type().oid() != type.oid()) {
      return analysis.coercer.implicitly(value, type, -1);
    }
    return value.typmod() != typmod
        ? new TypedExpression.Relabel(value, type, typmod, TypedExpression.CallForm.IMPLICIT_CAST)
        : value;
  }

  private TypedExpression on(Scope scope, TableReference.Join join, List<ScopeEntry> namespace) {
    if (join.on() == null) {
      throw new IllegalStateException("no ON clause");
    }
    FromAnalysis.setLateral(namespace, false, true);
    List<ScopeEntry> around = new ArrayList<>(scope.namespace);
    scope.namespace.clear();
    scope.namespace.addAll(namespace);
    TypedExpression condition =
        analysis.expressions.condition(scope, join.on(), ExpressionKind.JOIN_ON, "JOIN/ON");
    scope.namespace.clear();
    scope.namespace.addAll(around);
    return condition;
  }

  private ScopeEntry entry(
      Scope scope,
      TableReference.Join join,
      List<ScopeColumn> merged,
      List<String> using,
      List<ScopeColumn> leftColumns,
      List<ScopeColumn> rightColumns) {
    @Nullable Alias alias = join.alias();
    ScopeEntry entry =
        new ScopeEntry(
            ScopeEntry.Kind.JOIN,
            alias == null ? "unnamed_join" : alias.name(),
            alias != null,
            null,
            scope.depth);
    entry.relationVisible = alias != null;
    entry.rowType = analysis.type(TypeOids.RECORD);
    entry.columns.addAll(merged);
    for (ScopeColumn column : leftColumns) {
      if (!using.contains(column.name())) {
        entry.columns.add(column);
      }
    }
    for (ScopeColumn column : rightColumns) {
      if (!using.contains(column.name())) {
        entry.columns.add(column);
      }
    }
    if (alias != null) {
      from.renameColumns(entry, alias, "join expression");
    }
    return entry;
  }

  private ScopeEntry usingEntry(
      Scope scope, Alias alias, List<ScopeColumn> merged, List<ScopeEntry> namespace) {
    for (ScopeEntry other : namespace) {
      if (other.relationVisible && other.name.equals(alias.name())) {
        throw new SqlError(
            SqlState.DUPLICATE_ALIAS,
            "table name \"" + alias.name() + "\" specified more than once");
      }
    }
    ScopeEntry entry = new ScopeEntry(ScopeEntry.Kind.JOIN, alias.name(), true, null, scope.depth);
    entry.columns.addAll(merged);
    entry.columnsVisible = false;
    entry.rowType = analysis.type(TypeOids.RECORD);
    return entry;
  }
}
