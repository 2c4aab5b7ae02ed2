package dev.postern.backend.exec;

import java.util.Arrays;

/** Key bytes as the key of a hash table: equal where the bytes are. */
final class Key {
  private byte[] bytes;
  private int length;
  private int hash;

  /** A key to look up with: {@link #set} before each use. */
  Key() {
    bytes = new byte[0];
  }

  private Key(byte[] bytes, int hash) {
    this.bytes = bytes;
    this.length = bytes.length;
    this.hash = hash;
  }

  /** Points at bytes that may change later; look up with it, do not keep it. */
  void set(byte[] source, int count) {
    bytes = source;
    length = count;
    int code = 1;
    for (int i = 0; i < count; i++) {
      code = 31 * code + source[i];
    }
    hash = code ^ code >>> 15;
  }

  /** A copy to keep. */
  Key copy() {
    return new Key(Arrays.copyOf(bytes, length), hash);
  }

  byte[] toBytes() {
    return Arrays.copyOf(bytes, length);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Key that
        && hash == that.hash
        && Arrays.equals(bytes, 0, length, that.bytes, 0, that.length);
  }

  @Override
  public int hashCode() {
    return hash;
  }
}
