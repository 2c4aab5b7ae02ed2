package dev.postern.backend.explain;

import dev.postern.backend.analyze.RangeTable;
import dev.postern.backend.setting.IdentifierList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;

/**
 * What EXPLAIN calls the columns of a statement's slots: the range table's names, made unique, or
 * what a step of the plan computes.
 */
final class PlanNames {
  private static final String[] SYSTEM = {"ctid", "xmin", "cmin", "xmax", "cmax", "tableoid"};

  private final RangeTable table;
  private final String[] aliases;
  private final Map<Integer, IntFunction<String>> computed = new HashMap<>();
  private final Map<Integer, IntFunction<String>> bare = new HashMap<>();

  PlanNames(RangeTable table) {
    this.table = table;
    aliases = new String[table.size()];
    Set<String> taken = new HashSet<>();
    for (int slot = 0; slot < aliases.length; slot++) {
      String name = table.alias(slot);
      String unique = name;
      for (int i = 1; !name.isEmpty() && !taken.add(unique); i++) {
        unique = name + "_" + i;
      }
      aliases[slot] = unique;
    }
  }

  /** Whether there is more than one thing that columns can be of. */
  boolean hasSeveral() {
    return aliases.length > 1;
  }

  /** The unique alias of a slot; the given one where the slot has none of its own. */
  String alias(int slot, String otherwise) {
    return slot < aliases.length && !aliases[slot].isEmpty() ? aliases[slot] : otherwise;
  }

  /** Says what a slot's columns are called whose names stand for themselves. */
  void stands(int slot, IntFunction<String> columns) {
    bare.put(slot, columns);
  }

  /** Says what a step computes into a slot of its own. */
  void computes(int slot, IntFunction<String> columns) {
    computed.put(slot, columns);
  }

  /**
   * @param own the slot of a scan's own rows, which needs no prefix, or of the step that computes
   *     the value, which needs no parentheses; or -1
   */
  String column(int slot, int column, boolean prefixed, int own) {
    IntFunction<String> names = bare.get(slot);
    if (names != null) {
      return names.apply(column);
    }
    IntFunction<String> values = computed.get(slot);
    if (values != null) {
      return slot == own ? values.apply(column) : parenthesized(values.apply(column));
    }
    String name =
        column < 0
            ? SYSTEM[-1 - column]
            : slot < aliases.length ? table.column(slot, column) : "column" + (column + 1);
    String quoted = name.isEmpty() ? "\"?column?\"" : IdentifierList.quote(name);
    return prefixed && slot < aliases.length && !aliases[slot].isEmpty()
        ? IdentifierList.quote(aliases[slot]) + "." + quoted
        : quoted;
  }

  private static String parenthesized(String value) {
    return isName(value) ? value : "(" + value + ")";
  }

  /** A column's name needs no parentheses. */
  private static boolean isName(String value) {
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (!Character.isJavaIdentifierPart(c) && c != '.' && c != '"') {
        return false;
      }
    }
    return !value.isEmpty() && !Character.isDigit(value.charAt(0));
  }
}
