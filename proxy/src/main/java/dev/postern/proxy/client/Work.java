package dev.postern.proxy.client;

import dev.postern.backend.Portal;
import dev.postern.router.Statement;

/** The rest of a message that goes on, or begins again, on a virtual thread. */
sealed interface Work {
  /** A query whose text is too long to be parsed on an event loop. */
  record LongText(byte[] text, int length, long startNanos) implements Work {}

  /**
   * A simple query.
   *
   * @param from the statement to go on with
   */
  record Simple(Statement text, int from, long startNanos) implements Work {}

  record Execute(Portal portal, int maxRows, long startNanos) implements Work {}

  record Sync() implements Work {}

  record CopyData(byte[] data) implements Work {}

  record CopyDone() implements Work {}
}
