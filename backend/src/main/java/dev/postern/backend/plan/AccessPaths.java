package dev.postern.backend.plan;

import dev.postern.backend.analyze.Query;
import dev.postern.backend.analyze.TypedExpression;
import dev.postern.backend.analyze.TypedExpression.ArrayComparison;
import dev.postern.backend.analyze.TypedExpression.Column;
import dev.postern.backend.analyze.TypedExpression.Operation;
import dev.postern.backend.analyze.TypedExpression.SortKey;
import dev.postern.backend.catalog.IndexDescriptor;
import dev.postern.backend.catalog.RelationDescriptor;
import dev.postern.backend.type.SqlType;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Chooses how a table's rows are found: the index that the most conditions go into, or all rows. A
 * condition goes into an index where it compares a key column with something known before the table
 * is read.
 */
final class AccessPaths {
  private static final double EQUAL_SELECTIVITY = 0.005;
  private static final double RANGE_SELECTIVITY = 0.33;
  private static final double OTHER_SELECTIVITY = 0.33;

  private final Statistics statistics;

  AccessPaths(Statistics statistics) {
    this.statistics = statistics;
  }

  /** {@code column op value} with the column on the left. */
  private record Comparison(
      TypedExpression condition, int column, String operator, TypedExpression value) {}

  /**
   * The best way to read a table.
   *
   * @param conditions all that must hold of its rows and can be computed from its slot and those of
   *     {@code available}
   * @param available slots that are current before it is read
   */
  PlanNode best(Query.TableScan scan, List<TypedExpression> conditions, BitSet available) {
    return best(scan, conditions, available, null);
  }

  /** As above; {@code order}, if not null, is wanted: see {@link #gives}. */
  PlanNode best(
      Query.TableScan scan,
      List<TypedExpression> conditions,
      BitSet available,
      @Nullable List<SortKey> order) {
    RelationDescriptor table = scan.table();
    double total = Math.max(1, statistics.rows(table));
    List<Comparison> comparisons = comparisons(scan.slot(), conditions, available);
    List<ArrayComparison> lists = lists(scan.slot(), conditions, available);
    PlanNode.IndexScan best = null;
    boolean bestOrdered = false;
    // Catalogs that all databases share are read whole: their trees are in another branch.
    List<IndexDescriptor> indexes = table.shared() ? List.of() : table.indexes();
    for (IndexDescriptor index : indexes) {
      if (index.predicate() != null) {
        continue;
      }
      PlanNode.IndexScan path = path(scan, index, conditions, comparisons, lists, total);
      boolean ordered = order != null && gives(path, order) != null;
      boolean useful = !path.indexConditions().isEmpty() || ordered;
      if (!useful) {
        continue;
      }
      if (best == null
          || path.rows() < best.rows()
          || path.rows() == best.rows() && ordered && !bestOrdered
          || path.rows() == best.rows()
              && ordered == bestOrdered
              && path.equal().size() > best.equal().size()) {
        best = path;
        bestOrdered = ordered;
      }
    }
    if (best != null) {
      if (order != null && bestOrdered) {
        Boolean backward = gives(best, order);
        if (backward != null && backward) {
          return reversed(best);
        }
      }
      return best;
    }
    return new PlanNode.SequentialScan(
        scan.slot(),
        scan.alias(),
        table,
        Conditions.all(conditions),
        total,
        Math.max(1, total * selectivity(conditions)));
  }

  /**
   * Whether an index scan gives rows in an order: false if it does as it is, true if it does when
   * read backward, null if it does not.
   */
  static @Nullable Boolean gives(PlanNode.IndexScan scan, List<SortKey> order) {
    if (scan.equalAny() != null) {
      return null;
    }
    List<IndexDescriptor.Key> keys = scan.index().keys();
    int next = scan.equal().size();
    Boolean backward = null;
    for (SortKey key : order) {
      Column column = key.value() instanceof Column c ? c : null;
      if (column == null || column.slot() != scan.slot()) {
        return null;
      }
      if (isEqual(scan, column)) {
        continue;
      }
      if (next >= keys.size() || keys.get(next).attributeNumber() != column.column() + 1) {
        return null;
      }
      IndexDescriptor.Key indexKey = keys.get(next++);
      boolean flipped = indexKey.descending() != key.descending();
      if ((indexKey.nullsFirst() != key.nullsFirst()) != flipped) {
        return null;
      }
      if (backward != null && backward != flipped) {
        return null;
      }
      backward = flipped;
    }
    return backward == null ? Boolean.FALSE : backward;
  }

  private static boolean isEqual(PlanNode.IndexScan scan, Column column) {
    for (int i = 0; i < scan.equal().size(); i++) {
      if (scan.index().keys().get(i).attributeNumber() == column.column() + 1) {
        return true;
      }
    }
    return false;
  }

  private static PlanNode.IndexScan reversed(PlanNode.IndexScan scan) {
    return new PlanNode.IndexScan(
        scan.slot(),
        scan.alias(),
        scan.table(),
        scan.index(),
        scan.equal(),
        scan.equalAny(),
        scan.lower(),
        scan.upper(),
        true,
        scan.indexConditions(),
        scan.filter(),
        scan.rows());
  }

  private PlanNode.IndexScan path(
      Query.TableScan scan,
      IndexDescriptor index,
      List<TypedExpression> conditions,
      List<Comparison> comparisons,
      List<ArrayComparison> lists,
      double total) {
    List<TypedExpression> equal = new ArrayList<>();
    List<TypedExpression> used = new ArrayList<>();
    TypedExpression equalAny = null;
    PlanNode.Bound lower = null;
    PlanNode.Bound upper = null;
    double rows = total;
    for (IndexDescriptor.Key key : index.keys()) {
      int column = key.attributeNumber() - 1;
      if (column < 0) {
        break;
      }
      Comparison found = find(comparisons, column, "=", key.type());
      if (found != null) {
        equal.add(found.value());
        used.add(found.condition());
        rows *= EQUAL_SELECTIVITY;
        continue;
      }
      ArrayComparison list = findList(lists, column, key.type());
      if (list != null) {
        equalAny = list.array();
        used.add(list);
        rows *= EQUAL_SELECTIVITY * 5;
        break;
      }
      Comparison low = find(comparisons, column, ">", key.type());
      Comparison lowEqual = low == null ? find(comparisons, column, ">=", key.type()) : low;
      if (lowEqual != null) {
        lower = new PlanNode.Bound(lowEqual.value(), low == null);
        used.add(lowEqual.condition());
        rows *= RANGE_SELECTIVITY;
      }
      Comparison high = find(comparisons, column, "<", key.type());
      Comparison highEqual = high == null ? find(comparisons, column, "<=", key.type()) : high;
      if (highEqual != null) {
        upper = new PlanNode.Bound(highEqual.value(), high == null);
        used.add(highEqual.condition());
        rows *= RANGE_SELECTIVITY;
      }
      break;
    }
    boolean one = index.unique() && equal.size() == index.keys().size();
    List<TypedExpression> rest = new ArrayList<>(conditions);
    rest.removeAll(used);
    return new PlanNode.IndexScan(
        scan.slot(),
        scan.alias(),
        scan.table(),
        index,
        equal,
        equalAny,
        lower,
        upper,
        false,
        used,
        Conditions.all(rest),
        one ? 1 : Math.max(1, rows * selectivity(rest)));
  }

  private static @Nullable Comparison find(
      List<Comparison> comparisons, int column, String operator, SqlType key) {
    for (Comparison comparison : comparisons) {
      if (comparison.column() == column
          && comparison.operator().equals(operator)
          && KeyForms.comparable(comparison.value().type().oid(), key.oid())) {
        return comparison;
      }
    }
    return null;
  }

  private static @Nullable ArrayComparison findList(
      List<ArrayComparison> lists, int column, SqlType key) {
    for (ArrayComparison list : lists) {
      Column left = KeyForms.column(list.left());
      if (left != null
          && left.column() == column
          && KeyForms.comparable(list.operator().right(), key.oid())
          && KeyForms.comparable(list.operator().left(), key.oid())) {
        return list;
      }
    }
    return null;
  }

  private static List<Comparison> comparisons(
      int slot, List<TypedExpression> conditions, BitSet available) {
    List<Comparison> comparisons = new ArrayList<>();
    for (TypedExpression condition : conditions) {
      if (!(condition instanceof Operation operation) || operation.left() == null) {
        continue;
      }
      String operator = KeyForms.comparison(operation.operator());
      if (operator == null
          || !KeyForms.comparable(operation.operator().left(), operation.operator().right())) {
        continue;
      }
      Column left = KeyForms.column(operation.left());
      if (left != null && left.slot() == slot && isKnown(operation.right(), available)) {
        comparisons.add(new Comparison(condition, left.column(), operator, operation.right()));
      }
      Column right = KeyForms.column(operation.right());
      if (right != null && right.slot() == slot && isKnown(operation.left(), available)) {
        comparisons.add(
            new Comparison(
                condition, right.column(), KeyForms.commuted(operator), operation.left()));
      }
    }
    return comparisons;
  }

  private static List<ArrayComparison> lists(
      int slot, List<TypedExpression> conditions, BitSet available) {
    List<ArrayComparison> lists = new ArrayList<>();
    for (TypedExpression condition : conditions) {
      if (condition instanceof ArrayComparison list
          && list.any()
          && "=".equals(KeyForms.comparison(list.operator()))) {
        Column left = KeyForms.column(list.left());
        if (left != null && left.slot() == slot && isKnown(list.array(), available)) {
          lists.add(list);
        }
      }
    }
    return lists;
  }

  private static boolean isKnown(TypedExpression value, BitSet available) {
    SlotReferences references = SlotReferences.of(value);
    if (references.isVolatile()) {
      return false;
    }
    BitSet outer = references.outer();
    outer.andNot(available);
    return outer.isEmpty();
  }

  /** The share of rows that conditions leave, guessed from their form. */
  static double selectivity(List<TypedExpression> conditions) {
    double share = 1;
    for (TypedExpression condition : conditions) {
      share *=
          condition instanceof Operation operation && "=".equals(operation.operator().name())
              ? EQUAL_SELECTIVITY * 2
              : OTHER_SELECTIVITY;
    }
    return share;
  }
}
