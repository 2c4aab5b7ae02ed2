package dev.postern.backend.type;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;

/** Validity and lengths of UTF-8 text (RFC 3629, without the zero character). */
public final class Utf8 {
  private static final long HIGH_BITS = 0x8080808080808080L;
  private static final long LOW_BITS = 0x0101010101010101L;

  private Utf8() {}

  /** Throws 22021 at the first byte sequence that is not a character of a text value. */
  public static void check(byte[] text, int offset, int length) {
    int at = offset;
    int end = offset + length;
    while (at < end) {
      if (end - at >= 8) {
        long word = Bytes.getLong(text, at);
        // Eight bytes that are all 1..127: no high bit, and none becomes negative by minus one.
        if (((word | word - LOW_BITS) & HIGH_BITS) == 0) {
          at += 8;
          continue;
        }
      }
      int size = validSize(text, at, end);
      if (size == 0) {
        throw invalid(text, at, end);
      }
      at += size;
    }
  }

  /** Whether {@link #check} would pass. */
  public static boolean isValid(byte[] text, int offset, int length) {
    int end = offset + length;
    for (int at = offset; at < end; ) {
      int size = validSize(text, at, end);
      if (size == 0) {
        return false;
      }
      at += size;
    }
    return true;
  }

  /** Characters (code points) of valid text. */
  public static int characters(byte[] text, int offset, int length) {
    int count = 0;
    for (int i = offset, end = offset + length; i < end; i++) {
      if ((text[i] & 0xc0) != 0x80) {
        count++;
      }
    }
    return count;
  }

  /** Bytes of the first {@code characters} characters of valid text, at most {@code length}. */
  public static int prefix(byte[] text, int offset, int length, int characters) {
    int count = 0;
    for (int i = offset, end = offset + length; i < end; i++) {
      if ((text[i] & 0xc0) != 0x80 && count++ == characters) {
        return i - offset;
      }
    }
    return length;
  }

  /** Bytes of the character that a first byte announces. */
  public static int announcedSize(byte first) {
    if (first >= 0) {
      return 1;
    }
    if ((first & 0xe0) == 0xc0) {
      return 2;
    }
    if ((first & 0xf0) == 0xe0) {
      return 3;
    }
    return (first & 0xf8) == 0xf0 ? 4 : 1;
  }

  private static int validSize(byte[] text, int at, int end) {
    byte first = text[at];
    if (first > 0) {
      return 1;
    }
    int size = announcedSize(first);
    if (size == 1 || end - at < size) {
      return 0;
    }
    for (int i = 1; i < size; i++) {
      if ((text[at + i] & 0xc0) != 0x80) {
        return 0;
      }
    }
    int second = text[at + 1] & 0xff;
    boolean valid =
        switch (first & 0xff) {
          case 0xc0, 0xc1, 0xf5, 0xf6, 0xf7 -> false;
          case 0xe0 -> second >= 0xa0;
          case 0xed -> second < 0xa0;
          case 0xf0 -> second >= 0x90;
          case 0xf4 -> second < 0x90;
          default -> true;
        };
    return valid ? size : 0;
  }

  private static SqlError invalid(byte[] text, int at, int end) {
    StringBuilder message = new StringBuilder("invalid byte sequence for encoding \"UTF8\":");
    int size = Math.min(announcedSize(text[at]), end - at);
    for (int i = 0; i < size; i++) {
      message.append(String.format(" 0x%02x", text[at + i] & 0xff));
    }
    return new SqlError(SqlState.CHARACTER_NOT_IN_REPERTOIRE, message.toString());
  }
}
