package dev.postern.backend.storage;

/** What became of an attempt to change or lock a row; all but {@link #OK} changed nothing. */
public enum WriteOutcome {
  OK,
  /** Another running transaction changes or locks it: {@link Conflict#transaction()}. */
  CONFLICT_IN_PROGRESS,
  /** A newer committed version exists: {@link Conflict#version()}. */
  UPDATED_CONCURRENTLY,
  /** Deleted by a committed transaction, or gone. */
  DELETED_CONCURRENTLY,
  /** The own transaction has changed or deleted the version already: {@link Conflict#version()}. */
  SELF_MODIFIED
}
