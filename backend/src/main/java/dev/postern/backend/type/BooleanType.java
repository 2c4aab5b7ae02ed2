package dev.postern.backend.type;

/** bool. */
final class BooleanType extends SqlType {
  private static final byte[][] TRUE = words("true", "yes", "on", "1");
  private static final byte[][] FALSE = words("false", "no", "off", "0");

  BooleanType() {
    super(TypeOids.BOOL, "bool", 1, true);
  }

  @Override
  public void input(
      byte[] text, int offset, int length, int typmod, DisplayStyle style, Datum result) {
    int from = offset;
    int end = offset + length;
    while (from < end && IntegerText.isSpace(text[from])) {
      from++;
    }
    while (end > from && IntegerText.isSpace(text[end - 1])) {
      end--;
    }
    if (abbreviates(text, from, end, TRUE)) {
      result.setBoolean(true);
    } else if (abbreviates(text, from, end, FALSE)) {
      result.setBoolean(false);
    } else {
      throw InputErrors.syntax("boolean", text, offset, length);
    }
  }

  /** Any beginning of a word will do, but for "o", which could be both. */
  private static boolean abbreviates(byte[] text, int from, int end, byte[][] words) {
    int length = end - from;
    for (byte[] word : words) {
      if (length == 0 || length > word.length || length == 1 && word[0] == 'o') {
        continue;
      }
      int i = 0;
      while (i < length && lower(text[from + i]) == word[i]) {
        i++;
      }
      if (i == length) {
        return true;
      }
    }
    return false;
  }

  private static int lower(byte c) {
    return c >= 'A' && c <= 'Z' ? c + 32 : c;
  }

  private static byte[][] words(String... words) {
    byte[][] result = new byte[words.length][];
    for (int i = 0; i < words.length; i++) {
      result[i] = words[i].getBytes(java.nio.charset.StandardCharsets.US_ASCII);
    }
    return result;
  }

  @Override
  public void output(Datum value, DisplayStyle style, ValueWriter writer) {
    writer.writeByte(value.bits != 0 ? 't' : 'f');
  }

  @Override
  public void receive(byte[] data, int offset, int length, int typmod, Datum result) {
    InputErrors.checkLength(length, 1);
    result.setBoolean(data[offset] != 0);
  }

  @Override
  public int compare(Datum left, Datum right) {
    return Long.compare(left.bits, right.bits);
  }

  @Override
  public long hash(Datum value) {
    return Hashing.ofLong(value.bits);
  }

  @Override
  public void writeKey(Datum value, ValueWriter key) {
    key.writeByte((int) value.bits);
  }
}
