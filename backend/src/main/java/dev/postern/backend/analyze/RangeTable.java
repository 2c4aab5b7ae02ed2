package dev.postern.backend.analyze;

import java.util.List;

/**
 * What the slots of a statement were called: aliases and column names, for showing plans. Slots
 * that the planner adds are not in it. Immutable once its statement is analyzed.
 */
public final class RangeTable {
  /** Of a statement that was put together without names. */
  public static final RangeTable NONE = new RangeTable(List.of());

  private final List<ScopeEntry> entries;

  RangeTable(List<ScopeEntry> entries) {
    this.entries = entries;
  }

  /** How many slots have names. */
  public int size() {
    return entries.size();
  }

  /** The alias, or the name of what stands in a slot. */
  public String alias(int slot) {
    return entries.get(slot).name;
  }

  /** Whether the alias was written in the statement. */
  public boolean isAliased(int slot) {
    return entries.get(slot).aliased;
  }

  /**
   * A column's name; empty where it has none.
   *
   * @param column from 0
   */
  public String column(int slot, int column) {
    List<ScopeColumn> columns = entries.get(slot).columns;
    return column < columns.size() ? columns.get(column).name() : "";
  }
}
