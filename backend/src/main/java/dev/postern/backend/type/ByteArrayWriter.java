package dev.postern.backend.type;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A growing byte array to write values into; reused by clearing it. */
public final class ByteArrayWriter implements ValueWriter {
  private byte[] bytes;
  private int size;

  public ByteArrayWriter(int capacity) {
    bytes = new byte[capacity];
  }

  public ByteArrayWriter() {
    this(64);
  }

  @Override
  public void writeByte(int value) {
    reserve(1);
    bytes[size++] = (byte) value;
  }

  @Override
  public void writeShort(int value) {
    reserve(2);
    bytes[size] = (byte) (value >> 8);
    bytes[size + 1] = (byte) value;
    size += 2;
  }

  @Override
  public void writeInt(int value) {
    reserve(4);
    Bytes.putInt(bytes, size, value);
    size += 4;
  }

  @Override
  public void writeLong(long value) {
    reserve(8);
    Bytes.putLong(bytes, size, value);
    size += 8;
  }

  @Override
  public void writeBytes(byte[] source, int offset, int length) {
    reserve(length);
    System.arraycopy(source, offset, bytes, size, length);
    size += length;
  }

  /** The array written to: valid up to {@link #size()}, until the next write. */
  public byte[] array() {
    return bytes;
  }

  public int size() {
    return size;
  }

  public void clear() {
    size = 0;
  }

  public byte[] toByteArray() {
    return Arrays.copyOf(bytes, size);
  }

  /** What was written, read as UTF-8. */
  public String text() {
    return new String(bytes, 0, size, StandardCharsets.UTF_8);
  }

  private void reserve(int count) {
    if (bytes.length - size < count) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, Math.addExact(size, count)));
    }
  }
}
