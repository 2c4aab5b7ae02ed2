package dev.postern.backend.session;

import dev.postern.backend.ExecuteMode;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import org.jspecify.annotations.Nullable;

/**
 * The steps of COPY FROM STDIN between its statement and the end of its data. Used by the session's
 * thread.
 */
final class CopySteps {
  private final SessionParts parts;

  /** Its statement came by a simple query rather than by Execute. */
  private boolean simple;

  /** Its statement is the last of the simple query. */
  private boolean last;

  CopySteps(SessionParts parts) {
    this.parts = parts;
  }

  /** The statement asked the client for data. */
  void begun(boolean bySimpleQuery, boolean lastOfQuery) {
    simple = bySimpleQuery;
    last = lastOfQuery;
  }

  boolean isSimple() {
    return simple;
  }

  boolean isLast() {
    return last;
  }

  /** Takes data, or nothing at all where that needs a thread: false. */
  boolean data(byte[] data, int offset, int length, ExecuteMode mode) {
    CopyIn copy = required();
    if (mode == ExecuteMode.INLINE && !copy.hasRoomFor(length)) {
      return false;
    }
    SessionContext context = parts.context();
    context.beginStatement(mode, context.statementStartMicros());
    copy.data(data, offset, length);
    return true;
  }

  /** The data is complete; leaves the tag. Does nothing where that needs a thread: false. */
  boolean done(ExecuteMode mode) {
    CopyIn copy = required();
    if (mode == ExecuteMode.INLINE) {
      return false;
    }
    SessionContext context = parts.context();
    context.beginStatement(mode, context.statementStartMicros());
    parts.completion().rows("COPY ", copy.finish());
    parts.copyIn(null);
    return true;
  }

  /** The error that the client's refusal to send more becomes. */
  SqlError refused(String message) {
    CopyIn copy = parts.copyIn();
    SqlError error = new SqlError(SqlState.QUERY_CANCELED, "COPY from stdin failed: " + message);
    return copy == null ? error : error.context(copy.context());
  }

  private CopyIn required() {
    @Nullable CopyIn copy = parts.copyIn();
    if (copy == null) {
      throw new SqlError(SqlState.PROTOCOL_VIOLATION, "no COPY is in progress");
    }
    return copy;
  }
}
