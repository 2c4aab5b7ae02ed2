package dev.postern.backend.catalog;

import dev.postern.backend.storage.RowVersion;
import dev.postern.backend.type.Datum;
import java.util.List;

/**
 * A row of a system table, read column by column. Immutable.
 *
 * @param rowId its place in the row tree
 * @param version what was seen
 */
public record CatalogRow(CatalogTable table, long rowId, RowVersion version) {
  /** Reads any column; the result points into the row. */
  public Datum value(String column) {
    Datum value = new Datum();
    table.layout().read(version.tuple(), table.column(column), value);
    return value;
  }

  public boolean isNull(String column) {
    return value(column).isNull;
  }

  /** int2, int4, oid and the reg types; 0 for NULL. */
  public int integer(String column) {
    Datum value = value(column);
    return value.isNull ? 0 : (int) value.bits;
  }

  public long longInteger(String column) {
    Datum value = value(column);
    return value.isNull ? 0 : value.bits;
  }

  public float real(String column) {
    Datum value = value(column);
    return value.isNull ? 0 : value.floatValue();
  }

  public boolean truth(String column) {
    Datum value = value(column);
    return !value.isNull && value.bits != 0;
  }

  /** The type "char"; 0 for none. */
  public char character(String column) {
    Datum value = value(column);
    return value.isNull ? 0 : (char) (value.bits & 0xff);
  }

  /** name, text, pg_node_tree; empty for NULL. */
  public String text(String column) {
    Datum value = value(column);
    return value.isNull ? "" : value.text();
  }

  public int[] integers(String column) {
    return ArrayValues.integers(value(column));
  }

  public List<String> texts(String column) {
    return ArrayValues.texts(value(column));
  }

  public int oid() {
    return integer("oid");
  }
}
