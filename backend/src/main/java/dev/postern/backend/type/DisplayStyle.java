package dev.postern.backend.type;

import java.time.ZoneId;
import java.time.ZoneOffset;
import org.jspecify.annotations.Nullable;

/**
 * The session settings that text forms depend on. One object a session, changed only by the
 * session's thread when a setting changes.
 */
public final class DisplayStyle {
  /** DateStyle's output form. */
  public enum DateForm {
    ISO,
    SQL,
    POSTGRES,
    GERMAN
  }

  /** DateStyle's field order. */
  public enum DateOrder {
    MDY,
    DMY,
    YMD
  }

  /** IntervalStyle. */
  public enum IntervalForm {
    POSTGRES,
    POSTGRES_VERBOSE,
    SQL_STANDARD,
    ISO_8601
  }

  public DateForm dateForm = DateForm.ISO;
  public DateOrder dateOrder = DateOrder.MDY;
  public IntervalForm intervalForm = IntervalForm.POSTGRES;
  public ZoneId timeZone = ZoneOffset.UTC;
  public int extraFloatDigits = 1;
  public boolean byteaHex = true;

  /** How names of objects are found and shown; null where there is no catalog. */
  public @Nullable ObjectNames objectNames;

  /** Microseconds since 2000-01-01 UTC at which the transaction began: what 'now' means. */
  public long transactionStartMicros;
}
