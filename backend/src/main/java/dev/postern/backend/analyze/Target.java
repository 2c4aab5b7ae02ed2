package dev.postern.backend.analyze;

/**
 * An element of a target list under analysis. Its value may still change: untyped literals get
 * their type late.
 */
final class Target {
  final String name;
  TypedExpression value;

  /** Where its expression begins, or -1. */
  final int position;

  int originTable;
  int originColumn;

  Target(String name, TypedExpression value, int position) {
    this.name = name;
    this.value = value;
    this.position = position;
  }

  Query.OutputColumn column() {
    return new Query.OutputColumn(name, value.type(), value.typmod(), originTable, originColumn);
  }
}
