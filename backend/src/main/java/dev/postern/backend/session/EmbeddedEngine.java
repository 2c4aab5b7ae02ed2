package dev.postern.backend.session;

import dev.postern.backend.Engine;
import dev.postern.backend.Session;
import dev.postern.backend.SessionListener;
import dev.postern.backend.catalog.DatabaseCatalog;
import dev.postern.backend.catalog.OidAllocator;
import dev.postern.backend.command.Databases;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.function.FunctionCode;
import dev.postern.backend.inspect.InspectTopics;
import dev.postern.backend.txn.LockTable;
import dev.postern.backend.txn.TransactionRegistry;
import java.security.SecureRandom;
import java.util.BitSet;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A cluster of databases in this process, begun as PostgreSQL's initdb leaves one: template0,
 * template1 and postgres, with the superuser postgres. Thread-safe.
 */
public final class EmbeddedEngine implements Engine {
  private final EngineOptions options;
  private final TransactionRegistry registry = new TransactionRegistry();
  private final LockTable locks = new LockTable();
  private final OidAllocator oids = new OidAllocator();
  private final SerializableValidation serializables = new SerializableValidation();
  private final EngineCounters counters = new EngineCounters();
  private final NotificationHub notifications = new NotificationHub();
  private final FunctionCode functionCode =
      FunctionCode.standard()
          .with(InspectTopics.all())
          .with(
              new SequenceFunctions(),
              new SessionFunctions(),
              new AdvisoryLockFunctions(),
              new ActivityFunctions());
  private final EngineDatabases databases;
  private final Map<Integer, EmbeddedSession> sessions = new ConcurrentHashMap<>();
  private final AtomicInteger nextProcessId = new AtomicInteger(1000);
  private final SecureRandom secrets = new SecureRandom();
  private final long startMicros = SessionClock.nowMicros();

  /** Numbers of sessions in use: they name temporary schemas. */
  private final BitSet backendNumbers = new BitSet();

  private @Nullable ScheduledExecutorService scheduler;
  private volatile boolean closed;

  public EmbeddedEngine(EngineOptions options) {
    this.options = options;
    databases = new EngineDatabases(this, registry);
    locks.databaseOid(databases::ofBranch);
  }

  @Override
  public Session connect(
      String database, String user, Map<String, String> settings, SessionListener listener) {
    if (closed) {
      throw new SqlError(SqlState.CANNOT_CONNECT_NOW, "the database system is shutting down");
    }
    if (sessions.size() >= options.maxConnections()) {
      throw new SqlError(SqlState.TOO_MANY_CONNECTIONS, "sorry, too many clients already");
    }
    EmbeddedSession session =
        new SessionOpening(this, options).open(database, user, settings, listener);
    sessions.put(session.processId(), session);
    if (closed) {
      session.terminate(EmbeddedSession.administratorCommand());
    }
    return session;
  }

  @Override
  public Statistics statistics() {
    int active = 0;
    for (EmbeddedSession session : sessions.values()) {
      if (session.state().activity() != SessionState.Activity.IDLE) {
        active++;
      }
    }
    return new Statistics(
        counters.commits(), counters.rollbacks(), active, sessions.size(), databases.count());
  }

  @Override
  public void close() {
    closed = true;
    for (EmbeddedSession session : sessions.values()) {
      session.terminate(EmbeddedSession.administratorCommand());
    }
    synchronized (this) {
      ScheduledExecutorService timers = scheduler;
      if (timers != null) {
        timers.shutdownNow();
      }
    }
  }

  // --- what sessions share

  TransactionRegistry registry() {
    return registry;
  }

  LockTable locks() {
    return locks;
  }

  OidAllocator oids() {
    return oids;
  }

  SerializableValidation serializables() {
    return serializables;
  }

  EngineCounters counters() {
    return counters;
  }

  NotificationHub notifications() {
    return notifications;
  }

  FunctionCode functionCode() {
    return functionCode;
  }

  Databases databases() {
    return databases;
  }

  EngineDatabases engineDatabases() {
    return databases;
  }

  DatabaseCatalog sharedCatalog() {
    return databases.shared();
  }

  long startMicros() {
    return startMicros;
  }

  /** All sessions at present. */
  Collection<EmbeddedSession> sessions() {
    return sessions.values();
  }

  @Nullable EmbeddedSession session(int processId) {
    return sessions.get(processId);
  }

  int newProcessId() {
    return nextProcessId.incrementAndGet();
  }

  int newSecret() {
    return secrets.nextInt();
  }

  synchronized int takeBackendNumber() {
    int number = backendNumbers.nextClearBit(1);
    backendNumbers.set(number);
    return number;
  }

  synchronized void returnBackendNumber(int number) {
    backendNumbers.clear(number);
  }

  void disconnected(EmbeddedSession session) {
    sessions.remove(session.processId());
    returnBackendNumber(session.parts().identity().backendNumber());
  }

  /** The timers of statements; the thread is started with the first. */
  Supplier<ScheduledExecutorService> timers() {
    return this::scheduler;
  }

  private synchronized ScheduledExecutorService scheduler() {
    ScheduledExecutorService known = scheduler;
    if (known == null) {
      known =
          Executors.newSingleThreadScheduledExecutor(
              Thread.ofPlatform().daemon().name("statement-timers").factory());
      scheduler = known;
    }
    return known;
  }
}
