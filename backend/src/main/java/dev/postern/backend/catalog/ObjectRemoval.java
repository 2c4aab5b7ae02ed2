package dev.postern.backend.catalog;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.storage.Branch;

/**
 * Removes single objects: their rows in the catalogs, what is noted of them, and their storage once
 * the transaction has committed. What depends on them must have been removed before.
 */
public final class ObjectRemoval {
  private static final CatalogTable CLASS = CatalogTable.named("pg_class");
  private static final CatalogTable ATTRIBUTE = CatalogTable.named("pg_attribute");
  private static final CatalogTable INDEX = CatalogTable.named("pg_index");
  private static final CatalogTable SEQUENCE = CatalogTable.named("pg_sequence");
  private static final CatalogTable CONSTRAINT = CatalogTable.named("pg_constraint");
  private static final CatalogTable DEFAULT = CatalogTable.named("pg_attrdef");
  private static final CatalogTable TYPE = CatalogTable.named("pg_type");
  private static final CatalogTable ENUM = CatalogTable.named("pg_enum");
  private static final CatalogTable STATISTIC = CatalogTable.named("pg_statistic");
  private static final CatalogTable INHERITS = CatalogTable.named("pg_inherits");

  private final CatalogSession session;
  private final CatalogReader catalog;
  private final CatalogStore store;
  private final CatalogWriter writer;

  public ObjectRemoval(CatalogSession session, CatalogReader catalog, CatalogWriter writer) {
    this.session = session;
    this.catalog = catalog;
    this.store = catalog.store();
    this.writer = writer;
  }

  /** Removes one object. */
  public void remove(ObjectAddress object) {
    switch (object.classOid()) {
      case ClassOids.PG_CLASS -> {
        if (object.subId() == 0) {
          removeRelation(object.oid());
        } else {
          dropColumn(object.oid(), object.subId());
        }
      }
      case ClassOids.PG_TYPE -> {
        writer.deleteAll(ENUM, ENUM.index("enumtypid", "enumlabel"), object.oid());
        removeRow(TYPE, object.oid());
      }
      case ClassOids.PG_CONSTRAINT -> removeConstraint(object.oid());
      case ClassOids.PG_ATTRDEF -> removeDefault(object.oid());
      case ClassOids.PG_NAMESPACE -> removeRow(CatalogTable.named("pg_namespace"), object.oid());
      case ClassOids.PG_REWRITE -> removeRow(CatalogTable.named("pg_rewrite"), object.oid());
      case ClassOids.PG_PROC -> removeRow(CatalogTable.named("pg_proc"), object.oid());
      case ClassOids.PG_TRIGGER -> removeRow(CatalogTable.named("pg_trigger"), object.oid());
      case ClassOids.PG_EXTENSION -> removeRow(CatalogTable.named("pg_extension"), object.oid());
      case ClassOids.PG_LANGUAGE -> removeRow(CatalogTable.named("pg_language"), object.oid());
      case ClassOids.PG_COLLATION -> removeRow(CatalogTable.named("pg_collation"), object.oid());
      case ClassOids.PG_POLICY -> removeRow(CatalogTable.named("pg_policy"), object.oid());
      case ClassOids.PG_STATISTIC_EXT ->
          removeRow(CatalogTable.named("pg_statistic_ext"), object.oid());
      default -> throw SqlError.notSupported("DROP of objects of catalog " + object.classOid());
    }
    writer.forgetDependencies(object);
    writer.forgetComments(object);
  }

  private void removeRow(CatalogTable table, int oid) {
    CatalogRow row = store.withOid(table, oid);
    if (row != null) {
      writer.delete(row);
    }
  }

  private void removeRelation(int oid) {
    CatalogRow row = store.withOid(CLASS, oid);
    if (row == null) {
      return;
    }
    char kind = row.character("relkind");
    if (kind == 'i') {
      CatalogRow index = store.first(INDEX, INDEX.index("indexrelid"), oid);
      if (index != null) {
        writer.delete(index);
        int table = index.integer("indrelid");
        if (store.find(INDEX, INDEX.index("indrelid"), table).isEmpty()) {
          CatalogRow relation = store.withOid(CLASS, table);
          if (relation != null) {
            writer.update(relation, RowValues.of(relation).set("relhasindex", false));
          }
        }
      }
    }
    if (kind == 'S') {
      writer.deleteAll(SEQUENCE, SEQUENCE.index("seqrelid"), oid);
    }
    writer.deleteAll(ATTRIBUTE, ATTRIBUTE.index("attrelid", "attnum"), oid);
    writer.deleteAll(STATISTIC, STATISTIC.index("starelid", "staattnum", "stainherit"), oid);
    writer.deleteAll(INHERITS, INHERITS.index("inhrelid", "inhseqno"), oid);
    // Its own pg_class row may have changed when its last index went.
    removeRow(CLASS, oid);
    dropStorage(RelationReader.fileNode(row));
  }

  /** Lets a tree or sequence go when the transaction commits. */
  public void dropStorage(int fileNode) {
    Branch branch = session.database().branch();
    if (fileNode != 0 && branch.exists(fileNode)) {
      session.afterCommit(() -> branch.drop(fileNode));
    }
  }

  private void removeConstraint(int oid) {
    CatalogRow row = store.withOid(CONSTRAINT, oid);
    if (row == null) {
      return;
    }
    writer.delete(row);
    int table = row.integer("conrelid");
    if (table == 0) {
      clearDomainNotNull(row);
      return;
    }
    if (row.character("contype") == 'c') {
      CatalogRow relation = store.withOid(CLASS, table);
      if (relation != null) {
        int checks = relation.integer("relchecks");
        writer.update(relation, RowValues.of(relation).set("relchecks", Math.max(0, checks - 1)));
      }
    }
    if (row.character("contype") == 'n') {
      CatalogRow column =
          store.first(
              ATTRIBUTE, ATTRIBUTE.index("attrelid", "attnum"), table, row.integers("conkey")[0]);
      if (column != null) {
        writer.update(column, RowValues.of(column).set("attnotnull", false));
      }
    }
  }

  private void clearDomainNotNull(CatalogRow constraint) {
    CatalogRow type = store.withOid(TYPE, constraint.integer("contypid"));
    if (type != null && constraint.character("contype") == 'n') {
      writer.update(type, RowValues.of(type).set("typnotnull", false));
    }
  }

  private void removeDefault(int oid) {
    CatalogRow row = store.withOid(DEFAULT, oid);
    if (row == null) {
      return;
    }
    writer.delete(row);
    CatalogRow column =
        store.first(
            ATTRIBUTE,
            ATTRIBUTE.index("attrelid", "attnum"),
            row.integer("adrelid"),
            row.integer("adnum"));
    if (column != null) {
      writer.update(
          column, RowValues.of(column).set("atthasdef", false).set("attgenerated", (char) 0));
    }
  }

  /** A dropped column stays as a gap; the rows keep its bytes, whose width is noted. */
  private void dropColumn(int relation, int number) {
    CatalogRow column =
        store.first(ATTRIBUTE, ATTRIBUTE.index("attrelid", "attnum"), relation, number);
    if (column == null || column.truth("attisdropped")) {
      return;
    }
    int width = catalog.valueType(column.integer("atttypid")).width();
    writer.update(
        column,
        RowValues.of(column)
            .set("attname", "........pg.dropped." + number + "........")
            .set("atttypid", 0)
            .set("attndims", width)
            .set("attnotnull", false)
            .set("atthasdef", false)
            .set("atthasmissing", false)
            .setNull("attmissingval")
            .set("attidentity", (char) 0)
            .set("attgenerated", (char) 0)
            .set("attisdropped", true)
            .setNull("attstattarget")
            .setNull("attacl")
            .setNull("attoptions")
            .setNull("attfdwoptions"));
    writer.deleteAll(
        STATISTIC, STATISTIC.index("starelid", "staattnum", "stainherit"), relation, number);
  }
}
