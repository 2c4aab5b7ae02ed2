package dev.postern.proxy.sharding;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** A name's bytes as a key of maps. {@link #probe} makes one that is set anew for each look-up. */
final class ByteKey {
  private byte[] bytes;
  private int offset;
  private int length;
  private int hash;

  private ByteKey(byte[] bytes) {
    this.bytes = bytes;
  }

  /** A key to keep, with a copy of the name. */
  static ByteKey of(byte[] source, int offset, int length) {
    ByteKey key = new ByteKey(source);
    key.set(Arrays.copyOfRange(source, offset, offset + length), 0, length);
    return key;
  }

  /** A key for looking up only. */
  static ByteKey probe() {
    return new ByteKey(new byte[0]);
  }

  /** Sets a probe; gives itself. */
  ByteKey set(byte[] source, int from, int count) {
    bytes = source;
    offset = from;
    length = count;
    int sum = 1;
    for (int i = from; i < from + count; i++) {
      sum = 31 * sum + source[i];
    }
    hash = sum;
    return this;
  }

  boolean isEmpty() {
    return length == 0;
  }

  /** The name, of a key to keep. */
  byte[] bytes() {
    return bytes;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof ByteKey key
        && Arrays.equals(
            bytes, offset, offset + length, key.bytes, key.offset, key.offset + key.length);
  }

  @Override
  public int hashCode() {
    return hash;
  }

  @Override
  public String toString() {
    return new String(bytes, offset, length, StandardCharsets.UTF_8);
  }
}
