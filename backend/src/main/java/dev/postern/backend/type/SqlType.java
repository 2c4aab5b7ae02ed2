package dev.postern.backend.type;

/**
 * How values of one type are written, read, compared, hashed and kept. Immutable and shared by all
 * sessions; what depends on the session is passed in. Implementations exist for base types; arrays,
 * enums, domains, ranges and composites are made from their parts.
 */
public abstract class SqlType {
  private final int oid;
  private final String name;
  private final int width;
  private final boolean byValue;

  /**
   * @param oid pg_type.oid
   * @param name pg_type.typname
   * @param width bytes of the binary send form where that is always the same, else -1
   * @param byValue whether {@link Datum#bits} carries the value; then width is 1, 2, 4 or 8
   */
  protected SqlType(int oid, String name, int width, boolean byValue) {
    this.oid = oid;
    this.name = name;
    this.width = width;
    this.byValue = byValue;
  }

  public final int oid() {
    return oid;
  }

  public final String name() {
    return name;
  }

  public final int width() {
    return width;
  }

  public final boolean byValue() {
    return byValue;
  }

  /** Reads the text form (typinput). {@code typmod} -1 is "none". */
  public abstract void input(
      byte[] text, int offset, int length, int typmod, DisplayStyle style, Datum result);

  /** Writes the text form (typoutput). The value is not null. */
  public abstract void output(Datum value, DisplayStyle style, ValueWriter writer);

  /** Reads and checks the binary form (typreceive). */
  public abstract void receive(byte[] data, int offset, int length, int typmod, Datum result);

  /** Writes the binary form (typsend). The value is not null. */
  public void send(Datum value, ValueWriter writer) {
    if (!byValue) {
      writer.writeBytes(value.bytes, value.offset, value.length);
      return;
    }
    switch (width) {
      case 1 -> writer.writeByte((int) value.bits);
      case 2 -> writer.writeShort((int) value.bits);
      case 4 -> writer.writeInt((int) value.bits);
      case 8 -> writer.writeLong(value.bits);
      default -> throw new IllegalStateException(name + " has width " + width);
    }
  }

  /** Points at, or loads, a value that is known to be in valid send form, such as an element. */
  public final void load(byte[] data, int offset, int length, Datum result) {
    if (!byValue) {
      result.setBytes(data, offset, length);
      return;
    }
    result.isNull = false;
    result.bits =
        switch (width) {
          case 1 -> data[offset];
          case 2 -> Bytes.getShort(data, offset);
          case 4 -> Bytes.getInt(data, offset);
          default -> Bytes.getLong(data, offset);
        };
  }

  /** Bytes that {@link #send} will write. */
  public int sendLength(Datum value) {
    return byValue ? width : value.length;
  }

  /** Order of the type's default btree operator class; both values are not null. */
  public abstract int compare(Datum left, Datum right);

  /** Equality of the default operator class. */
  public boolean equal(Datum left, Datum right) {
    return compare(left, right) == 0;
  }

  /** A hash that agrees with {@link #equal}: for hash joins and grouping inside one process. */
  public abstract long hash(Datum value);

  /**
   * Appends a form whose unsigned byte order is {@link #compare}'s order and that no other value's
   * form is a prefix of: the index key.
   */
  public abstract void writeKey(Datum value, ValueWriter key);

  /** Applies a length or precision (the type's length-coercion cast); by default does nothing. */
  public void applyTypmod(Datum value, int typmod, boolean explicit) {}

  @Override
  public String toString() {
    return name;
  }
}
