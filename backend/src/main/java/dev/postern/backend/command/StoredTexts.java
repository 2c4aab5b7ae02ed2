package dev.postern.backend.command;

import dev.postern.backend.analyze.AnalyzeContext;
import dev.postern.backend.analyze.StoredExpression;
import dev.postern.backend.analyze.TypedExpression;
import dev.postern.backend.catalog.CatalogReader;
import dev.postern.backend.catalog.CatalogRow;
import dev.postern.backend.catalog.CatalogTable;
import dev.postern.backend.catalog.CatalogWriter;
import dev.postern.backend.catalog.IndexDescriptor;
import dev.postern.backend.catalog.RelationDescriptor;
import dev.postern.backend.catalog.RelationDescriptor.Attribute;
import dev.postern.backend.catalog.RowValues;
import dev.postern.backend.deparse.ExpressionText;
import dev.postern.backend.setting.IdentifierList;

/** Stored expressions name columns: a column that is renamed is renamed in them. */
final class StoredTexts {
  private static final String SEPARATOR = "\u001e";
  private static final CatalogTable ATTRIBUTE = CatalogTable.named("pg_attribute");
  private static final CatalogTable INDEX = CatalogTable.named("pg_index");
  private static final CatalogTable DEFAULT = CatalogTable.named("pg_attrdef");

  private final CommandContext context;
  private final CatalogReader catalog;
  private final CatalogWriter writer;

  StoredTexts(CommandContext context) {
    this.context = context;
    this.catalog = context.catalog();
    this.writer = context.catalogWriter();
  }

  /** Renames a column of a table, and in the indexes over it. */
  void renameColumn(RelationDescriptor table, Attribute column, String to) {
    int number = column.number();
    for (CatalogRow row :
        catalog
            .store()
            .find(
                Constraints.CONSTRAINT,
                Constraints.CONSTRAINT.index("conrelid", "contypid", "conname"),
                table.oid())) {
      if (row.character("contype") == 'c') {
        String text = renamed(table, row.text("conbin"), number, to);
        writer.update(row, RowValues.of(row).set("conbin", text));
      }
    }
    for (CatalogRow row : catalog.store().find(INDEX, INDEX.index("indrelid"), table.oid())) {
      index(table, row, number, to);
    }
    for (Attribute attribute : table.attributes()) {
      CatalogRow row =
          attribute.generated() == 0
              ? null
              : catalog
                  .store()
                  .first(
                      DEFAULT, DEFAULT.index("adrelid", "adnum"), table.oid(), attribute.number());
      if (row != null) {
        String text = renamed(table, row.text("adbin"), number, to);
        writer.update(row, RowValues.of(row).set("adbin", text));
      }
    }
    for (IndexDescriptor index : table.indexes()) {
      for (int i = 0; i < index.keys().size(); i++) {
        if (index.keys().get(i).attributeNumber() == number) {
          rename(index.oid(), i + 1, to);
        }
      }
    }
    rename(table.oid(), number, to);
  }

  private void rename(int relation, int number, String to) {
    CatalogRow row =
        catalog.store().first(ATTRIBUTE, ATTRIBUTE.index("attrelid", "attnum"), relation, number);
    if (row != null) {
      writer.update(row, RowValues.of(row).set("attname", to));
    }
  }

  private void index(RelationDescriptor table, CatalogRow row, int number, String to) {
    if (row.isNull("indexprs") && row.isNull("indpred")) {
      return;
    }
    RowValues values = RowValues.of(row);
    if (!row.isNull("indexprs")) {
      StringBuilder all = new StringBuilder();
      for (String each : row.text("indexprs").split(SEPARATOR)) {
        all.append(all.isEmpty() ? "" : SEPARATOR).append(renamed(table, each, number, to));
      }
      values.set("indexprs", all.toString());
    }
    if (!row.isNull("indpred")) {
      values.set("indpred", renamed(table, row.text("indpred"), number, to));
    }
    writer.update(row, values);
  }

  private String renamed(RelationDescriptor table, String text, int number, String to) {
    TypedExpression typed =
        StoredExpression.analyze(new AnalyzeContext(catalog, context.style()), text, table, 0);
    return new ExpressionText(
            catalog,
            (slot, column) ->
                IdentifierList.quote(
                    column + 1 == number ? to : table.attributes().get(column).name()),
            false,
            true)
        .of(typed);
  }
}
