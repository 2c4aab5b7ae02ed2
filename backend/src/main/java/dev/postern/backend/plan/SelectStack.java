package dev.postern.backend.plan;

import dev.postern.backend.analyze.Query;
import dev.postern.backend.analyze.TypedExpression;
import dev.postern.backend.analyze.TypedExpression.Aggregate;
import dev.postern.backend.analyze.TypedExpression.Column;
import dev.postern.backend.analyze.TypedExpression.FunctionCall;
import dev.postern.backend.analyze.TypedExpression.Grouping;
import dev.postern.backend.analyze.TypedExpression.SortKey;
import dev.postern.backend.analyze.TypedExpression.Subquery;
import dev.postern.backend.analyze.TypedExpression.WindowCall;
import dev.postern.backend.catalog.RelationDescriptor;
import dev.postern.backend.type.SqlType;
import dev.postern.backend.type.TupleLayout;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Puts a SELECT's steps after WHERE on top of each other. Each step that makes values (groups,
 * windows, sets) has a slot; from then on the select list and the sort keys read there.
 */
final class SelectStack {
  private final Planner planner;
  private final Query.Select select;
  private final BitSet live = new BitSet();
  private List<TypedExpression> targets;
  private List<SortKey> orderBy;
  private @Nullable List<SortKey> distinct;
  private @Nullable TypedExpression having;
  private List<Query.Window> windows;

  SelectStack(Planner planner, Query.Select select) {
    this.planner = planner;
    this.select = select;
    targets = select.targets();
    orderBy = select.orderBy();
    distinct = select.distinct();
    having = select.having();
    windows = select.windows();
    for (Query.Source source : select.from()) {
      fill(source);
    }
  }

  /** The select list as it is to be computed from the rows of {@link #plan}. */
  List<TypedExpression> targets() {
    return targets;
  }

  /**
   * @param sorted whether the rows already come in the order of ORDER BY
   */
  PlanNode plan(PlanNode from, boolean sorted) {
    PlanNode node = from;
    if (select.aggregated()) {
      node = aggregate(node);
      if (having != null) {
        node = new PlanNode.Filter(node, having, Math.max(1, node.rows() / 3));
      }
    }
    node = windows(node);
    node = sets(node);
    boolean ordered = sorted;
    if (distinct != null) {
      node = distinct(node);
      ordered = select.distinctOn();
    }
    if (!orderBy.isEmpty() && !ordered) {
      node = keysApart(node);
      node = new PlanNode.Sort(node, orderBy, slots());
    }
    if (select.rowLocks().isEmpty()) {
      return limited(node);
    }
    return limited(locked(node));
  }

  private PlanNode limited(PlanNode node) {
    return Planner.limited(node, select.limit(), select.offset(), select.withTies(), orderBy);
  }

  private PlanNode locked(PlanNode node) {
    List<RelationDescriptor> tables = new ArrayList<>();
    for (Query.RowLock lock : select.rowLocks()) {
      RelationDescriptor table = null;
      for (Query.Source source : select.from()) {
        table = table == null ? table(source, lock.slot()) : table;
      }
      if (table == null) {
        throw new IllegalStateException("FOR UPDATE of slot " + lock.slot());
      }
      tables.add(table);
    }
    return new PlanNode.LockRows(node, select.rowLocks(), tables, select.where());
  }

  private static @Nullable RelationDescriptor table(Query.Source source, int slot) {
    return switch (source) {
      case Query.TableScan scan -> scan.slot() == slot ? scan.table() : null;
      case Query.Join join -> {
        RelationDescriptor left = table(join.left(), slot);
        yield left == null ? table(join.right(), slot) : left;
      }
      case Query.SubqueryScan scan -> null;
      case Query.CommonTableScan scan -> null;
      case Query.FunctionScan scan -> null;
      case Query.ValuesScan scan -> null;
    };
  }

  private void fill(Query.Source source) {
    switch (source) {
      case Query.TableScan scan -> live.set(scan.slot());
      case Query.SubqueryScan scan -> live.set(scan.slot());
      case Query.CommonTableScan scan -> live.set(scan.slot());
      case Query.FunctionScan scan -> live.set(scan.slot());
      case Query.ValuesScan scan -> live.set(scan.slot());
      case Query.Join join -> {
        fill(join.left());
        fill(join.right());
      }
    }
  }

  private int[] slots() {
    return FromPlanner.slots(live);
  }

  private void rewriteAll(Function<TypedExpression, @Nullable TypedExpression> change) {
    targets = ExpressionTrees.list(targets, change);
    orderBy = ExpressionTrees.keys(orderBy, change);
    if (distinct != null) {
      distinct = ExpressionTrees.keys(distinct, change);
    }
    TypedExpression oldHaving = having;
    having = oldHaving == null ? null : ExpressionTrees.rewrite(oldHaving, change);
    List<Query.Window> changed = new ArrayList<>();
    for (Query.Window window : windows) {
      changed.add(
          new Query.Window(
              ExpressionTrees.list(window.partitionBy(), change),
              ExpressionTrees.keys(window.orderBy(), change),
              window.units(),
              window.startKind(),
              window.startOffset(),
              window.endKind(),
              window.endOffset(),
              window.exclusion()));
    }
    windows = changed;
  }

  private PlanNode aggregate(PlanNode node) {
    List<Aggregate> aggregates = new ArrayList<>();
    List<Grouping> groupings = new ArrayList<>();
    rewriteAll(
        part -> {
          if (part instanceof Aggregate aggregate) {
            if (!aggregates.contains(aggregate)) {
              aggregates.add(aggregate);
            }
            return part;
          }
          if (part instanceof Grouping grouping && !groupings.contains(grouping)) {
            groupings.add(grouping);
          }
          return null;
        });
    List<TypedExpression> keys = select.groupKeys();
    int slot = planner.newSlot();
    List<TypedExpression> all = new ArrayList<>(keys);
    all.addAll(aggregates);
    all.addAll(groupings);
    TupleLayout layout = Planner.layoutOf(all);
    rewriteAll(
        part -> {
          int index = keys.indexOf(part);
          if (index >= 0) {
            return new Column(slot, index, part.type(), part.typmod());
          }
          if (part instanceof Aggregate aggregate) {
            return new Column(
                slot, keys.size() + aggregates.indexOf(aggregate), part.type(), part.typmod());
          }
          if (part instanceof Grouping grouping) {
            return new Column(
                slot,
                keys.size() + aggregates.size() + groupings.indexOf(grouping),
                part.type(),
                -1);
          }
          return null;
        });
    PlanNode aggregate =
        new PlanNode.Aggregate(
            node,
            slot,
            keys,
            select.groupingSets(),
            aggregates,
            groupings,
            layout,
            slots(),
            keys.isEmpty() ? 1 : Math.max(1, node.rows() / 10));
    live.set(slot);
    return aggregate;
  }

  private PlanNode windows(PlanNode from) {
    PlanNode node = from;
    for (int i = 0; i < windows.size(); i++) {
      int number = i;
      List<WindowCall> calls = new ArrayList<>();
      Function<TypedExpression, @Nullable TypedExpression> collect =
          part -> {
            if (part instanceof WindowCall call) {
              if (call.window() == number && !calls.contains(call)) {
                calls.add(call);
              }
            }
            return null;
          };
      ExpressionTrees.list(targets, collect);
      ExpressionTrees.keys(orderBy, collect);
      if (distinct != null) {
        ExpressionTrees.keys(distinct, collect);
      }
      if (calls.isEmpty()) {
        continue;
      }
      Query.Window window = windows.get(i);
      List<SortKey> keys = new ArrayList<>();
      for (TypedExpression partition : window.partitionBy()) {
        keys.add(WindowSort.partitionKey(partition, window.orderBy()));
      }
      keys.addAll(window.orderBy());
      if (!keys.isEmpty()) {
        node = new PlanNode.Sort(node, keys, slots());
      }
      int slot = planner.newSlot();
      node =
          new PlanNode.WindowAggregate(
              node, slot, window, calls, Planner.layoutOf(new ArrayList<>(calls)), slots());
      live.set(slot);
      rewriteAll(
          part ->
              part instanceof WindowCall call && call.window() == number
                  ? new Column(slot, calls.indexOf(call), part.type(), -1)
                  : null);
    }
    return node;
  }

  /** Set-returning functions in the select list or ORDER BY, innermost first. */
  private PlanNode sets(PlanNode from) {
    PlanNode node = from;
    while (true) {
      List<TypedExpression> sets = new ArrayList<>();
      List<TypedExpression> places = new ArrayList<>(targets);
      orderBy.forEach(key -> places.add(key.value()));
      if (distinct != null) {
        distinct.forEach(key -> places.add(key.value()));
      }
      for (TypedExpression place : places) {
        ExpressionTrees.visit(
            place,
            part -> {
              if (isSet(part) && !argumentsHaveSets(part) && !sets.contains(part)) {
                sets.add(part);
              }
            });
      }
      if (sets.isEmpty()) {
        return node;
      }
      int slot = planner.newSlot();
      node =
          new PlanNode.ProjectSet(
              node, slot, sets, Planner.layoutOf(sets), slots(), node.rows() * 10);
      live.set(slot);
      rewriteAll(
          part -> {
            int index = sets.indexOf(part);
            return index < 0 ? null : new Column(slot, index, part.type(), part.typmod());
          });
    }
  }

  private static boolean isSet(TypedExpression part) {
    return part instanceof FunctionCall call && call.function().returnsSet();
  }

  private static boolean argumentsHaveSets(TypedExpression part) {
    boolean[] found = new boolean[1];
    for (TypedExpression argument : ((FunctionCall) part).arguments()) {
      ExpressionTrees.visit(argument, inner -> found[0] |= isSet(inner));
    }
    return found[0];
  }

  private PlanNode distinct(PlanNode from) {
    List<SortKey> keys = distinct;
    if (keys == null) {
      return from;
    }
    PlanNode node = keysApart(from);
    keys = distinct == null ? keys : distinct;
    List<TypedExpression> values = new ArrayList<>();
    for (SortKey key : keys) {
      values.add(key.value());
    }
    double rows = Math.max(1, node.rows() / 5);
    if (!select.distinctOn()) {
      return new PlanNode.Distinct(node, values, rows);
    }
    List<SortKey> order = new ArrayList<>(orderBy);
    for (SortKey key : keys) {
      boolean covered = false;
      for (SortKey other : orderBy) {
        covered |= other.value().equals(key.value());
      }
      if (!covered) {
        order.add(key);
      }
    }
    return new PlanNode.Unique(new PlanNode.Sort(node, order, slots()), values, rows);
  }

  /**
   * Computes keys of DISTINCT and ORDER BY that are more than a column once, into a slot: so that a
   * volatile one has one value, and an expensive one is not computed again for the result.
   */
  private PlanNode keysApart(PlanNode node) {
    List<TypedExpression> apart = new ArrayList<>();
    List<SortKey> keys = new ArrayList<>(orderBy);
    if (distinct != null) {
      keys.addAll(distinct);
    }
    for (SortKey key : keys) {
      TypedExpression value = key.value();
      if (!(value instanceof Column) && !apart.contains(value) && targets.contains(value)) {
        apart.add(value);
      }
    }
    for (TypedExpression target : targets) {
      SlotReferences references = SlotReferences.of(target);
      if (references.isVolatile()
          && !(target instanceof Column)
          && !apart.contains(target)
          && !(target instanceof Subquery)) {
        apart.add(target);
      }
    }
    if (apart.isEmpty()) {
      return node;
    }
    int slot = planner.newSlot();
    live.set(slot);
    rewriteAll(
        part -> {
          int index = apart.indexOf(part);
          return index < 0 ? null : new Column(slot, index, part.type(), part.typmod());
        });
    return new PlanNode.Project(node, slot, apart, Planner.layoutOf(apart));
  }

  /** The type of a sort key's value. */
  static SqlType type(SortKey key) {
    return key.value().type();
  }
}
