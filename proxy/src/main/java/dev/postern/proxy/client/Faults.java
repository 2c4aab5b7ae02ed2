package dev.postern.proxy.client;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import java.nio.charset.StandardCharsets;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Errors that the front end itself finds, and what other faults look like to a client. */
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

  /** 26000; a name of no bytes is the unnamed statement's. */
  static SqlError noStatement(byte[] name, int offset, int length) {
    return new SqlError(
        SqlState.INVALID_SQL_STATEMENT_NAME,
        length == 0
            ? "unnamed prepared statement does not exist"
            : "prepared statement \"" + text(name, offset, length) + "\" does not exist");
  }

  /** 34000. */
  static SqlError noPortal(byte[] name, int offset, int length) {
    return new SqlError(
        SqlState.INVALID_CURSOR_NAME,
        "portal \"" + text(name, offset, length) + "\" does not exist");
  }

  private static String text(byte[] name, int offset, int length) {
    return new String(name, offset, length, StandardCharsets.UTF_8);
  }
}
