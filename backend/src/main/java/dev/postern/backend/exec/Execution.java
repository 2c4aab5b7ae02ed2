package dev.postern.backend.exec;

import dev.postern.backend.ResultColumn;
import dev.postern.backend.ResultSink;
import dev.postern.backend.analyze.Query;
import dev.postern.backend.function.FunctionCode;
import dev.postern.backend.plan.ModifyPlan;
import dev.postern.backend.plan.QueryPlan;
import dev.postern.backend.plan.StatementPlan;
import dev.postern.backend.type.Datum;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A compiled statement. Serves one run at a time, any number after each other: {@link #start}, then
 * {@link #next} until false, then {@link #close}. A modification runs to its end in {@code start}
 * and then gives RETURNING's rows.
 */
public final class Execution {
  private final Frame frame;
  private final @Nullable Operator rows;
  private final Evaluator[] targets;
  private final @Nullable Modification modification;
  private final List<Modification> withModifications;
  private final Datum value = new Datum();
  private final String tagPrefix;
  private final boolean singleRow;

  /** Of the modification, where it is to be measured. */
  private Instruments.@Nullable Measure measure;

  private long count;
  private static final java.util.concurrent.atomic.AtomicLong EXECUTIONS =
      new java.util.concurrent.atomic.AtomicLong();

  private Execution(
      Frame frame,
      @Nullable Operator rows,
      Evaluator[] targets,
      @Nullable Modification modification,
      List<Modification> withModifications,
      String tagPrefix,
      boolean singleRow) {
    this.frame = frame;
    this.rows = rows;
    this.targets = targets;
    this.modification = modification;
    this.withModifications = withModifications;
    this.tagPrefix = tagPrefix;
    this.singleRow = singleRow;
  }

  /** Compiles a plan under the catalog version it was made for. */
  public static Execution compile(
      StatementPlan plan, FunctionCode code, IndexKeysFactory indexKeys) {
    return compile(plan, code, indexKeys, null);
  }

  /**
   * As {@link #compile(StatementPlan, FunctionCode, IndexKeysFactory)}.
   *
   * @param instruments to measure each of the plan's nodes with, or null
   */
  public static Execution compile(
      StatementPlan plan,
      FunctionCode code,
      IndexKeysFactory indexKeys,
      @Nullable Instruments instruments) {
    PlanCompiler compiler = new PlanCompiler(plan, code, indexKeys, instruments);
    Frame frame =
        new Frame(DetachedContext.INSTANCE, plan.slots(), plan.caseValues(), compiler.commonTables);
    QueryPlan query = plan.query();
    ModifyPlan modify = plan.modify();
    List<Modification> before = new ArrayList<>();
    if (query != null) {
      modifications(query.with(), compiler, frame, before);
      PlanCompiler.Compiled compiled = compiler.compile(query);
      return new Execution(
          frame, compiled.rows(), compiled.targets(), null, before, "SELECT ", false);
    }
    if (modify == null) {
      throw new IllegalStateException("a plan without a query");
    }
    modifications(modify.with(), compiler, frame, before);
    Modification modification = Modification.compile(modify, compiler, frame);
    Execution execution =
        new Execution(
            frame,
            null,
            modification.returning(),
            modification,
            before,
            modification.tagPrefix(),
            before.isEmpty() && modification.touchesOneRow());
    execution.measure = instruments == null ? null : instruments.add(modify);
    return execution;
  }

  private static void modifications(
      List<QueryPlan.CommonTablePlan> with,
      PlanCompiler compiler,
      Frame frame,
      List<Modification> found) {
    for (QueryPlan.CommonTablePlan table : with) {
      ModifyPlan modify = table.modify();
      if (modify != null) {
        Modification modification = Modification.compile(modify, compiler, frame);
        modification.keepFor(table.number());
        found.add(modification);
      }
    }
  }

  /**
   * Begins a run.
   *
   * @param parameters by number - 1; not changed, not kept after {@link #close}
   */
  public void start(ExecutionContext context, Datum[] parameters) {
    frame.context = context;
    frame.parameters = parameters;
    frame.execution = EXECUTIONS.incrementAndGet();
    frame.commonTables.reset(frame);
    count = 0;
    for (Modification before : withModifications) {
      frame.commonTables.pending(before.commonTable(), () -> before.run(frame));
    }
    frame.commonTables.runPending();
    if (modification != null) {
      if (measure == null) {
        modification.run(frame);
      } else {
        measured(modification, measure);
      }
      count = modification.count();
    } else if (rows != null) {
      rows.open(frame);
    }
    if (modification != null || !withModifications.isEmpty()) {
      context.constraints().runImmediate(context);
    }
  }

  private void measured(Modification changes, Instruments.Measure into) {
    long before = System.nanoTime();
    changes.run(frame);
    into.loops++;
    into.totalNanos += System.nanoTime() - before;
  }

  /** Makes the next row of the result current. */
  public boolean next() {
    if (modification != null) {
      boolean found = modification.nextReturned(frame);
      if (measure != null && found) {
        measure.rows++;
      }
      return found;
    }
    if (rows != null && rows.next(frame)) {
      count++;
      return true;
    }
    return false;
  }

  /** Columns of the result. */
  public int columns() {
    return targets.length;
  }

  /** Computes a column of the current row. */
  public void column(int index, Datum result) {
    targets[index].evaluate(frame, result);
  }

  /** Sends the current row. */
  public void emit(ResultSink sink, ResultColumn[] columns) {
    sink.beginRow();
    for (int i = 0; i < targets.length; i++) {
      targets[i].evaluate(frame, value);
      sink.value(columns[i], value, frame.context.style());
    }
    sink.endRow();
  }

  /** Rows given or changed so far, for the command tag. */
  public long count() {
    return count;
  }

  /** The command tag up to its count, such as {@code "INSERT 0 "}. */
  public String tagPrefix() {
    return tagPrefix;
  }

  /** Whether it is known beforehand to change at most one row. */
  public boolean changesOneRowAtMost() {
    return singleRow;
  }

  /** Whether it changes rows. */
  public boolean modifies() {
    return modification != null || !withModifications.isEmpty();
  }

  /** Ends a run and lets go of what it held. */
  public void close() {
    if (rows != null) {
      rows.close(frame);
    }
    if (modification != null) {
      modification.close(frame);
    }
    frame.commonTables.reset(frame);
    frame.context = DetachedContext.INSTANCE;
  }

  /** The tag of a query's kind: what EXPLAIN and EXECUTE need to know. */
  static String tagPrefix(Query query) {
    return switch (query) {
      case Query.Insert insert -> "INSERT 0 ";
      case Query.Update update -> "UPDATE ";
      case Query.Delete delete -> "DELETE ";
      case Query.Select select -> "SELECT ";
      case Query.Values values -> "SELECT ";
      case Query.SetOperation operation -> "SELECT ";
    };
  }
}
