package dev.postern.backend.exec;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;

/**
 * What becomes of a statement that finds a row changed since its snapshot (manual section 13.2).
 */
final class RowRecheck {
  private RowRecheck() {}

  /** Only READ COMMITTED goes on with the newest version; the others fail with 40001. */
  static void requireReadCommitted(ExecutionContext context, String change) {
    if (!context.readCommitted()) {
      throw new SqlError(
          SqlState.SERIALIZATION_FAILURE, "could not serialize access due to concurrent " + change);
    }
  }
}
