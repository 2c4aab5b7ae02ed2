package dev.postern.backend.catalog;

import dev.postern.backend.catalog.CatalogTable.CatalogIndex;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.storage.Branch;
import dev.postern.backend.storage.Conflict;
import dev.postern.backend.storage.IndexCursor;
import dev.postern.backend.storage.IndexTree;
import dev.postern.backend.storage.RowCursor;
import dev.postern.backend.storage.RowTree;
import dev.postern.backend.storage.RowVersion;
import dev.postern.backend.storage.UniqueOutcome;
import dev.postern.backend.storage.WriteOutcome;
import dev.postern.backend.txn.Snapshot;
import dev.postern.backend.txn.SnapshotSlot;
import dev.postern.backend.txn.Transaction;
import dev.postern.backend.type.ByteArrayWriter;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.DisplayStyle;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rows of system tables, read and written by one session. Reads see everything committed by now and
 * all that the own transaction has done, whatever the statement's snapshot: as PostgreSQL's own
 * catalog look-ups do. Used by the session's thread; {@link #close} when the session ends.
 */
public final class CatalogStore implements AutoCloseable {
  private final CatalogTransaction transaction;
  private final Conflict conflict = new Conflict();
  private @Nullable Reading database;
  private @Nullable Reading shared;

  public CatalogStore(CatalogTransaction transaction) {
    this.transaction = transaction;
  }

  /** A snapshot of one branch and the slot that announces it. */
  private static final class Reading {
    final Branch branch;
    final Snapshot snapshot;
    final SnapshotSlot slot;

    Reading(Branch branch) {
      this.branch = branch;
      snapshot = new Snapshot(branch.lineage());
      slot = branch.registry().claimSlot(branch.id());
    }
  }

  private Reading begin(CatalogTable table) {
    Reading reading = table.shared() ? shared : database;
    if (reading == null) {
      reading = new Reading(catalog(table).branch());
      if (table.shared()) {
        shared = reading;
      } else {
        database = reading;
      }
    }
    reading.slot.acquire(reading.snapshot);
    reading.snapshot.own(transaction.current(reading.branch));
    reading.snapshot.commandId(Integer.MAX_VALUE);
    return reading;
  }

  private DatabaseCatalog catalog(CatalogTable table) {
    return table.shared() ? transaction.shared() : transaction.database();
  }

  /** All rows of a table, in no order. */
  public List<CatalogRow> all(CatalogTable table) {
    Reading reading = begin(table);
    try {
      List<CatalogRow> rows = new ArrayList<>();
      RowCursor cursor = reading.branch.rowTree(table.fileNode()).scan(reading.snapshot);
      while (cursor.next()) {
        rows.add(new CatalogRow(table, cursor.rowId(), cursor.version()));
      }
      return rows;
    } finally {
      reading.slot.release();
    }
  }

  /**
   * The rows whose first index columns have these values, in index order.
   *
   * @param values Integer, Long, Character, String or Boolean; may be fewer than the index has
   */
  public List<CatalogRow> find(CatalogTable table, CatalogIndex index, Object... values) {
    byte[] prefix = CatalogKeys.prefix(table, index, values);
    Reading reading = begin(table);
    try {
      List<CatalogRow> rows = new ArrayList<>(2);
      RowTree tree = reading.branch.rowTree(table.fileNode());
      IndexCursor cursor =
          reading
              .branch
              .indexTree(index.oid())
              .scan(prefix, true, CatalogKeys.after(prefix), false);
      while (cursor.next()) {
        RowVersion version = tree.visible(cursor.rowId(), reading.snapshot);
        if (version != null
            && Arrays.equals(cursor.key(), CatalogKeys.of(table, index, version.tuple()))) {
          rows.add(new CatalogRow(table, cursor.rowId(), version));
        }
      }
      return rows;
    } finally {
      reading.slot.release();
    }
  }

  /** The first row that {@link #find} gives, or null. */
  public @Nullable CatalogRow first(CatalogTable table, CatalogIndex index, Object... values) {
    List<CatalogRow> rows = find(table, index, values);
    return rows.isEmpty() ? null : rows.getFirst();
  }

  /** The row with an oid, or null. */
  public @Nullable CatalogRow withOid(CatalogTable table, int oid) {
    return first(table, table.index("oid"), oid);
  }

  /** Adds a row. 23505 where a unique index of the table has its key already. */
  public void insert(RowValues values) {
    CatalogTable table = values.table();
    DatabaseCatalog catalog = catalog(table);
    Branch branch = catalog.branch();
    catalog.prepareToWrite(table);
    Transaction writer = transaction.writer(branch);
    RowTree tree = branch.rowTree(table.fileNode());
    byte[] tuple = values.tuple();
    long row = tree.insert(writer, transaction.commandId(), tuple);
    for (CatalogIndex index : table.indexes()) {
      insertEntry(branch, table, index, tree, row, tuple, writer);
    }
  }

  private void insertEntry(
      Branch branch,
      CatalogTable table,
      CatalogIndex index,
      RowTree tree,
      long row,
      byte[] tuple,
      Transaction writer) {
    IndexTree entries = branch.indexTree(index.oid());
    byte[] key = CatalogKeys.of(table, index, tuple);
    if (!index.unique()) {
      entries.insert(key, row);
      return;
    }
    while (true) {
      UniqueOutcome outcome =
          entries.insertUnique(
              key, row, tree, other -> CatalogKeys.of(table, index, other), writer, conflict);
      switch (outcome) {
        case OK -> {
          return;
        }
        case DUPLICATE -> throw duplicate(table, index, tuple);
        case MUST_WAIT -> transaction.awaitEnd(conflict.transaction());
      }
    }
  }

  /** Replaces a row that {@link #find} gave. */
  public void update(CatalogRow row, RowValues values) {
    CatalogTable table = row.table();
    DatabaseCatalog catalog = catalog(table);
    Branch branch = catalog.branch();
    catalog.prepareToWrite(table);
    Transaction writer = transaction.writer(branch);
    RowTree tree = branch.rowTree(table.fileNode());
    byte[] tuple = values.tuple();
    byte[] old = row.version().tuple();
    boolean keysChanged = false;
    for (CatalogIndex index : table.indexes()) {
      keysChanged |=
          !Arrays.equals(CatalogKeys.of(table, index, old), CatalogKeys.of(table, index, tuple));
    }
    finish(
        table,
        tree.tryUpdate(
            row.rowId(),
            row.version(),
            writer,
            transaction.commandId(),
            tuple,
            keysChanged,
            keysChanged,
            conflict),
        "updated");
    for (CatalogIndex index : table.indexes()) {
      if (!Arrays.equals(CatalogKeys.of(table, index, old), CatalogKeys.of(table, index, tuple))) {
        insertEntry(branch, table, index, tree, row.rowId(), tuple, writer);
      }
    }
  }

  /** Removes a row that {@link #find} gave. */
  public void delete(CatalogRow row) {
    CatalogTable table = row.table();
    DatabaseCatalog catalog = catalog(table);
    Branch branch = catalog.branch();
    catalog.prepareToWrite(table);
    Transaction writer = transaction.writer(branch);
    RowTree tree = branch.rowTree(table.fileNode());
    finish(
        table,
        tree.tryDelete(row.rowId(), row.version(), writer, transaction.commandId(), conflict),
        "deleted");
  }

  /** Objects are locked before their rows are changed, so what fails here is a lost race. */
  private void finish(CatalogTable table, WriteOutcome outcome, String verb) {
    switch (outcome) {
      case OK -> {}
      case CONFLICT_IN_PROGRESS -> {
        transaction.awaitEnd(conflict.transaction());
        throw new SqlError(SqlState.INTERNAL_ERROR, "tuple concurrently " + verb);
      }
      case UPDATED_CONCURRENTLY ->
          throw new SqlError(SqlState.INTERNAL_ERROR, "tuple concurrently updated");
      case DELETED_CONCURRENTLY ->
          throw new SqlError(SqlState.INTERNAL_ERROR, "tuple concurrently deleted");
      case SELF_MODIFIED ->
          throw new SqlError(
              SqlState.INTERNAL_ERROR, "tuple of " + table + " already " + verb + " by self");
    }
  }

  private static SqlError duplicate(CatalogTable table, CatalogIndex index, byte[] tuple) {
    List<String> names = new ArrayList<>();
    List<String> texts = new ArrayList<>();
    ByteArrayWriter text = new ByteArrayWriter();
    DisplayStyle style = new DisplayStyle();
    Datum value = new Datum();
    for (int column : index.columns()) {
      names.add(table.columns().get(column));
      table.layout().read(tuple, column, value);
      text.clear();
      table.layout().type(column).output(value, style, text);
      texts.add(text.text());
    }
    return new SqlError(
            SqlState.UNIQUE_VIOLATION,
            "duplicate key value violates unique constraint \"" + index.name() + "\"")
        .detail(
            "Key ("
                + String.join(", ", names)
                + ")=("
                + String.join(", ", texts)
                + ") already exists.")
        .table("pg_catalog", table.name())
        .constraint(index.name());
  }

  @Override
  public void close() {
    release(database);
    release(shared);
    database = null;
    shared = null;
  }

  private static void release(@Nullable Reading reading) {
    if (reading != null) {
      reading.branch.registry().releaseSlot(reading.slot);
    }
  }
}
