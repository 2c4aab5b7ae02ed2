package dev.postern.backend.analyze;

import dev.postern.backend.catalog.RelationDescriptor;
import dev.postern.backend.type.SqlType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A range table entry and how far it can be seen (PostgreSQL's RangeTblEntry and
 * ParseNamespaceItem). Which references see it changes while its FROM clause is analyzed.
 */
final class ScopeEntry {
  /** What kind of thing an entry is. */
  enum Kind {
    RELATION,
    SUBQUERY,
    JOIN,
    FUNCTION,
    VALUES,
    COMMON_TABLE
  }

  final Kind kind;

  /** Alias, or the relation's name. */
  final String name;

  /** Whether {@link #name} was given as an alias. */
  final boolean aliased;

  final @Nullable RelationDescriptor relation;

  /** Depth of its query level. */
  final int depth;

  /** Its slot, or -1 for a join. */
  int slot = -1;

  final List<ScopeColumn> columns = new ArrayList<>();

  /** The query whose rows these are, for a subquery or a member of WITH. */
  @Nullable Query query;

  /** The type of a reference to the whole row: a row type, record, or a function's scalar type. */
  @Nullable SqlType rowType;

  /** Whether a whole-row reference is the value of the only column: a function giving scalars. */
  boolean scalar;

  /** Whether system columns can be referred to: tables, not views. */
  boolean systemColumns;

  boolean relationVisible = true;
  boolean columnsVisible = true;
  boolean lateralOnly;
  boolean lateralAllowed = true;

  /** OLD or NEW of RETURNING where there is no such row: every column is NULL. */
  boolean absent;

  ScopeEntry(
      Kind kind, String name, boolean aliased, @Nullable RelationDescriptor relation, int depth) {
    this.kind = kind;
    this.name = name;
    this.aliased = aliased;
    this.relation = relation;
    this.depth = depth;
  }

  List<String> columnNames() {
    List<String> names = new ArrayList<>();
    for (ScopeColumn column : columns) {
      if (!column.dropped()) {
        names.add(column.name());
      }
    }
    return names;
  }
}
