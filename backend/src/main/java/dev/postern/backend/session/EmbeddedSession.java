package dev.postern.backend.session;

import dev.postern.backend.ExecuteMode;
import dev.postern.backend.Outcome;
import dev.postern.backend.ParameterValues;
import dev.postern.backend.Portal;
import dev.postern.backend.PreparedStatement;
import dev.postern.backend.ResultSink;
import dev.postern.backend.Session;
import dev.postern.backend.SessionListener;
import dev.postern.backend.command.SelectInto;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.exec.NeedsThread;
import dev.postern.backend.setting.SettingEffects;
import dev.postern.backend.sql.ParsedStatement;
import dev.postern.backend.sql.Statement;
import dev.postern.backend.sql.TransactionStatement;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One client's session with the embedded engine: follows the protocol step by step and keeps the
 * transaction in step with it. Used by one thread at a time; {@link #cancel} and {@link #terminate}
 * may come from anywhere.
 *
 * <p>Hot path: bind, execute and sync of a short statement allocate nothing here.
 */
final class EmbeddedSession implements Session {
  private static final Logger LOGGER = LoggerFactory.getLogger(EmbeddedSession.class);
  private static final byte[] UNNAMED = new byte[0];
  private static final int[] NO_TYPES = new int[0];

  private final SessionParts parts;
  private final SessionIdentity identity;
  private final SessionContext context;
  private final TransactionState transaction;
  private final PortalTable portals;
  private final StatementTable statements;
  private final Completion completion;
  private final SessionListener listener;
  private final SettingEffects effects;
  private final StatementTimer timer;
  private final BiConsumer<String, String> reporter;
  private final SessionState state;
  private final CopySteps copy;

  /** The error that ends the session, once somebody wants it ended. */
  private volatile @Nullable SqlError termination;

  /** Several statements of one simple query, or a pipeline, share the transaction. */
  private boolean several;

  /** An Execute of this pipeline is done: what follows is in an implicit block. */
  private boolean pipelining;

  /** The last call answered NEEDS_THREAD: the next one is the same again. */
  private boolean retrying;

  private boolean closed;

  /** What a simple query's planned statement compiled to, for its second try on a thread. */
  private @Nullable BoundPortal simplePortal;

  private @Nullable ParsedStatement simpleStatement;

  EmbeddedSession(SessionParts parts, SessionListener listener) {
    this.parts = parts;
    this.listener = listener;
    reporter = this::reported;
    identity = parts.identity();
    context = parts.context();
    transaction = parts.transaction();
    portals = parts.portals();
    statements = parts.statements();
    completion = parts.completion();
    effects = parts.settings().effects();
    copy = new CopySteps(parts);
    timer = new StatementTimer(identity.engine().timers(), context.cancelFlag());
    state = new SessionState(SessionClock.nowMicros());
  }

  SessionParts parts() {
    return parts;
  }

  SessionState state() {
    return state;
  }

  @Override
  public int processId() {
    return identity.processId();
  }

  @Override
  public int secretKey() {
    return identity.secretKey();
  }

  @Override
  public byte transactionStatus() {
    return transaction.status();
  }

  // --- the frame of every message

  /** A message begins; starts its transaction where there is none. */
  private void begin(ExecuteMode mode) {
    SqlError ending = termination;
    if (ending != null) {
      throw ending;
    }
    long now = SessionClock.nowMicros();
    if (retrying) {
      retrying = false;
    } else {
      context.cancelFlag().clear();
    }
    context.beginStatement(mode, now);
    if (effects.statementTimeoutMillis() > 0) {
      timer.start(effects.statementTimeoutMillis());
    }
    transaction.ensureStarted(now);
    context.style().transactionStartMicros = transaction.startMicros();
    if (several || pipelining) {
      transaction.makeImplicitBlock();
    }
  }

  private Outcome needsThread() {
    retrying = true;
    return Outcome.NEEDS_THREAD;
  }

  /** Turns what escaped into what the client is told, with the transaction failed. */
  private RuntimeException failed(Throwable thrown) {
    SqlError error = SessionErrors.of(thrown, identity.processId());
    fail();
    return error;
  }

  @Override
  public void fail() {
    retrying = false;
    several = false;
    pipelining = false;
    parts.copyIn(null);
    simplePortal = null;
    simpleStatement = null;
    timer.stop();
    context.constraints().discardImmediate();
    transaction.fail();
    state.idle(transaction.status(), SessionClock.nowMicros());
    report();
  }

  private void requireNotFailed(@Nullable Object tree) {
    if (transaction.block() == TransactionState.Block.FAILED
        && tree != null
        && !TransactionCommands.endsFailedBlock(tree)) {
      throw new SqlError(
          SqlState.IN_FAILED_SQL_TRANSACTION,
          "current transaction is aborted, commands ignored until end of transaction block");
    }
  }

  /** A transaction that no block holds open ends with its statement. */
  private void endCommand() {
    if (transaction.block() == TransactionState.Block.STARTED) {
      transaction.commit();
    } else {
      transaction.nextCommand();
    }
  }

  private void reported(String name, String value) {
    if (name.equals("application_name")) {
      state.applicationName(value);
    }
    listener.parameterStatus(name, value);
  }

  private void report() {
    parts.settings().report(reporter);
  }

  /** At the start of the session. */
  void reportAll() {
    report();
  }

  // --- simple query

  @Override
  public Outcome simple(
      byte[] text, ParsedStatement statement, boolean last, ResultSink sink, ExecuteMode mode) {
    try {
      several |= !last;
      Statement tree = SelectInto.asCreation(statement.tree());
      begin(mode);
      requireNotFailed(tree);
      if (!retryOf(statement)) {
        state.running(text, 0, text.length, context.statementStartMicros());
        portals.close(UNNAMED, 0, 0);
      }
      if (mode == ExecuteMode.INLINE && last && parts.commitMayTakeLong()) {
        return needsThread();
      }
      Outcome outcome = runSimple(text, statement, tree, sink, mode);
      switch (outcome) {
        case NEEDS_THREAD -> {
          return needsThread();
        }
        case COPY_IN -> {
          copy.begun(true, last);
          return outcome;
        }
        case COMPLETE, SUSPENDED, EMPTY -> endSimple(tree, last);
      }
      completion.tell(sink);
      return Outcome.COMPLETE;
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      throw failed(e);
    }
  }

  private boolean retryOf(ParsedStatement statement) {
    return simpleStatement == statement;
  }

  private Outcome runSimple(
      byte[] text, ParsedStatement statement, Statement tree, ResultSink sink, ExecuteMode mode) {
    try {
      if (!StoredStatement.isPlanned(tree)) {
        return parts
            .utility()
            .run(tree, text, statement.start(), statement.length(), sink, mode, true);
      }
      BoundPortal portal = simplePortal;
      if (portal == null || !retryOf(statement)) {
        StoredStatement stored =
            new StoredStatement(
                UNNAMED, text, tree, statement.start(), statement.length(), null, false, 0);
        context.compiler().revalidated(stored);
        portal = new BoundPortal(stored);
        portal.compiled = stored.compiled();
      }
      Outcome outcome = parts.portalRunner().run(portal, 0, sink, mode, true);
      boolean again = outcome == Outcome.NEEDS_THREAD;
      simplePortal = again ? portal : null;
      simpleStatement = again ? statement : null;
      return outcome;
    } catch (NeedsThread leave) {
      return Outcome.NEEDS_THREAD;
    }
  }

  private void endSimple(Statement tree, boolean last) {
    timer.stop();
    if (last) {
      endLast();
    } else if (tree instanceof TransactionStatement) {
      endCommand();
    } else {
      transaction.nextCommand();
    }
  }

  /** The last statement of a simple query is done. */
  private void endLast() {
    transaction.endImplicitBlock();
    endCommand();
    several = false;
    ended();
  }

  private void ended() {
    state.idle(transaction.status(), context.statementStartMicros());
    report();
  }

  // --- extended query

  @Override
  public PreparedStatement prepare(
      byte[] name, byte[] text, @Nullable ParsedStatement parsed, int[] parameterTypes) {
    try {
      begin(ExecuteMode.BLOCKING);
      Statement tree = parsed == null ? null : SelectInto.asCreation(parsed.tree());
      if (tree != null) {
        requireNotFailed(tree);
      }
      if (name.length == 0) {
        statements.remove(UNNAMED, 0, 0);
      } else {
        statements.requireFree(name);
      }
      int[] declared = parameterTypes.length == 0 ? NO_TYPES : parameterTypes.clone();
      StoredStatement statement =
          StoredStatement.of(name, text, parsed, declared, context.statementStartMicros());
      if (StoredStatement.isPlanned(tree)) {
        context.compiler().revalidated(statement);
      } else if (tree != null) {
        parts.utility().prepare(statement, tree);
      }
      statements.add(statement);
      return statement;
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      throw failed(e);
    }
  }

  @Override
  public @Nullable PreparedStatement preparedStatement(byte[] message, int offset, int length) {
    return statements.find(message, offset, length);
  }

  @Override
  public @Nullable Portal portal(byte[] message, int offset, int length) {
    return portals.find(message, offset, length);
  }

  @Override
  public Portal bind(
      byte[] message,
      int nameOffset,
      int nameLength,
      PreparedStatement prepared,
      ParameterValues values,
      boolean[] resultFormats,
      int resultFormatCount) {
    try {
      begin(ExecuteMode.BLOCKING);
      StoredStatement statement = (StoredStatement) prepared;
      int wanted = statement.types().length;
      if (values.count() != wanted) {
        throw wrongCount(statement, values.count(), wanted);
      }
      if (wanted > 0 || statement.tree != null) {
        requireNotFailed(wanted > 0 ? null : statement.tree);
      }
      byte[] name = UNNAMED;
      if (nameLength == 0) {
        portals.close(UNNAMED, 0, 0);
      } else {
        name = new byte[nameLength];
        System.arraycopy(message, nameOffset, name, 0, nameLength);
        if (portals.find(name, 0, nameLength) != null) {
          throw new SqlError(
              SqlState.DUPLICATE_CURSOR,
              "cursor \""
                  + new String(name, java.nio.charset.StandardCharsets.UTF_8)
                  + "\" already exists");
        }
      }
      BoundPortal portal = statement.sparePortal;
      if (portal == null) {
        portal = new BoundPortal(statement);
      } else {
        statement.sparePortal = null;
        // A COMMIT or ROLLBACK ends its own portal while that still runs, and then marks it done.
        portal.state = BoundPortal.State.READY;
      }
      statement.runs++;
      portal.name = name;
      portal.createdMicros = context.statementStartMicros();
      portal.bind(values, context.style());
      if (StoredStatement.isPlanned(statement.tree)) {
        CompiledStatement compiled = context.compiler().revalidated(statement);
        compiled.requirePlanned();
        portal.compiled = compiled;
      }
      portal.formats(resultFormats, resultFormatCount);
      portals.add(name, portal);
      return portal;
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      throw failed(e);
    }
  }

  private static SqlError wrongCount(StoredStatement statement, int given, int wanted) {
    String name = new String(statement.name, java.nio.charset.StandardCharsets.UTF_8);
    return new SqlError(
        SqlState.PROTOCOL_VIOLATION,
        "bind message supplies "
            + given
            + " parameters, but prepared statement \""
            + name
            + "\" requires "
            + wanted);
  }

  @Override
  public Outcome execute(Portal bound, int maxRows, ResultSink sink, ExecuteMode mode) {
    try {
      BoundPortal portal = (BoundPortal) bound;
      StoredStatement statement = portal.statement;
      Statement tree = statement.tree;
      if (tree == null) {
        return Outcome.EMPTY;
      }
      begin(mode);
      requireNotFailed(tree);
      state.running(statement.text, 0, statement.text.length, context.statementStartMicros());
      Outcome outcome = runPortal(portal, tree, Math.max(0, maxRows), sink, mode);
      switch (outcome) {
        case NEEDS_THREAD -> {
          return needsThread();
        }
        case COPY_IN -> {
          copy.begun(false, false);
          return outcome;
        }
        case SUSPENDED -> {
          timer.stop();
          pipelining = true;
          return outcome;
        }
        case COMPLETE, EMPTY -> endExecute(tree);
      }
      completion.tell(sink);
      return Outcome.COMPLETE;
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      throw failed(e);
    }
  }

  private Outcome runPortal(
      BoundPortal portal, Statement tree, int maxRows, ResultSink sink, ExecuteMode mode) {
    try {
      if (StoredStatement.isPlanned(tree)) {
        return parts.portalRunner().run(portal, maxRows, sink, mode, false);
      }
      return parts.utility().runPortal(portal, tree, maxRows, sink, mode);
    } catch (NeedsThread leave) {
      return Outcome.NEEDS_THREAD;
    }
  }

  private void endExecute(Statement tree) {
    timer.stop();
    if (tree instanceof TransactionStatement) {
      endCommand();
    } else {
      transaction.nextCommand();
    }
    pipelining = true;
  }

  @Override
  public void closeStatement(byte[] message, int offset, int length) {
    statements.remove(message, offset, length);
  }

  @Override
  public void closePortal(byte[] message, int offset, int length) {
    portals.close(message, offset, length);
  }

  @Override
  public Outcome sync(ExecuteMode mode) {
    try {
      pipelining = false;
      several = false;
      transaction.endImplicitBlock();
      if (transaction.block() == TransactionState.Block.STARTED) {
        context.beginStatement(mode, context.statementStartMicros());
        if (mode == ExecuteMode.INLINE && parts.commitMayTakeLong()) {
          return needsThread();
        }
        retrying = false;
        transaction.commit();
      }
      ended();
      return Outcome.COMPLETE;
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      throw failed(e);
    }
  }

  // --- COPY FROM STDIN

  @Override
  public Outcome copyData(byte[] data, int offset, int length, ExecuteMode mode) {
    try {
      checkTermination();
      if (!copy.data(data, offset, length, mode)) {
        return needsThread();
      }
      retrying = false;
      return Outcome.COMPLETE;
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      throw failed(e);
    }
  }

  @Override
  public Outcome copyDone(ResultSink sink, ExecuteMode mode) {
    try {
      checkTermination();
      if (!copy.done(mode)) {
        return needsThread();
      }
      retrying = false;
      timer.stop();
      if (!copy.isSimple()) {
        transaction.nextCommand();
        pipelining = true;
      } else if (copy.isLast()) {
        endLast();
      } else {
        transaction.nextCommand();
      }
      completion.tell(sink);
      return Outcome.COMPLETE;
    } catch (RuntimeException | StackOverflowError | OutOfMemoryError e) {
      throw failed(e);
    }
  }

  private void checkTermination() {
    SqlError ending = termination;
    if (ending != null) {
      throw ending;
    }
    context.cancelFlag().check();
  }

  @Override
  public void copyFail(String message) {
    throw failed(copy.refused(message));
  }

  // --- from other sessions

  @Override
  public void deliverNotifications() {
    parts.notifications().deliver();
  }

  @Override
  public void cancel() {
    context
        .cancelFlag()
        .cancel(new SqlError(SqlState.QUERY_CANCELED, "canceling statement due to user request"));
  }

  /** Ends the session with this error; any thread. */
  void terminate(SqlError error) {
    termination = error;
    context.cancelFlag().cancel(error);
    listener.terminated(error);
  }

  static SqlError administratorCommand() {
    return new SqlError(
        SqlState.ADMIN_SHUTDOWN, "terminating connection due to administrator command");
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    timer.stop();
    try {
      if (transaction.block() != TransactionState.Block.IDLE) {
        transaction.rollback();
      }
      portals.closeAll();
      dropTemporaryTables();
    } finally {
      parts.close();
      identity.engine().disconnected(this);
    }
  }

  private void dropTemporaryTables() {
    try {
      if (context.reader().temporarySchema() != 0) {
        context.cancelFlag().clear();
        context.beginStatement(ExecuteMode.BLOCKING, SessionClock.nowMicros());
        transaction.ensureStarted(SessionClock.nowMicros());
        parts.temporaryTables().dropAll();
        transaction.commit();
      }
    } catch (RuntimeException e) {
      LOGGER.warn("temporary tables of session {} stay", identity.processId(), e);
      transaction.fail();
    }
  }
}
