package dev.postern.backend.type;

/** Parts of index keys: forms whose unsigned byte order is the order of the values. */
public final class KeyCode {
  private KeyCode() {}

  public static void writeShort(int value, ValueWriter key) {
    key.writeShort(value ^ 0x8000);
  }

  public static void writeInt(int value, ValueWriter key) {
    key.writeInt(value ^ Integer.MIN_VALUE);
  }

  public static void writeLong(long value, ValueWriter key) {
    key.writeLong(value ^ Long.MIN_VALUE);
  }

  /** NaN is greatest, and the two zeros are one. */
  public static void writeDouble(double value, ValueWriter key) {
    long bits = Double.doubleToLongBits(value == 0 ? 0.0 : value);
    key.writeLong(bits < 0 ? ~bits : bits ^ Long.MIN_VALUE);
  }

  public static void writeFloat(float value, ValueWriter key) {
    int bits = Float.floatToIntBits(value == 0 ? 0f : value);
    key.writeInt(bits < 0 ? ~bits : bits ^ Integer.MIN_VALUE);
  }

  /** Bytes of any value: a zero is written as 00 FF, the end as 00 00. */
  public static void writeBytes(byte[] bytes, int offset, int length, ValueWriter key) {
    int from = offset;
    int end = offset + length;
    for (int i = offset; i < end; i++) {
      if (bytes[i] == 0) {
        key.writeBytes(bytes, from, i - from);
        key.writeShort(0x00ff);
        from = i + 1;
      }
    }
    key.writeBytes(bytes, from, end - from);
    key.writeShort(0);
  }

  /** Bytes that are never zero, as text is: one zero ends them. */
  public static void writeText(byte[] bytes, int offset, int length, ValueWriter key) {
    key.writeBytes(bytes, offset, length);
    key.writeByte(0);
  }
}
