package dev.postern.backend.exec;

import dev.postern.backend.analyze.Query;
import dev.postern.backend.catalog.RelationDescriptor;
import dev.postern.backend.plan.ModifyPlan;
import dev.postern.backend.plan.PlanNode;
import dev.postern.backend.storage.RowVersion;
import dev.postern.backend.storage.WriteOutcome;
import dev.postern.backend.type.Datum;
import org.jspecify.annotations.Nullable;

/** UPDATE (manual, UPDATE; READ COMMITTED's second look: section 13.2.1). */
final class UpdateModification extends Modification {
  private final RelationDescriptor table;
  private final int slot;
  private final int newSlot;
  private final Operator rows;
  private final RowSubquery[] subqueries;
  private final @Nullable Evaluator[] assignments;
  private final @Nullable Evaluator where;
  private final boolean oneRow;
  private final Datum[] columns;
  private final Datum holds = new Datum();

  private UpdateModification(
      Parts parts,
      Query.Update update,
      Operator rows,
      RowSubquery[] subqueries,
      @Nullable Evaluator[] assignments,
      @Nullable Evaluator where,
      boolean oneRow) {
    super(parts);
    table = update.table();
    slot = update.slot();
    newSlot = update.newSlot();
    this.rows = rows;
    this.subqueries = subqueries;
    this.assignments = assignments;
    this.where = where;
    this.oneRow = oneRow;
    columns = CallEvaluators.datums(table.layout().columns());
  }

  static UpdateModification compile(Query.Update update, ModifyPlan plan, PlanCompiler compiler) {
    PlanNode source = plan.rows();
    if (source == null) {
      throw new IllegalStateException("UPDATE without rows");
    }
    Operator rows = compiler.compile(source);
    compiler.expressions.slot(update.newSlot(), update.table());
    RowSubquery[] subqueries = compiler.rowSubqueries(update.rowSubqueries());
    return new UpdateModification(
        compiler.parts("UPDATE ", update.returning(), plan.returningSlot()),
        update,
        rows,
        subqueries,
        values(update.values(), compiler.expressions),
        compiler.expressions.compileOrNull(update.where()),
        isOneRow(source));
  }

  /** Whether a plan finds its row by a whole unique key. */
  static boolean isOneRow(PlanNode source) {
    return source instanceof PlanNode.IndexScan scan
        && scan.index().unique()
        && scan.equal().size() == scan.index().keys().size();
  }

  @Override
  boolean touchesOneRow() {
    return oneRow;
  }

  @Override
  void execute(Frame frame) {
    TableWriter writer = frame.context.tableWriter(table);
    rows.open(frame);
    while (rows.next(frame)) {
      update(frame, writer);
    }
    rows.close(frame);
  }

  private void update(Frame frame, TableWriter writer) {
    ExecutionContext context = frame.context;
    long rowId = frame.rowIds[slot];
    RowVersion version = frame.versions[slot];
    if (version == null) {
      return;
    }
    while (true) {
      for (RowSubquery subquery : subqueries) {
        subquery.run(frame);
      }
      newRow(frame, assignments, table, version.tuple(), columns);
      byte[] tuple = writer.form(context, columns);
      writer.check(context, tuple);
      WriteOutcome outcome = writer.update(context, rowId, version, tuple);
      switch (outcome) {
        case OK -> {
          frame.tuples[newSlot] = tuple;
          frame.rowIds[newSlot] = rowId;
          frame.versions[newSlot] = null;
          changed(frame);
          return;
        }
        case CONFLICT_IN_PROGRESS -> context.awaitEnd(writer.conflict().transaction());
        case UPDATED_CONCURRENTLY -> {
          RowRecheck.requireReadCommitted(context, "update");
          version = writer.conflict().version();
          frame.tuples[slot] = version.tuple();
          frame.versions[slot] = version;
          if (where != null && !where.holds(frame, holds)) {
            return;
          }
        }
        case DELETED_CONCURRENTLY -> {
          RowRecheck.requireReadCommitted(context, "delete");
          return;
        }
        case SELF_MODIFIED -> {
          return;
        }
      }
    }
  }

  @Override
  void close(Frame frame) {
    super.close(frame);
    rows.close(frame);
  }
}
