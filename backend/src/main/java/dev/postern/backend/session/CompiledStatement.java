package dev.postern.backend.session;

import dev.postern.backend.ResultColumn;
import dev.postern.backend.analyze.AnalyzedStatement;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.exec.Execution;
import dev.postern.backend.plan.StatementPlan;
import dev.postern.backend.txn.LockTarget;
import dev.postern.backend.txn.TableLockMode;
import org.jspecify.annotations.Nullable;

/**
 * A query or data-modifying statement made ready to run under one state of the catalog and one
 * search path. Kept by its session with an execution that the next run takes and brings back, so
 * that a repeated statement compiles nothing. Used by the session's thread.
 */
final class CompiledStatement {
  final AnalyzedStatement analyzed;
  final StatementPlan plan;
  final StatementCompiler.Validity validity;

  /** Null where it returns no rows. */
  final ResultColumn @Nullable [] columns;

  /** What to lock, and how, before it runs; parallel. */
  final LockTarget[] lockTargets;

  final TableLockMode[] lockModes;

  /** For 25006: what a read-only transaction may not do, or null where it may run it. */
  final @Nullable String readOnlyRefusal;

  final String tagPrefix;
  final boolean modifies;

  /** Whether an inline run may write and then have to wait: then it needs a way back. */
  final boolean guardedInline;

  private final @Nullable SqlError planningError;
  private final StatementCompiler compiler;
  private @Nullable Execution idle;

  CompiledStatement(
      StatementCompiler compiler,
      AnalyzedStatement analyzed,
      StatementPlan plan,
      StatementCompiler.Validity validity,
      ResultColumn @Nullable [] columns,
      LockTarget[] lockTargets,
      TableLockMode[] lockModes,
      @Nullable String readOnlyRefusal,
      boolean guardedInline,
      Execution execution,
      @Nullable SqlError planningError) {
    this.compiler = compiler;
    this.analyzed = analyzed;
    this.plan = plan;
    this.validity = validity;
    this.columns = columns;
    this.lockTargets = lockTargets;
    this.lockModes = lockModes;
    this.readOnlyRefusal = readOnlyRefusal;
    tagPrefix = execution.tagPrefix();
    modifies = execution.modifies();
    this.guardedInline = guardedInline;
    idle = execution;
    this.planningError = planningError;
  }

  /** Fails where planning did, such as by dividing constants by zero. */
  void requirePlanned() {
    SqlError error = planningError;
    if (error != null) {
      throw error;
    }
  }

  /** An execution for one run; {@link #giveBack} it. */
  Execution take() {
    requirePlanned();
    Execution execution = idle;
    if (execution != null) {
      idle = null;
      return execution;
    }
    return compiler.compile(plan);
  }

  void giveBack(Execution execution) {
    idle = execution;
  }
}
