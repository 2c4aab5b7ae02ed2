package dev.postern.backend.sql;

import dev.postern.backend.sql.QueryClause.Alias;
import dev.postern.backend.sql.QueryClause.JsonTableColumn;
import dev.postern.backend.sql.QueryClause.XmlTableColumn;
import dev.postern.backend.sql.TableReference.ColumnSpecification;
import dev.postern.backend.sql.TableReference.FunctionItem;
import dev.postern.backend.sql.TableReference.FunctionReference;
import dev.postern.backend.sql.TableReference.Join;
import dev.postern.backend.sql.TableReference.JoinType;
import dev.postern.backend.sql.TableReference.JsonTable;
import dev.postern.backend.sql.TableReference.RelationReference;
import dev.postern.backend.sql.TableReference.Subquery;
import dev.postern.backend.sql.TableReference.TableSample;
import dev.postern.backend.sql.TableReference.XmlTable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Table references as SQL. */
abstract class FromDeparser extends JsonXmlDeparser {
  final void tableReferences(List<TableReference> references) {
    list(references, this::tableReference);
  }

  final void tableReference(TableReference reference) {
    switch (reference) {
      case RelationReference r -> {
        relation(r);
        alias(r.alias());
      }
      case TableSample s -> {
        tableReference(s.relation());
        put(" TABLESAMPLE ").qualified(s.method()).put(" (");
        expressions(s.arguments()).put(")");
        if (s.repeatable() != null) {
          put(" REPEATABLE (");
          expression(s.repeatable()).put(")");
        }
      }
      case Subquery s -> {
        putIf(s.lateral(), "LATERAL ").put("(");
        query(s.query()).put(")");
        alias(s.alias());
      }
      case FunctionReference f -> function(f);
      case Join j -> {
        putIf(j.alias() != null, "(");
        join(j);
        putIf(j.alias() != null, ")");
        alias(j.alias());
      }
      case JsonTable t -> jsonTable(t);
      case XmlTable t -> xmlTable(t);
    }
  }

  /** A relation without its alias. */
  final SqlWriter relation(RelationReference relation) {
    return putIf(relation.only(), "ONLY ").qualified(relation.name());
  }

  final void alias(@Nullable Alias alias) {
    if (alias != null) {
      put(" AS ").name(alias.name()).nameList(alias.columns());
    }
  }

  private void join(Join join) {
    tableReference(join.left());
    putIf(join.natural(), " NATURAL");
    putIf(join.type() != JoinType.INNER, " " + join.type());
    put(" JOIN ");
    boolean nested = join.right() instanceof Join right && right.alias() == null;
    putIf(nested, "(");
    tableReference(join.right());
    putIf(nested, ")");
    if (!join.using().isEmpty()) {
      put(" USING (").names(join.using()).put(")");
      alias(join.usingAlias());
    }
    if (join.on() != null) {
      put(" ON ");
      expression(join.on());
    }
  }

  private void function(FunctionReference reference) {
    putIf(reference.lateral(), "LATERAL ");
    if (reference.rowsFrom()) {
      put("ROWS FROM (");
      list(reference.functions(), this::functionItem).put(")");
    } else {
      list(reference.functions(), this::functionItem);
    }
    putIf(reference.withOrdinality(), " WITH ORDINALITY");
    Alias alias = reference.alias();
    alias(alias);
    if (!reference.columns().isEmpty()) {
      put(alias == null ? " AS (" : " (");
      list(reference.columns(), this::columnSpecification).put(")");
    }
  }

  private void functionItem(FunctionItem item) {
    if (item.call() instanceof Expression.TypeCast cast) {
      put("CAST(");
      expression(cast.argument()).put(" AS ");
      type(cast.type()).put(")");
    } else {
      expression(item.call());
    }
    if (!item.columns().isEmpty()) {
      put(" AS (");
      list(item.columns(), this::columnSpecification).put(")");
    }
  }

  private void columnSpecification(ColumnSpecification column) {
    name(column.name()).put(" ");
    type(column.type());
    collation(column.collation());
  }

  final void collation(@Nullable QualifiedName collation) {
    if (collation != null) {
      put(" COLLATE ").qualified(collation);
    }
  }

  private void jsonTable(JsonTable table) {
    putIf(table.lateral(), "LATERAL ").put("JSON_TABLE(");
    formatted(table.context());
    put(", ");
    expression(table.path());
    nameAfter(" AS ", table.pathName());
    passing(table.passing());
    jsonColumns(table.columns());
    behaviors(null, table.onError());
    put(")");
    alias(table.alias());
  }

  private void jsonColumns(List<JsonTableColumn> columns) {
    put(" COLUMNS (");
    list(columns, this::jsonColumn).put(")");
  }

  private void jsonColumn(JsonTableColumn column) {
    switch (column) {
      case QueryClause.JsonOrdinalityColumn c -> name(c.name()).put(" FOR ORDINALITY");
      case QueryClause.JsonNestedColumns c -> {
        put("NESTED PATH ").string(c.path()).nameAfter(" AS ", c.pathName());
        jsonColumns(c.columns());
      }
      case QueryClause.JsonValueColumn c -> {
        name(c.name()).put(" ");
        type(c.type()).putIf(c.exists(), " EXISTS");
        format(c.format());
        if (c.path() != null) {
          put(" PATH ").string(c.path());
        }
        wrapper(c.wrapper());
        quotes(c.quotes());
        behaviors(c.onEmpty(), c.onError());
      }
    }
  }

  private void xmlTable(XmlTable table) {
    putIf(table.lateral(), "LATERAL ").put("XMLTABLE(");
    if (!table.namespaces().isEmpty()) {
      put("XMLNAMESPACES(");
      list(
          table.namespaces(),
          namespace -> {
            putIf(namespace.name() == null, "DEFAULT ");
            operand(namespace.uri());
            nameAfter(" AS ", namespace.name());
          });
      put("), ");
    }
    operand(table.rowExpression()).put(" PASSING ");
    operand(table.document()).put(" COLUMNS ");
    list(table.columns(), this::xmlColumn).put(")");
    alias(table.alias());
  }

  private void xmlColumn(XmlTableColumn column) {
    name(column.name()).put(" ");
    if (column.type() == null) {
      put("FOR ORDINALITY");
      return;
    }
    type(column.type());
    if (column.path() != null) {
      put(" PATH ");
      operand(column.path());
    }
    if (column.defaultValue() != null) {
      put(" DEFAULT ");
      operand(column.defaultValue());
    }
    putIf(column.notNull(), " NOT NULL");
  }
}
