package dev.postern.backend.session;

import dev.postern.backend.ExecuteMode;
import dev.postern.backend.Outcome;
import dev.postern.backend.ResultColumn;
import dev.postern.backend.ResultSink;
import dev.postern.backend.command.CommandExecutor;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.exec.NeedsThread;
import dev.postern.backend.sql.ExtensionStatement;
import dev.postern.backend.sql.MaintenanceStatement;
import dev.postern.backend.sql.MaintenanceStatement.CopyStatement;
import dev.postern.backend.sql.MaintenanceStatement.ExplainStatement;
import dev.postern.backend.sql.RoutineStatement;
import dev.postern.backend.sql.SessionStatement;
import dev.postern.backend.sql.SettingStatement;
import dev.postern.backend.sql.Statement;
import dev.postern.backend.sql.TableStatement;
import dev.postern.backend.sql.TransactionStatement;
import org.jspecify.annotations.Nullable;

/**
 * Runs statements that are not planned: transaction control, settings, prepared statements and
 * cursors here, COPY and EXPLAIN by their own classes, the rest by {@link CommandExecutor}. What is
 * short runs on the event loop; everything else asks for a thread before it does anything. Used by
 * the session's thread.
 */
final class UtilityRunner {
  private final SessionParts parts;

  UtilityRunner(SessionParts parts) {
    this.parts = parts;
  }

  /** Finds out the shape of a utility statement's rows, and the parameters of a query in it. */
  void prepare(StoredStatement statement, Statement tree) {
    statement.columns(columns(tree, statement.text));
    Statement query =
        switch (tree) {
          case SessionStatement.DeclareCursorStatement declare -> declare.query();
          case ExplainStatement explain -> explain.statement();
          default -> null;
        };
    if (query != null && StoredStatement.isPlanned(query)) {
      statement.parameters(
          parts
              .context()
              .compiler()
              .compile(statement.text, query, statement.declaredTypes())
              .analyzed
              .parameterTypes());
    }
  }

  /** The shape of a utility statement's rows, or null where it gives none. */
  ResultColumn @Nullable [] columns(Statement tree, byte[] text) {
    return switch (tree) {
      case SettingStatement setting -> parts.settingCommands().columns(setting);
      case SessionStatement.FetchStatement fetch -> parts.cursors().columns(fetch);
      case SessionStatement.ExecuteStatement execute -> {
        StoredStatement statement = parts.statements().require(execute.name());
        yield statement.resultColumns();
      }
      case ExplainStatement explain -> parts.explain().columns(explain, text);
      default -> null;
    };
  }

  /** Runs a statement; its tag is left in the completion. */
  Outcome run(
      Statement tree,
      byte[] text,
      int start,
      int length,
      ResultSink sink,
      ExecuteMode mode,
      boolean describes) {
    return run(tree, text, start, length, null, sink, mode, describes);
  }

  /**
   * @param bound values for parameters of a query in the statement, or null
   */
  private Outcome run(
      Statement tree,
      byte[] text,
      int start,
      int length,
      @Nullable BoundPortal bound,
      ResultSink sink,
      ExecuteMode mode,
      boolean describes) {
    return switch (tree) {
      case TransactionStatement statement -> transaction(statement, mode);
      case SettingStatement statement -> {
        parts.settingCommands().run(statement, sink, describes);
        yield Outcome.COMPLETE;
      }
      case SessionStatement statement ->
          session(statement, text, start, length, bound, sink, mode, describes);
      case ExplainStatement explain -> {
        requireThread(mode);
        parts.explain().run(explain, text, bound, sink, describes);
        yield Outcome.COMPLETE;
      }
      case CopyStatement copy -> {
        requireThread(mode);
        yield parts.copy().begin(copy, text, sink);
      }
      default -> {
        requireThread(mode);
        command(tree, text);
        yield Outcome.COMPLETE;
      }
    };
  }

  /**
   * Runs a portal over such a statement. With a row limit its rows are kept and given bit by bit.
   */
  Outcome runPortal(
      BoundPortal portal, Statement tree, int maxRows, ResultSink sink, ExecuteMode mode) {
    StoredStatement statement = portal.statement;
    ResultColumn[] columns = portal.resultColumns();
    if (portal.state == BoundPortal.State.READY) {
      RowBuffer kept = columns == null || maxRows == 0 ? null : new RowBuffer(columns);
      ResultSink target = kept == null ? sink : kept;
      Outcome outcome =
          run(tree, statement.text, statement.start, statement.length, portal, target, mode, false);
      if (outcome == Outcome.NEEDS_THREAD) {
        return outcome;
      }
      if (kept == null) {
        portal.state = BoundPortal.State.DONE;
        return outcome;
      }
      portal.buffer = kept;
      portal.state = BoundPortal.State.OPEN;
    }
    RowBuffer rows = portal.buffer;
    if (portal.state != BoundPortal.State.OPEN || rows == null) {
      throw PortalRunner.cannotRun(portal);
    }
    rows.emitNext(maxRows, sink, parts.context().style());
    if (rows.position < rows.size() || maxRows > 0 && rows.position == maxRows) {
      return Outcome.SUSPENDED;
    }
    portal.state = BoundPortal.State.DONE;
    return Outcome.COMPLETE;
  }

  private static void requireThread(ExecuteMode mode) {
    if (mode == ExecuteMode.INLINE) {
      throw NeedsThread.SIGNAL;
    }
  }

  private Outcome transaction(TransactionStatement statement, ExecuteMode mode) {
    if (statement instanceof TransactionStatement.CommitStatement
        && parts.transaction().block() != TransactionState.Block.FAILED
        && parts.commitMayTakeLong()) {
      requireThread(mode);
    }
    parts.transactionCommands().run(statement, parts.context().statementStartMicros());
    return Outcome.COMPLETE;
  }

  private Outcome session(
      SessionStatement statement,
      byte[] text,
      int start,
      int length,
      @Nullable BoundPortal bound,
      ResultSink sink,
      ExecuteMode mode,
      boolean describes) {
    switch (statement) {
      case SessionStatement.PrepareStatement prepare ->
          parts.prepared().prepare(prepare, text, start, length);
      case SessionStatement.ExecuteStatement execute -> {
        return parts.prepared().execute(execute, text, sink, mode, describes);
      }
      case SessionStatement.DeallocateStatement deallocate ->
          parts.prepared().deallocate(deallocate);
      case SessionStatement.DeclareCursorStatement declare -> {
        requireThread(mode);
        parts.cursors().declare(declare, text, start, length, bound);
      }
      case SessionStatement.FetchStatement fetch -> {
        requireThread(mode);
        parts.cursors().fetch(fetch, sink, describes);
      }
      case SessionStatement.ClosePortalStatement close -> parts.cursors().close(close);
      case SessionStatement.ListenStatement listen -> {
        parts.notifications().listen(listen.channel());
        parts.completion().tag("LISTEN");
      }
      case SessionStatement.NotifyStatement notify -> {
        parts.notifications().notify(notify.channel(), notify.payload());
        parts.completion().tag("NOTIFY");
      }
      case SessionStatement.UnlistenStatement unlisten -> {
        parts.notifications().unlisten(unlisten.channel());
        parts.completion().tag("UNLISTEN");
      }
      case SessionStatement.LockStatement lock -> {
        requireThread(mode);
        parts.lockCommand().run(lock);
      }
      case SessionStatement.DiscardStatement discard -> {
        requireThread(mode);
        parts.discard().run(discard);
      }
      case SessionStatement.LoadStatement load -> throw SqlError.notSupported("LOAD");
    }
    return Outcome.COMPLETE;
  }

  private void command(Statement tree, byte[] text) {
    if (tree instanceof RoutineStatement || tree instanceof ExtensionStatement) {
      parts.completion().tag(executor(text).execute(tree));
      return;
    }
    String name = ReadOnlyCommands.refused(tree);
    if (name != null && parts.transaction().isReadOnly()) {
      throw PortalRunner.readOnly(name);
    }
    if (tree instanceof MaintenanceStatement.CheckpointStatement) {
      // Memory only: there is nothing that a checkpoint would have to write.
      parts.completion().tag("CHECKPOINT");
      return;
    }
    TransactionState transaction = parts.transaction();
    SessionContext context = parts.context();
    if (tree instanceof TableStatement.CreateTableAsStatement) {
      transaction.acquireSnapshot();
    } else {
      // Data definition sees what is committed now, whatever the isolation level.
      context.snapshot(transaction.acquireFresh());
    }
    try {
      parts.completion().tag(executor(text).execute(tree));
    } finally {
      transaction.releaseSnapshot();
      context.snapshot(transaction.snapshot());
    }
  }

  private CommandExecutor executor(byte[] text) {
    return new CommandExecutor(parts.commandContext(text));
  }
}
