package dev.postern.backend.sql;

import java.util.List;

/**
 * A type as written. SQL's own spellings are already turned into the catalog's names: {@code int}
 * is {@code pg_catalog.int4}, {@code character varying(3)} is {@code pg_catalog.varchar} with one
 * modifier, {@code char} is {@code pg_catalog.bpchar} with modifier 1, {@code interval day to
 * second(3)} is {@code pg_catalog.interval} with the field mask and the precision.
 *
 * @param names outermost first; with {@code percentType} the relation's and the column's name
 * @param setOf {@code SETOF} was written
 * @param percentType {@code name%TYPE} was written
 * @param modifiers what stood in parentheses
 * @param arrayBounds one entry a dimension, -1 where no bound was written; empty for no array
 */
public record TypeName(
    int position,
    List<String> names,
    boolean setOf,
    boolean percentType,
    List<Expression> modifiers,
    List<Integer> arrayBounds)
    implements Node {

  /** Field mask of {@code interval(p)}: every field. */
  public static final int INTERVAL_FULL_RANGE = 0x7FFF;

  /** The last part of the name. */
  public String name() {
    return names.get(names.size() - 1);
  }

  public boolean isArray() {
    return !arrayBounds.isEmpty();
  }
}
