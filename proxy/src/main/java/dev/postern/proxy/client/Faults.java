package dev.postern.proxy.client;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import java.nio.charset.StandardCharsets;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What a client is told when something other than a SQL error went wrong. */
final class Faults {
  private static final Logger LOG = LoggerFactory.getLogger(Faults.class);

  private Faults() {}

  /** The error for the client. A fault of this program is logged, once, here. */
  static SqlError asSqlError(Throwable thrown) {
    if (thrown instanceof SqlError error) {
      return error;
    }
    if (thrown instanceof StackOverflowError) {
      return new SqlError(SqlState.STATEMENT_TOO_COMPLEX, "stack depth limit exceeded");
    }
    if (thrown instanceof OutOfMemoryError) {
      LOG.error("out of memory", thrown);
      return new SqlError(SqlState.OUT_OF_MEMORY, "out of memory");
    }
    LOG.error("internal error", thrown);
    return new SqlError(SqlState.INTERNAL_ERROR, "internal error: " + thrown);
  }

  /** A name as an error shows it. */
  static String text(byte[] name, int offset, int length) {
    return new String(name, offset, length, StandardCharsets.UTF_8);
  }
}
