package dev.postern.backend.type;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;

/** int2vector and oidvector: arrays of one dimension from 0, written as numbers with spaces. */
final class VectorType extends ArrayType {
  private static final int[] FROM_ZERO = {0};

  VectorType(int oid, String name, SqlType element) {
    super(oid, name, element, ',');
  }

  @Override
  public void input(
      byte[] text, int offset, int length, int typmod, DisplayStyle style, Datum result) {
    ArrayBuilder builder = new ArrayBuilder(element());
    Datum item = new Datum();
    int at = offset;
    int end = offset + length;
    while (true) {
      while (at < end && IntegerText.isSpace(text[at])) {
        at++;
      }
      if (at == end) {
        break;
      }
      int start = at;
      while (at < end && isPartOfNumber(text[at])) {
        at++;
      }
      try {
        element().input(text, start, at - start, -1, style, item);
      } catch (SqlError e) {
        // PostgreSQL shows everything from the wrong element on.
        String words = element().oid() == TypeOids.OID ? "oid" : "smallint";
        throw e.sqlState().equals(SqlState.NUMERIC_VALUE_OUT_OF_RANGE)
            ? InputErrors.valueOutOfRange(words, text, start, end - start)
            : InputErrors.syntax(words, text, start, end - start);
      }
      builder.add(item);
    }
    build(builder, result);
  }

  private boolean isPartOfNumber(byte c) {
    return element().oid() == TypeOids.OID
        ? c >= '0' && c <= '9' || c == '-' || c == '+'
        : !IntegerText.isSpace(c);
  }

  /** Makes a vector of what was added; an empty one has a dimension of length 0. */
  static void build(ArrayBuilder builder, Datum result) {
    if (builder.count() > 0) {
      builder.build(new int[] {builder.count()}, FROM_ZERO, result);
      return;
    }
    builder.build(result);
    byte[] empty = new byte[20];
    System.arraycopy(result.bytes, result.offset, empty, 0, 12);
    Bytes.putInt(empty, 0, 1);
    result.setBytes(empty);
  }

  @Override
  public void output(Datum value, DisplayStyle style, ValueWriter writer) {
    ArrayReader reader = new ArrayReader(element());
    reader.open(value);
    Datum item = new Datum();
    boolean first = true;
    while (reader.next(item)) {
      if (!first) {
        writer.writeByte(' ');
      }
      first = false;
      element().output(item, style, writer);
    }
  }

  @Override
  public void receive(byte[] data, int offset, int length, int typmod, Datum result) {
    super.receive(data, offset, length, typmod, result);
    ArrayReader reader = new ArrayReader(element());
    reader.open(result);
    if (reader.dimensions() != 1 || reader.hasNulls() || reader.lowerBound(0) != 0) {
      throw new SqlError(SqlState.INVALID_BINARY_REPRESENTATION, "invalid " + name() + " data");
    }
  }

  /** Shorter ones first. */
  @Override
  public int compare(Datum left, Datum right) {
    int order = Integer.compare(left.length, right.length);
    return order != 0 ? order : super.compare(left, right);
  }

  @Override
  public void writeKey(Datum value, ValueWriter key) {
    key.writeInt(value.length);
    super.writeKey(value, key);
  }
}
