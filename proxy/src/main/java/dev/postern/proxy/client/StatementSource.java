package dev.postern.proxy.client;

import dev.postern.backend.error.SqlError;
import dev.postern.router.Statement;

/**
 * From the text of a message to its syntax trees. Thread-safe: called on event loops and on virtual
 * threads.
 */
public interface StatementSource {
  /**
   * The statements of a Query message.
   *
   * @param source holds the text, which is valid UTF-8; the caller overwrites it afterwards
   * @throws SqlError where the text cannot be parsed
   */
  Statement simple(byte[] source, int offset, int length);

  /** The statement of a Parse message: likely to be sent again. As {@link #simple}. */
  Statement prepared(byte[] source, int offset, int length);
}
