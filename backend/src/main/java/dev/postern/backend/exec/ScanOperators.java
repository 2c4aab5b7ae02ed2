package dev.postern.backend.exec;

import dev.postern.backend.storage.RowCursor;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.TupleLayout;
import java.util.ArrayList;
import java.util.Iterator;
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

  /** Rows that are kept: a member of WITH that was computed. */
  static final class Kept extends Operator {
    private final int slot;
    private final int commonTable;
    private Iterator<byte[]> rows = new ArrayList<byte[]>().iterator();

    Kept(int slot, int commonTable) {
      this.slot = slot;
      this.commonTable = commonTable;
    }

    @Override
    void open(Frame frame) {
      rows = frame.commonTables.rows(frame, commonTable).iterator();
    }

    @Override
    boolean next(Frame frame) {
      if (!rows.hasNext()) {
        return false;
      }
      frame.context.tick();
      frame.tuples[slot] = rows.next();
      return true;
    }
  }
}
