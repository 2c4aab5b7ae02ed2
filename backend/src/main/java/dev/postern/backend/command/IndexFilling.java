package dev.postern.backend.command;

import dev.postern.backend.catalog.IndexDescriptor;
import dev.postern.backend.catalog.RelationDescriptor;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.exec.ExecutionContext;
import dev.postern.backend.exec.IndexKeys;
import dev.postern.backend.storage.IndexSource;
import dev.postern.backend.storage.RowTree;
import dev.postern.backend.storage.RowVersion;
import dev.postern.backend.type.ByteArrayWriter;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.TupleLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Fills a new index. Every version of a row that someone may still see gets an entry; in a unique
 * index only the rows that are there now may not share a key.
 */
final class IndexFilling {
  private record Entry(byte[] key, long rowId, boolean live, byte[] tuple) {}

  private final ExecutionContext context;
  private final RelationDescriptor table;
  private final IndexDescriptor index;
  private final IndexKeys keys;
  private final List<Entry> entries = new ArrayList<>();

  IndexFilling(
      ExecutionContext context, RelationDescriptor table, IndexDescriptor index, IndexKeys keys) {
    this.context = context;
    this.table = table;
    this.index = index;
    this.keys = keys;
  }

  void run() {
    RowTree rows = context.branch().rowTree(table.fileNode());
    long limit = rows.rowIdLimit();
    for (long rowId = 1; rowId < limit; rowId++) {
      RowVersion newest = rows.newest(rowId);
      if (newest != null) {
        context.tick();
        addVersions(rowId, newest);
      }
    }
    Comparator<Entry> byKey = (a, b) -> Arrays.compareUnsigned(a.key, b.key);
    entries.sort(byKey.thenComparingLong(Entry::rowId));
    if (index.unique()) {
      checkUnique();
    }
    context.branch().indexTree(index.fileNode()).build(new Source(entries));
  }

  private void addVersions(long rowId, RowVersion newest) {
    RowVersion live = newest.seenBy(context.snapshot());
    for (RowVersion version = newest; version != null; version = version.older()) {
      byte[] key = keys.key(version.tuple());
      if (key != null) {
        boolean mayConflict = version == live && (!keys.hasNull() || index.nullsNotDistinct());
        entries.add(new Entry(key, rowId, mayConflict, version.tuple()));
      }
    }
  }

  private void checkUnique() {
    Entry last = null;
    for (Entry entry : entries) {
      if (!entry.live) {
        continue;
      }
      if (last != null && last.rowId != entry.rowId && Arrays.equals(last.key, entry.key)) {
        throw duplicate(entry);
      }
      last = entry;
    }
  }

  private SqlError duplicate(Entry entry) {
    List<String> names = new ArrayList<>();
    List<String> values = new ArrayList<>();
    TupleLayout layout = table.layout();
    Datum value = new Datum();
    ByteArrayWriter text = new ByteArrayWriter();
    boolean plain = true;
    for (IndexDescriptor.Key key : index.keys()) {
      if (key.attributeNumber() == 0) {
        plain = false;
        continue;
      }
      int column = key.attributeNumber() - 1;
      names.add(table.attributes().get(column).name());
      text.clear();
      if (TupleLayout.has(entry.tuple, column)) {
        layout.read(entry.tuple, column, value);
        if (!value.isNull) {
          key.type().output(value, context.style(), text);
        }
      }
      values.add(text.text());
    }
    SqlError error =
        new SqlError(
                SqlState.UNIQUE_VIOLATION, "could not create unique index \"" + index.name() + "\"")
            .table(table.schema(), table.name())
            .constraint(index.name());
    return plain
        ? error.detail(
            "Key ("
                + String.join(", ", names)
                + ")=("
                + String.join(", ", values)
                + ") is duplicated.")
        : error;
  }

  /** Entries in order, each once. */
  private static final class Source implements IndexSource {
    private final List<Entry> entries;
    private int at = -1;

    Source(List<Entry> entries) {
      this.entries = entries;
    }

    @Override
    public boolean next() {
      Entry before = at < 0 ? null : entries.get(at);
      at++;
      while (before != null
          && at < entries.size()
          && entries.get(at).rowId == before.rowId
          && Arrays.equals(entries.get(at).key, before.key)) {
        at++;
      }
      return at < entries.size();
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
