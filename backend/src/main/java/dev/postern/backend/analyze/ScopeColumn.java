package dev.postern.backend.analyze;

import dev.postern.backend.type.SqlType;

/**
 * A column that a range table entry shows.
 *
 * @param name the name it can be referred to by; empty for a dropped column
 * @param value what a reference to it means: the entry's own {@link TypedExpression.Column}, or for
 *     a join what the column is of its sides
 * @param originTable oid of the table it comes from unchanged, or 0
 * @param originColumn attribute number there, or 0
 */
record ScopeColumn(String name, TypedExpression value, int originTable, int originColumn) {
  boolean dropped() {
    return name.isEmpty();
  }

  SqlType type() {
    return value.type();
  }

  int typmod() {
    return value.typmod();
  }

  ScopeColumn renamed(String alias) {
    return new ScopeColumn(alias, value, originTable, originColumn);
  }
}
