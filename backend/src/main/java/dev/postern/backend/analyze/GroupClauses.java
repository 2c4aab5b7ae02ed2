package dev.postern.backend.analyze;

import dev.postern.backend.error.SqlState;
import dev.postern.backend.sql.Expression;
import dev.postern.backend.sql.QueryClause;
import dev.postern.backend.sql.QueryClause.GroupByClause;
import dev.postern.backend.sql.QueryClause.GroupingElement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** GROUP BY with its grouping sets (PostgreSQL's transformGroupClause). */
final class GroupClauses {
  private static final int MAX_SETS = 4096;
  private static final int MAX_CUBE = 12;

  private final Analysis analysis;
  private final List<TypedExpression> keys = new ArrayList<>();

  GroupClauses(Analysis analysis) {
    this.analysis = analysis;
  }

  /**
   * @param keys all expressions grouped by
   * @param sets per grouping set the indexes of its keys, null without grouping sets
   */
  record Grouped(List<TypedExpression> keys, @Nullable List<int[]> sets) {}

  Grouped analyze(
      Scope scope, @Nullable GroupByClause clause, List<Target> visible, List<Target> extra) {
    Grouped grouped =
        clause == null ? new Grouped(List.of(), null) : grouped(scope, clause, visible, extra);
    resolveGroupings(scope, grouped.keys);
    return grouped;
  }

  private Grouped grouped(
      Scope scope, GroupByClause clause, List<Target> visible, List<Target> extra) {
    List<List<List<Integer>>> factors = new ArrayList<>();
    boolean plain = true;
    for (GroupingElement element : clause.elements()) {
      plain &= element instanceof QueryClause.GroupingExpression;
      factors.add(sets(scope, element, visible, extra));
    }
    if (plain) {
      return new Grouped(List.copyOf(keys), null);
    }
    List<List<Integer>> product = new ArrayList<>();
    product.add(List.of());
    for (List<List<Integer>> factor : factors) {
      List<List<Integer>> next = new ArrayList<>();
      for (List<Integer> before : product) {
        for (List<Integer> set : factor) {
          next.add(union(before, set));
        }
      }
      checkCount(next.size(), clause.position());
      product = next;
    }
    List<int[]> sets = new ArrayList<>();
    List<List<Integer>> seen = new ArrayList<>();
    for (List<Integer> set : product) {
      List<Integer> sorted = new ArrayList<>(set);
      sorted.sort(null);
      if (clause.distinct() && seen.contains(sorted)) {
        continue;
      }
      seen.add(sorted);
      sets.add(sorted.stream().mapToInt(Integer::intValue).toArray());
    }
    return new Grouped(List.copyOf(keys), List.copyOf(sets));
  }

  private void checkCount(int count, int position) {
    if (count > MAX_SETS) {
      throw analysis.error(
          SqlState.STATEMENT_TOO_COMPLEX,
          "too many grouping sets present (maximum " + MAX_SETS + ")",
          position);
    }
  }

  private static List<Integer> union(List<Integer> left, List<Integer> right) {
    List<Integer> all = new ArrayList<>(left);
    for (Integer key : right) {
      if (!all.contains(key)) {
        all.add(key);
      }
    }
    return all;
  }

  /** The alternative sets that an element stands for. */
  private List<List<Integer>> sets(
      Scope scope, GroupingElement element, List<Target> visible, List<Target> extra) {
    return switch (element) {
      case QueryClause.GroupingExpression e -> List.of(keysOf(scope, e.value(), visible, extra));
      case QueryClause.EmptyGroupingSet _ -> List.of(List.of());
      case QueryClause.Rollup e -> rollup(elements(scope, e.elements(), visible, extra));
      case QueryClause.Cube e -> {
        if (e.elements().size() > MAX_CUBE) {
          throw analysis.error(
              SqlState.TOO_MANY_COLUMNS, "CUBE is limited to 12 elements", e.position());
        }
        yield cube(elements(scope, e.elements(), visible, extra));
      }
      case QueryClause.GroupingSets e -> {
        List<List<Integer>> all = new ArrayList<>();
        for (GroupingElement inner : e.elements()) {
          all.addAll(sets(scope, inner, visible, extra));
        }
        yield all;
      }
    };
  }

  private List<List<Integer>> elements(
      Scope scope, List<Expression> expressions, List<Target> visible, List<Target> extra) {
    List<List<Integer>> elements = new ArrayList<>();
    for (Expression expression : expressions) {
      elements.add(keysOf(scope, expression, visible, extra));
    }
    return elements;
  }

  private static List<List<Integer>> rollup(List<List<Integer>> elements) {
    List<List<Integer>> sets = new ArrayList<>();
    for (int count = elements.size(); count >= 0; count--) {
      List<Integer> set = List.of();
      for (List<Integer> element : elements.subList(0, count)) {
        set = union(set, element);
      }
      sets.add(set);
    }
    return sets;
  }

  private static List<List<Integer>> cube(List<List<Integer>> elements) {
    List<List<Integer>> sets = new ArrayList<>();
    int all = (1 << elements.size()) - 1;
    for (int mask = all; mask >= 0; mask--) {
      List<Integer> set = List.of();
      for (int i = 0; i < elements.size(); i++) {
        if ((mask & 1 << elements.size() - 1 - i) != 0) {
          set = union(set, elements.get(i));
        }
      }
      sets.add(set);
    }
    return sets;
  }

  /** The keys of an expression; a list in parentheses has several. */
  private List<Integer> keysOf(
      Scope scope, Expression expression, List<Target> visible, List<Target> extra) {
    if (expression instanceof Expression.RowConstructor row && !row.explicit()) {
      List<Integer> found = List.of();
      for (Expression element : row.elements()) {
        found = union(found, keysOf(scope, element, visible, extra));
      }
      return found;
    }
    Target target = analysis.sorts.find(scope, expression, visible, extra, ExpressionKind.GROUP_BY);
    TypedExpression value = analysis.sorts.distinctKey(target).value();
    int index = keys.indexOf(value);
    if (index < 0) {
      index = keys.size();
      keys.add(value);
    }
    return List.of(index);
  }

  /** Finds the arguments of GROUPING(…) among the keys. */
  private void resolveGroupings(Scope scope, List<TypedExpression> found) {
    for (Scope.PendingGrouping pending : scope.groupings) {
      for (int i = 0; i < pending.arguments().size(); i++) {
        int index = found.indexOf(pending.arguments().get(i));
        if (index < 0) {
          throw analysis.error(
              SqlState.GROUPING_ERROR,
              "arguments to GROUPING must be grouping expressions of the associated query level",
              pending.positions().get(i));
        }
        pending.grouping().references().add(index);
      }
    }
  }
}
