package dev.postern.backend.inspect;

import dev.postern.backend.catalog.CatalogReader;
import dev.postern.backend.catalog.CatalogRow;
import dev.postern.backend.catalog.CatalogTable;
import dev.postern.backend.catalog.RelationDescriptor;
import dev.postern.backend.catalog.RelationDescriptor.Attribute;
import dev.postern.backend.function.FunctionContext;
import dev.postern.backend.setting.IdentifierList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Indexes as CREATE INDEX commands. */
final class IndexDefinitions {
  private static final CatalogTable INDEX = CatalogTable.named("pg_index");
  private static final CatalogTable CLASS = CatalogTable.named("pg_class");
  private static final CatalogTable AM = CatalogTable.named("pg_am");
  private static final CatalogTable OPCLASS = CatalogTable.named("pg_opclass");
  private static final CatalogTable COLLATION = CatalogTable.named("pg_collation");
  private static final CatalogTable ATTRIBUTE = CatalogTable.named("pg_attribute");

  private final CatalogReader catalog;
  private final Definitions definitions;

  IndexDefinitions(FunctionContext context) {
    catalog = InspectTopics.catalog(context);
    definitions = new Definitions(context);
  }

  /**
   * An index's definition.
   *
   * @param only one column of it, from 1; 0 for the whole command
   */
  @Nullable String index(int oid, int only, boolean pretty) {
    CatalogRow row = catalog.store().first(INDEX, INDEX.index("indexrelid"), oid);
    CatalogRow relation = row == null ? null : catalog.store().withOid(CLASS, oid);
    RelationDescriptor table = row == null ? null : catalog.relation(row.integer("indrelid"));
    if (row == null || relation == null || table == null) {
      return null;
    }
    int[] numbers = row.integers("indkey");
    int keys = row.integer("indnkeyatts");
    String[] expressions =
        row.isNull("indexprs") ? new String[0] : row.text("indexprs").split("\u001e");
    StringBuilder columns = new StringBuilder();
    StringBuilder included = new StringBuilder();
    int expression = 0;
    for (int i = 0; i < numbers.length; i++) {
      String column =
          numbers[i] != 0
              ? name(table, numbers[i])
              : bracketed(definitions.expression(expressions[expression++], table.oid(), pretty));
      if (only == i + 1) {
        return column;
      }
      StringBuilder list = i < keys ? columns : included;
      list.append(list.isEmpty() ? "" : ", ").append(column);
      if (i < keys) {
        list.append(details(row, oid, i, table, numbers[i]));
      }
    }
    if (only != 0) {
      return "";
    }
    return command(row, relation, table, columns, included, pretty);
  }

  private String command(
      CatalogRow row,
      CatalogRow relation,
      RelationDescriptor table,
      StringBuilder columns,
      StringBuilder included,
      boolean pretty) {
    CatalogRow method = catalog.store().withOid(AM, relation.integer("relam"));
    StringBuilder text = new StringBuilder("CREATE ");
    text.append(row.truth("indisunique") ? "UNIQUE " : "").append("INDEX ");
    text.append(IdentifierList.quote(relation.text("relname"))).append(" ON ");
    text.append(
        pretty
            ? DefinitionFunctions.relationName(catalog, table.oid())
            : IdentifierList.quote(table.schema()) + "." + IdentifierList.quote(table.name()));
    text.append(" USING ").append(method == null ? "btree" : method.text("amname"));
    text.append(" (").append(columns).append(')');
    if (!included.isEmpty()) {
      text.append(" INCLUDE (").append(included).append(')');
    }
    text.append(row.truth("indnullsnotdistinct") ? " NULLS NOT DISTINCT" : "");
    if (!relation.isNull("reloptions")) {
      text.append(" WITH (").append(options(relation.texts("reloptions"))).append(')');
    }
    if (!row.isNull("indpred")) {
      text.append(" WHERE ");
      text.append(definitions.expression(row.text("indpred"), table.oid(), pretty));
    }
    return text.toString();
  }

  private static String options(List<String> options) {
    StringBuilder text = new StringBuilder();
    for (String option : options) {
      int equals = option.indexOf('=');
      text.append(text.isEmpty() ? "" : ", ").append(option, 0, equals);
      text.append("='").append(option.substring(equals + 1)).append('\'');
    }
    return text.toString();
  }

  private static String name(RelationDescriptor table, int number) {
    return number < 0 ? "ctid" : IdentifierList.quote(table.attributes().get(number - 1).name());
  }

  /** All but function calls stand in parentheses. */
  private static String bracketed(@Nullable String expression) {
    String text = String.valueOf(expression);
    boolean call = text.matches("(?s)(\\w|\\.|\")+\\(.*\\)") && closesAtEnd(text);
    return call ? text : "(" + text + ")";
  }

  private static boolean closesAtEnd(String text) {
    int depth = 0;
    for (int i = text.indexOf('('); i < text.length(); i++) {
      depth += text.charAt(i) == '(' ? 1 : text.charAt(i) == ')' ? -1 : 0;
      if (depth == 0) {
        return i == text.length() - 1;
      }
    }
    return false;
  }

  /** Collation, operator class and order of a key column, where they are not the usual ones. */
  private String details(
      CatalogRow row, int index, int column, RelationDescriptor table, int number) {
    StringBuilder text = new StringBuilder();
    int collation = row.integers("indcollation")[column];
    CatalogRow attribute =
        catalog.store().first(ATTRIBUTE, ATTRIBUTE.index("attrelid", "attnum"), index, column + 1);
    int own = 0;
    int type = attribute == null ? 0 : attribute.integer("atttypid");
    if (number > 0) {
      Attribute described = table.attributes().get(number - 1);
      own = described.collationOid();
      type = described.type().oid();
    } else if (catalog.type(type) != null) {
      own = collation == 100 ? 100 : 0;
    }
    if (collation != 0 && collation != own) {
      CatalogRow named = catalog.store().withOid(COLLATION, collation);
      if (named != null) {
        text.append(" COLLATE ").append(IdentifierList.quote(named.text("collname")));
      }
    }
    CatalogRow operatorClass = catalog.store().withOid(OPCLASS, row.integers("indclass")[column]);
    if (operatorClass != null && !operatorClass.truth("opcdefault")) {
      text.append(' ').append(IdentifierList.quote(operatorClass.text("opcname")));
    }
    int options = row.integers("indoption")[column];
    if ((options & 1) != 0) {
      text.append((options & 2) != 0 ? " DESC" : " DESC NULLS LAST");
    } else if ((options & 2) != 0) {
      text.append(" NULLS FIRST");
    }
    return text.toString();
  }
}
