package dev.postern.backend.session;

import dev.postern.backend.ExecuteMode;
import dev.postern.backend.catalog.Catalog;
import dev.postern.backend.catalog.CatalogReader;
import dev.postern.backend.catalog.CatalogSession;
import dev.postern.backend.catalog.CatalogStore;
import dev.postern.backend.catalog.DatabaseCatalog;
import dev.postern.backend.catalog.IndexDescriptor;
import dev.postern.backend.catalog.RelationDescriptor;
import dev.postern.backend.exec.ConstraintQueue;
import dev.postern.backend.exec.ExecutionContext;
import dev.postern.backend.exec.IndexKeys;
import dev.postern.backend.exec.IndexKeysFactory;
import dev.postern.backend.exec.LiveIndexes;
import dev.postern.backend.exec.NeedsThread;
import dev.postern.backend.exec.SequenceAccess;
import dev.postern.backend.exec.TableWriter;
import dev.postern.backend.function.FunctionCode;
import dev.postern.backend.setting.SessionSettings;
import dev.postern.backend.storage.Branch;
import dev.postern.backend.txn.CancelFlag;
import dev.postern.backend.txn.LockOwner;
import dev.postern.backend.txn.LockTable;
import dev.postern.backend.txn.Snapshot;
import dev.postern.backend.txn.Transaction;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.DisplayStyle;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * What running statements, functions and catalog look-ups see of a session. Used by the session's
 * thread.
 */
final class SessionContext implements ExecutionContext, CatalogSession {
  /** Rows that a statement may read on an event loop. */
  private static final int INLINE_ROWS = 4096;

  /** How long a query may take there. */
  private static final long INLINE_NANOS = 2_000_000;

  private final SessionIdentity identity;
  private final SessionSettings settings;
  private final DisplayStyle style;
  private final LockTable locks;
  private final LockOwner lockOwner;
  private final CancelFlag cancelFlag = new CancelFlag();
  private final ConstraintQueue constraints = new ConstraintQueue();
  private final FunctionCode functionCode;
  private final CatalogStore store;
  private final CatalogReader catalog;
  private final Map<Integer, TableWriter> tableWriters = new HashMap<>(0);
  private final Map<Integer, CachedKeys> indexKeys = new HashMap<>(0);
  private final Map<Integer, ColumnDefaults> defaults = new HashMap<>(0);
  private final SequenceValues sequences;
  private final StatementCompiler compiler = new StatementCompiler(this);
  private long cachesVersion;
  private @Nullable IndexKeysFactory factory;
  private RandomGenerator random = new SplittableRandom();
  private ExecuteMode mode = ExecuteMode.BLOCKING;
  private boolean timed;
  private long firstTickNanos;
  private int ticksLeft;
  private Snapshot snapshot;
  private long statementStartMicros;

  /** Set right after construction: the two know each other. */
  private @Nullable TransactionState transaction;

  private record CachedKeys(IndexDescriptor index, IndexKeys keys) {}

  SessionContext(
      SessionIdentity identity,
      SessionSettings settings,
      DisplayStyle style,
      LockTable locks,
      LockOwner lockOwner,
      Snapshot snapshot,
      FunctionCode functionCode) {
    this.identity = identity;
    this.settings = settings;
    this.style = style;
    this.locks = locks;
    this.lockOwner = lockOwner;
    this.snapshot = snapshot;
    this.functionCode = functionCode;
    store = new CatalogStore(this);
    catalog = new CatalogReader(this, store);
    sequences = new SequenceValues(this);
  }

  void transaction(TransactionState state) {
    transaction = state;
  }

  TransactionState transaction() {
    TransactionState state = transaction;
    if (state == null) {
      throw new IllegalStateException("the session is not complete yet");
    }
    return state;
  }

  SessionIdentity identity() {
    return identity;
  }

  CancelFlag cancelFlag() {
    return cancelFlag;
  }

  FunctionCode functionCode() {
    return functionCode;
  }

  CatalogReader reader() {
    return catalog;
  }

  StatementCompiler compiler() {
    return compiler;
  }

  CatalogStore store() {
    return store;
  }

  // --- the running statement

  void beginStatement(ExecuteMode statementMode, long nowMicros) {
    mode = statementMode;
    statementStartMicros = nowMicros;
    timed = false;
    ticksLeft = INLINE_ROWS;
  }

  /** What statements see from now on; portals that stay open have one of their own. */
  void snapshot(Snapshot seen) {
    snapshot = seen;
  }

  @Override
  public ExecuteMode mode() {
    return mode;
  }

  @Override
  public void tick() {
    if (mode == ExecuteMode.INLINE) {
      tickInline();
    } else {
      // Each time, as a row may be much work; it is one read.
      cancelFlag.check();
    }
  }

  /**
   * The statement only reads, so it may be begun again at any row: on an event loop its time is
   * limited then, as one row may be much work.
   */
  void limitTime() {
    timed = true;
  }

  private void tickInline() {
    if (timed) {
      long now = System.nanoTime();
      if (ticksLeft == INLINE_ROWS) {
        firstTickNanos = now;
      } else if (now - firstTickNanos > INLINE_NANOS) {
        throw NeedsThread.SIGNAL;
      }
    }
    if (--ticksLeft <= 0) {
      throw NeedsThread.SIGNAL;
    }
  }

  @Override
  public void checkCancelled() {
    cancelFlag.check();
  }

  @Override
  public long statementStartMicros() {
    return statementStartMicros;
  }

  @Override
  public long transactionStartMicros() {
    return transaction().startMicros();
  }

  // --- transaction

  @Override
  public Branch branch() {
    return identity.database().catalog().branch();
  }

  @Override
  public Snapshot snapshot() {
    return snapshot;
  }

  @Override
  public Transaction writer() {
    TransactionState state = transaction();
    Transaction writer = state.writer();
    snapshot.own(state.top());
    return writer;
  }

  @Override
  public Transaction writer(Branch branch) {
    TransactionState state = transaction();
    if (branch == branch()) {
      Transaction writer = state.catalogWriter();
      snapshot.own(state.top());
      return writer;
    }
    return state.sharedCatalogWriter();
  }

  @Override
  public @Nullable Transaction current(Branch branch) {
    return branch == branch() ? transaction().top() : transaction().sharedTop();
  }

  @Override
  public int commandId() {
    return transaction().commandId();
  }

  @Override
  public boolean readCommitted() {
    return transaction().readCommitted();
  }

  @Override
  public void awaitEnd(Transaction other) {
    if (!other.isInProgress()) {
      return;
    }
    needThread();
    locks.awaitEnd(lockOwner, other, settings.effects().lockTimeoutMillis(), cancelFlag);
  }

  /** Leaves an inline execution: what follows may take long or wait. */
  void needThread() {
    if (mode == ExecuteMode.INLINE) {
      throw NeedsThread.SIGNAL;
    }
  }

  @Override
  public void refreshSnapshot() {
    if (readCommitted()) {
      transaction().refresh(snapshot);
    }
  }

  @Override
  public void beginAction() {
    refreshSnapshot();
    transaction().nextCommand();
    snapshot.commandId(transaction().commandId());
  }

  @Override
  public void noteRead(int relationOid) {
    transaction().noteRead(relationOid);
  }

  @Override
  public void noteWrite(int relationOid) {
    transaction().noteWrite(relationOid);
  }

  @Override
  public void afterCommit(Runnable action) {
    transaction().afterCommit(action);
  }

  @Override
  public void afterRollback(Runnable action) {
    transaction().afterRollback(action);
  }

  @Override
  public LockOwner lockOwner() {
    return lockOwner;
  }

  @Override
  public LockTable locks() {
    return locks;
  }

  @Override
  public ConstraintQueue constraints() {
    return constraints;
  }

  // --- catalog

  @Override
  public Catalog catalog() {
    return catalog;
  }

  @Override
  public DatabaseCatalog database() {
    return identity.database().catalog();
  }

  @Override
  public DatabaseCatalog shared() {
    return identity.engine().sharedCatalog();
  }

  @Override
  public SessionSettings settings() {
    return settings;
  }

  @Override
  public int currentRole() {
    return identity.currentRole();
  }

  @Override
  public int sessionRole() {
    return identity.sessionRole();
  }

  @Override
  public int databaseOid() {
    return identity.database().oid();
  }

  @Override
  public int backendNumber() {
    return identity.backendNumber();
  }

  @Override
  public TableWriter tableWriter(RelationDescriptor table) {
    IndexKeysFactory keys = factory();
    TableWriter known = tableWriters.get(table.oid());
    if (known == null || known.table() != table) {
      known = new TableWriter(table, keys);
      tableWriters.put(table.oid(), known);
      if (!catalog.hasChanges(false)) {
        LiveIndexes.register(branch(), table, keys);
      }
    }
    return known;
  }

  @Override
  public IndexKeys indexKeys(IndexDescriptor index, RelationDescriptor table) {
    IndexKeysFactory keys = factory();
    CachedKeys known = indexKeys.get(index.oid());
    if (known == null || known.index != index) {
      known = new CachedKeys(index, keys.keys(index, table));
      indexKeys.put(index.oid(), known);
    }
    return known.keys;
  }

  @Override
  public void columnDefault(RelationDescriptor table, int attributeNumber, Datum result) {
    factory();
    ColumnDefaults known = defaults.get(table.oid());
    if (known == null || known.table() != table) {
      known = new ColumnDefaults(this, table);
      defaults.put(table.oid(), known);
    }
    known.value(attributeNumber, result);
  }

  /** Compiles what depends on the catalog; what was compiled before a change is forgotten. */
  private IndexKeysFactory factory() {
    long version = catalog.version();
    IndexKeysFactory known = factory;
    if (known == null || version != cachesVersion) {
      tableWriters.clear();
      indexKeys.clear();
      defaults.clear();
      known = new IndexKeysFactory(catalog, catalog, functionCode);
      factory = known;
      cachesVersion = version;
    }
    return known;
  }

  // --- functions

  @Override
  public DisplayStyle style() {
    return style;
  }

  @Override
  public String currentUser() {
    return identity.currentUser();
  }

  @Override
  public String sessionUser() {
    return identity.sessionUser();
  }

  @Override
  public String databaseName() {
    return identity.database().name();
  }

  @Override
  public int processId() {
    return identity.processId();
  }

  @Override
  public @Nullable String setting(String name) {
    return settings.showOrNull(name);
  }

  @Override
  public String changeSetting(String name, @Nullable String value, boolean transactionOnly) {
    if (value == null) {
      settings.reset(name, transactionOnly);
    } else {
      settings.set(name, value, transactionOnly);
    }
    return settings.show(name);
  }

  @Override
  public RandomGenerator random() {
    return random;
  }

  @Override
  public void seedRandom(long seed) {
    random = new SplittableRandom(seed);
  }

  @Override
  public SequenceAccess sequences() {
    return sequences;
  }

  SequenceValues sequenceValues() {
    return sequences;
  }

  void close() {
    store.close();
  }
}
