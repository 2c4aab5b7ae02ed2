package dev.postern.backend.catalog;

import dev.postern.backend.type.SqlType;
import dev.postern.backend.type.TupleLayout;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A relation as the rest of the engine sees it (pg_class, pg_attribute, pg_index, pg_constraint in
 * one). Immutable; good for one catalog version.
 *
 * @param kind pg_class.relkind: r table, i index, S sequence, v view, c composite type, p
 *     partitioned table, m materialized view
 * @param persistence p permanent, u unlogged, t temporary
 * @param fileNode number of its row tree in the branch (pg_class.relfilenode)
 * @param attributes all columns ever, dropped ones too, in attnum order: index = attnum - 1
 * @param layout of a whole row: one column for each of {@code attributes}
 * @param viewDefinition the SELECT of a view as SQL text, else null
 * @param shared whether it is one for all databases (pg_class.relisshared): its trees are in the
 *     engine's shared branch, which has transactions and snapshots of its own
 */
public record RelationDescriptor(
    int oid,
    String name,
    int schemaOid,
    String schema,
    char kind,
    char persistence,
    int ownerOid,
    int fileNode,
    int rowTypeOid,
    List<Attribute> attributes,
    TupleLayout layout,
    List<IndexDescriptor> indexes,
    List<CheckConstraint> checks,
    List<ForeignKey> foreignKeys,
    List<ForeignKey> referencedBy,
    @Nullable String viewDefinition,
    boolean shared) {

  /**
   * A column.
   *
   * @param number attnum, from 1
   * @param defaultExpression SQL text of the default or of the generated column's expression, null
   *     where there is none
   * @param identity 0, or a (always) or d (by default); its sequence is {@code sequenceOid}
   * @param generated 0, or s (stored)
   * @param missingValue the tuple holding, as its only column, the value of rows written before the
   *     column was added; null is NULL
   */
  public record Attribute(
      int number,
      String name,
      SqlType type,
      int typmod,
      int collationOid,
      boolean notNull,
      boolean dropped,
      @Nullable String defaultExpression,
      char identity,
      int sequenceOid,
      char generated,
      byte @Nullable [] missingValue) {}

  /** A check; {@code expression} is SQL text over the table's columns. */
  public record CheckConstraint(int oid, String name, String expression, boolean validated) {}

  /**
   * A foreign key, seen from either end.
   *
   * @param columns attnums of the referencing table
   * @param referencedColumns attnums of the referenced table, in the same order
   * @param onUpdate confupdtype: a no action, r restrict, c cascade, n set null, d set default
   * @param onDelete confdeltype, the same letters
   * @param matchFull MATCH FULL
   */
  public record ForeignKey(
      int oid,
      String name,
      int tableOid,
      int referencedTableOid,
      int[] columns,
      int[] referencedColumns,
      int referencedIndexOid,
      char onUpdate,
      char onDelete,
      int[] onDeleteSetColumns,
      boolean matchFull,
      boolean deferrable,
      boolean initiallyDeferred) {}

  /** The live column of a name, or null. */
  public @Nullable Attribute attribute(String column) {
    for (Attribute attribute : attributes) {
      if (!attribute.dropped() && attribute.name().equals(column)) {
        return attribute;
      }
    }
    return null;
  }
}
