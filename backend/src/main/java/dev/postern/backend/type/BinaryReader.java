package dev.postern.backend.type;

/** Reads the parts of a binary value that a client sent; throws 08P01 where they end too early. */
final class BinaryReader {
  private final byte[] data;
  private final int end;
  private int at;

  BinaryReader(byte[] data, int offset, int length) {
    this.data = data;
    at = offset;
    end = offset + length;
  }

  int remaining() {
    return end - at;
  }

  int readByte() {
    return data[skip(1)];
  }

  int readInt() {
    return Bytes.getInt(data, skip(4));
  }

  long readLong() {
    return Bytes.getLong(data, skip(8));
  }

  /** Passes over bytes and gives where they start. */
  int skip(int count) {
    if (end - at < count) {
      throw InputErrors.insufficientData();
    }
    int start = at;
    at += count;
    return start;
  }

  void checkEnd() {
    if (at != end) {
      throw InputErrors.excessData();
    }
  }
}
