package dev.postern.proxy.client;

/**
 * Hears what happens on client connections, for metrics. Called on event loops and virtual threads;
 * must be quick.
 */
public interface TrafficListener {
  /** Counts nothing. */
  TrafficListener NONE = new TrafficListener() {};

  default void clientConnected() {}

  default void clientDisconnected() {}

  /** A Query, or an Execute, ended, well or not. */
  default void statementFinished(long durationNanos) {}

  /** An ErrorResponse was sent. */
  default void errorSent(String sqlState) {}
}
