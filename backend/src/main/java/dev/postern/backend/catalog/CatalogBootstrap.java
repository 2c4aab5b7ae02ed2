package dev.postern.backend.catalog;

import dev.postern.backend.bootstrap.CatalogFacts;
import dev.postern.backend.catalog.CatalogTable.CatalogIndex;
import dev.postern.backend.storage.Branch;
import dev.postern.backend.storage.IndexSource;
import dev.postern.backend.storage.RowCursor;
import dev.postern.backend.storage.RowSource;
import dev.postern.backend.txn.Snapshot;
import dev.postern.backend.txn.SnapshotSlot;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * Fills a branch with the system tables as a fresh cluster has them. Nothing is read here: each
 * table and each index is built when it is first used, once for all branches forked from this one.
 */
public final class CatalogBootstrap {
  /** Tables whose initial rows are kept as facts; all others begin empty. */
  private static final Set<String> WITH_ROWS =
      Set.of(
          "pg_aggregate",
          "pg_am",
          "pg_amop",
          "pg_amproc",
          "pg_attribute",
          "pg_auth_members",
          "pg_authid",
          "pg_cast",
          "pg_class",
          "pg_collation",
          "pg_constraint",
          "pg_conversion",
          "pg_database",
          "pg_depend",
          "pg_description",
          "pg_extension",
          "pg_index",
          "pg_init_privs",
          "pg_language",
          "pg_namespace",
          "pg_opclass",
          "pg_operator",
          "pg_opfamily",
          "pg_proc",
          "pg_range",
          "pg_rewrite",
          "pg_shdescription",
          "pg_tablespace",
          "pg_ts_config",
          "pg_ts_config_map",
          "pg_ts_dict",
          "pg_ts_parser",
          "pg_ts_template",
          "pg_type",
          "sql_features",
          "sql_implementation_info",
          "sql_parts",
          "sql_sizing");

  private CatalogBootstrap() {}

  /** Makes the trees of the tables that every database has its own of. */
  public static void fillDatabase(Branch branch) {
    fill(branch, false);
  }

  /** Makes the trees of the tables that all databases share. */
  public static void fillShared(Branch branch) {
    fill(branch, true);
  }

  private static void fill(Branch branch, boolean shared) {
    for (CatalogTable table : CatalogTables.LOADED.all()) {
      if (table.shared() == shared) {
        branch.createLazyRowTree(table.fileNode(), () -> rows(table));
        for (CatalogIndex index : table.indexes()) {
          branch.createLazyIndexTree(index.oid(), () -> entries(branch, table, index));
        }
      }
    }
  }

  /** The initial rows of a table, in the facts' order. */
  static RowSource rows(CatalogTable table) {
    if (!WITH_ROWS.contains(table.name())) {
      return new Rows(List.of());
    }
    CatalogFacts facts = CatalogFacts.of(table.name());
    FactRows reader = new FactRows(table, facts);
    List<byte[]> tuples = new ArrayList<>(facts.count());
    for (int row = 0; row < facts.count(); row++) {
      tuples.add(reader.tuple(facts.row(row)));
    }
    return new Rows(tuples);
  }

  private static final class Rows implements RowSource {
    private final List<byte[]> tuples;
    private int at = -1;

    Rows(List<byte[]> tuples) {
      this.tuples = tuples;
    }

    @Override
    public boolean next() {
      return ++at < tuples.size();
    }

    @Override
    public byte[] tuple() {
      return tuples.get(at);
    }
  }

  private record Entry(byte[] key, long rowId) {}

  /** Index entries of the initial rows: the branch they are read from is never written to. */
  private static IndexSource entries(Branch branch, CatalogTable table, CatalogIndex index) {
    List<Entry> entries = new ArrayList<>();
    Snapshot snapshot = new Snapshot(branch.lineage());
    SnapshotSlot slot = branch.registry().claimSlot(branch.id());
    try {
      slot.acquire(snapshot);
      RowCursor rows = branch.rowTree(table.fileNode()).scan(snapshot);
      while (rows.next()) {
        entries.add(new Entry(CatalogKeys.of(table, index, rows.tuple()), rows.rowId()));
      }
    } finally {
      branch.registry().releaseSlot(slot);
    }
    Comparator<Entry> order = (a, b) -> Arrays.compareUnsigned(a.key, b.key);
    entries.sort(order.thenComparingLong(Entry::rowId));
    return new Entries(entries);
  }

  private static final class Entries implements IndexSource {
    private final List<Entry> entries;
    private int at = -1;

    Entries(List<Entry> entries) {
      this.entries = entries;
    }

    @Override
    public boolean next() {
      return ++at < entries.size();
    }

    @Override
    public byte[] key() {
      return entries.get(at).key;
    }

    @Override
    public long rowId() {
      return entries.get(at).rowId;
    }
  }
}
