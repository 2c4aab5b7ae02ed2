package dev.postern.backend.session;

import java.time.Instant;

/** The wall clock in PostgreSQL's terms. */
final class SessionClock {
  /** Seconds from 1970-01-01 to 2000-01-01. */
  private static final long EPOCH_SECONDS = 946_684_800L;

  private SessionClock() {}

  /** Microseconds since 2000-01-01 UTC. */
  static long nowMicros() {
    Instant now = Instant.now();
    return (now.getEpochSecond() - EPOCH_SECONDS) * 1_000_000L + now.getNano() / 1000;
  }
}
