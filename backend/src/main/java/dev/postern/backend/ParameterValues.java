package dev.postern.backend;

import java.util.Arrays;

/**
 * The values of a Bind message as slices of its bytes. Made once a connection and refilled; the
 * engine reads it during {@link Session#bind} only.
 */
public final class ParameterValues {
  private static final byte[] EMPTY = new byte[0];

  private byte[] buffer = EMPTY;
  private int count;
  private int[] offsets = new int[8];
  private int[] lengths = new int[8];
  private boolean[] binary = new boolean[8];

  /** Forgets all values; those added next are slices of this array. */
  public void reset(byte[] source) {
    buffer = source;
    count = 0;
  }

  /**
   * @param length bytes, or -1 for NULL
   */
  public void add(int offset, int length, boolean isBinary) {
    if (count == offsets.length) {
      offsets = Arrays.copyOf(offsets, count * 2);
      lengths = Arrays.copyOf(lengths, count * 2);
      binary = Arrays.copyOf(binary, count * 2);
    }
    offsets[count] = offset;
    lengths[count] = length;
    binary[count++] = isBinary;
  }

  public int count() {
    return count;
  }

  public byte[] buffer() {
    return buffer;
  }

  public int offset(int index) {
    return offsets[index];
  }

  /** Bytes, or -1 for NULL. */
  public int length(int index) {
    return lengths[index];
  }

  public boolean isBinary(int index) {
    return binary[index];
  }
}
