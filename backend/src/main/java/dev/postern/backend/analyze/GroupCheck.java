package dev.postern.backend.analyze;

import dev.postern.backend.analyze.Query.Window;
import dev.postern.backend.analyze.TypedExpression.Aggregate;
import dev.postern.backend.analyze.TypedExpression.Column;
import dev.postern.backend.analyze.TypedExpression.SortKey;
import dev.postern.backend.analyze.TypedExpression.WholeRow;
import dev.postern.backend.catalog.IndexDescriptor;
import dev.postern.backend.error.SqlState;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Refuses columns of a grouped query that are neither grouped by nor inside an aggregate, unless
 * they depend on a grouped primary key (PostgreSQL's check_ungrouped_columns).
 */
final class GroupCheck {
  private boolean inDirectArgument;
  private final Analysis analysis;
  private final Scope scope;
  private final List<TypedExpression> keys;
  private final List<TypedExpression> always;
  private final Set<Integer> dependentSlots = new HashSet<>();

  GroupCheck(Analysis analysis, Scope scope, GroupClauses.Grouped grouped) {
    this.analysis = analysis;
    this.scope = scope;
    this.keys = grouped.keys();
    this.always = new ArrayList<>();
    for (int i = 0; i < keys.size(); i++) {
      boolean inAll = true;
      if (grouped.sets() != null) {
        for (int[] set : grouped.sets()) {
          boolean in = false;
          for (int key : set) {
            in |= key == i;
          }
          inAll &= in;
        }
      }
      if (inAll) {
        always.add(keys.get(i));
      }
    }
  }

  void check(
      List<Target> targets,
      List<Target> extra,
      @Nullable TypedExpression having,
      List<Window> windows) {
    for (Target target : targets) {
      check(target.value, scope.depth);
    }
    for (Target target : extra) {
      check(target.value, scope.depth);
    }
    for (Window window : windows) {
      for (SortKey key : window.orderBy()) {
        check(key.value(), scope.depth);
      }
      if (window.startOffset() != null) {
        check(window.startOffset(), scope.depth);
      }
      if (window.endOffset() != null) {
        check(window.endOffset(), scope.depth);
      }
    }
    if (having != null) {
      check(having, scope.depth);
    }
  }

  /**
   * @param depth of the query level that the expression is in: this one or one below
   */
  private void check(TypedExpression expression, int depth) {
    if (expression instanceof Aggregate aggregate) {
      int owner = depth - aggregate.level();
      if (owner == scope.depth) {
        inDirectArgument = true;
        for (TypedExpression direct : aggregate.directArguments()) {
          check(direct, depth);
        }
        inDirectArgument = false;
        return;
      }
      if (owner < scope.depth) {
        return;
      }
    }
    if (expression instanceof TypedExpression.Grouping) {
      return;
    }
    boolean simple = expression instanceof Column || expression instanceof WholeRow;
    if ((depth == scope.depth || simple) && keys.contains(expression)) {
      return;
    }
    switch (expression) {
      case Column column -> checkColumn(expression, column.slot(), column.column(), depth);
      case WholeRow row -> checkColumn(expression, row.slot(), Integer.MIN_VALUE, depth);
      case TypedExpression.Subquery subquery ->
          TypedTrees.forEachExpression(subquery.query(), part -> check(part, depth + 1));
      default -> {}
    }
    TypedTrees.forEachPart(expression, part -> check(part, depth));
  }

  private void checkColumn(TypedExpression reference, int slot, int column, int depth) {
    ScopeEntry entry = analysis.entry(slot);
    if (entry.depth != scope.depth || !isOfThisLevel(entry) || isDependent(entry)) {
      return;
    }
    String name =
        column == Integer.MIN_VALUE
            ? "*"
            : column < 0 ? systemName(column) : entry.columns.get(column).name();
    String shown = "\"" + entry.name + "." + name + "\"";
    throw analysis
        .error(
            SqlState.GROUPING_ERROR,
            depth == scope.depth
                ? "column "
                    + shown
                    + " must appear in the GROUP BY clause or be used in an aggregate function"
                : "subquery uses ungrouped column " + shown + " from outer query",
            analysis.position(reference))
        .detail(
            inDirectArgument && depth == scope.depth
                ? "Direct arguments of an ordered-set aggregate must use only grouped columns."
                : null);
  }

  /** Sister queries have the same depth but other entries. */
  private boolean isOfThisLevel(ScopeEntry entry) {
    return scope.rangeTable.contains(entry);
  }

  private static String systemName(int column) {
    return switch (column) {
      case -1 -> "ctid";
      case -2 -> "xmin";
      case -3 -> "cmin";
      case -4 -> "xmax";
      case -5 -> "cmax";
      default -> "tableoid";
    };
  }

  /** Whether the entry's primary key is grouped by: then all its columns are single-valued. */
  private boolean isDependent(ScopeEntry entry) {
    if (entry.relation == null || entry.relation.kind() == 'v') {
      return false;
    }
    if (dependentSlots.contains(entry.slot)) {
      return true;
    }
    for (IndexDescriptor index : entry.relation.indexes()) {
      if (!index.primary() || index.deferrable()) {
        continue;
      }
      boolean all = true;
      for (IndexDescriptor.Key key : index.keys()) {
        boolean grouped = false;
        for (TypedExpression expression : always) {
          grouped |=
              expression instanceof Column column
                  && column.slot() == entry.slot
                  && column.column() == key.attributeNumber() - 1;
        }
        all &= grouped;
      }
      if (all) {
        dependentSlots.add(entry.slot);
        return true;
      }
    }
    return false;
  }
}
