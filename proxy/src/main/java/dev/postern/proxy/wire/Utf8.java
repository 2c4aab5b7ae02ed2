package dev.postern.proxy.wire;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.type.Bytes;

/** The check that PostgreSQL makes on every text that comes in. */
public final class Utf8 {
  private static final long HIGH_BITS = 0x8080808080808080L;

  private Utf8() {}

  /**
   * Requires valid UTF-8 as PostgreSQL defines it (RFC 3629: no surrogates, no longer forms).
   *
   * @throws SqlError 22021 naming the bytes at fault
   */
  public static void requireValid(byte[] text, int offset, int length) {
    int end = offset + length;
    int at = offset;
    while (at < end) {
      if (end - at >= 8 && (Bytes.getLong(text, at) & HIGH_BITS) == 0) {
        at += 8;
      } else if (text[at] >= 0) {
        at++;
      } else {
        int size = sequenceAt(text, at, end);
        if (size == 0) {
          throw invalid(text, at, end);
        }
        at += size;
      }
    }
  }

  /** Bytes of the valid sequence of two to four that begins here, or 0. */
  private static int sequenceAt(byte[] text, int at, int end) {
    int size = promised(text[at]);
    if (size < 2 || end - at < size) {
      return 0;
    }
    int first = text[at] & 0xff;
    int second = text[at + 1] & 0xff;
    int lowest = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
    int highest = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;
    if (first < 0xc2 || first > 0xf4 || second < lowest || second > highest) {
      return 0;
    }
    for (int i = 2; i < size; i++) {
      if ((text[at + i] & 0xc0) != 0x80) {
        return 0;
      }
    }
    return size;
  }

  /** Bytes that a first byte says its character has. */
  private static int promised(byte first) {
    int value = first & 0xff;
    if ((value & 0xe0) == 0xc0) {
      return 2;
    }
    if ((value & 0xf0) == 0xe0) {
      return 3;
    }
    return (value & 0xf8) == 0xf0 ? 4 : 1;
  }

  private static SqlError invalid(byte[] text, int at, int end) {
    StringBuilder message = new StringBuilder("invalid byte sequence for encoding \"UTF8\":");
    int shown = Math.min(promised(text[at]), end - at);
    for (int i = 0; i < shown; i++) {
      message.append(String.format(" 0x%02x", text[at + i] & 0xff));
    }
    return new SqlError(SqlState.CHARACTER_NOT_IN_REPERTOIRE, message.toString());
  }
}
