package dev.postern.backend.type;

import java.util.Arrays;

/** Comparison of values by their bytes, unsigned. */
final class ByteOrder {
  private ByteOrder() {}

  static int compare(Datum left, Datum right) {
    return compare(left, left.length, right, right.length);
  }

  static int compare(Datum left, int leftLength, Datum right, int rightLength) {
    return Arrays.compareUnsigned(
        left.bytes,
        left.offset,
        left.offset + leftLength,
        right.bytes,
        right.offset,
        right.offset + rightLength);
  }

  static boolean equal(Datum left, Datum right) {
    return left.length == right.length && compare(left, right) == 0;
  }
}
