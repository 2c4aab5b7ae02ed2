package dev.postern.backend.catalog;

import dev.postern.backend.type.SqlType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An index (pg_index and its pg_class row).
 *
 * @param fileNode number of its index tree in the branch
 * @param keys the key columns in order
 * @param includedColumns attnums of INCLUDE
 * @param predicate SQL text of a partial index's condition, or null
 * @param constraintOid the primary key or unique constraint it serves, or 0
 */
public record IndexDescriptor(
    int oid,
    String name,
    int fileNode,
    boolean unique,
    boolean primary,
    boolean nullsNotDistinct,
    boolean immediate,
    List<Key> keys,
    int[] includedColumns,
    @Nullable String predicate,
    int constraintOid,
    boolean deferrable,
    boolean initiallyDeferred) {

  /**
   * A key column.
   *
   * @param attributeNumber attnum, or 0 for an expression
   * @param expression SQL text of an expression, else null
   * @param type of the key
   * @param operatorClassOid pg_opclass.oid
   */
  public record Key(
      int attributeNumber,
      @Nullable String expression,
      SqlType type,
      boolean descending,
      boolean nullsFirst,
      int operatorClassOid) {}
}
