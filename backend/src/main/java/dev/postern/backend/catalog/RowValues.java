package dev.postern.backend.catalog;

import dev.postern.backend.type.Datum;
import dev.postern.backend.type.TypeOids;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The values of a row of a system table that is to be written; all NULL at first. */
public final class RowValues {
  private final CatalogTable table;
  private final Datum[] values;

  public RowValues(CatalogTable table) {
    this.table = table;
    values = new Datum[table.columns().size()];
    for (int i = 0; i < values.length; i++) {
      values[i] = new Datum();
    }
  }

  /** The values of a row that exists, to be changed. */
  public static RowValues of(CatalogRow row) {
    RowValues values = new RowValues(row.table());
    for (int i = 0; i < values.values.length; i++) {
      row.table().layout().read(row.version().tuple(), i, values.values[i]);
    }
    return values;
  }

  public CatalogTable table() {
    return table;
  }

  Datum[] values() {
    return values;
  }

  byte[] tuple() {
    return table.layout().form(values);
  }

  public RowValues set(String column, long value) {
    at(column).setLong(value);
    return this;
  }

  public RowValues set(String column, boolean value) {
    at(column).setBoolean(value);
    return this;
  }

  public RowValues set(String column, float value) {
    at(column).setFloat(value);
    return this;
  }

  /** The type "char". */
  public RowValues set(String column, char value) {
    at(column).setLong((byte) value);
    return this;
  }

  /** name, text, pg_node_tree; null is NULL. */
  public RowValues set(String column, @Nullable String value) {
    if (value == null) {
      at(column).setNull();
    } else {
      at(column).setText(value);
    }
    return this;
  }

  public RowValues setNull(String column) {
    at(column).setNull();
    return this;
  }

  public RowValues set(String column, Datum value) {
    at(column).set(value);
    return this;
  }

  /** int2vector, oidvector, int2[] and oid[]; null is NULL. */
  public RowValues set(String column, int @Nullable [] elements) {
    int position = table.column(column);
    if (elements == null) {
      values[position].setNull();
      return this;
    }
    int type = table.typeOids()[position];
    boolean small = type == TypeOids.INT2VECTOR || type == TypeOids.INT2_ARRAY;
    boolean vector = type == TypeOids.INT2VECTOR || type == TypeOids.OIDVECTOR;
    int element = small ? TypeOids.INT2 : TypeOids.OID;
    values[position].setBytes(ArrayValues.ofIntegers(element, vector ? 0 : 1, elements));
    return this;
  }

  /** text[] and "char"[]; null is NULL. */
  public RowValues set(String column, @Nullable List<? extends @Nullable String> elements) {
    int position = table.column(column);
    if (elements == null) {
      values[position].setNull();
      return this;
    }
    int element =
        switch (table.typeOids()[position]) {
          case TypeOids.CHAR_ARRAY -> TypeOids.CHAR;
          default -> TypeOids.TEXT;
        };
    values[position].setBytes(ArrayValues.ofTexts(element, elements));
    return this;
  }

  private Datum at(String column) {
    return values[table.column(column)];
  }
}
