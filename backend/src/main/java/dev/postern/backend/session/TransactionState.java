package dev.postern.backend.session;

import dev.postern.backend.catalog.DatabaseCatalog;
import dev.postern.backend.catalog.OidAllocator;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.setting.SessionSettings;
import dev.postern.backend.sql.TransactionStatement.IsolationLevel;
import dev.postern.backend.txn.LockOwner;
import dev.postern.backend.txn.LockTable;
import dev.postern.backend.txn.Snapshot;
import dev.postern.backend.txn.SnapshotSlot;
import dev.postern.backend.txn.Transaction;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A session's transaction: the state of its block, its savepoints, its snapshot, its command
 * counter, and who writes. Knows how to begin, commit and roll back; what statements may do so, and
 * with which words, is {@link TransactionCommands}' matter. Used by the session's thread.
 */
final class TransactionState {
  /** The states of PostgreSQL's transaction blocks, as far as they last between statements. */
  enum Block {
    /** No transaction. */
    IDLE,
    /** A transaction that ends with its statement, or with Sync. */
    STARTED,
    /** A transaction of several statements that no BEGIN began. */
    IMPLICIT,
    /** After BEGIN. */
    BLOCK,
    /** After an error in a block. */
    FAILED
  }

  /** What a savepoint keeps to go back to. */
  static final class Savepoint {
    final String name;
    final int lockMark;
    final boolean readOnly;

    /** The session's own, around a statement: not to be found by name. */
    final boolean internal;

    /** OIDs and relfile numbers given out later are this or higher. */
    final int oidMark;

    /** An error has undone its level already; the savepoint itself is still there. */
    private boolean undone;

    Savepoint(String name, boolean internal, int lockMark, boolean readOnly, int oidMark) {
      this.oidMark = oidMark;
      this.name = name;
      this.internal = internal;
      this.lockMark = lockMark;
      this.readOnly = readOnly;
    }
  }

  /** What else of a session begins and ends with transactions and savepoints. */
  interface Participant {
    /** Before a commit; what is thrown makes it a rollback. */
    void beforeCommit();

    /** The transaction has ended. */
    void ended(boolean committed);

    /** A savepoint has come. */
    void savepoint(int depth);

    /** The level of a depth is part of the one around it now. */
    void released(int depth);

    /** What was done at a depth and deeper is undone. */
    void rolledBack(int depth);
  }

  private final BranchWriter writer;
  private final BranchWriter sharedWriter;
  private final DatabaseCatalog catalog;
  private final DatabaseCatalog sharedCatalog;
  private final SnapshotSlot slot;
  private final Snapshot snapshot;

  private final LockTable locks;
  private final LockOwner lockOwner;
  private final SessionSettings settings;
  private final SerializableValidation serializables;
  private final EngineCounters counters;
  private final OidAllocator oids;
  private final Participant participant;
  private final EndActions actions = new EndActions();
  private final List<Savepoint> savepoints = new ArrayList<>(0);
  private final RelationSet read = new RelationSet();
  private final RelationSet written = new RelationSet();

  private Block block = Block.IDLE;
  private IsolationLevel isolation = IsolationLevel.READ_COMMITTED;
  private boolean readOnly;
  private boolean deferrable;
  private boolean keepsSnapshot;
  private boolean anyQuery;
  private boolean catalogChanged;

  /** An error in a block has undone everything already. */
  private boolean undone;

  private int commandId;
  private boolean commandIdUsed;
  private long startMicros;
  private int oidMark;

  /** What a transaction begins with: default_transaction_isolation and its sisters. */
  IsolationLevel defaultIsolation = IsolationLevel.READ_COMMITTED;

  boolean defaultReadOnly;
  boolean defaultDeferrable;

  TransactionState(
      DatabaseCatalog catalog,
      DatabaseCatalog sharedCatalog,
      SnapshotSlot slot,
      Snapshot snapshot,
      LockTable locks,
      LockOwner lockOwner,
      SessionSettings settings,
      SerializableValidation serializables,
      EngineCounters counters,
      OidAllocator oids,
      Participant participant) {
    this.catalog = catalog;
    this.sharedCatalog = sharedCatalog;
    writer = new BranchWriter(catalog.branch(), lockOwner);
    sharedWriter = new BranchWriter(sharedCatalog.branch(), lockOwner);
    this.slot = slot;
    this.snapshot = snapshot;
    this.locks = locks;
    this.lockOwner = lockOwner;
    this.settings = settings;
    this.serializables = serializables;
    this.counters = counters;
    this.oids = oids;
    this.participant = participant;
  }

  // --- reading

  Block block() {
    return block;
  }

  /** Whether a BEGIN is in force, or several statements share a transaction. */
  boolean isBlock() {
    return block != Block.IDLE && block != Block.STARTED;
  }

  /** For ReadyForQuery. */
  byte status() {
    return switch (block) {
      case IDLE, STARTED -> 'I';
      case IMPLICIT, BLOCK -> 'T';
      case FAILED -> 'E';
    };
  }

  IsolationLevel isolation() {
    return block == Block.IDLE ? defaultIsolation : isolation;
  }

  boolean isReadOnly() {
    return block == Block.IDLE ? defaultReadOnly : readOnly;
  }

  boolean isDeferrable() {
    return block == Block.IDLE ? defaultDeferrable : deferrable;
  }

  /** Whether each statement sees what was committed before it. */
  boolean readCommitted() {
    return isolation.compareTo(IsolationLevel.READ_COMMITTED) <= 0;
  }

  /** Whether a statement has taken a snapshot in this transaction. */
  boolean anyQuery() {
    return anyQuery;
  }

  long startMicros() {
    return startMicros;
  }

  /** What was made in the innermost level has this OID or a higher one. */
  int levelOidMark() {
    return savepoints.isEmpty() ? oidMark : savepoints.getLast().oidMark;
  }

  /** How many savepoints there are. */
  int depth() {
    return savepoints.size();
  }

  int commandId() {
    return commandId;
  }

  // --- beginning

  /** Begins a transaction unless there is one. */
  void ensureStarted(long nowMicros) {
    if (block == Block.IDLE) {
      start(nowMicros, defaultIsolation, defaultReadOnly, defaultDeferrable);
    }
  }

  void start(long nowMicros, IsolationLevel level, boolean readsOnly, boolean mayWait) {
    block = Block.STARTED;
    startMicros = nowMicros;
    oidMark = oids.peek();
    isolation = level;
    readOnly = readsOnly;
    deferrable = mayWait;
    keepsSnapshot = false;
    undone = false;
    anyQuery = false;
    commandId = 0;
    commandIdUsed = false;
  }

  /** Several statements are to share the transaction that has just begun. */
  void makeImplicitBlock() {
    if (block == Block.STARTED) {
      block = Block.IMPLICIT;
    }
  }

  /** The implicit block ends with the present statement. */
  void endImplicitBlock() {
    if (block == Block.IMPLICIT) {
      block = Block.STARTED;
    }
  }

  /** BEGIN. */
  void makeBlock() {
    block = Block.BLOCK;
  }

  void isolation(IsolationLevel level) {
    isolation = level;
  }

  void readOnly(boolean is) {
    readOnly = is;
  }

  void deferrable(boolean is) {
    deferrable = is;
  }

  // --- snapshots and commands

  /**
   * Makes the session's snapshot what a statement that begins now sees. Pair with {@link
   * #releaseSnapshot}.
   */
  void acquireSnapshot() {
    anyQuery = true;
    if (readCommitted()) {
      slot.acquire(snapshot);
    } else {
      if (!keepsSnapshot) {
        keepsSnapshot = true;
        if (isolation == IsolationLevel.SERIALIZABLE) {
          serializables.begin(() -> slot.acquire(snapshot));
        } else {
          slot.acquire(snapshot);
        }
      }
      slot.retain();
    }
    snapshot.own(writer.top());
    snapshot.commandId(commandId);
  }

  /** A snapshot of its own of what is committed now; pair with {@link #releaseSnapshot}. */
  Snapshot acquireFresh() {
    Snapshot fresh = new Snapshot(snapshot.lineage());
    slot.acquire(fresh);
    fresh.own(writer.top());
    fresh.commandId(commandId);
    return fresh;
  }

  void releaseSnapshot() {
    slot.release();
  }

  /** Keeps the present snapshot in an object of the caller's, until {@link #releaseSnapshot}. */
  void copySnapshot(Snapshot copy) {
    slot.retain();
    copy.copyFrom(snapshot);
  }

  Snapshot snapshot() {
    return snapshot;
  }

  /** READ COMMITTED: what a snapshot shows from now on is what is committed now. */
  void refresh(Snapshot moved) {
    slot.acquire(moved);
    slot.release();
  }

  /** The next statement sees what the last one wrote. */
  void nextCommand() {
    if (commandIdUsed) {
      commandId++;
      commandIdUsed = false;
    }
  }

  /** What the present command writes is seen by what it does from now on. */
  void nextCommandWithin() {
    nextCommand();
    snapshot.commandId(commandId);
  }

  // --- writing

  /** The transaction to write to the database's branch with. */
  Transaction writer() {
    commandIdUsed = true;
    return writer.writer(savepoints.size());
  }

  Transaction catalogWriter() {
    catalogChanged = true;
    return writer();
  }

  Transaction sharedCatalogWriter() {
    commandIdUsed = true;
    return sharedWriter.writer(savepoints.size());
  }

  @Nullable Transaction top() {
    return writer.top();
  }

  @Nullable Transaction sharedTop() {
    return sharedWriter.top();
  }

  /** Whether the innermost level has written yet. */
  boolean levelHasWritten() {
    int depth = savepoints.size();
    return writer.begun() > depth || sharedWriter.begun() > depth;
  }

  boolean hasWritten() {
    return writer.begun() > 0 || sharedWriter.begun() > 0;
  }

  void noteRead(int relation) {
    if (isolation == IsolationLevel.SERIALIZABLE && !readOnly) {
      read.add(relation);
    }
  }

  void noteWrite(int relation) {
    written.add(relation);
  }

  void afterCommit(Runnable work) {
    actions.afterCommit(savepoints.size(), work);
  }

  void afterRollback(Runnable work) {
    actions.afterRollback(savepoints.size(), work);
  }

  // --- savepoints

  List<Savepoint> savepoints() {
    return savepoints;
  }

  void pushSavepoint(String name, boolean internal) {
    savepoints.add(new Savepoint(name, internal, lockOwner.lockCount(), readOnly, oids.peek()));
    settings.enterLevel();
    participant.savepoint(savepoints.size());
  }

  /** The level of the innermost savepoint joins the one around it. */
  void releaseInnermost() {
    int depth = savepoints.size();
    writer.release(depth);
    sharedWriter.release(depth);
    actions.release(depth);
    savepoints.removeLast();
    settings.leaveLevel(true);
    participant.released(depth);
  }

  /** Undoes the innermost level, unless an error has, and takes its savepoint away. */
  void rollbackInnermost() {
    undoInnermost();
    savepoints.removeLast();
  }

  private void undoInnermost() {
    int depth = savepoints.size();
    Savepoint savepoint = savepoints.getLast();
    if (savepoint.undone) {
      return;
    }
    savepoint.undone = true;
    writer.abort(depth);
    sharedWriter.abort(depth);
    locks.releaseSince(lockOwner, savepoint.lockMark);
    actions.rollback(depth);
    settings.leaveLevel(false);
    readOnly = savepoint.readOnly;
    participant.rolledBack(depth);
  }

  /**
   * ROLLBACK TO: undoes everything since the savepoint at an index of {@link #savepoints}, which
   * stays.
   */
  void rollbackTo(int index) {
    while (savepoints.size() > index + 1) {
      rollbackInnermost();
    }
    Savepoint target = savepoints.getLast();
    rollbackInnermost();
    block = Block.BLOCK;
    nextCommand();
    pushSavepoint(target.name, false);
  }

  /** The innermost level had not written before the present statement: undoes that statement. */
  void forgetLevel() {
    int depth = savepoints.size();
    writer.abort(depth);
    sharedWriter.abort(depth);
    actions.rollback(depth);
  }

  // --- ending

  /** An error came: a block becomes failed, any other transaction is rolled back. */
  void fail() {
    switch (block) {
      case IDLE, FAILED -> {}
      case STARTED, IMPLICIT -> rollback();
      case BLOCK -> {
        while (!savepoints.isEmpty() && savepoints.getLast().internal) {
          rollbackInnermost();
        }
        if (savepoints.isEmpty()) {
          undoAll();
        } else {
          undoInnermost();
        }
        block = Block.FAILED;
      }
    }
  }

  /** Commits; where that fails, everything is rolled back and the error goes on. */
  void commit() {
    try {
      participant.beforeCommit();
      commitWriters();
    } catch (RuntimeException | Error e) {
      rollback();
      throw e;
    }
    actions.commit();
    settings.endTransaction(true);
    releaseResources();
    participant.ended(true);
    counters.committed();
    block = Block.IDLE;
  }

  private void commitWriters() {
    if (sharedWriter.begun() > 0) {
      sharedCatalog.changing();
      sharedWriter.commit();
      sharedCatalog.changed();
    }
    if (writer.begun() == 0) {
      return;
    }
    if (catalogChanged) {
      catalog.changing();
    }
    int branch = writer.branch().id();
    if (isolation == IsolationLevel.SERIALIZABLE && keepsSnapshot) {
      serializables.commitSerializable(branch, read, written, snapshot.csn(), writer);
    } else {
      serializables.commit(branch, written, writer);
    }
    if (catalogChanged) {
      catalog.changed();
    }
  }

  /** Rolls the whole transaction back. */
  void rollback() {
    if (!undone) {
      undoAll();
    }
    counters.rolledBack();
    block = Block.IDLE;
  }

  private void undoAll() {
    undone = true;
    writer.abort(0);
    sharedWriter.abort(0);
    actions.rollback(0);
    settings.endTransaction(false);
    releaseResources();
    participant.ended(false);
  }

  private void releaseResources() {
    locks.releaseTransaction(lockOwner);
    if (keepsSnapshot && isolation == IsolationLevel.SERIALIZABLE) {
      serializables.end();
    }
    keepsSnapshot = false;
    catalogChanged = false;
    slot.releaseAll();
    read.clear();
    written.clear();
    savepoints.clear();
  }

  static SqlError noSavepoint(String name) {
    return new SqlError(
        SqlState.INVALID_SAVEPOINT_SPECIFICATION, "savepoint \"" + name + "\" does not exist");
  }
}
