package dev.postern.backend.plan;

import dev.postern.backend.analyze.Query;
import dev.postern.backend.analyze.TypedExpression;
import dev.postern.backend.analyze.TypedExpression.Column;
import dev.postern.backend.analyze.TypedExpression.Operation;
import dev.postern.backend.type.SqlType;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Plans FROM and WHERE: flattens inner joins, takes conditions down to where they can first be
 * computed, and orders the joins, starting from the smallest input and always going on with the one
 * that adds the fewest rows.
 */
final class FromPlanner {
  private final Planner planner;
  private final AccessPaths paths;

  FromPlanner(Planner planner, AccessPaths paths) {
    this.planner = planner;
    this.paths = paths;
  }

  /**
   * A member of the join order: a table, another source, or an outer join as a whole.
   *
   * @param fills slots it makes current
   * @param needs slots that must be current before (LATERAL)
   */
  private record Unit(Query.Source source, BitSet fills, BitSet needs) {}

  /** A plan so far, the slots it fills and its guess of rows. */
  private record Joined(PlanNode node, BitSet fills) {}

  /**
   * @param outer slots of enclosing queries, current before
   */
  PlanNode plan(List<Query.Source> from, @Nullable TypedExpression where, BitSet outer) {
    List<TypedExpression> conditions = Conditions.conjuncts(where);
    List<Unit> units = new ArrayList<>();
    for (Query.Source source : from) {
      flatten(source, units, conditions);
    }
    if (units.isEmpty()) {
      PlanNode one = new PlanNode.OneRow();
      TypedExpression condition = Conditions.all(conditions);
      return condition == null ? one : new PlanNode.Filter(one, condition, 1);
    }
    return order(units, conditions, outer);
  }

  private void flatten(Query.Source source, List<Unit> units, List<TypedExpression> conditions) {
    if (source instanceof Query.Join join && join.kind() == Query.JoinKind.INNER) {
      flatten(join.left(), units, conditions);
      flatten(join.right(), units, conditions);
      conditions.addAll(Conditions.conjuncts(join.condition()));
      return;
    }
    BitSet fills = new BitSet();
    fill(source, fills);
    units.add(new Unit(source, fills, SlotReferences.of(source).outer()));
  }

  private static void fill(Query.Source source, BitSet fills) {
    switch (source) {
      case Query.TableScan scan -> fills.set(scan.slot());
      case Query.SubqueryScan scan -> fills.set(scan.slot());
      case Query.CommonTableScan scan -> fills.set(scan.slot());
      case Query.FunctionScan scan -> fills.set(scan.slot());
      case Query.ValuesScan scan -> fills.set(scan.slot());
      case Query.Join join -> {
        fill(join.left(), fills);
        fill(join.right(), fills);
      }
    }
  }

  private PlanNode order(List<Unit> units, List<TypedExpression> conditions, BitSet outer) {
    List<Unit> left = new ArrayList<>(units);
    List<TypedExpression> open = new ArrayList<>(conditions);
    Joined joined = first(left, open, outer);
    while (!left.isEmpty()) {
      joined = next(joined, left, open, outer);
    }
    PlanNode node = joined.node();
    TypedExpression rest = Conditions.all(open);
    return rest == null ? node : new PlanNode.Filter(node, rest, node.rows());
  }

  private Joined first(List<Unit> left, List<TypedExpression> open, BitSet outer) {
    Unit best = null;
    PlanNode bestNode = null;
    List<TypedExpression> bestUsed = List.of();
    BitSet allFills = new BitSet();
    for (Unit unit : left) {
      allFills.or(unit.fills());
    }
    for (Unit unit : left) {
      if (unit.needs().intersects(allFills)) {
        continue;
      }
      List<TypedExpression> mine = computable(open, unit.fills(), outer, allFills);
      PlanNode node = source(unit.source(), mine, outer);
      if (bestNode == null || node.rows() < bestNode.rows()) {
        best = unit;
        bestNode = node;
        bestUsed = mine;
      }
    }
    if (best == null || bestNode == null) {
      throw new IllegalStateException("every source of FROM needs another");
    }
    left.remove(best);
    open.removeAll(bestUsed);
    return new Joined(bestNode, best.fills());
  }

  private Joined next(Joined joined, List<Unit> left, List<TypedExpression> open, BitSet outer) {
    BitSet waiting = new BitSet();
    for (Unit unit : left) {
      waiting.or(unit.fills());
    }
    Unit best = null;
    PlanNode bestNode = null;
    List<TypedExpression> bestUsed = List.of();
    boolean bestConnected = false;
    double bestCost = 0;
    for (Unit unit : left) {
      if (unit.needs().intersects(waiting)) {
        continue;
      }
      BitSet both = (BitSet) joined.fills().clone();
      both.or(unit.fills());
      List<TypedExpression> usable = computable(open, both, outer, waiting);
      boolean connected = connects(usable, joined.fills(), unit.fills());
      List<TypedExpression> used = new ArrayList<>();
      PlanNode node = join(joined, unit, usable, used, outer);
      double cost = node.rows();
      if (best == null
          || connected && !bestConnected
          || connected == bestConnected && cost < bestCost) {
        best = unit;
        bestNode = node;
        bestUsed = usable;
        bestConnected = connected;
        bestCost = cost;
      }
    }
    if (best == null || bestNode == null) {
      throw new IllegalStateException("every source left of FROM needs another");
    }
    left.remove(best);
    open.removeAll(bestUsed);
    BitSet fills = (BitSet) joined.fills().clone();
    fills.or(best.fills());
    return new Joined(bestNode, fills);
  }

  private static boolean connects(List<TypedExpression> conditions, BitSet one, BitSet other) {
    for (TypedExpression condition : conditions) {
      BitSet slots = SlotReferences.of(condition).outer();
      if (slots.intersects(one) && slots.intersects(other)) {
        return true;
      }
    }
    return false;
  }

  /** Conditions that need nothing that is still to come. */
  private static List<TypedExpression> computable(
      List<TypedExpression> open, BitSet fills, BitSet outer, BitSet all) {
    List<TypedExpression> mine = new ArrayList<>();
    for (TypedExpression condition : open) {
      BitSet slots = SlotReferences.of(condition).outer();
      slots.andNot(fills);
      if (!slots.intersects(all)) {
        mine.add(condition);
      }
    }
    return mine;
  }

  /** Joins a unit to what there is, by index look-up, hash table or plain loop. */
  private PlanNode join(
      Joined joined,
      Unit unit,
      List<TypedExpression> conditions,
      List<TypedExpression> used,
      BitSet outer) {
    BitSet available = (BitSet) outer.clone();
    available.or(joined.fills());
    boolean lateral = unit.needs().intersects(joined.fills());
    if (unit.source() instanceof Query.TableScan scan) {
      PlanNode inner = paths.best(scan, conditions, available);
      if (inner instanceof PlanNode.IndexScan index
          && usesSlots(index.indexConditions(), joined.fills())) {
        used.addAll(conditions);
        return new PlanNode.NestedLoop(
            PlanNode.JoinType.INNER,
            joined.node(),
            inner,
            null,
            slots(unit.fills()),
            Math.max(1, joined.node().rows() * inner.rows()));
      }
    }
    if (lateral) {
      PlanNode inner = source(unit.source(), List.of(), available);
      return loop(PlanNode.JoinType.INNER, joined, unit.fills(), inner, conditions);
    }
    List<TypedExpression> own = new ArrayList<>();
    List<TypedExpression> shared = new ArrayList<>();
    for (TypedExpression condition : conditions) {
      BitSet slots = SlotReferences.of(condition).outer();
      if (slots.intersects(joined.fills())) {
        shared.add(condition);
      } else {
        own.add(condition);
      }
    }
    PlanNode inner = source(unit.source(), own, outer);
    return hashOrLoop(
        PlanNode.JoinType.INNER, joined.node(), joined.fills(), inner, unit.fills(), shared);
  }

  private static boolean usesSlots(List<TypedExpression> conditions, BitSet slots) {
    for (TypedExpression condition : conditions) {
      if (SlotReferences.of(condition).outer().intersects(slots)) {
        return true;
      }
    }
    return false;
  }

  private static PlanNode loop(
      PlanNode.JoinType type,
      Joined joined,
      BitSet rightFills,
      PlanNode inner,
      List<TypedExpression> conditions) {
    return new PlanNode.NestedLoop(
        type,
        joined.node(),
        inner,
        Conditions.all(conditions),
        slots(rightFills),
        Math.max(1, joined.node().rows() * inner.rows() * AccessPaths.selectivity(conditions)));
  }

  private static PlanNode hashOrLoop(
      PlanNode.JoinType type,
      PlanNode left,
      BitSet leftFills,
      PlanNode right,
      BitSet rightFills,
      List<TypedExpression> conditions) {
    List<TypedExpression> leftKeys = new ArrayList<>();
    List<TypedExpression> rightKeys = new ArrayList<>();
    List<SqlType> types = new ArrayList<>();
    List<TypedExpression> rest = new ArrayList<>();
    for (TypedExpression condition : conditions) {
      if (!hashKey(condition, leftFills, rightFills, leftKeys, rightKeys, types)) {
        rest.add(condition);
      }
    }
    double rows =
        type == PlanNode.JoinType.INNER
            ? Math.max(1, Math.max(left.rows(), right.rows()) * AccessPaths.selectivity(rest))
            : left.rows();
    if (leftKeys.isEmpty()) {
      if (type == PlanNode.JoinType.FULL) {
        return new PlanNode.HashJoin(
            type,
            left,
            right,
            leftKeys,
            rightKeys,
            types,
            Conditions.all(rest),
            slots(leftFills),
            slots(rightFills),
            left.rows() + right.rows());
      }
      return new PlanNode.NestedLoop(
          type,
          left,
          right,
          Conditions.all(rest),
          slots(rightFills),
          Math.max(1, left.rows() * right.rows() * AccessPaths.selectivity(rest)));
    }
    return new PlanNode.HashJoin(
        type,
        left,
        right,
        leftKeys,
        rightKeys,
        types,
        Conditions.all(rest),
        slots(leftFills),
        slots(rightFills),
        rows);
  }

  private static boolean hashKey(
      TypedExpression condition,
      BitSet leftFills,
      BitSet rightFills,
      List<TypedExpression> leftKeys,
      List<TypedExpression> rightKeys,
      List<SqlType> types) {
    if (!(condition instanceof Operation operation)
        || operation.left() == null
        || !"=".equals(KeyForms.comparison(operation.operator()))
        || !KeyForms.comparable(operation.operator().left(), operation.operator().right())) {
      return false;
    }
    TypedExpression one = operation.left();
    TypedExpression other = operation.right();
    BitSet oneSlots = SlotReferences.of(one).outer();
    BitSet otherSlots = SlotReferences.of(other).outer();
    if (oneSlots.isEmpty() || otherSlots.isEmpty()) {
      return false;
    }
    boolean straight = !oneSlots.intersects(rightFills) && !otherSlots.intersects(leftFills);
    boolean crossed = !oneSlots.intersects(leftFills) && !otherSlots.intersects(rightFills);
    if (straight && oneSlots.intersects(leftFills) && otherSlots.intersects(rightFills)) {
      leftKeys.add(one);
      rightKeys.add(other);
    } else if (crossed && oneSlots.intersects(rightFills) && otherSlots.intersects(leftFills)) {
      leftKeys.add(other);
      rightKeys.add(one);
    } else {
      return false;
    }
    types.add(wider(one.type(), other.type()));
    return true;
  }

  /** The type whose key form holds the values of both. */
  private static SqlType wider(SqlType one, SqlType other) {
    return KeyForms.narrows(other, one) ? other : one;
  }

  /** Plans a source alone, with the conditions that need only it and {@code outer}. */
  private PlanNode source(Query.Source source, List<TypedExpression> conditions, BitSet outer) {
    switch (source) {
      case Query.TableScan scan -> {
        return paths.best(scan, conditions, outer);
      }
      case Query.SubqueryScan scan -> {
        QueryPlan plan = planner.query(scan.query(), outer);
        return filtered(
            new PlanNode.SubqueryScan(
                scan.slot(), scan.alias(), plan, scan.layout(), plan.root().rows()),
            conditions);
      }
      case Query.CommonTableScan scan -> {
        Query inlined = planner.inlined(scan.commonTable());
        if (inlined != null) {
          QueryPlan plan = planner.query(inlined, outer);
          return filtered(
              new PlanNode.SubqueryScan(
                  scan.slot(), scan.alias(), plan, scan.layout(), plan.root().rows()),
              conditions);
        }
        return filtered(
            new PlanNode.CommonTableScan(
                scan.slot(),
                scan.alias(),
                scan.commonTable(),
                scan.layout(),
                scan.recursiveSelf(),
                100),
            conditions);
      }
      case Query.FunctionScan scan -> {
        return filtered(new PlanNode.FunctionScan(scan, 100), conditions);
      }
      case Query.ValuesScan scan -> {
        return filtered(
            new PlanNode.ValuesScan(scan.slot(), scan.alias(), scan.rows(), scan.layout()),
            conditions);
      }
      case Query.Join join -> {
        return filtered(outerJoin(join, conditions, outer), List.of());
      }
    }
  }

  private static PlanNode filtered(PlanNode node, List<TypedExpression> conditions) {
    TypedExpression condition = Conditions.all(conditions);
    return condition == null
        ? node
        : new PlanNode.Filter(
            node, condition, Math.max(1, node.rows() * AccessPaths.selectivity(conditions)));
  }

  /**
   * An outer join. Conditions from above that need only the side that is kept go down into it; the
   * others are checked on the joined rows. The join's own conditions that need only the other side
   * go down into that.
   */
  private PlanNode outerJoin(Query.Join join, List<TypedExpression> above, BitSet outer) {
    if (join.kind() == Query.JoinKind.RIGHT) {
      return outerJoin(
          new Query.Join(Query.JoinKind.LEFT, join.right(), join.left(), join.condition()),
          above,
          outer);
    }
    BitSet leftFills = new BitSet();
    fill(join.left(), leftFills);
    BitSet rightFills = new BitSet();
    fill(join.right(), rightFills);
    List<TypedExpression> down = new ArrayList<>();
    List<TypedExpression> after = new ArrayList<>();
    boolean full = join.kind() == Query.JoinKind.FULL;
    for (TypedExpression condition : above) {
      boolean leftOnly = !SlotReferences.of(condition).outer().intersects(rightFills);
      (leftOnly && !full ? down : after).add(condition);
    }
    List<TypedExpression> own = new ArrayList<>();
    List<TypedExpression> shared = new ArrayList<>();
    for (TypedExpression condition : Conditions.conjuncts(join.condition())) {
      boolean rightOnly = !SlotReferences.of(condition).outer().intersects(leftFills);
      (rightOnly && !full ? own : shared).add(condition);
    }
    PlanNode left = subplan(join.left(), down, outer);
    PlanNode.JoinType type = full ? PlanNode.JoinType.FULL : PlanNode.JoinType.LEFT;
    BitSet available = (BitSet) outer.clone();
    available.or(leftFills);
    PlanNode node = null;
    boolean lateral = SlotReferences.of(join.right()).outer().intersects(leftFills);
    if (!full && join.right() instanceof Query.TableScan scan) {
      List<TypedExpression> all = new ArrayList<>(own);
      all.addAll(shared);
      PlanNode inner = paths.best(scan, all, available);
      if (inner instanceof PlanNode.IndexScan index
          && usesSlots(index.indexConditions(), leftFills)) {
        node =
            new PlanNode.NestedLoop(
                type,
                left,
                inner,
                null,
                slots(rightFills),
                Math.max(left.rows(), left.rows() * inner.rows()));
      }
    }
    if (node == null && lateral) {
      PlanNode inner = subplan(join.right(), own, available);
      node =
          new PlanNode.NestedLoop(
              type,
              left,
              inner,
              Conditions.all(shared),
              slots(rightFills),
              Math.max(1, left.rows() * inner.rows()));
    }
    if (node == null) {
      PlanNode right = subplan(join.right(), own, outer);
      node = hashOrLoop(type, left, leftFills, right, rightFills, shared);
    }
    return filtered(node, after);
  }

  private PlanNode subplan(Query.Source source, List<TypedExpression> conditions, BitSet outer) {
    List<Unit> units = new ArrayList<>();
    List<TypedExpression> all = new ArrayList<>(conditions);
    flatten(source, units, all);
    return order(units, all, outer);
  }

  static int[] slots(BitSet set) {
    return set.stream().toArray();
  }

  /** Whether a column is of one of these slots. */
  static boolean isOf(TypedExpression expression, BitSet slots) {
    return expression instanceof Column column && slots.get(column.slot());
  }
}
