package dev.postern.backend.session;

import dev.postern.backend.ExecuteMode;
import dev.postern.backend.Outcome;
import dev.postern.backend.ResultColumn;
import dev.postern.backend.ResultSink;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.exec.Execution;
import dev.postern.backend.exec.NeedsThread;
import dev.postern.backend.txn.Snapshot;
import org.jspecify.annotations.Nullable;

/**
 * Runs portals of planned statements: queries and INSERT, UPDATE, DELETE. Takes the locks, the
 * snapshot and an execution, passes rows on up to the limit, and undoes an inline run that has to
 * leave the event loop. Hot path: a short statement allocates nothing here. Used by the session's
 * thread.
 */
final class PortalRunner {
  private final SessionContext context;
  private final TransactionState transaction;
  private final StatementCompiler compiler;
  private final PortalTable portals;
  private final Completion completion;

  PortalRunner(
      SessionContext context,
      TransactionState transaction,
      StatementCompiler compiler,
      PortalTable portals,
      Completion completion) {
    this.context = context;
    this.transaction = transaction;
    this.compiler = compiler;
    this.portals = portals;
    this.completion = completion;
  }

  /**
   * Runs a portal from where it is.
   *
   * @param maxRows 0 is no limit
   * @param describes whether the sink is to be told the shape of the rows
   */
  Outcome run(
      BoundPortal portal, int maxRows, ResultSink sink, ExecuteMode mode, boolean describes) {
    return switch (portal.state) {
      case READY -> begin(portal, maxRows, sink, mode, describes);
      case OPEN -> {
        // What was given out cannot be taken back, so a run that goes on never does so inline.
        if (mode == ExecuteMode.INLINE) {
          yield Outcome.NEEDS_THREAD;
        }
        yield proceed(portal, maxRows, sink);
      }
      case DONE -> {
        CompiledStatement compiled = portal.compiled;
        if (compiled == null || compiled.columns == null) {
          throw cannotRun(portal);
        }
        completion.rows(compiled.tagPrefix, 0);
        yield Outcome.COMPLETE;
      }
      case FAILED -> throw cannotRun(portal);
    };
  }

  static SqlError cannotRun(BoundPortal portal) {
    return new SqlError(
        SqlState.OBJECT_NOT_IN_PREREQUISITE_STATE,
        "portal \"" + portal.nameText() + "\" cannot be run");
  }

  private Outcome begin(
      BoundPortal portal, int maxRows, ResultSink sink, ExecuteMode mode, boolean describes) {
    CompiledStatement compiled = valid(portal);
    if (mode == ExecuteMode.INLINE && !compiled.plan.quick()) {
      return Outcome.NEEDS_THREAD;
    }
    if (!compiled.modifies) {
      context.limitTime();
    }
    boolean guarded =
        mode == ExecuteMode.INLINE && compiled.guardedInline && transaction.levelHasWritten();
    boolean firstOfLevel = !transaction.levelHasWritten();
    int constraintMark = context.constraints().mark();
    if (guarded) {
      transaction.pushSavepoint("", true);
    }
    try {
      compiled = locked(portal, compiled);
      open(portal, compiled, maxRows > 0);
      Outcome outcome = start(portal, compiled, maxRows, sink, describes);
      if (guarded) {
        transaction.releaseInnermost();
      }
      return outcome;
    } catch (NeedsThread leave) {
      portals.stop(portal);
      if (portal.state == BoundPortal.State.OPEN) {
        portal.state = BoundPortal.State.READY;
      }
      releaseShared();
      context.constraints().rollbackTo(constraintMark);
      if (guarded) {
        transaction.rollbackInnermost();
      } else if (firstOfLevel && compiled.modifies) {
        transaction.forgetLevel();
      }
      return Outcome.NEEDS_THREAD;
    } catch (RuntimeException | Error e) {
      portals.stop(portal);
      portal.state = BoundPortal.State.FAILED;
      releaseShared();
      throw e;
    }
  }

  /** The portal's plan, made again where the catalog has changed since it was bound. */
  private CompiledStatement valid(BoundPortal portal) {
    CompiledStatement compiled = portal.compiled;
    if (compiled != null && compiler.isValid(compiled.validity)) {
      return compiled;
    }
    CompiledStatement again = compiler.revalidated(portal.statement);
    portal.compiled = again;
    return again;
  }

  /** Takes the locks; what others did to the tables before that is looked at again. */
  private CompiledStatement locked(BoundPortal portal, CompiledStatement first) {
    CompiledStatement compiled = first;
    compiler.lock(compiled);
    while (!compiler.isValid(compiled.validity)) {
      compiled = valid(portal);
      compiler.lock(compiled);
    }
    String refusal = compiled.readOnlyRefusal;
    if (refusal != null && transaction.isReadOnly()) {
      throw readOnly(refusal);
    }
    return compiled;
  }

  static SqlError readOnly(String command) {
    return new SqlError(
        SqlState.READ_ONLY_SQL_TRANSACTION,
        "cannot execute " + command + " in a read-only transaction");
  }

  /** Whether the running portal reads with the session's snapshot, which ends with its run. */
  private boolean holdsShared;

  private void open(BoundPortal portal, CompiledStatement compiled, boolean mayStayOpen) {
    transaction.acquireSnapshot();
    holdsShared = true;
    if (mayStayOpen && compiled.columns != null) {
      Snapshot own = new Snapshot(context.branch().lineage());
      transaction.copySnapshot(own);
      portal.snapshot = own;
      context.snapshot(own);
    } else {
      context.snapshot(transaction.snapshot());
    }
    portal.execution = compiled.take();
  }

  private void releaseShared() {
    if (holdsShared) {
      holdsShared = false;
      transaction.releaseSnapshot();
    }
    context.snapshot(transaction.snapshot());
  }

  private Outcome start(
      BoundPortal portal,
      CompiledStatement compiled,
      int maxRows,
      ResultSink sink,
      boolean describes) {
    Execution execution = running(portal);
    ResultColumn[] columns = compiled.columns;
    // A modification is over before its first row is shown.
    if (columns != null && describes && !compiled.modifies) {
      sink.columns(columns);
    }
    portal.state = BoundPortal.State.OPEN;
    execution.start(context, portal.parameters());
    if (columns != null && describes && compiled.modifies) {
      sink.columns(columns);
    }
    Outcome outcome = pump(portal, execution, compiled, columns, maxRows, sink);
    releaseShared();
    return outcome;
  }

  private Outcome proceed(BoundPortal portal, int maxRows, ResultSink sink) {
    CompiledStatement compiled = portal.compiled;
    Snapshot own = portal.snapshot;
    if (compiled == null || own == null) {
      throw cannotRun(portal);
    }
    context.snapshot(own);
    try {
      return pump(portal, running(portal), compiled, compiled.columns, maxRows, sink);
    } catch (RuntimeException | Error e) {
      portals.stop(portal);
      portal.state = BoundPortal.State.FAILED;
      throw e;
    } finally {
      context.snapshot(transaction.snapshot());
    }
  }

  private static Execution running(BoundPortal portal) {
    Execution execution = portal.execution;
    if (execution == null) {
      throw cannotRun(portal);
    }
    return execution;
  }

  private Outcome pump(
      BoundPortal portal,
      Execution execution,
      CompiledStatement compiled,
      ResultColumn @Nullable [] columns,
      int maxRows,
      ResultSink sink) {
    long sent = 0;
    if (columns != null) {
      while (maxRows == 0 || sent < maxRows) {
        if (!execution.next()) {
          return finished(portal, execution, compiled, sent);
        }
        execution.emit(sink, columns);
        sent++;
        // What has changed rows is not begun again for the size of what it shows.
        if (!compiled.modifies && context.mode() == ExecuteMode.INLINE && sink.isFull()) {
          throw NeedsThread.SIGNAL;
        }
      }
      completion.rows(compiled.tagPrefix, sent);
      return Outcome.SUSPENDED;
    }
    return finished(portal, execution, compiled, execution.count());
  }

  private Outcome finished(
      BoundPortal portal, Execution execution, CompiledStatement compiled, long sent) {
    // RETURNING does not change what is counted: rows changed.
    completion.rows(compiled.tagPrefix, compiled.modifies ? execution.count() : sent);
    portals.stop(portal);
    portal.state = BoundPortal.State.DONE;
    return Outcome.COMPLETE;
  }

  // --- cursors

  /** Begins a cursor's query, to be read row by row. */
  void openCursor(BoundPortal portal) {
    CompiledStatement compiled = locked(portal, valid(portal));
    open(portal, compiled, true);
    portal.state = BoundPortal.State.OPEN;
    try {
      running(portal).start(context, portal.parameters());
    } finally {
      releaseShared();
    }
  }

  /** Reads the cursor's next row from its query into its buffer; false at the end. */
  boolean readIntoBuffer(BoundPortal portal, RowBuffer buffer) {
    Execution execution = portal.execution;
    Snapshot own = portal.snapshot;
    CompiledStatement compiled = portal.compiled;
    if (execution == null || own == null || compiled == null || compiled.columns == null) {
      return false;
    }
    context.snapshot(own);
    try {
      if (!execution.next()) {
        return false;
      }
      execution.emit(buffer, compiled.columns);
      return true;
    } finally {
      context.snapshot(transaction.snapshot());
    }
  }
}
