package dev.postern.backend.inspect;

import dev.postern.backend.analyze.AnalyzeContext;
import dev.postern.backend.analyze.StoredExpression;
import dev.postern.backend.analyze.TypedExpression;
import dev.postern.backend.catalog.CatalogReader;
import dev.postern.backend.catalog.CatalogRow;
import dev.postern.backend.catalog.CatalogTable;
import dev.postern.backend.catalog.RelationDescriptor;
import dev.postern.backend.deparse.ExpressionText;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.function.FunctionContext;
import dev.postern.backend.setting.IdentifierList;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Expressions and constraints as SQL. */
final class Definitions {
  private static final CatalogTable CONSTRAINT = CatalogTable.named("pg_constraint");
  private static final CatalogTable INDEX = CatalogTable.named("pg_index");
  private static final CatalogTable ATTRIBUTE = CatalogTable.named("pg_attribute");

  private final FunctionContext context;
  private final CatalogReader catalog;

  Definitions(FunctionContext context) {
    this.context = context;
    this.catalog = InspectTopics.catalog(context);
  }

  /** A stored expression; several are separated by commas. */
  @Nullable String expression(String stored, int relationOid, boolean pretty) {
    RelationDescriptor relation = relationOid == 0 ? null : catalog.relation(relationOid);
    if (relationOid != 0 && relation == null) {
      return null;
    }
    StringBuilder text = new StringBuilder();
    for (String each : stored.split("\u001e")) {
      text.append(text.isEmpty() ? "" : ", ").append(shown(each, relation, pretty));
    }
    return text.toString();
  }

  private String shown(String stored, @Nullable RelationDescriptor relation, boolean pretty) {
    TypedExpression typed;
    try {
      typed =
          StoredExpression.analyze(
              new AnalyzeContext(catalog, context.style()), stored, relation, 0);
    } catch (SqlError notAnExpression) {
      // Such as a domain's check, which is over VALUE.
      return stored;
    }
    return new ExpressionText(
            catalog, (slot, column) -> columnName(relation, column), pretty, false)
        .of(typed);
  }

  private static String columnName(@Nullable RelationDescriptor relation, int column) {
    return relation == null || column < 0
        ? "?column?"
        : IdentifierList.quote(relation.attributes().get(column).name());
  }

  /** A constraint as ALTER TABLE … ADD CONSTRAINT takes it, without its name. */
  @Nullable String constraint(int oid, boolean pretty) {
    CatalogRow row = catalog.store().withOid(CONSTRAINT, oid);
    if (row == null) {
      return null;
    }
    StringBuilder text = new StringBuilder();
    int table = row.integer("conrelid");
    switch (row.character("contype")) {
      case 'c' -> {
        String condition = expression(row.text("conbin"), table, pretty);
        text.append("CHECK (").append(condition).append(')');
        text.append(row.truth("connoinherit") ? " NO INHERIT" : "");
      }
      case 'n' -> {
        text.append("NOT NULL");
        if (table != 0) {
          text.append(' ').append(columns(table, row.integers("conkey")));
          text.append(row.truth("connoinherit") ? " NO INHERIT" : "");
        }
      }
      case 'p', 'u' -> key(row, table, text);
      case 'f' -> foreignKey(row, table, text);
      default -> throw SqlError.notSupported("the definition of this kind of constraint");
    }
    text.append(row.truth("condeferrable") ? " DEFERRABLE" : "");
    text.append(row.truth("condeferred") ? " INITIALLY DEFERRED" : "");
    if (!row.truth("conenforced")) {
      text.append(" NOT ENFORCED");
    } else if (!row.truth("convalidated")) {
      text.append(" NOT VALID");
    }
    return text.toString();
  }

  private void key(CatalogRow row, int table, StringBuilder text) {
    CatalogRow index =
        catalog.store().first(INDEX, INDEX.index("indexrelid"), row.integer("conindid"));
    text.append(row.character("contype") == 'p' ? "PRIMARY KEY" : "UNIQUE");
    if (index != null && index.truth("indnullsnotdistinct")) {
      text.append(" NULLS NOT DISTINCT");
    }
    text.append(" (").append(columns(table, row.integers("conkey"))).append(')');
    if (index != null && index.integer("indnatts") > index.integer("indnkeyatts")) {
      int[] all = index.integers("indkey");
      int keys = index.integer("indnkeyatts");
      int[] included = Arrays.copyOfRange(all, keys, all.length);
      text.append(" INCLUDE (").append(columns(table, included)).append(')');
    }
  }

  private void foreignKey(CatalogRow row, int table, StringBuilder text) {
    int referenced = row.integer("confrelid");
    text.append("FOREIGN KEY (").append(columns(table, row.integers("conkey")));
    text.append(") REFERENCES ").append(DefinitionFunctions.relationName(catalog, referenced));
    text.append('(').append(columns(referenced, row.integers("confkey"))).append(')');
    text.append(row.character("confmatchtype") == 'f' ? " MATCH FULL" : "");
    String onUpdate = action(row.character("confupdtype"));
    String onDelete = action(row.character("confdeltype"));
    text.append(onUpdate.isEmpty() ? "" : " ON UPDATE " + onUpdate);
    text.append(onDelete.isEmpty() ? "" : " ON DELETE " + onDelete);
    if (!row.isNull("confdelsetcols")) {
      text.append(" (").append(columns(table, row.integers("confdelsetcols"))).append(')');
    }
  }

  private static String action(char letter) {
    return switch (letter) {
      case 'r' -> "RESTRICT";
      case 'c' -> "CASCADE";
      case 'n' -> "SET NULL";
      case 'd' -> "SET DEFAULT";
      default -> "";
    };
  }

  private String columns(int table, int[] numbers) {
    StringBuilder list = new StringBuilder();
    for (int number : numbers) {
      CatalogRow column =
          catalog.store().first(ATTRIBUTE, ATTRIBUTE.index("attrelid", "attnum"), table, number);
      list.append(list.isEmpty() ? "" : ", ");
      list.append(column == null ? "?" : IdentifierList.quote(column.text("attname")));
    }
    return list.toString();
  }
}
