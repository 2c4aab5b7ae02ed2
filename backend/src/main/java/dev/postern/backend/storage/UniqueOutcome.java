package dev.postern.backend.storage;

/**
 * What became of an attempt to insert into a unique index; all but {@link #OK} inserted nothing.
 */
public enum UniqueOutcome {
  OK,
  /** A live row has the key: {@link Conflict#rowId()}. */
  DUPLICATE,
  /** It depends on a running transaction: {@link Conflict#transaction()}. */
  MUST_WAIT
}
