package dev.postern.backend;

/** How a call to run something ended. Errors are exceptions. */
public enum Outcome {
  /** Ran to its end; the sink has the command tag. */
  COMPLETE,
  /** The row limit was reached and there may be more: PortalSuspended. */
  SUSPENDED,
  /** The statement was empty: EmptyQueryResponse. */
  EMPTY,
  /** COPY FROM STDIN began: data goes to {@link Session#copyData} and its sisters. */
  COPY_IN,
  /** Only for {@link ExecuteMode#INLINE}: nothing has happened; call again on a thread. */
  NEEDS_THREAD
}
