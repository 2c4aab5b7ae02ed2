package dev.postern.backend.exec;

import dev.postern.backend.analyze.Query;
import dev.postern.backend.catalog.RelationDescriptor;
import dev.postern.backend.plan.ModifyPlan;
import dev.postern.backend.plan.PlanNode;
import dev.postern.backend.storage.RowVersion;
import dev.postern.backend.storage.WriteOutcome;
import dev.postern.backend.type.Datum;
import org.jspecify.annotations.Nullable;

/** DELETE (manual, DELETE; READ COMMITTED's second look: section 13.2.1). */
final class DeleteModification extends Modification {
  private final RelationDescriptor table;
  private final int slot;
  private final Operator rows;
  private final @Nullable Evaluator where;
  private final boolean oneRow;
  private final Datum holds = new Datum();

  private DeleteModification(
      Parts parts, Query.Delete delete, Operator rows, @Nullable Evaluator where, boolean oneRow) {
    super(parts);
    table = delete.table();
    slot = delete.slot();
    this.rows = rows;
    this.where = where;
    this.oneRow = oneRow;
  }

  static DeleteModification compile(Query.Delete delete, ModifyPlan plan, PlanCompiler compiler) {
    PlanNode source = plan.rows();
    if (source == null) {
      throw new IllegalStateException("DELETE without rows");
    }
    Operator rows = compiler.compile(source);
    return new DeleteModification(
        compiler.parts("DELETE ", delete.returning(), plan.returningSlot()),
        delete,
        rows,
        compiler.expressions.compileOrNull(delete.where()),
        UpdateModification.isOneRow(source));
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
      delete(frame, writer);
    }
    rows.close(frame);
  }

  private void delete(Frame frame, TableWriter writer) {
    ExecutionContext context = frame.context;
    RowVersion version = frame.versions[slot];
    if (version == null) {
      return;
    }
    while (true) {
      WriteOutcome outcome = writer.delete(context, frame.rowIds[slot], version);
      switch (outcome) {
        case OK -> {
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
