package dev.postern.backend.sql;

import java.util.List;

/** Transaction control. */
public sealed interface TransactionStatement extends Statement {
  /** The isolation levels. */
  enum IsolationLevel {
    READ_UNCOMMITTED,
    READ_COMMITTED,
    REPEATABLE_READ,
    SERIALIZABLE
  }

  /** One mode after BEGIN or SET TRANSACTION; given twice, the last counts. */
  sealed interface TransactionMode {}

  record Isolation(IsolationLevel level) implements TransactionMode {}

  record Access(boolean readOnly) implements TransactionMode {}

  record Deferrability(boolean deferrable) implements TransactionMode {}

  /** BEGIN, or START TRANSACTION (its command tag differs). */
  record BeginStatement(int position, boolean start, List<TransactionMode> modes)
      implements TransactionStatement {}

  /** COMMIT or END. */
  record CommitStatement(int position, boolean chain) implements TransactionStatement {}

  /** ROLLBACK or ABORT. */
  record RollbackStatement(int position, boolean chain) implements TransactionStatement {}

  record SavepointStatement(int position, String name) implements TransactionStatement {}

  record ReleaseStatement(int position, String name) implements TransactionStatement {}

  record RollbackToStatement(int position, String name) implements TransactionStatement {}

  record PrepareTransactionStatement(int position, String identifier)
      implements TransactionStatement {}

  record CommitPreparedStatement(int position, String identifier) implements TransactionStatement {}

  record RollbackPreparedStatement(int position, String identifier)
      implements TransactionStatement {}
}
