package dev.postern.backend.command;

import dev.postern.backend.catalog.CatalogReader;
import dev.postern.backend.catalog.CatalogRow;
import dev.postern.backend.catalog.CatalogTable;
import dev.postern.backend.catalog.CatalogWriter;
import dev.postern.backend.catalog.ClassOids;
import dev.postern.backend.catalog.IndexDescriptor;
import dev.postern.backend.catalog.RelationDescriptor;
import dev.postern.backend.catalog.RelationDescriptor.Attribute;
import dev.postern.backend.catalog.RowValues;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.sql.TableElement.KeyConstraint;
import java.util.Arrays;

/** ADD CONSTRAINT … USING INDEX: an index that exists becomes a constraint's. */
final class KeyFromIndex {
  private static final CatalogTable INDEX = CatalogTable.named("pg_index");
  private static final CatalogTable CLASS = CatalogTable.named("pg_class");
  private static final CatalogTable DEPEND = CatalogTable.named("pg_depend");

  private final CommandContext context;
  private final CatalogReader catalog;
  private final CatalogWriter writer;
  private final GeneratedNames names;

  KeyFromIndex(CommandContext context, GeneratedNames names) {
    this.context = context;
    this.catalog = context.catalog();
    this.writer = context.catalogWriter();
    this.names = names;
  }

  void attach(RelationDescriptor table, KeyConstraint key) {
    String indexName = String.valueOf(key.usingIndex());
    IndexDescriptor index = find(table, indexName);
    if (index.constraintOid() != 0) {
      throw refusal("index \"" + indexName + "\" is already associated with a constraint");
    }
    if (!index.unique()) {
      throw new SqlError(SqlState.WRONG_OBJECT_TYPE, "\"" + indexName + "\" is not a unique index")
          .detail("Cannot create a primary key or unique constraint using such an index.");
    }
    if (index.predicate() != null) {
      throw new SqlError(SqlState.WRONG_OBJECT_TYPE, "\"" + indexName + "\" is a partial index")
          .detail("Cannot create a primary key or unique constraint using such an index.");
    }
    int[] columns = new int[index.keys().size()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = index.keys().get(i).attributeNumber();
      if (columns[i] == 0) {
        throw new SqlError(
                SqlState.WRONG_OBJECT_TYPE, "index \"" + indexName + "\" contains expressions")
            .detail("Cannot create a primary key or unique constraint using such an index.");
      }
    }
    if (key.primary()) {
      Constraints.checkNoPrimaryKey(table);
      for (int column : columns) {
        Attribute attribute = table.attributes().get(column - 1);
        if (!attribute.notNull()) {
          context.services().checkNoNulls(table, attribute);
          new Constraints(context, names).notNull(table, column, null, false, false);
        }
      }
    }
    String name = key.name() == null ? indexName : key.name();
    if (!name.equals(indexName)) {
      context.notice(
          "NOTICE",
          new SqlError(
              SqlState.SUCCESSFUL_COMPLETION,
              "ALTER TABLE / ADD CONSTRAINT USING INDEX will rename index \""
                  + indexName
                  + "\" to \""
                  + name
                  + "\""));
      CatalogRow row = catalog.store().withOid(CLASS, index.oid());
      if (row != null) {
        writer.update(row, RowValues.of(row).set("relname", name));
      }
    }
    mark(table, index, key);
    dropDependencies(index.oid());
    int[] all = Arrays.copyOf(columns, columns.length + index.includedColumns().length);
    System.arraycopy(
        index.includedColumns(), 0, all, columns.length, index.includedColumns().length);
    new Constraints(context, names)
        .insertKey(table, name, index.oid(), key.primary(), columns, all, key.attributes());
  }

  private void mark(RelationDescriptor table, IndexDescriptor index, KeyConstraint key) {
    CatalogRow row = catalog.store().first(INDEX, INDEX.index("indexrelid"), index.oid());
    if (row != null) {
      boolean deferrable = key.attributes().deferrable() || key.attributes().initiallyDeferred();
      writer.update(
          row,
          RowValues.of(row).set("indisprimary", key.primary()).set("indimmediate", !deferrable));
    }
  }

  /** The index now depends on the constraint, and that on the columns. */
  private void dropDependencies(int index) {
    for (CatalogRow row :
        catalog
            .store()
            .find(
                DEPEND, DEPEND.index("classid", "objid", "objsubid"), ClassOids.PG_CLASS, index)) {
      if (row.character("deptype") == 'a') {
        writer.delete(row);
      }
    }
  }

  private IndexDescriptor find(RelationDescriptor table, String name) {
    for (IndexDescriptor index : table.indexes()) {
      if (index.name().equals(name)) {
        return index;
      }
    }
    if (catalog.relationOid(table.schemaOid(), name) == 0) {
      throw new SqlError(SqlState.UNDEFINED_OBJECT, "index \"" + name + "\" does not exist");
    }
    throw refusal("index \"" + name + "\" does not belong to table \"" + table.name() + "\"");
  }

  private static SqlError refusal(String message) {
    return new SqlError(SqlState.OBJECT_NOT_IN_PREREQUISITE_STATE, message);
  }
}
