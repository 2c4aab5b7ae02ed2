package dev.postern.backend.command;

import dev.postern.backend.analyze.AnalyzedStatement;
import dev.postern.backend.analyze.Query;
import dev.postern.backend.analyze.TypedExpression;
import dev.postern.backend.analyze.TypedTrees;
import dev.postern.backend.catalog.CatalogReader;
import dev.postern.backend.catalog.ObjectAddress;
import dev.postern.backend.catalog.RelationDescriptor;
import dev.postern.backend.command.CommandServices.QueryColumn;
import dev.postern.backend.command.CommandServices.StoredQuery;
import dev.postern.backend.setting.IdentifierList;
import dev.postern.backend.sql.Expression.StarReference;
import dev.postern.backend.sql.QueryClause.CommonTableExpression;
import dev.postern.backend.sql.SelectStatement;
import dev.postern.backend.sql.TableReference.RelationReference;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * A view's query as it is kept: the text as written, with the schemas of its tables put in, so that
 * it means the same under any search path; and, where it selects {@code *}, with the columns there
 * are now named around it.
 */
final class ViewText {
  private final CatalogReader catalog;

  ViewText(CatalogReader catalog) {
    this.catalog = catalog;
  }

  StoredQuery stored(
      SelectStatement query, byte[] source, AnalyzedStatement analyzed, List<QueryColumn> columns) {
    List<RelationReference> tables = new ArrayList<>();
    Set<String> commonTables = new HashSet<>();
    boolean[] star = {false};
    SyntaxTrees.forEach(
        query,
        node -> {
          switch (node) {
            case RelationReference table -> tables.add(table);
            case CommonTableExpression table -> commonTables.add(table.name());
            case StarReference any -> star[0] = true;
            default -> {
              // Only these say anything of names.
            }
          }
        });
    String text = qualified(query.position(), source, tables, commonTables);
    if (star[0]) {
      text = around(text, columns);
    }
    return new StoredQuery(text, columns, references(analyzed, tables, commonTables));
  }

  private String qualified(
      int start, byte[] source, List<RelationReference> tables, Set<String> commonTables) {
    tables.sort(Comparator.comparingInt(RelationReference::position));
    StringBuilder text = new StringBuilder();
    int at = start;
    for (RelationReference table : tables) {
      String name = table.name().name();
      if (table.name().parts().size() > 1 || commonTables.contains(name)) {
        continue;
      }
      RelationDescriptor relation = catalog.relation(name);
      int position = table.name().position();
      if (relation != null && position >= at) {
        text.append(slice(source, at, position));
        text.append(IdentifierList.quote(relation.schema())).append('.');
        at = position;
      }
    }
    return text.append(slice(source, at, source.length)).toString().strip();
  }

  private static String slice(byte[] source, int from, int to) {
    String text = new String(source, from, to - from, StandardCharsets.UTF_8);
    return to == source.length ? text.stripTrailing().replaceFirst(";\\s*$", "") : text;
  }

  /** Names the columns that the star stands for now. */
  private static String around(String text, List<QueryColumn> columns) {
    StringBuilder list = new StringBuilder("SELECT ");
    for (int i = 0; i < columns.size(); i++) {
      list.append(i == 0 ? "" : ", ").append(IdentifierList.quote(columns.get(i).name()));
    }
    return list.append(" FROM (").append(text).append(") AS view_query").toString();
  }

  private List<ObjectAddress> references(
      AnalyzedStatement analyzed, List<RelationReference> tables, Set<String> commonTables) {
    Set<ObjectAddress> references = new LinkedHashSet<>();
    for (RelationReference table : tables) {
      String schema = table.name().schema();
      if (schema == null && commonTables.contains(table.name().name())) {
        continue;
      }
      RelationDescriptor relation =
          schema == null
              ? catalog.relation(table.name().name())
              : catalog.relation(schema, table.name().name());
      if (relation != null) {
        references.add(ObjectAddress.relation(relation.oid()));
      }
    }
    Query query = analyzed.query();
    TypedTrees.forEachExpression(
        query,
        expression ->
            TypedTrees.forEachDeep(
                expression,
                node -> {
                  if (node instanceof TypedExpression.FunctionCall call) {
                    references.add(ObjectAddress.function(call.function().oid()));
                  }
                }));
    return List.copyOf(references);
  }
}
