package dev.postern.backend.session;

import java.time.Instant;

/**
 * The wall clock in PostgreSQL's terms, read without making an object: the monotonic clock, set by
 * the wall clock again whenever the two have come apart.
 */
final class SessionClock {
  /** Seconds from 1970-01-01 to 2000-01-01. */
  private static final long EPOCH_SECONDS = 946_684_800L;

  private static final long TOLERATED_MICROS = 2_000;

  /** Wall clock less monotonic clock, in microseconds. */
  private static volatile long offset = offset();

  private SessionClock() {}

  /** Microseconds since 2000-01-01 UTC. */
  static long nowMicros() {
    long now = System.nanoTime() / 1000 + offset;
    long coarse = (System.currentTimeMillis() - EPOCH_SECONDS * 1000) * 1000;
    if (now - coarse > TOLERATED_MICROS || coarse - now > TOLERATED_MICROS) {
      offset = offset();
      now = System.nanoTime() / 1000 + offset;
    }
    return now;
  }

  private static long offset() {
    Instant now = Instant.now();
    long micros = (now.getEpochSecond() - EPOCH_SECONDS) * 1_000_000L + now.getNano() / 1000;
    return micros - System.nanoTime() / 1000;
  }
}
