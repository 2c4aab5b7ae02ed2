package dev.postern.backend.exec;

import dev.postern.backend.sql.QueryBody;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.SqlType;
import dev.postern.backend.type.TupleLayout;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** UNION, INTERSECT and EXCEPT over two queries of like columns. */
final class SetOperator extends Operator {
  /** A side: its rows and what is computed of each. */
  record Side(Operator rows, Evaluator[] targets) {}

  private final int slot;
  private final QueryBody.SetOperator operator;
  private final boolean all;
  private final Side left;
  private final Side right;
  private final TupleLayout layout;
  private final KeyEncoder encoder;
  private final Datum[] values;
  private final Key key = new Key();
  private Set<Key> given = Set.of();
  private Map<Key, int[]> counts = Map.of();
  private boolean onRight;

  SetOperator(
      int slot,
      QueryBody.SetOperator operator,
      boolean all,
      Side left,
      Side right,
      TupleLayout layout) {
    this.slot = slot;
    this.operator = operator;
    this.all = all;
    this.left = left;
    this.right = right;
    this.layout = layout;
    SqlType[] types = new SqlType[layout.columns()];
    for (int i = 0; i < types.length; i++) {
      types[i] = layout.type(i);
    }
    encoder = new KeyEncoder(types);
    values = CallEvaluators.datums(types.length);
  }

  @Override
  void open(Frame frame) {
    onRight = false;
    given = new HashSet<>();
    if (operator != QueryBody.SetOperator.UNION) {
      counts = new HashMap<>();
      right.rows.open(frame);
      while (right.rows.next(frame)) {
        compute(frame, right);
        readKey();
        int[] count = counts.get(key);
        if (count == null) {
          counts.put(key.copy(), new int[] {1});
        } else {
          count[0]++;
        }
      }
      right.rows.close(frame);
    }
    left.rows.open(frame);
  }

  private void compute(Frame frame, Side side) {
    for (int i = 0; i < values.length; i++) {
      side.targets[i].evaluate(frame, values[i]);
    }
  }

  private void readKey() {
    encoder.clear();
    for (int i = 0; i < values.length; i++) {
      encoder.append(i, values[i]);
    }
    key.set(encoder.buffer(), encoder.length());
  }

  @Override
  boolean next(Frame frame) {
    while (true) {
      Side side = onRight ? right : left;
      if (!side.rows.next(frame)) {
        if (operator != QueryBody.SetOperator.UNION || onRight) {
          return false;
        }
        onRight = true;
        right.rows.open(frame);
        continue;
      }
      compute(frame, side);
      if (passes()) {
        frame.tuples[slot] = layout.form(values);
        return true;
      }
    }
  }

  private boolean passes() {
    if (operator == QueryBody.SetOperator.UNION && all) {
      return true;
    }
    readKey();
    int[] count = counts.get(key);
    switch (operator) {
      case UNION -> {
        // only duplicates matter
      }
      case INTERSECT -> {
        if (count == null || all && count[0]-- <= 0) {
          return false;
        }
      }
      case EXCEPT -> {
        if (count != null && (!all || count[0]-- > 0)) {
          return false;
        }
      }
    }
    if (all) {
      return true;
    }
    if (given.contains(key)) {
      return false;
    }
    given.add(key.copy());
    return true;
  }

  @Override
  void close(Frame frame) {
    left.rows.close(frame);
    right.rows.close(frame);
    given = Set.of();
    counts = Map.of();
  }
}
