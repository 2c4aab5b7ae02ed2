package dev.postern.backend.session;

/** What pg_stat_activity shows of a session. Written by its thread, read by any. */
final class SessionState {
  private static final byte[] NO_TEXT = new byte[0];

  /** pg_stat_activity.state. */
  enum Activity {
    IDLE("idle"),
    ACTIVE("active"),
    IDLE_IN_TRANSACTION("idle in transaction"),
    IDLE_IN_FAILED_TRANSACTION("idle in transaction (aborted)");

    private final String words;

    Activity(String words) {
      this.words = words;
    }

    String words() {
      return words;
    }
  }

  private final long backendStartMicros;
  private volatile Activity activity = Activity.IDLE;
  private volatile String applicationName = "";
  private byte[] text = NO_TEXT;
  private int textStart;
  private int textLength;
  private long queryStartMicros;
  private long stateChangeMicros;

  SessionState(long nowMicros) {
    backendStartMicros = nowMicros;
    stateChangeMicros = nowMicros;
  }

  void running(byte[] source, int start, int length, long nowMicros) {
    text = source;
    textStart = start;
    textLength = length;
    queryStartMicros = nowMicros;
    stateChangeMicros = nowMicros;
    activity = Activity.ACTIVE;
  }

  void idle(byte transactionStatus, long nowMicros) {
    stateChangeMicros = nowMicros;
    activity =
        switch (transactionStatus) {
          case 'T' -> Activity.IDLE_IN_TRANSACTION;
          case 'E' -> Activity.IDLE_IN_FAILED_TRANSACTION;
          default -> Activity.IDLE;
        };
  }

  /** Setting {@code application_name}, as of its last report. */
  String applicationName() {
    return applicationName;
  }

  void applicationName(String name) {
    applicationName = name;
  }

  Activity activity() {
    return activity;
  }

  String query() {
    byte[] source = text;
    int start = Math.min(textStart, source.length);
    int length = Math.min(textLength, source.length - start);
    return new String(source, start, length, java.nio.charset.StandardCharsets.UTF_8);
  }

  long backendStartMicros() {
    return backendStartMicros;
  }

  long queryStartMicros() {
    return queryStartMicros;
  }

  long stateChangeMicros() {
    return stateChangeMicros;
  }
}
