package dev.postern.proxy.client;

import dev.postern.proxy.auth.Authenticator;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * What all client connections of a server share. Thread-safe.
 *
 * <p>Owns the list of connections, so that a stop reaches them all.
 */
public final class FrontEnd {
  final Authenticator authenticator;
  final Function<String, ConversationOpener> openers;
  final CancelRegistry cancels;
  final TrafficListener traffic;
  final long loginTimeoutMillis;
  private final Set<ClientConnection> connections = ConcurrentHashMap.newKeySet();
  private final CountDownLatch allGone = new CountDownLatch(1);
  private volatile boolean stopping;

  /**
   * @param openers from a database's name to what opens conversations with it
   * @param loginTimeoutMillis how long a client may take until it is authenticated
   */
  public FrontEnd(
      Authenticator authenticator,
      Function<String, ConversationOpener> openers,
      CancelRegistry cancels,
      TrafficListener traffic,
      long loginTimeoutMillis) {
    this.authenticator = authenticator;
    this.openers = openers;
    this.cancels = cancels;
    this.traffic = traffic;
    this.loginTimeoutMillis = loginTimeoutMillis;
  }

  void joined(ClientConnection connection) {
    connections.add(connection);
  }

  void left(ClientConnection connection) {
    if (connections.remove(connection)) {
      if (stopping && connections.isEmpty()) {
        allGone.countDown();
      }
    }
  }

  boolean stopping() {
    return stopping;
  }

  public int connectionCount() {
    return connections.size();
  }

  /** How many clients are at work in which database; those that still log in are in none. */
  public Map<String, Integer> connectionsByDatabase() {
    Map<String, Integer> counts = new TreeMap<>();
    for (ClientConnection connection : connections) {
      String database = connection.database();
      if (database != null) {
        counts.merge(database, 1, Integer::sum);
      }
    }
    return counts;
  }

  /** From now on every client that is idle, or becomes so, is told goodbye (57P01). */
  public void beginStop() {
    stopping = true;
    if (connections.isEmpty()) {
      allGone.countDown();
    }
    connections.forEach(ClientConnection::stopWhenIdle);
  }

  /** Waits until no connection is left; whether that came true in time. */
  public boolean awaitAllGone(long millis) {
    try {
      return allGone.await(millis, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Cancels what still runs. */
  public void cancelAll() {
    connections.forEach(ClientConnection::cancelForStop);
  }

  /** Closes what is left. */
  public void closeAll() {
    connections.forEach(ClientConnection::closeNow);
  }
}
