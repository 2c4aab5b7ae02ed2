package dev.postern.backend.exec;

import dev.postern.backend.storage.RowCursor;
import dev.postern.backend.storage.SequenceState;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.TupleLayout;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Operators that read nothing else: one row, tables, VALUES. */
final class ScanOperators {
  private ScanOperators() {}

  static final class OneRow extends Operator {
    private boolean given;

    @Override
    void open(Frame frame) {
      given = false;
    }

    @Override
    boolean next(Frame frame) {
      boolean first = !given;
      given = true;
      return first;
    }
  }

  static final class Sequential extends Operator {
    private final int slot;
    private final int fileNode;
    private final int relationOid;
    private final @Nullable Evaluator filter;
    private final Datum holds = new Datum();
    private @Nullable RowCursor cursor;

    Sequential(int slot, int fileNode, int relationOid, @Nullable Evaluator filter) {
      this.slot = slot;
      this.fileNode = fileNode;
      this.relationOid = relationOid;
      this.filter = filter;
    }

    @Override
    void open(Frame frame) {
      ExecutionContext context = frame.context;
      context.noteRead(relationOid);
      cursor = context.branch().rowTree(fileNode).scan(context.snapshot());
    }

    @Override
    boolean next(Frame frame) {
      RowCursor rows = cursor;
      if (rows == null) {
        return false;
      }
      while (rows.next()) {
        frame.context.tick();
        frame.tuples[slot] = rows.tuple();
        frame.rowIds[slot] = rows.rowId();
        frame.versions[slot] = rows.version();
        if (filter == null || filter.holds(frame, holds)) {
          return true;
        }
      }
      cursor = null;
      return false;
    }

    @Override
    void close(Frame frame) {
      cursor = null;
    }
  }

  static final class Values extends Operator {
    private final int slot;
    private final TupleLayout layout;
    private final List<Evaluator[]> rows;
    private final Datum[] values;
    private int position;

    Values(int slot, TupleLayout layout, List<Evaluator[]> rows) {
      this.slot = slot;
      this.layout = layout;
      this.rows = rows;
      values = CallEvaluators.datums(layout.columns());
    }

    @Override
    void open(Frame frame) {
      position = 0;
    }

    @Override
    boolean next(Frame frame) {
      if (position == rows.size()) {
        return false;
      }
      Evaluator[] row = rows.get(position++);
      for (int i = 0; i < row.length; i++) {
        row[i].evaluate(frame, values[i]);
      }
      frame.tuples[slot] = layout.form(values);
      return true;
    }
  }

  /** The one row of a sequence; nothing is logged ahead, so that log_cnt is 0. */
  static final class Sequence extends Operator {
    private final int slot;
    private final int fileNode;
    private final TupleLayout layout;
    private final Datum[] values = CallEvaluators.datums(3);
    private boolean given;

    Sequence(int slot, int fileNode, TupleLayout layout) {
      this.slot = slot;
      this.fileNode = fileNode;
      this.layout = layout;
    }

    @Override
    void open(Frame frame) {
      given = false;
    }

    @Override
    boolean next(Frame frame) {
      if (given) {
        return false;
      }
      given = true;
      SequenceState.Value now = frame.context.branch().sequence(fileNode).get();
      values[0].setLong(now.last());
      values[1].setLong(0);
      values[2].setBoolean(now.called());
      frame.tuples[slot] = layout.form(values);
      return true;
    }
  }

  /** A member of WITH. */
  static final class CommonTable extends Operator {
    private final int slot;
    private final int number;
    private CommonTableRows rows = new CommonTableRows(List.of());
    private int position;

    CommonTable(int slot, int number) {
      this.slot = slot;
      this.number = number;
    }

    @Override
    void open(Frame frame) {
      rows = frame.commonTables.rows(number);
      position = 0;
    }

    @Override
    boolean next(Frame frame) {
      byte[] row = rows.row(frame, position);
      if (row == null) {
        return false;
      }
      frame.context.tick();
      frame.tuples[slot] = row;
      position++;
      return true;
    }
  }

  /** A recursive member of WITH inside its own term: the rows of the step before. */
  static final class WorkTable extends Operator {
    private final int slot;
    private final int number;
    private List<byte[]> rows = List.of();
    private int position;

    WorkTable(int slot, int number) {
      this.slot = slot;
      this.number = number;
    }

    @Override
    void open(Frame frame) {
      rows = frame.commonTables.rows(number).working();
      position = 0;
    }

    @Override
    boolean next(Frame frame) {
      if (position == rows.size()) {
        return false;
      }
      frame.context.tick();
      frame.tuples[slot] = rows.get(position++);
      return true;
    }
  }

  /** A query with a WITH of its own below the top: its members begin anew with it. */
  static final class WithScope extends Operator {
    private final Operator child;
    private final int[] numbers;

    WithScope(Operator child, int[] numbers) {
      this.child = child;
      this.numbers = numbers;
    }

    @Override
    void open(Frame frame) {
      for (int number : numbers) {
        frame.commonTables.forget(frame, number);
      }
      child.open(frame);
    }

    @Override
    boolean next(Frame frame) {
      return child.next(frame);
    }

    @Override
    void close(Frame frame) {
      child.close(frame);
    }
  }
}
