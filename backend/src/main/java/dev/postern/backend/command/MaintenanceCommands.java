package dev.postern.backend.command;

import dev.postern.backend.catalog.CatalogReader;
import dev.postern.backend.catalog.CatalogRow;
import dev.postern.backend.catalog.CatalogTable;
import dev.postern.backend.catalog.ClassOids;
import dev.postern.backend.catalog.IndexDescriptor;
import dev.postern.backend.catalog.RelationDescriptor;
import dev.postern.backend.catalog.RowValues;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.sql.MaintenanceStatement.ClusterStatement;
import dev.postern.backend.sql.MaintenanceStatement.ReindexStatement;
import dev.postern.backend.sql.MaintenanceStatement.VacuumRelation;
import dev.postern.backend.sql.MaintenanceStatement.VacuumStatement;
import dev.postern.backend.sql.QualifiedName;
import dev.postern.backend.storage.RowTree;
import dev.postern.backend.txn.TableLockMode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * VACUUM, ANALYZE, REINDEX, CLUSTER. Dead versions go by themselves, so what these do is bring
 * pg_class's numbers up to date and build indexes anew.
 */
final class MaintenanceCommands {
  private static final CatalogTable CLASS = CatalogTable.named("pg_class");
  private static final long ROWS_PER_PAGE = 100;

  private final CommandContext context;
  private final CatalogReader catalog;

  MaintenanceCommands(CommandContext context) {
    this.context = context;
    this.catalog = context.catalog();
  }

  String vacuum(VacuumStatement statement) {
    if (statement.vacuum() && context.inTransactionBlock()) {
      throw new SqlError(
          SqlState.ACTIVE_SQL_TRANSACTION, "VACUUM cannot run inside a transaction block");
    }
    List<RelationDescriptor> tables = new ArrayList<>();
    if (statement.relations().isEmpty()) {
      for (CatalogRow row : catalog.store().all(CLASS)) {
        boolean users = row.oid() >= ClassOids.FIRST_USER_OID;
        if (users && row.character("relkind") == 'r') {
          RelationDescriptor table = catalog.relation(row.oid());
          if (table != null) {
            tables.add(table);
          }
        }
      }
    }
    for (VacuumRelation relation : statement.relations()) {
      RelationDescriptor table = new Targets(context).relation(relation.relation().name());
      for (String column : relation.columns()) {
        if (table.attribute(column) == null) {
          throw new SqlError(
              SqlState.UNDEFINED_COLUMN,
              "column \"" + column + "\" of relation \"" + table.name() + "\" does not exist");
        }
      }
      tables.add(table);
    }
    for (RelationDescriptor table : tables) {
      if (table.kind() == 'r' && !table.shared()) {
        update(table, statement.vacuum());
      }
    }
    return statement.vacuum() ? "VACUUM" : "ANALYZE";
  }

  private void update(RelationDescriptor table, boolean vacuum) {
    if (table.oid() < ClassOids.FIRST_USER_OID) {
      return;
    }
    context.lockRelation(table.oid(), table.name(), TableLockMode.SHARE_UPDATE_EXCLUSIVE, false);
    RowTree rows = context.database().branch().rowTree(table.fileNode());
    if (vacuum) {
      rows.vacuum();
    }
    long count = rows.rowEstimate();
    set(table.oid(), count);
    for (IndexDescriptor index : table.indexes()) {
      set(index.oid(), count);
    }
  }

  private void set(int relation, long rows) {
    CatalogRow row = catalog.store().withOid(CLASS, relation);
    long pages = (rows + ROWS_PER_PAGE - 1) / ROWS_PER_PAGE;
    if (row != null && (row.real("reltuples") != rows || row.integer("relpages") != pages)) {
      context
          .catalogWriter()
          .update(
              row, RowValues.of(row).set("reltuples", (float) rows).set("relpages", (int) pages));
    }
  }

  String reindex(ReindexStatement statement) {
    QualifiedName name = statement.name();
    switch (statement.kind()) {
      case TABLE -> reindex(new Targets(context).relation(required(name)));
      case INDEX -> reindexOne(required(name));
      case SCHEMA, SYSTEM, DATABASE -> {
        if (context.inTransactionBlock()) {
          throw new SqlError(
              SqlState.ACTIVE_SQL_TRANSACTION,
              "REINDEX " + statement.kind() + " cannot run inside a transaction block");
        }
        for (CatalogRow row : catalog.store().all(CLASS)) {
          boolean users = row.oid() >= ClassOids.FIRST_USER_OID;
          RelationDescriptor table =
              users && row.character("relkind") == 'r' ? catalog.relation(row.oid()) : null;
          if (table != null && (name == null || inSchema(statement, table, name))) {
            reindex(table);
          }
        }
      }
    }
    return "REINDEX";
  }

  private static boolean inSchema(
      ReindexStatement statement, RelationDescriptor table, QualifiedName name) {
    return statement.kind() != ReindexStatement.Kind.SCHEMA || table.schema().equals(name.name());
  }

  private static QualifiedName required(@Nullable QualifiedName name) {
    if (name == null) {
      throw new IllegalArgumentException("REINDEX without a name");
    }
    return name;
  }

  private void reindexOne(QualifiedName name) {
    int oid = new Targets(context).relationOid(name);
    CatalogTable indexes = CatalogTable.named("pg_index");
    CatalogRow row =
        oid == 0 ? null : catalog.store().first(indexes, indexes.index("indexrelid"), oid);
    RelationDescriptor table = row == null ? null : catalog.relation(row.integer("indrelid"));
    if (table == null) {
      if (oid == 0) {
        throw new Targets(context).missing(name);
      }
      throw new SqlError(SqlState.WRONG_OBJECT_TYPE, "\"" + name.name() + "\" is not an index");
    }
    reindex(table);
  }

  private void reindex(RelationDescriptor table) {
    if (table.kind() != 'r') {
      throw new SqlError(
          SqlState.WRONG_OBJECT_TYPE,
          "\"" + table.name() + "\" is not a table or materialized view");
    }
    if (table.oid() < ClassOids.FIRST_USER_OID) {
      return;
    }
    context.lockRelation(table.oid(), table.name(), TableLockMode.ACCESS_EXCLUSIVE, false);
    new TruncateCommand(context).emptyIndexes(table);
    RelationDescriptor now = catalog.relation(table.oid());
    if (now != null) {
      for (IndexDescriptor index : now.indexes()) {
        context.services().buildIndex(now, index);
      }
    }
  }

  String cluster(ClusterStatement statement) {
    QualifiedName name = statement.relation();
    if (name == null) {
      return "CLUSTER";
    }
    RelationDescriptor table = new Targets(context).relation(name);
    String index = statement.index();
    CatalogTable indexes = CatalogTable.named("pg_index");
    IndexDescriptor found = null;
    for (IndexDescriptor each : table.indexes()) {
      if (each.name().equals(index)) {
        found = each;
      }
    }
    if (index != null && found == null) {
      throw new SqlError(
          SqlState.UNDEFINED_OBJECT,
          "index \"" + index + "\" for table \"" + table.name() + "\" does not exist");
    }
    for (CatalogRow row : catalog.store().find(indexes, indexes.index("indrelid"), table.oid())) {
      boolean is = found != null && row.integer("indexrelid") == found.oid();
      if (found != null && row.truth("indisclustered") != is) {
        context.catalogWriter().update(row, RowValues.of(row).set("indisclustered", is));
      }
    }
    return "CLUSTER";
  }
}
