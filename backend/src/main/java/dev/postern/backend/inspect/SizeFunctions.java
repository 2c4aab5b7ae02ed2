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
import dev.postern.backend.type.TypeOids;
import org.jspecify.annotations.Nullable;

/**
 * Sizes of relations and databases. Rows live in memory and are not counted byte by byte; what is
 * shown is the number of PostgreSQL's 8 kB pages that so many rows would about fill.
 */
final class SizeFunctions implements FunctionTopic {
  private static final long PAGE_BYTES = 8192;
  private static final long ROWS_PER_PAGE = 100;
  private static final long ENTRIES_PER_PAGE = 300;
  private static final int MOST_BYTES_PER_CHARACTER = 4;

  /** Longer rows are what TOAST is for. */
  private static final int TOAST_BYTES = 2032;

  /** A fresh database of PostgreSQL 18. */
  private static final long EMPTY_DATABASE_BYTES = 7_700_000;

  @Override
  public @Nullable ScalarFunction scalar(String key, CallSite site) {
    return switch (key) {
      case "pg_relation_size" ->
          (c, a, r) -> set(r, a[1].text().equals("main") ? mainSize(c, oid(a[0])) : 0);
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

  /** Without TOAST table and initial copy. */
  private static long mainSize(FunctionContext context, int oid) {
    RelationDescriptor relation = catalog(context).relation(oid);
    long size = size(context, oid, true, false);
    if (relation == null || relation.kind() != 'r' && relation.kind() != 'm') {
      return size;
    }
    return relation.shared() || !mayHaveLongRows(relation) ? size : size - PAGE_BYTES;
  }

  /** Whether PostgreSQL would give the table a TOAST table. */
  private static boolean mayHaveLongRows(RelationDescriptor relation) {
    long longest = 0;
    for (RelationDescriptor.Attribute attribute : relation.attributes()) {
      if (attribute.dropped() || attribute.type().width() >= 0) {
        longest += attribute.dropped() ? 0 : attribute.type().width();
        continue;
      }
      int typmod = attribute.typmod();
      boolean text =
          attribute.type().oid() == TypeOids.VARCHAR || attribute.type().oid() == TypeOids.BPCHAR;
      boolean bits =
          attribute.type().oid() == TypeOids.BIT || attribute.type().oid() == TypeOids.VARBIT;
      if (typmod >= 0 && text) {
        longest += (typmod - 4) * (long) MOST_BYTES_PER_CHARACTER + 4;
      } else if (typmod >= 0 && bits) {
        longest += (typmod + 7) / 8 + 8;
      } else if (typmod < 0 || attribute.type().oid() != TypeOids.NUMERIC) {
        return true;
      }
    }
    return longest > TOAST_BYTES;
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
      // The index of an empty TOAST table.
      size += mayHaveLongRows(relation) ? PAGE_BYTES : 0;
    }
    if (indexes) {
      size += relation.indexes().size() * indexSize(branch, relation);
    }
    return size;
  }

  private static long indexSize(Branch branch, RelationDescriptor table) {
    long rows = branch.rowTree(table.fileNode()).rowEstimate();
    // An unlogged one has its initial copy too.
    long copy = table.persistence() == 'u' ? PAGE_BYTES : 0;
    return pages(rows, ENTRIES_PER_PAGE) + PAGE_BYTES + copy;
  }

  private static long pages(long count, long perPage) {
    return (count + perPage - 1) / perPage * PAGE_BYTES;
  }
}
