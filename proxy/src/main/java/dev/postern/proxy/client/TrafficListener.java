package dev.postern.proxy.client;

/**
 * Hears what happens on client connections, for metrics. Called on event loops and virtual threads;
 * must be quick.
 */
public interface TrafficListener {
  /** Counts nothing. */
  TrafficListener NONE = new TrafficListener() {};

  /**
   * A Query, or an Execute, ended without an error; for an upstream server, all that was sent until
   * it was ready again.
   */
  default void statementFinished(long durationNanos) {}

  /** An ErrorResponse was sent. */
  default void errorSent(String sqlState) {}

  /** Bytes came from a client. */
  default void bytesReceived(int count) {}

  /** Bytes go to a client. */
  default void bytesSent(int count) {}
}
