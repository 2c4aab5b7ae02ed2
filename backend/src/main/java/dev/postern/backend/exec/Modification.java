package dev.postern.backend.exec;

import dev.postern.backend.analyze.Query;
import dev.postern.backend.plan.ModifyPlan;
import dev.postern.backend.plan.QueryPlan;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.TupleLayout;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * INSERT, UPDATE or DELETE in execution. Rows for RETURNING are kept as formed tuples: the whole
 * statement runs before the first is given out.
 */
abstract class Modification {
  private final String tagPrefix;
  private final Evaluator[] returning;
  private final TupleLayout returningLayout;
  private final int returningSlot;
  private final Datum[] returningValues;
  private List<byte[]> returned = List.of();
  private int position;
  private int commonTable = -1;
  long count;

  /** What every modification has in common. */
  record Parts(String tagPrefix, Evaluator[] returning, TupleLayout layout, int slot) {}

  Modification(Parts parts) {
    tagPrefix = parts.tagPrefix();
    returning = parts.returning();
    returningLayout = parts.layout();
    returningSlot = parts.slot();
    returningValues = CallEvaluators.datums(returning.length);
  }

  static Modification compile(ModifyPlan plan, PlanCompiler compiler, Frame frame) {
    for (QueryPlan.CommonTablePlan table : plan.with()) {
      compiler.register(table);
    }
    return switch (plan.query()) {
      case Query.Insert insert -> InsertModification.compile(insert, plan, compiler);
      case Query.Update update -> UpdateModification.compile(update, plan, compiler);
      case Query.Delete delete -> DeleteModification.compile(delete, plan, compiler);
      case Query.Select select -> throw new IllegalStateException("not a modification");
      case Query.Values values -> throw new IllegalStateException("not a modification");
      case Query.SetOperation operation -> throw new IllegalStateException("not a modification");
    };
  }

  /** Says that its rows are a member of WITH, to be read under this number. */
  void keepFor(int number) {
    commonTable = number;
  }

  /** The number of the member of WITH that it is, or -1. */
  int commonTable() {
    return commonTable;
  }

  /** Evaluators that read the kept row of RETURNING. */
  Evaluator[] returning() {
    Evaluator[] columns = new Evaluator[returning.length];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = new ValueEvaluators.Column(returningSlot, i, returningLayout, null);
    }
    return columns;
  }

  String tagPrefix() {
    return tagPrefix;
  }

  long count() {
    return count;
  }

  final void run(Frame frame) {
    count = 0;
    position = 0;
    returned = returning.length == 0 && commonTable < 0 ? List.of() : new ArrayList<>();
    execute(frame);
    if (commonTable >= 0) {
      frame.commonTables.computed(commonTable, returned);
    }
  }

  /** Runs the statement; {@link #changed} is called for every row with its slots current. */
  abstract void execute(Frame frame);

  /** Whether it is known beforehand to change at most one row. */
  abstract boolean touchesOneRow();

  /** A row was changed: counts it and keeps what RETURNING says of it. */
  final void changed(Frame frame) {
    count++;
    if (returning.length == 0) {
      return;
    }
    for (int i = 0; i < returning.length; i++) {
      returning[i].evaluate(frame, returningValues[i]);
    }
    returned.add(returningLayout.form(returningValues));
  }

  final boolean nextReturned(Frame frame) {
    if (position >= returned.size()) {
      return false;
    }
    frame.tuples[returningSlot] = returned.get(position++);
    return true;
  }

  void close(Frame frame) {
    returned = List.of();
    position = 0;
  }

  /** Runs the subquery of {@code SET (a, b) = (SELECT …)} into its slot. */
  static final class RowSubquery {
    private final Operator rows;
    private final Evaluator[] targets;
    private final int slot;
    private final TupleLayout layout;
    private final Datum[] values;

    RowSubquery(Operator rows, Evaluator[] targets, int slot, TupleLayout layout) {
      this.rows = rows;
      this.targets = targets;
      this.slot = slot;
      this.layout = layout;
      values = CallEvaluators.datums(targets.length);
    }

    void run(Frame frame) {
      rows.open(frame);
      byte[] row = null;
      if (rows.next(frame)) {
        for (int i = 0; i < targets.length; i++) {
          targets[i].evaluate(frame, values[i]);
        }
        row = layout.form(values);
        if (rows.next(frame)) {
          throw new dev.postern.backend.error.SqlError(
              dev.postern.backend.error.SqlState.CARDINALITY_VIOLATION,
              "more than one row returned by a subquery used as an expression");
        }
      }
      rows.close(frame);
      frame.tuples[slot] = row;
    }
  }

  static @Nullable Evaluator[] values(
      List<? extends dev.postern.backend.analyze.@Nullable TypedExpression> expressions,
      ExpressionCompiler compiler) {
    @Nullable Evaluator[] evaluators = new @Nullable Evaluator[expressions.size()];
    for (int i = 0; i < evaluators.length; i++) {
      evaluators[i] = compiler.compileOrNull(expressions.get(i));
    }
    return evaluators;
  }

  /** The row after a change: new values where there are some, else what the old row has. */
  static void newRow(
      Frame frame,
      @Nullable Evaluator[] assignments,
      dev.postern.backend.catalog.RelationDescriptor table,
      byte[] old,
      Datum[] columns) {
    for (int i = 0; i < columns.length; i++) {
      Evaluator assignment = assignments[i];
      if (assignment != null) {
        assignment.evaluate(frame, columns[i]);
      } else {
        oldColumn(table, old, i, columns[i]);
      }
    }
  }

  private static void oldColumn(
      dev.postern.backend.catalog.RelationDescriptor table, byte[] old, int column, Datum value) {
    if (TupleLayout.has(old, column)) {
      table.layout().read(old, column, value);
      return;
    }
    byte[] missing = table.attributes().get(column).missingValue();
    if (missing == null) {
      value.setNull();
    } else {
      new TupleLayout(table.layout().type(column)).read(missing, 0, value);
    }
  }
}
