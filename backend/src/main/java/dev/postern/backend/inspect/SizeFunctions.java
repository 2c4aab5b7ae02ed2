package dev.postern.backend.inspect;

import static dev.postern.backend.inspect.InspectTopics.catalog;
import static dev.postern.backend.inspect.InspectTopics.oid;

import dev.postern.backend.catalog.CatalogReader;
import dev.postern.backend.catalog.CatalogRow;
import dev.postern.backend.catalog.CatalogTable;
import dev.postern.backend.catalog.RelationDescriptor;
import dev.postern.backend.exec.ExecutionContext;
import dev.postern.backend.function.CallSite;
import dev.postern.backend.function.FunctionContext;
import dev.postern.backend.function.FunctionTopic;
import dev.postern.backend.function.ScalarFunction;
import dev.postern.backend.storage.Branch;
import dev.postern.backend.type.Datum;
import org.jspecify.annotations.Nullable;

/**
 * Sizes of relations and databases. Rows live in memory and are not counted byte by byte; what is
 * shown is the number of PostgreSQL's 8 kB pages that so many rows would about fill.
 */
final class SizeFunctions implements FunctionTopic {
  private static final long PAGE_BYTES = 8192;
  private static final long ROWS_PER_PAGE = 100;
  private static final long ENTRIES_PER_PAGE = 300;

  /** A fresh database of PostgreSQL 18. */
  private static final long EMPTY_DATABASE_BYTES = 7_700_000;

  @Override
  public @Nullable ScalarFunction scalar(String key, CallSite site) {
    return switch (key) {
      case "pg_relation_size" ->
          (c, a, r) -> set(r, a[1].text().equals("main") ? size(c, oid(a[0]), true, false) : 0);
      case "pg_table_size" -> (c, a, r) -> set(r, size(c, oid(a[0]), true, false));
      case "pg_indexes_size" -> (c, a, r) -> set(r, size(c, oid(a[0]), false, true));
      case "pg_total_relation_size" -> (c, a, r) -> set(r, size(c, oid(a[0]), true, true));
      case "pg_database_size_oid", "pg_database_size_name" ->
          (c, a, r) -> r.setLong(EMPTY_DATABASE_BYTES);
      case "pg_tablespace_size_oid", "pg_tablespace_size_name" ->
          (c, a, r) -> r.setLong(EMPTY_DATABASE_BYTES);
      case "pg_tablespace_location" -> (c, a, r) -> r.setText("");
      case "pg_relation_filenode" ->
          (c, a, r) -> {
            CatalogRow row = catalog(c).store().withOid(CatalogTable.named("pg_class"), oid(a[0]));
            int node = row == null ? 0 : row.integer("relfilenode");
            if (node == 0) {
              r.setNull();
            } else {
              r.setLong(node);
            }
          };
      default -> null;
    };
  }

  private static void set(Datum result, long size) {
    if (size < 0) {
      result.setNull();
    } else {
      result.setLong(size);
    }
  }

  private static long size(FunctionContext context, int oid, boolean rows, boolean indexes) {
    CatalogReader catalog = catalog(context);
    CatalogRow row = catalog.store().withOid(CatalogTable.named("pg_class"), oid);
    if (row == null) {
      return -1;
    }
    Branch branch = ((ExecutionContext) context).branch();
    char kind = row.character("relkind");
    if (kind == 'i') {
      CatalogTable descriptions = CatalogTable.named("pg_index");
      CatalogRow index = catalog.store().first(descriptions, descriptions.index("indexrelid"), oid);
      RelationDescriptor table = index == null ? null : catalog.relation(index.integer("indrelid"));
      return rows && table != null && !table.shared() ? indexSize(branch, table) : 0;
    }
    if (kind == 'S') {
      return rows ? PAGE_BYTES : 0;
    }
    RelationDescriptor relation = kind == 'r' || kind == 'm' ? catalog.relation(oid) : null;
    if (relation == null || relation.shared()) {
      return 0;
    }
    long size = 0;
    if (rows) {
      size += pages(branch.rowTree(relation.fileNode()).rowEstimate(), ROWS_PER_PAGE);
    }
    if (indexes) {
      size += relation.indexes().size() * indexSize(branch, relation);
    }
    return size;
  }

  private static long indexSize(Branch branch, RelationDescriptor table) {
    long rows = branch.rowTree(table.fileNode()).rowEstimate();
    return pages(rows, ENTRIES_PER_PAGE) + PAGE_BYTES;
  }

  private static long pages(long count, long perPage) {
    return (count + perPage - 1) / perPage * PAGE_BYTES;
  }
}
