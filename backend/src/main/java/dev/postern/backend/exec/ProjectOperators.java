package dev.postern.backend.exec;

import dev.postern.backend.function.SetFunction;
import dev.postern.backend.type.ByteArrayWriter;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.SqlType;
import dev.postern.backend.type.TupleLayout;
import org.jspecify.annotations.Nullable;

/** Operators that compute rows of their own from those below. */
final class ProjectOperators {
  private ProjectOperators() {}

  static final class Filter extends Operator {
    private final Operator child;
    private final Evaluator condition;
    private final @Nullable Runnable removed;
    private final Datum holds = new Datum();

    Filter(Operator child, Evaluator condition) {
      this(child, condition, null);
    }

    /**
     * @param removed told of each row that does not meet the condition
     */
    Filter(Operator child, Evaluator condition, @Nullable Runnable removed) {
      this.child = child;
      this.condition = condition;
      this.removed = removed;
    }

    @Override
    void open(Frame frame) {
      child.open(frame);
    }

    @Override
    boolean next(Frame frame) {
      while (child.next(frame)) {
        if (condition.holds(frame, holds)) {
          return true;
        }
        if (removed != null) {
          removed.run();
        }
      }
      return false;
    }

    @Override
    void close(Frame frame) {
      child.close(frame);
    }
  }

  /** Forms a tuple of computed values in a slot; also the rows of a subquery. */
  static final class Project extends Operator {
    private final Operator child;
    private final int slot;
    private final TupleLayout layout;
    private final Evaluator[] expressions;
    private final Datum[] values;

    Project(Operator child, int slot, TupleLayout layout, Evaluator[] expressions) {
      this.child = child;
      this.slot = slot;
      this.layout = layout;
      this.expressions = expressions;
      values = CallEvaluators.datums(expressions.length);
    }

    @Override
    void open(Frame frame) {
      child.open(frame);
    }

    @Override
    boolean next(Frame frame) {
      if (!child.next(frame)) {
        return false;
      }
      for (int i = 0; i < expressions.length; i++) {
        expressions[i].evaluate(frame, values[i]);
      }
      frame.tuples[slot] = layout.form(values);
      return true;
    }

    @Override
    void close(Frame frame) {
      child.close(frame);
    }
  }

  /** A call of a set-returning function, ready to be opened. */
  static final class SetCall {
    final SetFunction code;
    final Evaluator[] arguments;
    final boolean strict;
    final Datum[] values;
    final Datum[] columns;

    /** For a function of a composite result shown as one value: the types of its fields. */
    final SqlType @Nullable [] asRecord;

    SetCall(
        SetFunction code,
        boolean strict,
        Evaluator[] arguments,
        int columns,
        SqlType @Nullable [] asRecord) {
      this.code = code;
      this.strict = strict;
      this.arguments = arguments;
      values = CallEvaluators.datums(arguments.length);
      this.columns = CallEvaluators.datums(columns);
      this.asRecord = asRecord;
    }

    SetFunction.@Nullable Rows open(Frame frame) {
      for (int i = 0; i < arguments.length; i++) {
        arguments[i].evaluate(frame, values[i]);
        if (values[i].isNull && strict) {
          return null;
        }
      }
      return code.open(frame.context, values);
    }

    void record(Datum result) {
      SqlType[] types = asRecord;
      if (types == null) {
        result.set(columns[0]);
        return;
      }
      ByteArrayWriter form = new ByteArrayWriter();
      form.writeInt(types.length);
      for (int i = 0; i < types.length; i++) {
        ValueEvaluators.writeField(form, types[i], columns[i]);
      }
      result.setBytes(form.toByteArray());
    }
  }

  /** Functions in FROM, side by side; those that end first give nulls. */
  static final class FunctionScan extends Operator {
    private final int slot;
    private final TupleLayout layout;
    private final FunctionSource[] calls;
    private final boolean ordinality;
    private final Datum[] values;
    private SetFunction.@Nullable Rows[] open;
    private long ordinal;

    FunctionScan(int slot, TupleLayout layout, FunctionSource[] calls, boolean ordinality) {
      this.slot = slot;
      this.layout = layout;
      this.calls = calls;
      this.ordinality = ordinality;
      values = CallEvaluators.datums(layout.columns());
      open = new SetFunction.@Nullable Rows[calls.length];
    }

    @Override
    void open(Frame frame) {
      ordinal = 0;
      for (int i = 0; i < calls.length; i++) {
        open[i] = calls[i].open(frame);
      }
    }

    @Override
    boolean next(Frame frame) {
      frame.context.tick();
      boolean any = false;
      int column = 0;
      for (int i = 0; i < calls.length; i++) {
        FunctionSource call = calls[i];
        Datum[] columns = call.columns();
        SetFunction.Rows rows = open[i];
        if (rows != null && rows.next(columns)) {
          any = true;
          for (Datum value : columns) {
            values[column++].set(value);
          }
        } else {
          open[i] = null;
          for (int c = 0; c < columns.length; c++) {
            values[column++].setNull();
          }
        }
      }
      if (!any) {
        return false;
      }
      if (ordinality) {
        values[column].setLong(++ordinal);
      }
      frame.tuples[slot] = layout.form(values);
      return true;
    }

    @Override
    void close(Frame frame) {
      open = new SetFunction.@Nullable Rows[calls.length];
    }
  }

  /** One member of a function scan: a set-returning function, or any expression as one row. */
  interface FunctionSource {
    SetFunction.@Nullable Rows open(Frame frame);

    /** Where {@code next} puts the row. */
    Datum[] columns();
  }

  /** Set-returning functions in a select list: as many rows as the longest has. */
  static final class ProjectSet extends Operator {
    private final Operator child;
    private final int slot;
    private final TupleLayout layout;
    private final SetCall[] calls;
    private final Datum[] values;
    private final SetFunction.@Nullable Rows[] open;
    private final RowStore childRows;
    private RowStore.@Nullable Saved current;

    ProjectSet(Operator child, int slot, TupleLayout layout, SetCall[] calls, int[] childSlots) {
      this.child = child;
      this.slot = slot;
      this.layout = layout;
      this.calls = calls;
      values = CallEvaluators.datums(calls.length);
      open = new SetFunction.@Nullable Rows[calls.length];
      childRows = new RowStore(childSlots);
    }

    @Override
    void open(Frame frame) {
      child.open(frame);
      current = null;
    }

    @Override
    boolean next(Frame frame) {
      while (true) {
        frame.context.tick();
        if (current == null) {
          if (!child.next(frame)) {
            return false;
          }
          current = childRows.save(frame);
          for (int i = 0; i < calls.length; i++) {
            open[i] = calls[i].open(frame);
          }
        }
        boolean any = false;
        for (int i = 0; i < calls.length; i++) {
          SetFunction.Rows rows = open[i];
          if (rows != null && rows.next(calls[i].columns)) {
            any = true;
            calls[i].record(values[i]);
          } else {
            open[i] = null;
            values[i].setNull();
          }
        }
        if (any) {
          frame.tuples[slot] = layout.form(values);
          return true;
        }
        current = null;
      }
    }

    @Override
    void close(Frame frame) {
      child.close(frame);
      current = null;
    }
  }
}
