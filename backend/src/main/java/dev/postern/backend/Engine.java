package dev.postern.backend;

import java.util.Map;

/** A cluster of databases in this process. Thread-safe. */
public interface Engine extends AutoCloseable {
  /**
   * Opens a session, as a start-up message does after authentication.
   *
   * @param database its name; 3D000 where there is none
   * @param user the role; made on first use where the engine trusts everybody
   * @param settings run-time settings of the start-up message (names as sent)
   * @param listener told of settings to report, notices and notifications; called on the thread
   *     that uses the session
   */
  Session connect(
      String database, String user, Map<String, String> settings, SessionListener listener);

  /** Numbers for metrics. */
  Statistics statistics();

  /** Ends all sessions with 57P01 and lets everything go. */
  @Override
  void close();

  /**
   * Figures of the whole cluster.
   *
   * @param commits since the start
   * @param rollbacks since the start
   * @param active transactions in progress: sessions that run a statement or are in a block
   * @param sessions that are open
   */
  record Statistics(long commits, long rollbacks, int active, int sessions, int databases) {}
}
