package dev.postern.proxy.client;

import dev.postern.backend.error.SqlError;

/**
 * From the text of a Query or Parse message to its syntax trees; usually a cache keyed by the
 * text's bytes. Thread-safe: called on event loops and on virtual threads.
 */
@FunctionalInterface
public interface StatementSource {
  /**
   * The statements of a text that is valid UTF-8.
   *
   * @param source holds the text; the caller overwrites it afterwards
   * @throws SqlError where the text cannot be parsed
   */
  ParsedText statements(byte[] source, int offset, int length);
}
