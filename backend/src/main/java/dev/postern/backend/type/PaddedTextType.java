package dev.postern.backend.type;

import java.util.Arrays;

/** bpchar, SQL's character(n): padded with spaces to its length, which comparison ignores. */
final class PaddedTextType extends TextType {
  PaddedTextType() {
    super(TypeOids.BPCHAR, "bpchar");
  }

  /** Bytes without the spaces at the end. */
  static int trueLength(Datum value) {
    int length = value.length;
    while (length > 0 && value.bytes[value.offset + length - 1] == ' ') {
      length--;
    }
    return length;
  }

  @Override
  public int compare(Datum left, Datum right) {
    return ByteOrder.compare(left, trueLength(left), right, trueLength(right));
  }

  @Override
  public boolean equal(Datum left, Datum right) {
    return compare(left, right) == 0;
  }

  @Override
  public long hash(Datum value) {
    return Hashing.ofBytes(value.bytes, value.offset, trueLength(value));
  }

  @Override
  public void writeKey(Datum value, ValueWriter key) {
    KeyCode.writeText(value.bytes, value.offset, trueLength(value), key);
  }

  @Override
  public void applyTypmod(Datum value, int typmod, boolean explicit) {
    if (typmod < 4) {
      return;
    }
    int limit = typmod - 4;
    int characters = Utf8.characters(value.bytes, value.offset, value.length);
    if (characters > limit) {
      int fits = Utf8.prefix(value.bytes, value.offset, value.length, limit);
      if (!explicit) {
        checkOnlySpaces(value, fits, "character", limit);
      }
      value.length = fits;
    } else if (characters < limit) {
      byte[] padded = new byte[value.length + limit - characters];
      System.arraycopy(value.bytes, value.offset, padded, 0, value.length);
      Arrays.fill(padded, value.length, padded.length, (byte) ' ');
      value.setBytes(padded);
    }
  }
}
