package dev.postern.backend.function;

import dev.postern.backend.type.Bytes;
import dev.postern.backend.type.DateTimes;
import dev.postern.backend.type.Datum;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;

/** UUIDs of versions 4 and 7, and the time that versions 1 and 7 carry (RFC 9562). */
final class Uuids {
  private static final SecureRandom RANDOM = new SecureRandom();

  /** Microseconds from 1582-10-15 to 2000-01-01. */
  private static final long GREGORIAN_MICROS = 13_165_977_600_000_000L;

  /** Nanoseconds of the last version 7, which only grow, in steps of 2^-12 milliseconds. */
  private static final AtomicLong LAST_NANOS = new AtomicLong();

  private static final long STEP_NANOS = 1_000_000 / 4096 + 1;

  private Uuids() {}

  static byte[] random() {
    byte[] uuid = new byte[16];
    RANDOM.nextBytes(uuid);
    mark(uuid, 4);
    return uuid;
  }

  private static void mark(byte[] uuid, int version) {
    uuid[6] = (byte) (uuid[6] & 0x0f | version << 4);
    uuid[8] = (byte) (uuid[8] & 0x3f | 0x80);
  }

  /**
   * Version 7: milliseconds, twelve bits of the fraction, random bits. Never before the one given
   * out last.
   *
   * @param shiftMicros moves the time
   */
  static byte[] ordered(long shiftMicros) {
    Instant now = Instant.now();
    long clock = now.getEpochSecond() * 1_000_000_000L + now.getNano();
    long nanos =
        LAST_NANOS.updateAndGet(last -> clock > last + STEP_NANOS ? clock : last + STEP_NANOS);
    nanos += shiftMicros * 1000;
    byte[] uuid = new byte[16];
    RANDOM.nextBytes(uuid);
    long millis = Math.floorDiv(nanos, 1_000_000L);
    long fraction = Math.floorMod(nanos, 1_000_000L) * 4096 / 1_000_000;
    Bytes.putLong(uuid, 0, millis << 16 | fraction);
    mark(uuid, 7);
    return uuid;
  }

  static void timestamp(Datum uuid, Datum result) {
    int at = uuid.offset;
    long high = Bytes.getLong(uuid.bytes, at);
    boolean standard = (uuid.bytes[at + 8] & 0xc0) == 0x80;
    int version = uuid.bytes[at + 6] >> 4 & 15;
    if (standard && version == 1) {
      long ticks = (high & 0xfff) << 48 | (high >>> 16 & 0xffff) << 32 | high >>> 32;
      result.setLong(ticks / 10 - GREGORIAN_MICROS);
    } else if (standard && version == 7) {
      result.setLong((high >>> 16) * 1000 - DateTimes.UNIX_EPOCH_SECONDS * 1_000_000);
    } else {
      result.setNull();
    }
  }
}
