package dev.postern.backend.command;

import dev.postern.backend.catalog.CatalogRow;
import dev.postern.backend.catalog.CatalogTable;
import dev.postern.backend.catalog.CatalogWriter;
import dev.postern.backend.catalog.ClassOids;
import dev.postern.backend.catalog.ObjectAddress;
import dev.postern.backend.catalog.RelationDescriptor;
import dev.postern.backend.catalog.RowValues;
import dev.postern.backend.command.CommandServices.ExpressionUse;
import dev.postern.backend.command.CommandServices.StoredExpression;
import dev.postern.backend.command.TableDefinition.Column;
import dev.postern.backend.sql.Expression;
import dev.postern.backend.sql.SqlParser;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Defaults and generation expressions of columns: rows of pg_attrdef. */
final class ColumnDefaults {
  private static final CatalogTable DEFAULT = CatalogTable.named("pg_attrdef");
  private static final CatalogTable ATTRIBUTE = CatalogTable.named("pg_attribute");

  private final CommandContext context;
  private final CatalogWriter writer;

  ColumnDefaults(CommandContext context) {
    this.context = context;
    this.writer = context.catalogWriter();
  }

  /** Adds what a column definition says. */
  void add(RelationDescriptor table, int number, Column column) {
    Expression written = column.defaultValue;
    Expression generated = column.generated;
    if (column.serial) {
      String text = "nextval('" + Integer.toUnsignedString(column.sequenceOid) + "'::regclass)";
      List<ObjectAddress> needs = List.of(ObjectAddress.relation(column.sequenceOid));
      insert(table.oid(), number, text, List.of(), needs);
    } else if (column.defaultText != null) {
      set(table, number, column, SqlParser.parseExpression(column.defaultText));
    } else if (written != null) {
      set(table, number, column, written);
    } else if (generated != null) {
      StoredExpression stored =
          context
              .services()
              .expression(
                  generated,
                  ExpressionUse.GENERATED_COLUMN,
                  table,
                  column.typeOid,
                  column.typmod,
                  column.name);
      insert(table.oid(), number, stored.text(), stored.columns(), stored.references());
    }
  }

  private void set(RelationDescriptor table, int number, Column column, Expression written) {
    StoredExpression stored = analyze(written, column.typeOid, column.typmod, column.name);
    if (!stored.text().equals("NULL")) {
      insert(table.oid(), number, stored.text(), List.of(), stored.references());
    }
  }

  /** Analyzes a default. */
  StoredExpression analyze(Expression written, int type, int typmod, String column) {
    return context
        .services()
        .expression(written, ExpressionUse.COLUMN_DEFAULT, null, type, typmod, column);
  }

  /** Adds the default of a column that has none. */
  void insert(
      int table, int number, String text, List<Integer> columns, List<ObjectAddress> references) {
    int oid = writer.newOid();
    writer.insert(
        new RowValues(DEFAULT)
            .set("oid", oid)
            .set("adrelid", table)
            .set("adnum", number)
            .set("adbin", text));
    CatalogRow attribute = attribute(table, number);
    if (attribute != null) {
      writer.update(attribute, RowValues.of(attribute).set("atthasdef", true));
    }
    ObjectAddress address = new ObjectAddress(ClassOids.PG_ATTRDEF, oid);
    writer.depend(address, ObjectAddress.column(table, number), 'a');
    for (int column : columns) {
      if (column != number) {
        writer.depend(address, ObjectAddress.column(table, column), 'a');
      }
    }
    writer.dependOnAll(address, references, 'n');
  }

  /** Removes a column's default, if it has one. */
  void remove(int table, int number) {
    CatalogRow row = row(table, number);
    if (row == null) {
      return;
    }
    ObjectAddress address = new ObjectAddress(ClassOids.PG_ATTRDEF, row.oid());
    writer.delete(row);
    writer.forgetDependencies(address);
    CatalogRow attribute = attribute(table, number);
    if (attribute != null) {
      writer.update(attribute, RowValues.of(attribute).set("atthasdef", false));
    }
  }

  @Nullable CatalogRow row(int table, int number) {
    return context
        .catalog()
        .store()
        .first(DEFAULT, DEFAULT.index("adrelid", "adnum"), table, number);
  }

  @Nullable CatalogRow attribute(int table, int number) {
    return context
        .catalog()
        .store()
        .first(ATTRIBUTE, ATTRIBUTE.index("attrelid", "attnum"), table, number);
  }
}
