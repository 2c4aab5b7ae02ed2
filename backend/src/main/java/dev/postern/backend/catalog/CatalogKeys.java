package dev.postern.backend.catalog;

import dev.postern.backend.catalog.CatalogTable.CatalogIndex;
import dev.postern.backend.type.ByteArrayWriter;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.SqlType;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Keys of the system tables' indexes, in the form that all index trees have: of each value one byte
 * that places nulls (1 a value, 2 null) and its type's key form.
 */
final class CatalogKeys {
  private CatalogKeys() {}

  /** The key of a row. */
  static byte[] of(CatalogTable table, CatalogIndex index, byte[] tuple) {
    ByteArrayWriter key = new ByteArrayWriter();
    Datum value = new Datum();
    for (int column : index.columns()) {
      table.layout().read(tuple, column, value);
      append(table.layout().type(column), value, key);
    }
    return key.toByteArray();
  }

  /**
   * The beginning of keys whose first columns have these values.
   *
   * @param values Integer, Long, Character, String or Boolean
   */
  static byte[] prefix(CatalogTable table, CatalogIndex index, Object... values) {
    ByteArrayWriter key = new ByteArrayWriter();
    Datum value = new Datum();
    for (int i = 0; i < values.length; i++) {
      switch (values[i]) {
        case Integer number -> value.setLong(number);
        case Long number -> value.setLong(number);
        case Character letter -> value.setLong((byte) (char) letter);
        case Boolean truth -> value.setBoolean(truth);
        case String text -> value.setText(text);
        default -> throw new IllegalArgumentException(String.valueOf(values[i]));
      }
      append(table.layout().type(index.columns()[i]), value, key);
    }
    return key.toByteArray();
  }

  private static void append(SqlType type, Datum value, ByteArrayWriter key) {
    if (value.isNull) {
      key.writeByte(2);
    } else {
      key.writeByte(1);
      type.writeKey(value, key);
    }
  }

  /** The least key above all that begin with a prefix; null where there is none. */
  static byte @Nullable [] after(byte[] prefix) {
    for (int i = prefix.length - 1; i >= 0; i--) {
      if (prefix[i] != -1) {
        byte[] bound = Arrays.copyOf(prefix, i + 1);
        bound[i]++;
        return bound;
      }
    }
    return null;
  }
}
