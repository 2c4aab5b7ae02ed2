package dev.postern.backend.sql;

import dev.postern.backend.sql.Expression.FunctionCall;
import dev.postern.backend.sql.QueryClause.Alias;
import dev.postern.backend.sql.QueryClause.JsonTableColumn;
import dev.postern.backend.sql.QueryClause.XmlNamespace;
import dev.postern.backend.sql.QueryClause.XmlTableColumn;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An element of FROM or USING. */
public sealed interface TableReference extends Node {
  /** The alias, or null. */
  @Nullable Alias alias();

  /**
   * A named relation, also the target of INSERT, UPDATE, DELETE and of many other statements.
   *
   * @param only {@code ONLY} was written: without descendants
   */
  record RelationReference(int position, QualifiedName name, boolean only, @Nullable Alias alias)
      implements TableReference {}

  /** {@code relation TABLESAMPLE method(arguments) REPEATABLE (seed)}. */
  record TableSample(
      int position,
      RelationReference relation,
      QualifiedName method,
      List<Expression> arguments,
      @Nullable Expression repeatable)
      implements TableReference {
    @Override
    public @Nullable Alias alias() {
      return relation.alias();
    }
  }

  /** {@code [LATERAL] (query) alias}. */
  record Subquery(int position, boolean lateral, SelectStatement query, @Nullable Alias alias)
      implements TableReference {}

  /** A column of a column definition list: {@code name type [COLLATE collation]}. */
  record ColumnSpecification(
      int position, String name, TypeName type, @Nullable QualifiedName collation) {}

  /**
   * A function with its own column definition list (possible inside ROWS FROM only).
   *
   * @param call mostly a {@link FunctionCall}; special forms such as CURRENT_DATE or COALESCE may
   *     stand here too
   */
  record FunctionItem(Expression call, List<ColumnSpecification> columns) {}

  /**
   * {@code [LATERAL] f(…) [WITH ORDINALITY] alias}, or {@code ROWS FROM (f(…), g(…))}.
   *
   * @param columns the column definition list after the alias, else empty
   */
  record FunctionReference(
      int position,
      boolean lateral,
      boolean rowsFrom,
      List<FunctionItem> functions,
      boolean withOrdinality,
      @Nullable Alias alias,
      List<ColumnSpecification> columns)
      implements TableReference {}

  /** The kinds of join. */
  enum JoinType {
    INNER,
    LEFT,
    RIGHT,
    FULL,
    CROSS
  }

  /**
   * {@code left JOIN right …}.
   *
   * @param natural NATURAL; then neither {@code using} nor {@code on} is given
   * @param using the columns of USING, else empty
   * @param usingAlias {@code USING (…) AS alias}
   * @param alias the alias of the parenthesised join
   */
  record Join(
      int position,
      JoinType type,
      boolean natural,
      TableReference left,
      TableReference right,
      List<String> using,
      @Nullable Alias usingAlias,
      @Nullable Expression on,
      @Nullable Alias alias)
      implements TableReference {}

  /** {@code JSON_TABLE(context, path AS name PASSING … COLUMNS (…) … ON ERROR) alias}. */
  record JsonTable(
      int position,
      boolean lateral,
      JsonExpression.FormattedValue context,
      Expression path,
      @Nullable String pathName,
      List<JsonExpression.PassingArgument> passing,
      List<JsonTableColumn> columns,
      JsonExpression.@Nullable Behavior onError,
      @Nullable Alias alias)
      implements TableReference {}

  /** {@code XMLTABLE(XMLNAMESPACES(…), row PASSING document COLUMNS …) alias}. */
  record XmlTable(
      int position,
      boolean lateral,
      List<XmlNamespace> namespaces,
      Expression rowExpression,
      Expression document,
      List<XmlTableColumn> columns,
      @Nullable Alias alias)
      implements TableReference {}
}
