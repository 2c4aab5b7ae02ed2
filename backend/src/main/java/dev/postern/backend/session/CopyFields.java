package dev.postern.backend.session;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The fields of one line of the formats text and csv, their escapes resolved. Made once a COPY and
 * refilled; values point into {@link #bytes}, which is new for every line, as values read may go on
 * pointing there.
 */
final class CopyFields {
  private final CopyOptions options;
  private byte[] bytes = new byte[0];
  private byte[] raw = bytes;
  private int size;
  private int count;
  private int[] offsets = new int[16];
  private int[] lengths = new int[16];
  private int[] rawOffsets = new int[16];
  private int[] rawLengths = new int[16];
  private boolean[] quoted = new boolean[16];

  CopyFields(CopyOptions options) {
    this.options = options;
  }

  int count() {
    return count;
  }

  byte[] bytes() {
    return bytes;
  }

  int offset(int field) {
    return offsets[field];
  }

  int length(int field) {
    return lengths[field];
  }

  /** Whether any part of a csv field was in quotes. */
  boolean wasQuoted(int field) {
    return quoted[field];
  }

  /** Whether the field, as it was written, is the null text. */
  boolean isNull(int field) {
    return !quoted[field] && rawEquals(field, options.nullText());
  }

  boolean rawEquals(int field, byte[] other) {
    int start = rawOffsets[field];
    return Arrays.equals(raw, start, start + rawLengths[field], other, 0, other.length);
  }

  boolean equals(int field, byte[] other) {
    int start = offsets[field];
    return Arrays.equals(bytes, start, start + lengths[field], other, 0, other.length);
  }

  String text(int field) {
    return new String(bytes, offsets[field], lengths[field], StandardCharsets.UTF_8);
  }

  /**
   * Takes a line apart.
   *
   * @param columns how many fields are wanted: where none are, an empty line has none
   */
  void split(byte[] line, int length, int columns) {
    raw = line;
    bytes = new byte[length];
    size = 0;
    count = 0;
    if (columns == 0 && length == 0) {
      return;
    }
    int at = 0;
    boolean more = true;
    while (more) {
      begin(at);
      int end = options.csv() ? csvField(line, at, length) : textField(line, at, length);
      lengths[count] = size - offsets[count];
      rawLengths[count] = end - at;
      count++;
      more = end < length;
      at = end + 1;
    }
  }

  private void begin(int at) {
    if (count == offsets.length) {
      offsets = Arrays.copyOf(offsets, count * 2);
      lengths = Arrays.copyOf(lengths, count * 2);
      rawOffsets = Arrays.copyOf(rawOffsets, count * 2);
      rawLengths = Arrays.copyOf(rawLengths, count * 2);
      quoted = Arrays.copyOf(quoted, count * 2);
    }
    offsets[count] = size;
    rawOffsets[count] = at;
    quoted[count] = false;
  }

  private void put(int b) {
    bytes[size++] = (byte) b;
  }

  /** Gives where the field's delimiter is, or the end of the line. */
  private int textField(byte[] line, int start, int length) {
    int at = start;
    while (at < length && line[at] != options.delimiter()) {
      byte b = line[at++];
      if (b != '\\' || at == length) {
        put(b);
        continue;
      }
      byte escaped = line[at++];
      switch (escaped) {
        case 'b' -> put('\b');
        case 'f' -> put('\f');
        case 'n' -> put('\n');
        case 'r' -> put('\r');
        case 't' -> put('\t');
        case 'v' -> put(0x0b);
        case '0', '1', '2', '3', '4', '5', '6', '7' -> {
          int code = escaped - '0';
          for (int i = 0; i < 2 && at < length && line[at] >= '0' && line[at] <= '7'; i++) {
            code = code * 8 + line[at++] - '0';
          }
          put(code);
        }
        case 'x' -> {
          int code = 0;
          int digits = 0;
          while (digits < 2 && at < length && Character.digit(line[at], 16) >= 0) {
            code = code * 16 + Character.digit(line[at++], 16);
            digits++;
          }
          put(digits == 0 ? 'x' : code);
        }
        default -> put(escaped);
      }
    }
    return at;
  }

  private int csvField(byte[] line, int start, int length) {
    byte quote = options.quote();
    byte escape = options.escape();
    int at = start;
    while (at < length) {
      byte b = line[at];
      if (b == options.delimiter()) {
        return at;
      }
      at++;
      if (b != quote) {
        put(b);
        continue;
      }
      quoted[count] = true;
      boolean inside = true;
      while (inside) {
        if (at >= length) {
          throw CopyReader.badFormat("unterminated CSV quoted field");
        }
        byte c = line[at++];
        if (c == escape && at < length && (line[at] == escape || line[at] == quote)) {
          put(line[at++]);
        } else if (c == quote) {
          inside = false;
        } else {
          put(c);
        }
      }
    }
    return at;
  }
}
