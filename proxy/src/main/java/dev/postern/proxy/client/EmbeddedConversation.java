package dev.postern.proxy.client;

import dev.postern.backend.ExecuteMode;
import dev.postern.backend.Outcome;
import dev.postern.backend.ParameterValues;
import dev.postern.backend.Portal;
import dev.postern.backend.PreparedStatement;
import dev.postern.backend.ResultColumn;
import dev.postern.backend.Session;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.sql.ParsedStatement;
import dev.postern.backend.type.Utf8;
import dev.postern.proxy.wire.BackendEncoder;
import dev.postern.proxy.wire.Command;
import dev.postern.proxy.wire.MessageType;
import dev.postern.router.Statement;
import io.netty.buffer.ByteBuf;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A client's conversation with the embedded engine: the server's side of the protocol section
 * "Message Flow".
 *
 * <p>Every message is first tried on the event loop. Where the session answers {@link
 * Outcome#NEEDS_THREAD} the client is paused and the rest of that message becomes a {@link Work} on
 * a virtual thread; until it is done, that thread alone uses this object.
 */
final class EmbeddedConversation implements Conversation {
  /** A longer query text is not even parsed on the event loop. */
  private static final int LONG_TEXT_BYTES = 64 << 10;

  private static final byte[] NO_NAME = new byte[0];
  private static final int[] NO_TYPES = new int[0];

  private final ClientLink link;
  private final Session session;
  private final SessionEvents events;
  private final StatementSource statements;
  private final CancelRegistry cancels;
  private final CancelRegistry.Key cancelKey;
  private final TrafficListener traffic;
  private final Output output;
  private final RowEncoder rows;

  /** Set by an error in the extended protocol, until Sync. */
  private boolean skipping;

  /** A ReadyForQuery was the last thing said and nothing has come since. */
  private boolean atRest = true;

  /** A virtual thread has this conversation. */
  private boolean busy;

  private boolean gone;
  private boolean awaitingWritable;

  /** The COPY FROM STDIN in progress, or null. */
  private @Nullable CopyIn copyIn;

  /**
   * Whose COPY it is.
   *
   * @param text the simple query it is a statement of, or null for an Execute
   * @param next the statement of the query to go on with
   */
  private record CopyIn(@Nullable Statement text, int next, long startNanos) {}

  EmbeddedConversation(
      ClientLink link,
      Session session,
      SessionEvents events,
      Output output,
      StatementSource statements,
      CancelRegistry cancels,
      TrafficListener traffic) {
    this.link = link;
    this.session = session;
    this.events = events;
    this.output = output;
    this.statements = statements;
    this.cancels = cancels;
    this.traffic = traffic;
    rows = events.rows();
    cancelKey = cancels.register(session.processId(), session.secretKey(), this);
  }

  /** Says what comes between AuthenticationOk and the first query. */
  void greet() {
    events.settings().report(output);
    BackendEncoder.backendKeyData(output.buffer(), cancelKey.processId(), cancelKey.secretKey());
    ready();
    output.flush();
  }

  @Override
  public void frame(byte type, ByteBuf buffer, int start, int size) {
    if (copyIn != null) {
      copyFrame(copyIn, type, buffer, start, size);
    } else if (type == MessageType.TERMINATE) {
      output.flush();
      link.close();
    } else if (!skipping || type == MessageType.SYNC) {
      atRest = false;
      dispatch(type, buffer, start, size);
    }
    if (output.isFull() && !busy) {
      output.flush();
      if (!link.isWritable() && !awaitingWritable) {
        awaitingWritable = true;
        link.pause();
      }
    }
  }

  private void dispatch(byte type, ByteBuf buffer, int start, int size) {
    LoopResources loop = LoopResources.ofCurrentLoop();
    // After an error of these three the client is told at once that it may go on.
    boolean extended =
        type != MessageType.QUERY && type != MessageType.SYNC && type != MessageType.FUNCTION_CALL;
    try {
      switch (loop.decoder.decode(buffer, start, size)) {
        case Command.Bind bind -> bind(bind, buffer, start, size, loop);
        case Command.Execute execute -> execute(execute, buffer, loop);
        case Command.Describe describe -> describe(describe, buffer, loop);
        case Command.Query query -> query(query, buffer, loop);
        case Command.Parse parse -> parse(parse, buffer, loop);
        case Command.Close close -> close(close, buffer, loop);
        case Command.Bare bare -> bare(bare);
        case Command.FunctionCall call -> throw SqlError.notSupported("FunctionCall");
        // What is left of a COPY that failed: PostgreSQL ignores it too.
        case Command.CopyData data -> atRest = true;
        case Command.CopyFail fail -> atRest = true;
        case Command.PasswordMessage password ->
            throw new SqlError(SqlState.PROTOCOL_VIOLATION, "unexpected password message");
      }
    } catch (RuntimeException | Error e) {
      failed(e, extended);
    }
  }

  private void bare(Command.Bare bare) {
    switch (bare) {
      case SYNC -> {
        skipping = false;
        sync(ExecuteMode.INLINE);
      }
      case FLUSH -> output.flush();
      case COPY_DONE -> atRest = true;
      case TERMINATE -> link.close();
    }
  }

  // Simple query.

  private void query(Command.Query query, ByteBuf buffer, LoopResources loop) {
    long started = System.nanoTime();
    int length = query.textLength();
    byte[] text = loop.copy(buffer, query.textOffset(), length);
    if (length > LONG_TEXT_BYTES) {
      hand(new Work.LongText(text, length, started));
      return;
    }
    Utf8.check(text, 0, length);
    runSimple(statements.simple(text, 0, length), 0, ExecuteMode.INLINE, started);
  }

  /** Runs the statements of a query from one on, up to the end or the first that needs more. */
  private void runSimple(Statement text, int from, ExecuteMode mode, long started) {
    List<ParsedStatement> list = text.statements();
    int count = list.size();
    rows.ofSimpleQuery();
    for (int i = from; i < count; i++) {
      output.mark();
      Outcome outcome = session.simple(text.text(), list.get(i), i == count - 1, rows, mode);
      switch (outcome) {
        case COMPLETE, SUSPENDED -> {}
        case EMPTY -> BackendEncoder.emptyQueryResponse(output.buffer());
        case COPY_IN -> {
          copyIn = new CopyIn(text, i + 1, started);
          output.flush();
          return;
        }
        case NEEDS_THREAD -> {
          rewind();
          hand(new Work.Simple(text, i, started));
          return;
        }
      }
    }
    if (count == 0) {
      BackendEncoder.emptyQueryResponse(output.buffer());
    }
    traffic.statementFinished(System.nanoTime() - started);
    sync(mode);
  }

  // Extended query.

  private void parse(Command.Parse parse, ByteBuf buffer, LoopResources loop) {
    byte[] name = NO_NAME;
    if (parse.nameLength() > 0) {
      name = new byte[parse.nameLength()];
      buffer.getBytes(parse.nameOffset(), name);
      Utf8.check(name, 0, name.length);
    }
    int[] types = NO_TYPES;
    if (parse.parameterTypeCount() > 0) {
      types = new int[parse.parameterTypeCount()];
      for (int i = 0; i < types.length; i++) {
        types[i] = buffer.getInt(parse.parameterTypesOffset() + 4 * i);
      }
    }
    int length = parse.textLength();
    byte[] source = loop.copy(buffer, parse.textOffset(), length);
    Utf8.check(source, 0, length);
    Statement text = statements.prepared(source, 0, length);
    List<ParsedStatement> list = text.statements();
    if (list.size() > 1) {
      throw new SqlError(
          SqlState.SYNTAX_ERROR, "cannot insert multiple commands into a prepared statement");
    }
    session.prepare(name, text.text(), list.isEmpty() ? null : list.getFirst(), types);
    BackendEncoder.parseComplete(output.buffer());
  }

  private void bind(Command.Bind bind, ByteBuf buffer, int start, int size, LoopResources loop) {
    byte[] message = loop.copy(buffer, start, size);
    int nameOffset = bind.statementOffset() - start;
    PreparedStatement statement =
        session.preparedStatement(message, nameOffset, bind.statementLength());
    if (statement == null) {
      throw Faults.noStatement(message, nameOffset, bind.statementLength());
    }
    ParameterValues values = loop.parameters;
    values.reset(message);
    for (int i = 0; i < bind.parameterCount(); i++) {
      values.add(bind.valueOffset(i) - start, bind.valueLength(i), bind.isBinary(i));
    }
    session.bind(
        message,
        bind.portalOffset() - start,
        bind.portalLength(),
        statement,
        values,
        bind.resultFormats(),
        bind.resultFormatCount());
    BackendEncoder.bindComplete(output.buffer());
  }

  private void describe(Command.Describe describe, ByteBuf buffer, LoopResources loop) {
    int length = describe.nameLength();
    byte[] name = loop.copy(buffer, describe.nameOffset(), length);
    if (describe.kind() == 'S') {
      PreparedStatement statement = session.preparedStatement(name, 0, length);
      if (statement == null) {
        throw Faults.noStatement(name, 0, length);
      }
      ResultColumn[] columns = statement.resultColumns();
      requireDescribable(columns);
      BackendEncoder.parameterDescription(output.buffer(), statement.parameterTypes());
      if (columns == null) {
        BackendEncoder.noData(output.buffer());
      } else {
        loop.rowDescriptions.of(columns).writeText(output.buffer());
      }
    } else {
      Portal portal = session.portal(name, 0, length);
      if (portal == null) {
        throw Faults.noPortal(name, 0, length);
      }
      ResultColumn[] columns = portal.resultColumns();
      requireDescribable(columns);
      if (columns == null) {
        BackendEncoder.noData(output.buffer());
      } else {
        loop.rowDescriptions.of(columns).write(output.buffer(), portal);
      }
    }
  }

  /** What returns rows is not described in a failed transaction: its plan may be out of date. */
  private void requireDescribable(ResultColumn @Nullable [] columns) {
    if (columns != null && session.transactionStatus() == 'E') {
      throw new SqlError(
          SqlState.IN_FAILED_SQL_TRANSACTION,
          "current transaction is aborted, commands ignored until end of transaction block");
    }
  }

  private void execute(Command.Execute execute, ByteBuf buffer, LoopResources loop) {
    long started = System.nanoTime();
    int length = execute.portalLength();
    byte[] name = loop.copy(buffer, execute.portalOffset(), length);
    Portal portal = session.portal(name, 0, length);
    if (portal == null) {
      throw Faults.noPortal(name, 0, length);
    }
    runPortal(portal, execute.maxRows(), ExecuteMode.INLINE, started);
  }

  private void runPortal(Portal portal, int maxRows, ExecuteMode mode, long started) {
    rows.ofPortal(portal);
    output.mark();
    switch (session.execute(portal, maxRows, rows, mode)) {
      case COMPLETE -> {}
      case SUSPENDED -> BackendEncoder.portalSuspended(output.buffer());
      case EMPTY -> BackendEncoder.emptyQueryResponse(output.buffer());
      case COPY_IN -> {
        copyIn = new CopyIn(null, 0, started);
        output.flush();
        return;
      }
      case NEEDS_THREAD -> {
        rewind();
        hand(new Work.Execute(portal, maxRows, started));
        return;
      }
    }
    traffic.statementFinished(System.nanoTime() - started);
  }

  private void close(Command.Close close, ByteBuf buffer, LoopResources loop) {
    int length = close.nameLength();
    byte[] name = loop.copy(buffer, close.nameOffset(), length);
    if (close.kind() == 'S') {
      session.closeStatement(name, 0, length);
    } else {
      session.closePortal(name, 0, length);
    }
    BackendEncoder.closeComplete(output.buffer());
  }

  /** Ends the implicit transaction and tells the client that it may go on. */
  private void sync(ExecuteMode mode) {
    output.mark();
    if (session.sync(mode) == Outcome.NEEDS_THREAD) {
      rewind();
      hand(new Work.Sync());
      return;
    }
    ready();
  }

  private void ready() {
    byte status = session.transactionStatus();
    if (status == 'I') {
      session.deliverNotifications();
    }
    events.settings().report(output);
    BackendEncoder.readyForQuery(output.buffer(), status);
    rows.clear();
    atRest = true;
  }

  // COPY FROM STDIN.

  private void copyFrame(CopyIn copy, byte type, ByteBuf buffer, int start, int size) {
    LoopResources loop = LoopResources.ofCurrentLoop();
    try {
      switch (type) {
        case MessageType.COPY_DATA -> {
          int length = size - 5;
          byte[] data = loop.copy(buffer, start + 5, length);
          if (session.copyData(data, 0, length, ExecuteMode.INLINE) == Outcome.NEEDS_THREAD) {
            byte[] own = new byte[length];
            System.arraycopy(data, 0, own, 0, length);
            hand(new Work.CopyData(own));
          }
        }
        case MessageType.COPY_DONE -> copyDone(copy, ExecuteMode.INLINE);
        case MessageType.COPY_FAIL -> {
          if (loop.decoder.decode(buffer, start, size) instanceof Command.CopyFail fail) {
            session.copyFail(fail.message());
          }
        }
        // Clients may send these before they see that a COPY has begun.
        case MessageType.FLUSH, MessageType.SYNC -> {}
        default -> {
          failed(
              new SqlError(
                  SqlState.PROTOCOL_VIOLATION,
                  String.format("unexpected message type 0x%02X during COPY from stdin", type)),
              true);
          throw new SqlError(
              SqlState.PROTOCOL_VIOLATION,
              "terminating connection because protocol synchronization was lost");
        }
      }
    } catch (RuntimeException | Error e) {
      if (copyIn == null) {
        throw e;
      }
      failed(e, copy.text() == null);
    }
  }

  private void copyDone(CopyIn copy, ExecuteMode mode) {
    output.mark();
    if (session.copyDone(rows, mode) == Outcome.NEEDS_THREAD) {
      rewind();
      hand(new Work.CopyDone());
      return;
    }
    copyIn = null;
    Statement text = copy.text();
    if (text != null) {
      runSimple(text, copy.next(), mode, copy.startNanos());
    } else {
      traffic.statementFinished(System.nanoTime() - copy.startNanos());
    }
  }

  // Errors.

  /** Answers an error; then a simple query is over, and the extended protocol waits for Sync. */
  private void failed(Throwable thrown, boolean extended) {
    copyIn = null;
    rows.abandonRow();
    SqlError error = Faults.asSqlError(thrown);
    if (error.sqlState().equals(SqlState.ADMIN_SHUTDOWN)) {
      output.flush();
      link.fail(error);
      return;
    }
    try {
      BackendEncoder.errorResponse(output.buffer(), "ERROR", error);
      traffic.errorSent(error.sqlState());
      session.fail();
      rows.clear();
      if (extended) {
        skipping = true;
      } else {
        ready();
      }
    } catch (RuntimeException | Error e) {
      // The transaction could not even be rolled back: there is no state to go on from.
      output.flush();
      link.fail(Faults.asSqlError(e));
    }
  }

  // Threads.

  /** Forgets what an attempt wrote that is made again on a thread. */
  private void rewind() {
    output.rewind();
    rows.clear();
  }

  /** Gives the conversation away until the work is done. */
  private void hand(Work work) {
    busy = true;
    link.pause();
    // The work may take long: what was answered before must not wait for it.
    output.flush();
    Thread.ofVirtual().name("session " + cancelKey.processId()).start(() -> runThenReturn(work));
  }

  private void runThenReturn(Work work) {
    output.setBlocking(true);
    boolean extended =
        switch (work) {
          case Work.LongText text -> false;
          case Work.Simple simple -> false;
          case Work.Execute execute -> true;
          // An error of COMMIT itself is followed by ReadyForQuery in either protocol.
          case Work.Sync sync -> false;
          case Work.CopyData data -> copyIn != null && copyIn.text() == null;
          case Work.CopyDone done -> copyIn != null && copyIn.text() == null;
        };
    try {
      run(work);
    } catch (RuntimeException | Error e) {
      failed(e, extended);
    } finally {
      output.setBlocking(false);
      link.eventLoop().execute(this::returned);
    }
  }

  private void run(Work work) {
    switch (work) {
      case Work.LongText query -> {
        Utf8.check(query.text(), 0, query.length());
        runSimple(
            statements.simple(query.text(), 0, query.length()),
            0,
            ExecuteMode.BLOCKING,
            query.startNanos());
      }
      case Work.Simple simple ->
          runSimple(simple.text(), simple.from(), ExecuteMode.BLOCKING, simple.startNanos());
      case Work.Execute execute ->
          runPortal(
              execute.portal(), execute.maxRows(), ExecuteMode.BLOCKING, execute.startNanos());
      case Work.Sync sync -> sync(ExecuteMode.BLOCKING);
      case Work.CopyData copy ->
          session.copyData(copy.data(), 0, copy.data().length, ExecuteMode.BLOCKING);
      case Work.CopyDone done -> {
        if (copyIn != null) {
          copyDone(copyIn, ExecuteMode.BLOCKING);
        }
      }
    }
  }

  private void returned() {
    busy = false;
    if (gone) {
      letGo();
    } else {
      link.resume();
    }
  }

  // The connection.

  @Override
  public void batchEnd() {
    output.flush();
  }

  @Override
  public void writabilityChanged() {
    output.wake();
    if (awaitingWritable && link.isWritable()) {
      awaitingWritable = false;
      link.resume();
    }
  }

  @Override
  public void cancel() {
    session.cancel();
  }

  /** Notifications have arrived; on the event loop. They are told at once only between queries. */
  void notificationsPending() {
    if (!busy && !gone && atRest && session.transactionStatus() == 'I') {
      session.deliverNotifications();
      output.flush();
    }
  }

  @Override
  public boolean isIdle() {
    return atRest && !busy;
  }

  @Override
  public void closed() {
    gone = true;
    if (busy) {
      session.cancel();
      output.wake();
    } else {
      letGo();
    }
  }

  private void letGo() {
    output.release();
    cancels.remove(cancelKey);
    session.close();
  }
}
