package dev.postern.backend.exec;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.type.ByteArrayWriter;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.SqlType;
import dev.postern.backend.type.TupleLayout;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Subqueries in expressions. One that reads nothing of the rows around it is computed once an
 * execution ({@code cached}).
 */
final class SubqueryEvaluators {
  private SubqueryEvaluators() {}

  /** Knows of a new execution by its number, so that a cached value of an older one is not used. */
  abstract static class Cached extends Evaluator {
    private final boolean cached;
    private long execution = -1;
    private final Datum value = new Datum();

    Cached(boolean cached) {
      this.cached = cached;
    }

    @Override
    final void evaluate(Frame frame, Datum result) {
      if (!cached) {
        compute(frame, result);
        return;
      }
      if (execution != frame.execution) {
        compute(frame, value);
        long bits = value.bits;
        if (!value.isNull) {
          value.setBytes(value.copyBytes());
          value.bits = bits;
        }
        execution = frame.execution;
      }
      result.set(value);
    }

    abstract void compute(Frame frame, Datum result);
  }

  static final class Exists extends Cached {
    private final Operator rows;

    Exists(Operator rows, boolean cached) {
      super(cached);
      this.rows = rows;
    }

    @Override
    void compute(Frame frame, Datum result) {
      rows.open(frame);
      boolean found = rows.next(frame);
      rows.close(frame);
      result.setBoolean(found);
    }
  }

  /** The one value of the one row, or null. */
  static final class Scalar extends Cached {
    private final Operator rows;
    private final Evaluator target;

    Scalar(Operator rows, Evaluator target, boolean cached) {
      super(cached);
      this.rows = rows;
      this.target = target;
    }

    @Override
    void compute(Frame frame, Datum result) {
      rows.open(frame);
      if (!rows.next(frame)) {
        result.setNull();
      } else {
        target.evaluate(frame, result);
        if (rows.next(frame)) {
          throw new SqlError(
              SqlState.CARDINALITY_VIOLATION,
              "more than one row returned by a subquery used as an expression");
        }
      }
      rows.close(frame);
    }
  }

  /** ARRAY(SELECT …). */
  static final class Array extends Cached {
    private final Operator rows;
    private final Evaluator target;
    private final SqlType element;
    private final Datum value = new Datum();

    Array(Operator rows, Evaluator target, SqlType element, boolean cached) {
      super(cached);
      this.rows = rows;
      this.target = target;
      this.element = element;
    }

    @Override
    void compute(Frame frame, Datum result) {
      ByteArrayWriter elements = new ByteArrayWriter();
      int count = 0;
      boolean hasNull = false;
      rows.open(frame);
      while (rows.next(frame)) {
        target.evaluate(frame, value);
        count++;
        if (value.isNull) {
          hasNull = true;
          elements.writeInt(-1);
        } else {
          elements.writeInt(element.sendLength(value));
          element.send(value, elements);
        }
      }
      rows.close(frame);
      ByteArrayWriter form = new ByteArrayWriter(elements.size() + 20);
      form.writeInt(count == 0 ? 0 : 1);
      form.writeInt(hasNull ? 1 : 0);
      form.writeInt(element.oid());
      if (count > 0) {
        form.writeInt(count);
        form.writeInt(1);
        form.writeBytes(elements.array(), 0, elements.size());
      }
      result.setBytes(form.toByteArray());
    }
  }

  /** ANY and ALL: the rows go into a slot one by one and the comparison runs. */
  static final class Quantified extends Evaluator {
    private final Operator rows;
    private final Evaluator[] targets;
    private final TupleLayout layout;
    private final int slot;
    private final Evaluator test;
    private final boolean any;
    private final boolean cached;
    private final Datum[] values;
    private long execution = -1;
    private @Nullable List<byte[]> kept;

    Quantified(
        Operator rows,
        Evaluator[] targets,
        TupleLayout layout,
        int slot,
        Evaluator test,
        boolean any,
        boolean cached) {
      this.rows = rows;
      this.targets = targets;
      this.layout = layout;
      this.slot = slot;
      this.test = test;
      this.any = any;
      this.cached = cached;
      values = CallEvaluators.datums(targets.length);
    }

    @Override
    void evaluate(Frame frame, Datum result) {
      List<byte[]> list = rows(frame);
      boolean unknown = false;
      for (byte[] row : list) {
        frame.context.tick();
        frame.tuples[slot] = row;
        test.evaluate(frame, result);
        if (result.isNull) {
          unknown = true;
        } else if (result.bits != 0 == any) {
          result.setBoolean(any);
          return;
        }
      }
      if (unknown) {
        result.setNull();
      } else {
        result.setBoolean(!any);
      }
    }

    private List<byte[]> rows(Frame frame) {
      List<byte[]> list = kept;
      if (list != null && cached && execution == frame.execution) {
        return list;
      }
      list = new ArrayList<>();
      rows.open(frame);
      while (rows.next(frame)) {
        for (int i = 0; i < targets.length; i++) {
          targets[i].evaluate(frame, values[i]);
        }
        list.add(layout.form(values));
      }
      rows.close(frame);
      kept = list;
      execution = frame.execution;
      return list;
    }
  }

  /** {@code (a, b) = (SELECT …)}: the comparison with the only row, or null. */
  static final class Row extends Evaluator {
    private final Modification.RowSubquery subquery;
    private final int slot;
    private final Evaluator test;

    Row(Modification.RowSubquery subquery, int slot, Evaluator test) {
      this.subquery = subquery;
      this.slot = slot;
      this.test = test;
    }

    @Override
    void evaluate(Frame frame, Datum result) {
      subquery.run(frame);
      if (frame.tuples[slot] == null) {
        result.setNull();
      } else {
        test.evaluate(frame, result);
      }
    }
  }

  /** {@code value = ANY (subquery)} of an uncorrelated subquery: a look-up in a hash table. */
  static final class HashedAny extends Evaluator {
    private final Operator rows;
    private final Evaluator target;
    private final Evaluator left;
    private final KeyEncoder encoder;
    private final Datum value = new Datum();
    private final Key key = new Key();
    private final Set<Key> found = new HashSet<>();
    private boolean hasNull;
    private boolean empty;
    private long execution = -1;

    HashedAny(Operator rows, Evaluator target, Evaluator left, SqlType keyType) {
      this.rows = rows;
      this.target = target;
      this.left = left;
      encoder = new KeyEncoder(keyType);
    }

    @Override
    void evaluate(Frame frame, Datum result) {
      if (execution != frame.execution) {
        fill(frame);
      }
      if (empty) {
        result.setBoolean(false);
        return;
      }
      left.evaluate(frame, value);
      if (value.isNull) {
        result.setNull();
        return;
      }
      readKey();
      if (found.contains(key)) {
        result.setBoolean(true);
      } else if (hasNull) {
        result.setNull();
      } else {
        result.setBoolean(false);
      }
    }

    private void readKey() {
      encoder.clear();
      encoder.append(0, value);
      key.set(encoder.buffer(), encoder.length());
    }

    private void fill(Frame frame) {
      found.clear();
      hasNull = false;
      empty = true;
      rows.open(frame);
      while (rows.next(frame)) {
        empty = false;
        target.evaluate(frame, value);
        if (value.isNull) {
          hasNull = true;
        } else {
          readKey();
          if (!found.contains(key)) {
            found.add(key.copy());
          }
        }
      }
      rows.close(frame);
      execution = frame.execution;
    }
  }
}
