package dev.postern.backend.type;

import java.nio.charset.StandardCharsets;

/**
 * One SQL value in flight. A mutable holder that its owner (an expression, a parameter slot, an
 * aggregate's argument) makes once and refills for every row; it is never shared between threads.
 *
 * <p>A type that {@linkplain SqlType#byValue() passes by value} uses {@link #bits}: integers, OIDs
 * and dates sign-extended, booleans 0 or 1, float8 as raw long bits, float4 as raw int bits. Every
 * other type uses {@code bytes[offset .. offset+length)}: its binary send form, which the holder
 * does not own: it may point into a tuple and must not be changed; whoever keeps it longer than the
 * row copies it ({@link #copyBytes}).
 */
public final class Datum {
  private static final byte[] EMPTY = new byte[0];

  public boolean isNull = true;
  public long bits;
  public byte[] bytes = EMPTY;
  public int offset;
  public int length;

  public void setNull() {
    isNull = true;
  }

  public void setLong(long value) {
    isNull = false;
    bits = value;
  }

  public void setBoolean(boolean value) {
    isNull = false;
    bits = value ? 1 : 0;
  }

  public void setDouble(double value) {
    isNull = false;
    bits = Double.doubleToRawLongBits(value);
  }

  public void setFloat(float value) {
    isNull = false;
    bits = Float.floatToRawIntBits(value);
  }

  /** Points at bytes that somebody else owns. */
  public void setBytes(byte[] source, int from, int count) {
    isNull = false;
    bytes = source;
    offset = from;
    length = count;
  }

  public void setBytes(byte[] source) {
    setBytes(source, 0, source.length);
  }

  public void setText(String value) {
    setBytes(value.getBytes(StandardCharsets.UTF_8));
  }

  public void set(Datum other) {
    isNull = other.isNull;
    bits = other.bits;
    bytes = other.bytes;
    offset = other.offset;
    length = other.length;
  }

  public boolean booleanValue() {
    return bits != 0;
  }

  public double doubleValue() {
    return Double.longBitsToDouble(bits);
  }

  public float floatValue() {
    return Float.intBitsToFloat((int) bits);
  }

  /** The value of a text-like type; allocates. */
  public String text() {
    return new String(bytes, offset, length, StandardCharsets.UTF_8);
  }

  public byte[] copyBytes() {
    byte[] copy = new byte[length];
    System.arraycopy(bytes, offset, copy, 0, length);
    return copy;
  }

  /** Forgets a reference, so that a holder that lives on keeps no tuple alive. */
  public void clear() {
    isNull = true;
    bytes = EMPTY;
    offset = 0;
    length = 0;
  }
}
