package dev.postern.backend.session;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.session.TransactionState.Block;
import dev.postern.backend.session.TransactionState.Savepoint;
import dev.postern.backend.sql.TransactionStatement;
import dev.postern.backend.sql.TransactionStatement.Access;
import dev.postern.backend.sql.TransactionStatement.BeginStatement;
import dev.postern.backend.sql.TransactionStatement.CommitStatement;
import dev.postern.backend.sql.TransactionStatement.Deferrability;
import dev.postern.backend.sql.TransactionStatement.Isolation;
import dev.postern.backend.sql.TransactionStatement.IsolationLevel;
import dev.postern.backend.sql.TransactionStatement.ReleaseStatement;
import dev.postern.backend.sql.TransactionStatement.RollbackStatement;
import dev.postern.backend.sql.TransactionStatement.RollbackToStatement;
import dev.postern.backend.sql.TransactionStatement.SavepointStatement;
import dev.postern.backend.sql.TransactionStatement.TransactionMode;
import java.util.List;

/**
 * BEGIN, COMMIT, ROLLBACK, savepoints and SET TRANSACTION: what each does in each state of the
 * block, with PostgreSQL's warnings and errors (manual, chapter "SQL Commands"). Used by the
 * session's thread.
 */
final class TransactionCommands {
  private final TransactionState transaction;
  private final Notices notices;
  private final Completion completion;

  TransactionCommands(TransactionState transaction, Notices notices, Completion completion) {
    this.transaction = transaction;
    this.notices = notices;
    this.completion = completion;
  }

  /** Whether a statement may run in a failed block, because it ends it. */
  static boolean endsFailedBlock(Object tree) {
    return tree instanceof CommitStatement
        || tree instanceof RollbackStatement
        || tree instanceof RollbackToStatement
        || tree instanceof TransactionStatement.PrepareTransactionStatement;
  }

  void run(TransactionStatement statement, long nowMicros) {
    switch (statement) {
      case BeginStatement begin -> begin(begin);
      case CommitStatement commit -> commit(commit.chain(), nowMicros);
      case RollbackStatement rollback -> rollback(rollback.chain(), nowMicros);
      case SavepointStatement savepoint -> savepoint(savepoint.name());
      case ReleaseStatement release -> release(release.name());
      case RollbackToStatement rollback -> rollbackTo(rollback.name());
      case TransactionStatement.PrepareTransactionStatement prepare -> prepare(nowMicros);
      case TransactionStatement.CommitPreparedStatement commit ->
          throw SqlError.notSupported("COMMIT PREPARED");
      case TransactionStatement.RollbackPreparedStatement rollback ->
          throw SqlError.notSupported("ROLLBACK PREPARED");
    }
  }

  private void begin(BeginStatement begin) {
    switch (transaction.block()) {
      case STARTED, IMPLICIT -> transaction.makeBlock();
      case BLOCK, FAILED ->
          notices.warning(
              SqlState.ACTIVE_SQL_TRANSACTION, "there is already a transaction in progress");
      case IDLE -> throw new IllegalStateException("BEGIN runs in a transaction");
    }
    modes(begin.modes());
    completion.tag(begin.start() ? "START TRANSACTION" : "BEGIN");
  }

  /** Only where there is nothing to prepare: outside of a block, or in a failed one. */
  private void prepare(long nowMicros) {
    switch (transaction.block()) {
      case BLOCK -> throw SqlError.notSupported("PREPARE TRANSACTION");
      case FAILED -> rollback(false, nowMicros);
      case IDLE, STARTED, IMPLICIT -> {
        requireBlock(transaction.block(), false, "PREPARE TRANSACTION");
        completion.tag("ROLLBACK");
      }
    }
  }

  private void commit(boolean chain, long nowMicros) {
    Block block = transaction.block();
    if (block == Block.FAILED) {
      rollback(chain, nowMicros);
      return;
    }
    requireBlock(block, chain, "COMMIT AND CHAIN");
    IsolationLevel isolation = transaction.isolation();
    boolean readOnly = transaction.isReadOnly();
    boolean deferrable = transaction.isDeferrable();
    transaction.commit();
    chain(chain, nowMicros, isolation, readOnly, deferrable);
    completion.tag("COMMIT");
  }

  private void rollback(boolean chain, long nowMicros) {
    requireBlock(transaction.block(), chain, "ROLLBACK AND CHAIN");
    IsolationLevel isolation = transaction.isolation();
    boolean readOnly = transaction.isReadOnly();
    boolean deferrable = transaction.isDeferrable();
    transaction.rollback();
    chain(chain, nowMicros, isolation, readOnly, deferrable);
    completion.tag("ROLLBACK");
  }

  private void requireBlock(Block block, boolean chain, String command) {
    if (block == Block.STARTED || block == Block.IMPLICIT) {
      if (chain) {
        throw outsideBlock(command);
      }
      notices.warning(SqlState.NO_ACTIVE_SQL_TRANSACTION, "there is no transaction in progress");
    }
  }

  private void chain(
      boolean chain,
      long nowMicros,
      IsolationLevel isolation,
      boolean readOnly,
      boolean deferrable) {
    if (chain) {
      transaction.start(nowMicros, isolation, readOnly, deferrable);
      transaction.makeBlock();
    }
  }

  static SqlError outsideBlock(String command) {
    return new SqlError(
        SqlState.NO_ACTIVE_SQL_TRANSACTION, command + " can only be used in transaction blocks");
  }

  private void savepoint(String name) {
    if (transaction.block() != Block.BLOCK) {
      throw outsideBlock("SAVEPOINT");
    }
    transaction.pushSavepoint(name, false);
    completion.tag("SAVEPOINT");
  }

  private void release(String name) {
    if (transaction.block() != Block.BLOCK) {
      throw outsideBlock("RELEASE SAVEPOINT");
    }
    int index = find(name);
    while (transaction.depth() > index) {
      transaction.releaseInnermost();
    }
    completion.tag("RELEASE");
  }

  private void rollbackTo(String name) {
    Block block = transaction.block();
    if (block != Block.BLOCK && block != Block.FAILED) {
      throw outsideBlock("ROLLBACK TO SAVEPOINT");
    }
    transaction.rollbackTo(find(name));
    completion.tag("ROLLBACK");
  }

  private int find(String name) {
    List<Savepoint> savepoints = transaction.savepoints();
    for (int i = savepoints.size() - 1; i >= 0; i--) {
      if (!savepoints.get(i).internal && savepoints.get(i).name.equals(name)) {
        return i;
      }
    }
    throw TransactionState.noSavepoint(name);
  }

  // --- characteristics

  /** Sets what BEGIN or SET TRANSACTION says; given twice, the last counts. */
  void modes(List<TransactionMode> modes) {
    for (TransactionMode mode : modes) {
      switch (mode) {
        case Isolation isolation -> isolation(isolation.level());
        case Access access -> readOnly(access.readOnly());
        case Deferrability deferrability -> deferrable(deferrability.deferrable());
      }
    }
  }

  void isolation(IsolationLevel level) {
    if (level == transaction.isolation()) {
      return;
    }
    if (transaction.anyQuery()) {
      throw tooLate("SET TRANSACTION ISOLATION LEVEL must be called before any query");
    }
    if (transaction.depth() > 0) {
      throw tooLate("SET TRANSACTION ISOLATION LEVEL must not be called in a subtransaction");
    }
    transaction.isolation(level);
  }

  void readOnly(boolean readOnly) {
    if (!readOnly && transaction.isReadOnly()) {
      if (transaction.depth() > 0) {
        throw tooLate("cannot set transaction read-write mode inside a read-only transaction");
      }
      if (transaction.anyQuery()) {
        throw tooLate("transaction read-write mode must be set before any query");
      }
    }
    transaction.readOnly(readOnly);
  }

  void deferrable(boolean deferrable) {
    if (transaction.depth() > 0) {
      throw tooLate("SET TRANSACTION [NOT] DEFERRABLE cannot be called within a subtransaction");
    }
    if (transaction.anyQuery()) {
      throw tooLate("SET TRANSACTION [NOT] DEFERRABLE must be called before any query");
    }
    transaction.deferrable(deferrable);
  }

  private static SqlError tooLate(String message) {
    return new SqlError(SqlState.ACTIVE_SQL_TRANSACTION, message);
  }
}
