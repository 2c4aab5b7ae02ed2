package dev.postern.backend.session;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a client is told of whatever escaped a step of its session. Stateless. */
final class SessionErrors {
  private static final Logger LOGGER = LoggerFactory.getLogger(SessionErrors.class);

  private SessionErrors() {}

  /** An SQL error as it is; a bug of ours is logged with its stack and becomes XX000. */
  static SqlError of(Throwable thrown, int processId) {
    if (thrown instanceof SqlError known) {
      return known;
    }
    if (thrown instanceof StackOverflowError) {
      return new SqlError(SqlState.STATEMENT_TOO_COMPLEX, "stack depth limit exceeded")
          .hint(
              "Increase the configuration parameter \"max_stack_depth\" (currently 2MB), after"
                  + " ensuring the platform's stack depth limit is adequate.");
    }
    if (thrown instanceof OutOfMemoryError) {
      LOGGER.error("out of memory in session {}", processId, thrown);
      return new SqlError(SqlState.OUT_OF_MEMORY, "out of memory");
    }
    LOGGER.error("internal error in session {}", processId, thrown);
    return new SqlError(SqlState.INTERNAL_ERROR, "internal error: " + thrown);
  }
}
