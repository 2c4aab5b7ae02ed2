package dev.postern.backend.catalog;

import dev.postern.backend.type.TupleLayout;
import java.util.List;

/**
 * One system table as the code knows it before any row can be read: its columns and indexes.
 * Immutable; one object a process.
 *
 * @param shared whether it is one for all databases (pg_class.relisshared)
 * @param columns names in attnum order
 * @param typeOids pg_attribute.atttypid of each
 */
public record CatalogTable(
    int oid,
    String name,
    boolean shared,
    List<String> columns,
    int[] typeOids,
    TupleLayout layout,
    List<CatalogIndex> indexes) {

  /**
   * An index of a system table.
   *
   * @param columns positions of its key columns, from 0
   */
  public record CatalogIndex(int oid, String name, boolean unique, int[] columns) {}

  /** A system table by name, such as {@code pg_class}. */
  public static CatalogTable named(String name) {
    return CatalogTables.LOADED.named(name);
  }

  /** Position of a column, from 0. */
  public int column(String column) {
    int position = columns.indexOf(column);
    if (position < 0) {
      throw new IllegalArgumentException(name + " has no column " + column);
    }
    return position;
  }

  /** An index over exactly these columns. */
  public CatalogIndex index(String... keys) {
    for (CatalogIndex index : indexes) {
      boolean same = index.columns().length == keys.length;
      for (int i = 0; same && i < keys.length; i++) {
        same = columns.get(index.columns()[i]).equals(keys[i]);
      }
      if (same) {
        return index;
      }
    }
    throw new IllegalArgumentException(name + " has no index over " + String.join(", ", keys));
  }

  /** The number its row tree has in a branch. Mapped catalogs have no relfilenode of their own. */
  public int fileNode() {
    return oid;
  }

  @Override
  public boolean equals(Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return oid;
  }

  @Override
  public String toString() {
    return name;
  }
}
