package dev.postern.backend;

import dev.postern.backend.error.SqlError;

/** Hears what a session says outside of results. */
public interface SessionListener {
  /** A setting that is reported (GUC_REPORT) has this value, at start and on change. */
  void parameterStatus(String name, String value);

  void notice(Notice notice);

  /**
   * A NOTIFY arrived; only called between statements or after {@link Session#sync}.
   *
   * @param processId of the session that notified
   */
  void notification(int processId, String channel, String payload);

  /**
   * The session is to end (another session or the engine wants it): its next call throws this
   * error. A front end that is idle tells its client and closes; any thread.
   */
  default void terminated(SqlError error) {}

  /** Something is waiting to be fetched by {@link Session#deliverNotifications}; any thread. */
  default void notificationsPending() {}
}
