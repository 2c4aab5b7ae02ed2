package dev.postern.backend.session;

import dev.postern.backend.NoRows;
import dev.postern.backend.Outcome;
import dev.postern.backend.ResultColumn;
import dev.postern.backend.ResultSink;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.exec.NeedsThread;
import dev.postern.backend.sql.SessionStatement.ClosePortalStatement;
import dev.postern.backend.sql.SessionStatement.CursorOptions;
import dev.postern.backend.sql.SessionStatement.DeclareCursorStatement;
import dev.postern.backend.sql.SessionStatement.FetchDirection;
import dev.postern.backend.sql.SessionStatement.FetchStatement;
import dev.postern.backend.type.DisplayStyle;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * DECLARE, FETCH, MOVE and CLOSE. A cursor that may go backward keeps the rows it has read. Used by
 * the session's thread.
 */
final class CursorCommands {
  private final SessionContext context;
  private final TransactionState transaction;
  private final StatementCompiler compiler;
  private final PortalTable portals;
  private final PortalRunner runner;
  private final Completion completion;

  CursorCommands(
      SessionContext context,
      TransactionState transaction,
      StatementCompiler compiler,
      PortalTable portals,
      PortalRunner runner,
      Completion completion) {
    this.context = context;
    this.transaction = transaction;
    this.compiler = compiler;
    this.portals = portals;
    this.runner = runner;
    this.completion = completion;
  }

  /**
   * @param bound values for the query's parameters, or null
   */
  void declare(
      DeclareCursorStatement declare,
      byte[] text,
      int start,
      int length,
      @Nullable BoundPortal bound) {
    CursorOptions options = declare.options();
    if (declare.name().isEmpty()) {
      throw new SqlError(SqlState.INVALID_CURSOR_NAME, "invalid cursor name: must not be empty");
    }
    if (!options.hold() && !transaction.isBlock()) {
      throw TransactionCommands.outsideBlock("DECLARE CURSOR");
    }
    StoredStatement statement =
        new StoredStatement(
            new byte[0],
            text,
            declare.query(),
            start,
            length,
            bound == null ? null : bound.statement.parameterTypes(),
            true,
            context.statementStartMicros());
    CompiledStatement compiled = compiler.revalidated(statement);
    if (compiled.modifies) {
      throw new SqlError(
          SqlState.INVALID_CURSOR_DEFINITION,
          "DECLARE CURSOR must not contain data-modifying statements in WITH");
    }
    boolean locksRows = compiled.readOnlyRefusal != null;
    checkLocking(options, locksRows);
    byte[] name = NameTable.bytes(declare.name());
    if (portals.find(name, 0, name.length) != null) {
      throw new SqlError(
          SqlState.DUPLICATE_CURSOR, "cursor \"" + declare.name() + "\" already exists");
    }
    BoundPortal portal = new BoundPortal(statement);
    if (bound != null) {
      portal.parameters(bound.parameters());
    }
    portal.compiled = compiled;
    portal.createdMicros = context.statementStartMicros();
    boolean scrollable =
        options.scroll()
            || !options.noScroll() && !locksRows && CursorPlans.canGoBackward(compiled.plan);
    String definition = new String(text, StandardCharsets.UTF_8);
    portal.cursor = new CursorState(definition, options.binary(), options.hold(), scrollable);
    ResultColumn[] columns = compiled.columns;
    portal.buffer = new RowBuffer(columns == null ? new ResultColumn[0] : columns);
    runner.openCursor(portal);
    portals.add(name, portal);
    completion.tag("DECLARE CURSOR");
  }

  private static void checkLocking(CursorOptions options, boolean locksRows) {
    if (!locksRows) {
      return;
    }
    String combination = null;
    String detail = null;
    if (options.hold()) {
      combination = "DECLARE CURSOR WITH HOLD ... FOR UPDATE";
      detail = "Holdable cursors must be READ ONLY.";
    } else if (options.scroll()) {
      combination = "DECLARE SCROLL CURSOR ... FOR UPDATE";
      detail = "Scrollable cursors must be READ ONLY.";
    } else if (options.insensitive()) {
      throw new SqlError(
              SqlState.INVALID_CURSOR_DEFINITION,
              "DECLARE INSENSITIVE CURSOR ... FOR UPDATE is not valid")
          .detail("Insensitive cursors must be READ ONLY.");
    }
    if (combination != null) {
      throw new SqlError(SqlState.FEATURE_NOT_SUPPORTED, combination + " is not supported")
          .detail(detail);
    }
  }

  void close(ClosePortalStatement close) {
    String name = close.name();
    if (name == null) {
      portals.closeAll();
      completion.tag("CLOSE CURSOR ALL");
      return;
    }
    portals.close(require(name));
    completion.tag("CLOSE CURSOR");
  }

  private BoundPortal require(String name) {
    BoundPortal portal = name.isEmpty() ? null : portals.find(name);
    if (portal == null) {
      throw new SqlError(SqlState.INVALID_CURSOR_NAME, "cursor \"" + name + "\" does not exist");
    }
    return portal;
  }

  /** The shape of FETCH's rows; null for MOVE and where there is no such cursor. */
  ResultColumn @Nullable [] columns(FetchStatement fetch) {
    BoundPortal portal = fetch.move() ? null : portals.find(fetch.cursor());
    return portal == null ? null : portal.resultColumns();
  }

  /** Whether a portal's rows are to be sent in binary form. */
  boolean isBinary(FetchStatement fetch) {
    BoundPortal portal = portals.find(fetch.cursor());
    return portal != null && portal.cursor != null && portal.cursor.binary;
  }

  void fetch(FetchStatement fetch, ResultSink sink, boolean describes) {
    BoundPortal portal = require(fetch.cursor());
    CursorState cursor = portal.cursor;
    ResultSink target = fetch.move() ? NoRows.SINK : sink;
    ResultColumn[] columns = portal.resultColumns();
    if (describes && !fetch.move() && columns != null) {
      sink.columns(columns);
    }
    long count =
        cursor == null
            ? ofPortal(portal, fetch, target)
            : new Move(portal, cursor, target).run(fetch);
    completion.rows(fetch.move() ? "MOVE " : "FETCH ", count);
  }

  /** FETCH from a portal of Bind: forward only. */
  private long ofPortal(BoundPortal portal, FetchStatement fetch, ResultSink sink) {
    if (fetch.direction() != FetchDirection.FORWARD || fetch.count() < 0) {
      throw forwardOnly();
    }
    int limit = fetch.count() > Integer.MAX_VALUE ? 0 : (int) fetch.count();
    CountingSink counted = new CountingSink(sink);
    if (fetch.count() > 0
        && runner.run(portal, limit, counted, context.mode(), false) == Outcome.NEEDS_THREAD) {
      throw NeedsThread.SIGNAL;
    }
    return counted.rows();
  }

  static SqlError forwardOnly() {
    return new SqlError(SqlState.OBJECT_NOT_IN_PREREQUISITE_STATE, "cursor can only scan forward")
        .hint("Declare it with SCROLL option to enable backward scan.");
  }

  /** One FETCH or MOVE over a cursor. Positions count rows from 1; 0 is before the first. */
  private final class Move {
    private final BoundPortal portal;
    private final CursorState cursor;
    private final ResultSink sink;
    private final RowBuffer buffer;
    private final DisplayStyle style = context.style();

    Move(BoundPortal portal, CursorState cursor, ResultSink sink) {
      this.portal = portal;
      this.cursor = cursor;
      this.sink = sink;
      RowBuffer rows = portal.buffer;
      if (rows == null) {
        throw new IllegalStateException("a cursor has a buffer");
      }
      buffer = rows;
    }

    long run(FetchStatement fetch) {
      long count = fetch.count();
      return switch (fetch.direction()) {
        case FORWARD -> count < 0 ? backward(-count) : forward(count);
        case BACKWARD -> count < 0 ? forward(-count) : backward(count);
        case ABSOLUTE -> absolute(count);
        case RELATIVE -> relative(count);
      };
    }

    /** FETCH FORWARD n; 0 is the present row again. */
    private long forward(long count) {
      if (count == 0) {
        return again();
      }
      long sent = 0;
      while (sent < count) {
        if (!stepForward()) {
          break;
        }
        send();
        sent++;
      }
      return sent;
    }

    private long backward(long count) {
      if (count == 0) {
        return again();
      }
      requireScrollable();
      long sent = 0;
      while (sent < count && cursor.position > 0) {
        cursor.position--;
        if (cursor.position == 0) {
          break;
        }
        send();
        sent++;
      }
      return sent;
    }

    /** One row back from after the last is the last one. */
    private void requireScrollable() {
      if (!cursor.scrollable) {
        throw forwardOnly();
      }
    }

    private long again() {
      boolean onRow = cursor.position > 0 && !isAfterLast();
      if (!onRow) {
        return 0;
      }
      if (sink != NoRows.SINK) {
        requireScrollable();
        send();
      }
      return 1;
    }

    private boolean isAfterLast() {
      return cursor.exhausted && cursor.position > buffer.dropped() + buffer.size();
    }

    private long absolute(long count) {
      long wanted = count;
      if (count < 0) {
        while (stepForward()) {
          // To the end, to count from there.
        }
        wanted = Math.max(0, cursor.position + count);
      }
      if (wanted < cursor.position || wanted == cursor.position && wanted > 0) {
        requireScrollable();
        cursor.position = wanted;
        return sendIfRow();
      }
      while (cursor.position < wanted && stepForward()) {
        // On to the wanted row.
      }
      return sendIfRow();
    }

    private long relative(long count) {
      if (count == 0) {
        return again();
      }
      if (count < 0) {
        requireScrollable();
        cursor.position = Math.max(0, cursor.position + count);
        return sendIfRow();
      }
      long wanted = cursor.position + count;
      while (cursor.position < wanted && stepForward()) {
        // On to the wanted row.
      }
      return sendIfRow();
    }

    private long sendIfRow() {
      if (cursor.position == 0 || isAfterLast()) {
        return 0;
      }
      send();
      return 1;
    }

    /** Moves to the next row, or after the last one and gives false. */
    private boolean stepForward() {
      if (isAfterLast()) {
        return false;
      }
      cursor.position++;
      if (cursor.position <= buffer.dropped() + buffer.size()) {
        return true;
      }
      if (!cursor.exhausted) {
        if (!cursor.scrollable) {
          buffer.drop();
        }
        if (runner.readIntoBuffer(portal, buffer)) {
          return true;
        }
        cursor.exhausted = true;
      }
      return false;
    }

    private void send() {
      buffer.emit((int) (cursor.position - buffer.dropped() - 1), sink, style);
    }
  }

  /** Before its transaction commits a cursor WITH HOLD reads all its rows. */
  void hold(BoundPortal portal) {
    CursorState cursor = portal.cursor;
    RowBuffer buffer = portal.buffer;
    if (cursor == null || !cursor.hold || buffer == null || portal.depth == PortalTable.HELD) {
      return;
    }
    while (!cursor.exhausted && runner.readIntoBuffer(portal, buffer)) {
      context.checkCancelled();
    }
    cursor.exhausted = true;
    portals.stop(portal);
  }
}
