package dev.postern.backend.exec;

import dev.postern.backend.function.AggregateFunction;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.SqlType;
import dev.postern.backend.type.TupleLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Groups its input by key bytes, in order of arrival, and gives a row a group: keys, aggregates,
 * GROUPING values. With a group its first row's tuples are current.
 */
final class AggregateOperator extends Operator {
  /** One aggregate call, compiled. */
  static final class Call {
    /** Null for an ordered-set aggregate. */
    final @Nullable AggregateFunction code;

    final Evaluator[] arguments;
    final SqlType[] types;
    final boolean strict;
    final @Nullable Evaluator filter;

    /** Sort keys of ORDER BY in the call, or null. */
    final @Nullable KeyReader order;

    /** The arguments as a key, where DISTINCT is asked for, or null. */
    final @Nullable KeyReader distinct;

    /** What an ordered-set aggregate makes of its sorted rows; null for all others. */
    final @Nullable OrderedSet orderedSet;

    final Datum[] values;
    final Datum holds = new Datum();

    Call(
        @Nullable AggregateFunction code,
        Evaluator[] arguments,
        SqlType[] types,
        boolean strict,
        @Nullable Evaluator filter,
        @Nullable KeyReader order,
        @Nullable KeyReader distinct,
        @Nullable OrderedSet orderedSet) {
      this.orderedSet = orderedSet;
      this.code = code;
      this.arguments = arguments;
      this.types = types;
      this.strict = strict;
      this.filter = filter;
      this.order = order;
      this.distinct = distinct;
      values = CallEvaluators.datums(arguments.length);
    }
  }

  /** A row of arguments kept for an ordered or distinct aggregate. */
  record KeptArguments(byte[] key, byte[] tuple) {}

  private static final class Group {
    final AggregateFunction.@Nullable State[] states;
    final @Nullable List<KeptArguments>[] kept;
    final @Nullable Set<Key>[] seen;
    final byte[] keyTuple;
    final RowStore.@Nullable Saved first;

    @SuppressWarnings({"unchecked", "rawtypes"})
    Group(int calls, byte[] keyTuple, RowStore.@Nullable Saved first) {
      states = new AggregateFunction.@Nullable State[calls];
      kept = new List[calls];
      seen = new Set[calls];
      this.keyTuple = keyTuple;
      this.first = first;
    }
  }

  /** What one grouping set collects. */
  private static final class GroupingSet {
    final boolean[] included;
    final Map<Key, Group> groups = new LinkedHashMap<>();

    GroupingSet(boolean[] included) {
      this.included = included;
    }
  }

  private final Operator child;
  private final int slot;
  private final TupleLayout layout;
  private final TupleLayout keyLayout;
  private final Evaluator[] keys;
  private final KeyEncoder encoder;
  private final Call[] calls;
  private final TupleLayout[] argumentLayouts;
  private final List<int[]> groupings;
  private final @Nullable List<int[]> groupingSets;
  private final RowStore childRows;
  private final Datum[] keyValues;
  private final Datum[] setValues;
  private final Datum[] output;
  private final Key lookup = new Key();
  private List<GroupingSet> sets = List.of();
  private Iterator<GroupingSet> nextSet = sets.iterator();
  private @Nullable GroupingSet currentSet;
  private Iterator<Group> nextGroup = new ArrayList<Group>().iterator();

  AggregateOperator(
      Operator child,
      int slot,
      TupleLayout layout,
      Evaluator[] keys,
      SqlType[] keyTypes,
      Call[] calls,
      List<int[]> groupings,
      @Nullable List<int[]> groupingSets,
      int[] childSlots) {
    this.child = child;
    this.slot = slot;
    this.layout = layout;
    this.keys = keys;
    this.calls = calls;
    this.groupings = groupings;
    this.groupingSets = groupingSets;
    keyLayout = new TupleLayout(keyTypes);
    encoder = new KeyEncoder(keyTypes);
    childRows = new RowStore(childSlots);
    keyValues = CallEvaluators.datums(keys.length);
    setValues = CallEvaluators.datums(keys.length);
    output = CallEvaluators.datums(layout.columns());
    argumentLayouts = new TupleLayout[calls.length];
    for (int i = 0; i < calls.length; i++) {
      argumentLayouts[i] = new TupleLayout(calls[i].types);
    }
  }

  @Override
  void open(Frame frame) {
    sets = new ArrayList<>();
    if (groupingSets == null) {
      boolean[] all = new boolean[keys.length];
      Arrays.fill(all, true);
      sets.add(new GroupingSet(all));
    } else {
      for (int[] set : groupingSets) {
        boolean[] included = new boolean[keys.length];
        for (int key : set) {
          included[key] = true;
        }
        sets.add(new GroupingSet(included));
      }
    }
    child.open(frame);
    while (child.next(frame)) {
      for (int i = 0; i < keys.length; i++) {
        keys[i].evaluate(frame, keyValues[i]);
      }
      for (GroupingSet set : sets) {
        accumulate(frame, group(frame, set));
      }
    }
    child.close(frame);
    for (GroupingSet set : sets) {
      if (set.groups.isEmpty() && isGrandTotal(set)) {
        childRows.clear(frame);
        for (Datum value : keyValues) {
          value.setNull();
        }
        group(frame, set);
      }
    }
    nextSet = sets.iterator();
    currentSet = null;
    nextGroup = new ArrayList<Group>().iterator();
  }

  /** A set without keys has one group even where there are no rows. */
  private static boolean isGrandTotal(GroupingSet set) {
    for (boolean included : set.included) {
      if (included) {
        return false;
      }
    }
    return true;
  }

  private Group group(Frame frame, GroupingSet set) {
    encoder.clear();
    for (int i = 0; i < keys.length; i++) {
      if (set.included[i]) {
        setValues[i].set(keyValues[i]);
      } else {
        setValues[i].setNull();
      }
      encoder.append(i, setValues[i]);
    }
    lookup.set(encoder.buffer(), encoder.length());
    Group group = set.groups.get(lookup);
    if (group == null) {
      group = new Group(calls.length, keyLayout.form(setValues), childRows.save(frame));
      for (int i = 0; i < calls.length; i++) {
        AggregateFunction code = calls[i].code;
        group.states[i] = code == null ? null : code.start(frame.context);
        if (calls[i].order != null) {
          group.kept[i] = new ArrayList<>();
        }
        if (calls[i].distinct != null) {
          group.seen[i] = new HashSet<>();
        }
      }
      set.groups.put(lookup.copy(), group);
    }
    return group;
  }

  private void accumulate(Frame frame, Group group) {
    for (int i = 0; i < calls.length; i++) {
      Call call = calls[i];
      if (call.filter != null && !call.filter.holds(frame, call.holds)) {
        continue;
      }
      boolean hasNull = false;
      for (int a = 0; a < call.arguments.length; a++) {
        call.arguments[a].evaluate(frame, call.values[a]);
        hasNull |= call.values[a].isNull;
      }
      if (hasNull && call.strict) {
        continue;
      }
      Set<Key> seen = group.seen[i];
      if (seen != null && call.distinct != null) {
        Key key = call.distinct.read(frame);
        if (seen.contains(key)) {
          continue;
        }
        seen.add(key.copy());
      }
      List<KeptArguments> kept = group.kept[i];
      if (kept != null && call.order != null) {
        call.order.read(frame);
        kept.add(new KeptArguments(call.order.bytes(), argumentLayouts[i].form(call.values)));
      } else {
        state(group, i).accumulate(frame.context, call.values);
      }
    }
  }

  private static AggregateFunction.State state(Group group, int call) {
    AggregateFunction.State state = group.states[call];
    if (state == null) {
      throw new IllegalStateException("an ordered-set aggregate keeps its rows");
    }
    return state;
  }

  @Override
  boolean next(Frame frame) {
    while (!nextGroup.hasNext()) {
      if (!nextSet.hasNext()) {
        return false;
      }
      currentSet = nextSet.next();
      nextGroup = currentSet.groups.values().iterator();
    }
    GroupingSet set = currentSet;
    if (set == null) {
      return false;
    }
    Group group = nextGroup.next();
    if (group.first != null) {
      childRows.restore(frame, group.first);
    }
    for (int i = 0; i < keys.length; i++) {
      keyLayout.read(group.keyTuple, i, output[i]);
    }
    for (int i = 0; i < calls.length; i++) {
      finish(frame, group, i, output[keys.length + i]);
    }
    for (int i = 0; i < groupings.size(); i++) {
      output[keys.length + calls.length + i].setLong(mask(groupings.get(i), set));
    }
    frame.tuples[slot] = layout.form(output);
    return true;
  }

  private void finish(Frame frame, Group group, int index, Datum result) {
    Call call = calls[index];
    List<KeptArguments> kept = group.kept[index];
    if (kept != null) {
      kept.sort((one, other) -> Arrays.compareUnsigned(one.key, other.key));
      if (call.orderedSet != null) {
        call.orderedSet.finish(frame, kept, argumentLayouts[index], result);
        return;
      }
      for (KeptArguments row : kept) {
        for (int a = 0; a < call.values.length; a++) {
          argumentLayouts[index].read(row.tuple, a, call.values[a]);
        }
        state(group, index).accumulate(frame.context, call.values);
      }
      group.kept[index] = null;
    }
    state(group, index).finish(frame.context, result);
  }

  /** GROUPING's bits, the rightmost for the last argument: 1 where the key is not grouped by. */
  private static long mask(int[] references, GroupingSet set) {
    long mask = 0;
    for (int reference : references) {
      mask = mask << 1 | (set.included[reference] ? 0 : 1);
    }
    return mask;
  }

  @Override
  void close(Frame frame) {
    child.close(frame);
    sets = List.of();
    nextSet = sets.iterator();
    nextGroup = new HashMap<Key, Group>().values().iterator();
    currentSet = null;
  }
}
