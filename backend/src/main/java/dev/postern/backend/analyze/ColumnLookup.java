package dev.postern.backend.analyze;

import dev.postern.backend.analyze.TypedExpression.Column;
import dev.postern.backend.analyze.TypedExpression.RowConstructor;
import dev.postern.backend.analyze.TypedExpression.WholeRow;
import dev.postern.backend.catalog.DatabasePart;
import dev.postern.backend.catalog.RelationDescriptor;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.type.TypeOids;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Names to columns and range table entries, by the rules of the FROM clause's visibility. */
final class ColumnLookup {
  private final Analysis analysis;
  private final MissingNames missing;

  ColumnLookup(Analysis analysis) {
    this.analysis = analysis;
    this.missing = new MissingNames(analysis, this);
  }

  /** What a column reference means; throws PostgreSQL's error where it means nothing. */
  TypedExpression resolve(Scope scope, List<String> names, int position) {
    if (scope.kind == ExpressionKind.COLUMN_DEFAULT) {
      throw analysis.error(
          SqlState.FEATURE_NOT_SUPPORTED,
          "cannot use column reference in DEFAULT expression",
          position);
    }
    int count = names.size();
    if (count == 1) {
      String name = names.get(0);
      TypedExpression found = unqualified(scope, name, position);
      if (found != null) {
        return found;
      }
      ScopeEntry entry = entry(scope, null, name, position);
      if (entry != null) {
        return wholeRow(entry);
      }
      throw missing.column(scope, null, name, position);
    }
    if (count > 4) {
      throw analysis.error(
          SqlState.SYNTAX_ERROR,
          "improper qualified name (too many dotted names): " + String.join(".", names),
          position);
    }
    analysis.refuse(DatabasePart.refusalOfColumn(analysis.catalog, names), position);
    String column = names.get(count - 1);
    ScopeEntry entry = qualifier(scope, names.subList(0, count - 1), position);
    TypedExpression found = column(scope, entry, column, position);
    if (found != null) {
      return found;
    }
    TypedExpression called =
        analysis.expressions.calls.fieldFunction(scope, wholeRow(entry), column, position);
    if (called != null) {
      return called;
    }
    throw missing.column(scope, names.get(count - 2), column, position);
  }

  /** The entry that the part before {@code .*} names. */
  ScopeEntry starred(Scope scope, List<String> names, int position) {
    List<String> all = new ArrayList<>(names);
    all.add("*");
    analysis.refuse(DatabasePart.refusalOfColumn(analysis.catalog, all), position);
    return qualifier(scope, names, position);
  }

  /** The entry that {@code table}, {@code schema.table} or {@code database.schema.table} names. */
  private ScopeEntry qualifier(Scope scope, List<String> names, int position) {
    int count = names.size();
    String schema = count > 1 ? names.get(count - 2) : null;
    String table = names.get(count - 1);
    ScopeEntry entry = entry(scope, schema, table, position);
    if (entry == null) {
      throw missing.entry(scope, schema, table, position);
    }
    return entry;
  }

  /** The entry of a name along the levels, or null. */
  @Nullable ScopeEntry entry(Scope scope, @Nullable String schema, String name, int position) {
    RelationDescriptor relation = null;
    if (schema != null) {
      relation =
          analysis.catalog.schema(schema) == 0 ? null : analysis.catalog.relation(schema, name);
      if (relation == null) {
        return null;
      }
    }
    for (Scope level = scope; level != null; level = level.parent) {
      ScopeEntry found = null;
      for (ScopeEntry entry : level.namespace) {
        if (!entry.relationVisible || entry.lateralOnly && !level.lateralActive) {
          continue;
        }
        boolean matches =
            relation == null
                ? entry.name.equals(name)
                : entry.relation != null
                    && entry.relation.oid() == relation.oid()
                    && !entry.aliased;
        if (matches) {
          if (found != null) {
            throw analysis.error(
                SqlState.AMBIGUOUS_ALIAS,
                "table reference \"" + name + "\" is ambiguous",
                position);
          }
          checkLateral(level, entry, position);
          found = entry;
        }
      }
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  private void checkLateral(Scope level, ScopeEntry entry, int position) {
    if (entry.lateralOnly && !entry.lateralAllowed) {
      SqlError error =
          analysis.error(
              SqlState.INVALID_COLUMN_REFERENCE,
              "invalid reference to FROM-clause entry for table \"" + entry.name + "\"",
              position);
      throw entry == level.target
          ? error.hint(
              "There is an entry for table \""
                  + entry.name
                  + "\", but it cannot be referenced from this part of the query.")
          : error.detail("The combining JOIN type must be INNER or LEFT for a LATERAL reference.");
    }
  }

  /** A column by its name alone, or null. */
  @Nullable TypedExpression unqualified(Scope scope, String name, int position) {
    for (Scope level = scope; level != null; level = level.parent) {
      TypedExpression found = atLevel(level, scope, name, position);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  /** A column of one level by its name alone, or null. */
  @Nullable TypedExpression atLevel(Scope level, Scope from, String name, int position) {
    TypedExpression found = null;
    for (ScopeEntry entry : level.namespace) {
      if (!entry.columnsVisible || entry.lateralOnly && !level.lateralActive) {
        continue;
      }
      TypedExpression column = column(from, entry, name, position);
      if (column != null) {
        if (found != null) {
          throw ambiguous(name, position);
        }
        checkLateral(level, entry, position);
        found = column;
      }
    }
    return found;
  }

  private SqlError ambiguous(String name, int position) {
    return analysis.error(
        SqlState.AMBIGUOUS_COLUMN, "column reference \"" + name + "\" is ambiguous", position);
  }

  /** A column of one entry, system columns too, or null. */
  @Nullable TypedExpression column(Scope scope, ScopeEntry entry, String name, int position) {
    TypedExpression found = null;
    for (ScopeColumn column : entry.columns) {
      if (column.name().equals(name) && !column.dropped()) {
        if (found != null) {
          throw ambiguous(name, position);
        }
        found = column.value();
      }
    }
    if (found == null && entry.systemColumns) {
      found = systemColumn(scope, entry, name, position);
    }
    return found;
  }

  private @Nullable TypedExpression systemColumn(
      Scope scope, ScopeEntry entry, String name, int position) {
    int number = 0;
    int type = 0;
    switch (name) {
      case "ctid" -> {
        number = -1;
        type = TypeOids.TID;
      }
      case "xmin" -> {
        number = -2;
        type = TypeOids.XID;
      }
      case "cmin" -> {
        number = -3;
        type = TypeOids.CID;
      }
      case "xmax" -> {
        number = -4;
        type = TypeOids.XID;
      }
      case "cmax" -> {
        number = -5;
        type = TypeOids.CID;
      }
      case "tableoid" -> {
        number = -6;
        type = TypeOids.OID;
      }
      default -> {
        return null;
      }
    }
    if (scope.kind == ExpressionKind.CHECK_CONSTRAINT && number != -6) {
      throw analysis.error(
          SqlState.INVALID_COLUMN_REFERENCE,
          "system column \"" + name + "\" reference in check constraint is invalid",
          position);
    }
    if (scope.kind == ExpressionKind.GENERATED_COLUMN && number != -6) {
      throw analysis.error(
          SqlState.INVALID_COLUMN_REFERENCE,
          "cannot use system column \"" + name + "\" in column generation expression",
          position);
    }
    if (entry.absent) {
      return analysis.literals.ofNull(analysis.type(type));
    }
    return new Column(entry.slot, number, analysis.type(type), -1);
  }

  /** A reference to the whole row of an entry. */
  TypedExpression wholeRow(ScopeEntry entry) {
    if (entry.scalar) {
      return entry.columns.get(0).value();
    }
    if (entry.rowType == null) {
      throw new IllegalStateException("no row type for " + entry.name);
    }
    if (entry.absent) {
      return analysis.literals.ofNull(entry.rowType);
    }
    if (entry.slot >= 0) {
      return new WholeRow(entry.slot, entry.rowType, entry.columnNames());
    }
    List<TypedExpression> values = new ArrayList<>();
    for (ScopeColumn column : entry.columns) {
      if (!column.dropped()) {
        values.add(column.value());
      }
    }
    return new RowConstructor(values, entry.rowType);
  }
}
