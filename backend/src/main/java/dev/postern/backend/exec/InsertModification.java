package dev.postern.backend.exec;

import dev.postern.backend.analyze.Query;
import dev.postern.backend.catalog.RelationDescriptor;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.plan.ModifyPlan;
import dev.postern.backend.plan.PlanNode;
import dev.postern.backend.plan.QueryPlan;
import dev.postern.backend.storage.RowTree;
import dev.postern.backend.storage.RowVersion;
import dev.postern.backend.storage.WriteOutcome;
import dev.postern.backend.txn.Transaction;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.TupleLayout;
import org.jspecify.annotations.Nullable;

/** INSERT, with ON CONFLICT (manual, INSERT). */
final class InsertModification extends Modification {
  private final RelationDescriptor table;
  private final int slot;
  private final int oldSlot;
  private final int sourceSlot;
  private final @Nullable Operator source;
  private final Evaluator[] sourceTargets;
  private final TupleLayout sourceLayout;
  private final Datum[] sourceValues;
  private final Evaluator[] values;
  private final Datum[] columns;
  private final @Nullable Conflicts conflicts;
  private final boolean oneRow;
  private final Datum holds = new Datum();

  /** ON CONFLICT, compiled; {@code assignments} null is DO NOTHING. */
  private record Conflicts(
      boolean[] arbiters,
      RowSubquery[] subqueries,
      @Nullable Evaluator @Nullable [] assignments,
      @Nullable Evaluator where,
      int excludedSlot) {}

  private InsertModification(
      Parts parts,
      Query.Insert insert,
      @Nullable Operator source,
      Evaluator[] sourceTargets,
      TupleLayout sourceLayout,
      Evaluator[] values,
      @Nullable Conflicts conflicts,
      boolean oneRow) {
    super(parts);
    table = insert.table();
    slot = insert.slot();
    oldSlot = insert.oldSlot();
    sourceSlot = insert.sourceSlot();
    this.source = source;
    this.sourceTargets = sourceTargets;
    this.sourceLayout = sourceLayout;
    this.values = values;
    this.conflicts = conflicts;
    this.oneRow = oneRow;
    sourceValues = CallEvaluators.datums(sourceTargets.length);
    columns = CallEvaluators.datums(table.layout().columns());
  }

  static InsertModification compile(Query.Insert insert, ModifyPlan plan, PlanCompiler compiler) {
    ExpressionCompiler expressions = compiler.expressions;
    Operator source = null;
    Evaluator[] targets = new Evaluator[0];
    TupleLayout sourceLayout = new TupleLayout();
    boolean oneRow = true;
    QueryPlan sourcePlan = plan.source();
    if (sourcePlan != null) {
      PlanCompiler.Compiled compiled = compiler.compile(sourcePlan);
      source = compiled.rows();
      targets = compiled.targets();
      sourceLayout = new TupleLayout(ExpressionCompiler.typesOf(sourcePlan.targets()));
      expressions.slot(insert.sourceSlot(), sourceLayout);
      oneRow =
          sourcePlan.root() instanceof PlanNode.OneRow
              || sourcePlan.root() instanceof PlanNode.ValuesScan scan && scan.lists().size() == 1;
    }
    expressions.slot(insert.slot(), insert.table());
    if (insert.oldSlot() >= 0) {
      expressions.slot(insert.oldSlot(), insert.table());
    }
    Conflicts conflicts = conflicts(insert, compiler);
    Evaluator[] values = expressions.compile(insert.values());
    return new InsertModification(
        compiler.parts("INSERT 0 ", insert.returning(), plan.returningSlot()),
        insert,
        source,
        targets,
        sourceLayout,
        values,
        conflicts,
        oneRow);
  }

  private static @Nullable Conflicts conflicts(Query.Insert insert, PlanCompiler compiler) {
    Query.OnConflict clause = insert.onConflict();
    if (clause == null) {
      return null;
    }
    RelationDescriptor table = insert.table();
    boolean[] arbiters = new boolean[table.indexes().size()];
    for (int i = 0; i < arbiters.length; i++) {
      boolean all = clause.arbiters().isEmpty() && table.indexes().get(i).unique();
      arbiters[i] = all || clause.arbiters().contains(table.indexes().get(i).oid());
    }
    compiler.expressions.slot(clause.excludedSlot(), table);
    RowSubquery[] subqueries = compiler.rowSubqueries(clause.rowSubqueries());
    return new Conflicts(
        arbiters,
        subqueries,
        clause.assignments() == null ? null : values(clause.assignments(), compiler.expressions),
        compiler.expressions.compileOrNull(clause.where()),
        clause.excludedSlot());
  }

  @Override
  boolean touchesOneRow() {
    return oneRow;
  }

  @Override
  void execute(Frame frame) {
    Operator rows = source;
    TableWriter writer = frame.context.tableWriter(table);
    if (rows == null) {
      insert(frame, writer);
      return;
    }
    rows.open(frame);
    while (rows.next(frame)) {
      frame.context.tick();
      for (int i = 0; i < sourceTargets.length; i++) {
        sourceTargets[i].evaluate(frame, sourceValues[i]);
      }
      frame.tuples[sourceSlot] = sourceLayout.form(sourceValues);
      insert(frame, writer);
    }
    rows.close(frame);
  }

  private void insert(Frame frame, TableWriter writer) {
    ExecutionContext context = frame.context;
    for (int i = 0; i < values.length; i++) {
      values[i].evaluate(frame, columns[i]);
    }
    byte[] tuple = writer.form(context, columns);
    writer.check(context, tuple);
    if (oldSlot >= 0) {
      frame.tuples[oldSlot] = null;
    }
    Conflicts onConflict = conflicts;
    if (onConflict == null) {
      current(frame, writer.insert(context, tuple), tuple);
      changed(frame);
      return;
    }
    while (true) {
      long rowId = writer.insert(context, tuple, onConflict.arbiters());
      if (rowId >= 0) {
        current(frame, rowId, tuple);
        changed(frame);
        return;
      }
      if (onConflict.assignments() == null
          || update(frame, writer, onConflict, writer.conflictingRow(), tuple)) {
        return;
      }
    }
  }

  private void current(Frame frame, long rowId, byte[] tuple) {
    frame.tuples[slot] = tuple;
    frame.rowIds[slot] = rowId;
    frame.versions[slot] = null;
  }

  /**
   * DO UPDATE of the row in the way; false where that row is gone and the insert has to try again.
   */
  private boolean update(
      Frame frame, TableWriter writer, Conflicts onConflict, long rowId, byte[] proposed) {
    ExecutionContext context = frame.context;
    RowTree rows = context.branch().rowTree(table.fileNode());
    while (true) {
      RowVersion newest = rows.settled(rowId, context.writer());
      if (newest == null) {
        return false;
      }
      Transaction own = context.writer();
      if (newest.xmin().belongsTo(own.top()) && newest.cmin() == context.commandId()) {
        throw new SqlError(
                SqlState.CARDINALITY_VIOLATION,
                "ON CONFLICT DO UPDATE command cannot affect row a second time")
            .hint(
                "Ensure that no rows proposed for insertion within the same command have duplicate"
                    + " constrained values.");
      }
      frame.tuples[oldSlot] = newest.tuple();
      frame.rowIds[oldSlot] = rowId;
      frame.versions[oldSlot] = newest;
      frame.tuples[onConflict.excludedSlot()] = proposed;
      Evaluator where = onConflict.where();
      if (where != null && !where.holds(frame, holds)) {
        return true;
      }
      for (RowSubquery subquery : onConflict.subqueries()) {
        subquery.run(frame);
      }
      @Nullable Evaluator[] assignments = onConflict.assignments();
      if (assignments == null) {
        return true;
      }
      newRow(frame, assignments, table, newest.tuple(), columns);
      byte[] tuple = writer.form(context, columns);
      writer.check(context, tuple);
      WriteOutcome outcome = writer.update(context, rowId, newest, tuple);
      switch (outcome) {
        case OK -> {
          current(frame, rowId, tuple);
          changed(frame);
          return true;
        }
        case CONFLICT_IN_PROGRESS -> context.awaitEnd(writer.conflict().transaction());
        case UPDATED_CONCURRENTLY -> RowRecheck.requireReadCommitted(context, "update");
        case DELETED_CONCURRENTLY, SELF_MODIFIED -> {
          return false;
        }
      }
    }
  }

  @Override
  void close(Frame frame) {
    super.close(frame);
    if (source != null) {
      source.close(frame);
    }
  }
}
