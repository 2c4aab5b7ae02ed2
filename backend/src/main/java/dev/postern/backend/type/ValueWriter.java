package dev.postern.backend.type;

/**
 * Where output functions write: the front end's buffer, a tuple under construction, a string.
 * Integers are big-endian (network order), as in the binary send forms.
 */
public interface ValueWriter {
  void writeByte(int value);

  void writeShort(int value);

  void writeInt(int value);

  void writeLong(long value);

  void writeBytes(byte[] source, int offset, int length);

  /** Characters below 128 only. */
  default void writeAscii(String text) {
    for (int i = 0; i < text.length(); i++) {
      writeByte(text.charAt(i));
    }
  }

  /** Decimal digits with a sign where negative. */
  default void writeDecimal(long value) {
    if (value == Long.MIN_VALUE) {
      writeAscii("-9223372036854775808");
      return;
    }
    long rest = value;
    if (rest < 0) {
      writeByte('-');
      rest = -rest;
    }
    long unit = 1;
    while (rest / unit >= 10) {
      unit *= 10;
    }
    while (unit > 0) {
      writeByte((int) ('0' + rest / unit % 10));
      unit /= 10;
    }
  }
}
