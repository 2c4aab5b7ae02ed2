package dev.postern.backend.exec;

import dev.postern.backend.catalog.CatalogReader;
import dev.postern.backend.catalog.CatalogRow;
import dev.postern.backend.catalog.CatalogTable;
import dev.postern.backend.type.Datum;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads a catalog that all databases share. These are small and stand in a branch of their own, so
 * all rows are taken at once, as the session's catalog look-ups see them.
 */
final class SharedTableScan extends Operator {
  private final int slot;
  private final String table;
  private final @Nullable Evaluator filter;
  private final Datum holds = new Datum();
  private List<CatalogRow> rows = List.of();
  private int position;

  SharedTableScan(int slot, String table, @Nullable Evaluator filter) {
    this.slot = slot;
    this.table = table;
    this.filter = filter;
  }

  @Override
  void open(Frame frame) {
    CatalogReader catalog = (CatalogReader) frame.context.catalog();
    rows = catalog.store().all(CatalogTable.named(table));
    position = 0;
  }

  @Override
  boolean next(Frame frame) {
    while (position < rows.size()) {
      frame.context.tick();
      CatalogRow row = rows.get(position++);
      frame.tuples[slot] = row.version().tuple();
      frame.rowIds[slot] = row.rowId();
      frame.versions[slot] = row.version();
      if (filter == null || filter.holds(frame, holds)) {
        return true;
      }
    }
    return false;
  }

  @Override
  void close(Frame frame) {
    rows = List.of();
  }
}
