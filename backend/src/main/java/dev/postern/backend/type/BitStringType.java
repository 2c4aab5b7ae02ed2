package dev.postern.backend.type;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;

/** bit and varbit: the number of bits (4 bytes), then the bits, the last byte filled with zeros. */
final class BitStringType extends SqlType {
  private final boolean varying;

  BitStringType(boolean varying) {
    super(varying ? TypeOids.VARBIT : TypeOids.BIT, varying ? "varbit" : "bit", -1, false);
    this.varying = varying;
  }

  /** Bits of a value. */
  static int bits(Datum value) {
    return Bytes.getInt(value.bytes, value.offset);
  }

  private SqlError wrongLength(int bits, int limit) {
    if (varying) {
      return new SqlError(
          SqlState.STRING_DATA_RIGHT_TRUNCATION,
          "bit string too long for type bit varying(" + limit + ")");
    }
    return new SqlError(
        SqlState.STRING_DATA_LENGTH_MISMATCH,
        "bit string length " + bits + " does not match type bit(" + limit + ")");
  }

  private void checkLength(int bits, int typmod) {
    if (typmod > 0 && (varying ? bits > typmod : bits != typmod)) {
      throw wrongLength(bits, typmod);
    }
  }

  @Override
  public void input(
      byte[] text, int offset, int length, int typmod, DisplayStyle style, Datum result) {
    int from = offset;
    int end = offset + length;
    int size = 1;
    if (from < end && (text[from] | 0x20) == 'x') {
      size = 4;
      from++;
    } else if (from < end && (text[from] | 0x20) == 'b') {
      from++;
    }
    int bits = Math.multiplyExact(end - from, size);
    checkLength(bits, typmod);
    byte[] value = new byte[4 + (bits + 7) / 8];
    Bytes.putInt(value, 0, bits);
    for (int i = from; i < end; i++) {
      int digit = IntegerText.digit(text[i]);
      if (digit < 0 || digit >> size != 0) {
        int shown = Math.min(Utf8.announcedSize(text[i]), end - i);
        throw new SqlError(
            SqlState.INVALID_TEXT_REPRESENTATION,
            "\""
                + InputErrors.string(text, i, shown)
                + "\" is not a valid "
                + (size == 4 ? "hexadecimal" : "binary")
                + " digit");
      }
      int place = (i - from) * size;
      value[4 + place / 8] |= (byte) (digit << 8 - size - place % 8);
    }
    result.setBytes(value);
  }

  @Override
  public void output(Datum value, DisplayStyle style, ValueWriter writer) {
    int bits = bits(value);
    for (int i = 0; i < bits; i++) {
      int octet = value.bytes[value.offset + 4 + i / 8];
      writer.writeByte((octet & 0x80 >> i % 8) != 0 ? '1' : '0');
    }
  }

  @Override
  public void receive(byte[] data, int offset, int length, int typmod, Datum result) {
    if (length < 4) {
      throw InputErrors.insufficientData();
    }
    int bits = Bytes.getInt(data, offset);
    if (bits < 0) {
      throw InputErrors.binary("invalid length in external bit string");
    }
    checkLength(bits, typmod);
    InputErrors.checkLength(length, 4 + (int) ((bits + 7L) / 8));
    if (bits % 8 == 0 || (data[offset + length - 1] & 0xff >> bits % 8) == 0) {
      result.setBytes(data, offset, length);
      return;
    }
    result.setBytes(data, offset, length);
    setBits(result, bits);
  }

  /** Makes it so many bits, cut or filled with zeros. */
  private static void setBits(Datum value, int bits) {
    byte[] copy = new byte[4 + (bits + 7) / 8];
    System.arraycopy(value.bytes, value.offset, copy, 0, Math.min(value.length, copy.length));
    Bytes.putInt(copy, 0, bits);
    if (bits % 8 != 0) {
      copy[copy.length - 1] &= (byte) (0xff00 >> bits % 8);
    }
    value.setBytes(copy);
  }

  @Override
  public int compare(Datum left, Datum right) {
    int order =
        java.util.Arrays.compareUnsigned(
            left.bytes,
            left.offset + 4,
            left.offset + left.length,
            right.bytes,
            right.offset + 4,
            right.offset + right.length);
    return order != 0 ? order : Integer.compare(bits(left), bits(right));
  }

  @Override
  public long hash(Datum value) {
    return Hashing.ofBytes(value.bytes, value.offset, value.length);
  }

  @Override
  public void writeKey(Datum value, ValueWriter key) {
    KeyCode.writeBytes(value.bytes, value.offset + 4, value.length - 4, key);
    KeyCode.writeInt(bits(value), key);
  }

  @Override
  public void applyTypmod(Datum value, int typmod, boolean explicit) {
    int bits = bits(value);
    if (typmod <= 0 || (varying ? bits <= typmod : bits == typmod)) {
      return;
    }
    if (!explicit) {
      throw wrongLength(bits, typmod);
    }
    setBits(value, typmod);
  }
}
