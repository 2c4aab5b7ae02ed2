package dev.postern.backend.type;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;

/**
 * Types that are text in every form: text, varchar, name, cstring, unknown, refcursor. Order is
 * that of the bytes, as under the collation "C".
 */
class TextType extends SqlType {
  /** Longest name, in bytes. */
  static final int NAME_LENGTH = 63;

  TextType(int oid, String name) {
    super(oid, name, -1, false);
  }

  @Override
  public void input(
      byte[] text, int offset, int length, int typmod, DisplayStyle style, Datum result) {
    Utf8.check(text, offset, length);
    result.setBytes(text, offset, length);
    if (typmod >= 0) {
      applyTypmod(result, typmod, false);
    }
    if (oid() == TypeOids.NAME && result.length > NAME_LENGTH) {
      result.length = truncatedName(text, offset, length);
    }
  }

  /** Bytes of a name cut at a character's border so that it fits. */
  static int truncatedName(byte[] text, int offset, int length) {
    if (length <= NAME_LENGTH) {
      return length;
    }
    int size = NAME_LENGTH;
    while ((text[offset + size] & 0xc0) == 0x80) {
      size--;
    }
    return size;
  }

  @Override
  public void output(Datum value, DisplayStyle style, ValueWriter writer) {
    writer.writeBytes(value.bytes, value.offset, value.length);
  }

  @Override
  public void receive(byte[] data, int offset, int length, int typmod, Datum result) {
    if (oid() == TypeOids.NAME && length > NAME_LENGTH) {
      throw new SqlError(SqlState.NAME_TOO_LONG, "identifier too long")
          .detail("Identifier must be less than 64 characters.");
    }
    Utf8.check(data, offset, length);
    result.setBytes(data, offset, length);
    if (typmod >= 0) {
      applyTypmod(result, typmod, false);
    }
  }

  @Override
  public int compare(Datum left, Datum right) {
    return ByteOrder.compare(left, right);
  }

  @Override
  public boolean equal(Datum left, Datum right) {
    return ByteOrder.equal(left, right);
  }

  @Override
  public long hash(Datum value) {
    return Hashing.ofBytes(value.bytes, value.offset, value.length);
  }

  @Override
  public void writeKey(Datum value, ValueWriter key) {
    KeyCode.writeText(value.bytes, value.offset, value.length, key);
  }

  /**
   * varchar(n): what is too long is cut by an explicit cast; otherwise only spaces may be lost.
   *
   * @param typmod n + 4
   */
  @Override
  public void applyTypmod(Datum value, int typmod, boolean explicit) {
    if (oid() != TypeOids.VARCHAR || typmod < 4 || value.length <= typmod - 4) {
      return;
    }
    int fits = Utf8.prefix(value.bytes, value.offset, value.length, typmod - 4);
    if (!explicit) {
      checkOnlySpaces(value, fits, "character varying", typmod - 4);
    }
    value.length = fits;
  }

  static void checkOnlySpaces(Datum value, int from, String words, int limit) {
    for (int i = from; i < value.length; i++) {
      if (value.bytes[value.offset + i] != ' ') {
        throw new SqlError(
            SqlState.STRING_DATA_RIGHT_TRUNCATION,
            "value too long for type " + words + "(" + limit + ")");
      }
    }
  }
}
