package dev.postern.backend.type;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import org.jspecify.annotations.Nullable;

/**
 * A composite type, or the anonymous record. A value is its send form: the number of columns, then
 * each column's type OID, length (-1 for null) and bytes.
 */
public final class RecordType extends SqlType {
  private final SqlType @Nullable [] columns;

  /** A composite type, or a record whose columns the analyzer knows. */
  public RecordType(int oid, String name, SqlType... columns) {
    super(oid, name, -1, false);
    this.columns = columns.clone();
  }

  /** The type record, whose values say what columns they have. */
  RecordType() {
    super(TypeOids.RECORD, "record", -1, false);
    columns = null;
  }

  /** Makes a value of its columns' values. */
  public static void form(SqlType[] types, Datum[] values, Datum result) {
    ByteArrayWriter writer = new ByteArrayWriter();
    writer.writeInt(types.length);
    for (int i = 0; i < types.length; i++) {
      writer.writeInt(types[i].oid());
      if (values[i].isNull) {
        writer.writeInt(-1);
      } else {
        writer.writeInt(types[i].sendLength(values[i]));
        types[i].send(values[i], writer);
      }
    }
    result.setBytes(writer.array(), 0, writer.size());
  }

  /** Columns of a value. */
  public static int columnCount(Datum value) {
    return Bytes.getInt(value.bytes, value.offset);
  }

  /** Type of a column of a value. */
  public SqlType columnType(Datum value, int column) {
    return type(column, Bytes.getInt(value.bytes, position(value, column)));
  }

  /** Loads one column of a value. */
  public void column(Datum value, int column, Datum result) {
    int at = position(value, column);
    load(value.bytes, at, type(column, Bytes.getInt(value.bytes, at)), result);
  }

  private static int position(Datum value, int column) {
    int at = value.offset + 4;
    for (int i = 0; i < column; i++) {
      at = next(value.bytes, at);
    }
    return at;
  }

  private static int next(byte[] bytes, int at) {
    return at + 8 + Math.max(0, Bytes.getInt(bytes, at + 4));
  }

  private static void load(byte[] bytes, int at, SqlType type, Datum result) {
    int length = Bytes.getInt(bytes, at + 4);
    if (length < 0) {
      result.setNull();
    } else {
      type.load(bytes, at + 8, length, result);
    }
  }

  private SqlType type(int column, int oid) {
    if (columns != null && column < columns.length) {
      return columns[column];
    }
    SqlType type = BuiltinTypes.byOid(oid);
    if (type == null) {
      throw SqlError.notSupported("a column of type " + oid + " in an anonymous record");
    }
    return type;
  }

  private static SqlError anonymousInput() {
    return new SqlError(
        SqlState.FEATURE_NOT_SUPPORTED, "input of anonymous composite types is not implemented");
  }

  /** A domain's values would have to be checked, and who can do that is not asked here. */
  private static void refuseDomains(SqlType[] columns) {
    for (SqlType column : columns) {
      if (column instanceof DomainType) {
        throw SqlError.notSupported("row literal with a column of domain " + column.name());
      }
    }
  }

  private SqlError malformed(byte[] text, int offset, int length, String detail) {
    return new SqlError(
            SqlState.INVALID_TEXT_REPRESENTATION,
            "malformed record literal: \"" + InputErrors.string(text, offset, length) + "\"")
        .detail(detail);
  }

  @Override
  public void input(
      byte[] text, int offset, int length, int typmod, DisplayStyle style, Datum result) {
    if (columns == null) {
      throw anonymousInput();
    }
    refuseDomains(columns);
    int end = offset + length;
    int at = offset;
    while (at < end && IntegerText.isSpace(text[at])) {
      at++;
    }
    if (at == end || text[at++] != '(') {
      throw malformed(text, offset, length, "Missing left parenthesis.");
    }
    ByteArrayWriter record = new ByteArrayWriter();
    record.writeInt(columns.length);
    Datum item = new Datum();
    for (int column = 0; column < columns.length; column++) {
      SqlType type = columns[column];
      if (column > 0) {
        if (at >= end || text[at] != ',') {
          throw malformed(text, offset, length, "Too few columns.");
        }
        at++;
      }
      record.writeInt(type.oid());
      if (at < end && (text[at] == ',' || text[at] == ')')) {
        record.writeInt(-1);
        continue;
      }
      ByteArrayWriter field = new ByteArrayWriter();
      boolean quoted = false;
      while (quoted || at < end && text[at] != ',' && text[at] != ')') {
        if (at >= end) {
          break;
        }
        byte c = text[at++];
        if (c == '\\') {
          if (at >= end) {
            throw malformed(text, offset, length, "Unexpected end of input.");
          }
          field.writeByte(text[at++]);
        } else if (c != '"') {
          field.writeByte(c);
        } else if (quoted && at < end && text[at] == '"') {
          field.writeByte(text[at++]);
        } else {
          quoted = !quoted;
        }
      }
      if (at >= end) {
        throw malformed(text, offset, length, "Unexpected end of input.");
      }
      type.input(field.array(), 0, field.size(), -1, style, item);
      record.writeInt(type.sendLength(item));
      type.send(item, record);
    }
    if (at >= end || text[at] != ')') {
      throw malformed(text, offset, length, "Too many columns.");
    }
    at++;
    while (at < end && IntegerText.isSpace(text[at])) {
      at++;
    }
    if (at != end) {
      throw malformed(text, offset, length, "Junk after right parenthesis.");
    }
    result.setBytes(record.array(), 0, record.size());
  }

  @Override
  public void output(Datum value, DisplayStyle style, ValueWriter writer) {
    int count = columnCount(value);
    Datum item = new Datum();
    ByteArrayWriter scratch = new ByteArrayWriter();
    writer.writeByte('(');
    int at = value.offset + 4;
    for (int i = 0; i < count; i++) {
      if (i > 0) {
        writer.writeByte(',');
      }
      SqlType type = type(i, Bytes.getInt(value.bytes, at));
      load(value.bytes, at, type, item);
      at = next(value.bytes, at);
      if (!item.isNull) {
        scratch.clear();
        type.output(item, style, scratch);
        writeField(scratch.array(), scratch.size(), writer);
      }
    }
    writer.writeByte(')');
  }

  private static void writeField(byte[] field, int size, ValueWriter writer) {
    boolean quotes = size == 0;
    for (int i = 0; i < size && !quotes; i++) {
      byte c = field[i];
      quotes = c == '"' || c == '\\' || c == '(' || c == ')' || c == ',' || IntegerText.isSpace(c);
    }
    if (!quotes) {
      writer.writeBytes(field, 0, size);
      return;
    }
    writer.writeByte('"');
    for (int i = 0; i < size; i++) {
      if (field[i] == '"' || field[i] == '\\') {
        writer.writeByte(field[i]);
      }
      writer.writeByte(field[i]);
    }
    writer.writeByte('"');
  }

  @Override
  public void receive(byte[] data, int offset, int length, int typmod, Datum result) {
    if (columns == null) {
      throw anonymousInput();
    }
    refuseDomains(columns);
    BinaryReader in = new BinaryReader(data, offset, length);
    int count = in.readInt();
    if (count != columns.length) {
      throw new SqlError(
          SqlState.DATATYPE_MISMATCH,
          "wrong number of columns: " + count + ", expected " + columns.length);
    }
    ByteArrayWriter record = new ByteArrayWriter(length);
    record.writeInt(count);
    Datum item = new Datum();
    for (int i = 0; i < count; i++) {
      SqlType type = columns[i];
      int oid = in.readInt();
      if (oid != type.oid()) {
        SqlType other = BuiltinTypes.byOid(oid);
        throw new SqlError(
            SqlState.DATATYPE_MISMATCH,
            "binary data has type "
                + Integer.toUnsignedString(oid)
                + " ("
                + (other == null ? "???" : TypeNames.format(other))
                + ") instead of expected "
                + Integer.toUnsignedString(type.oid())
                + " ("
                + TypeNames.format(type)
                + ") in record column "
                + (i + 1));
      }
      record.writeInt(oid);
      int size = in.readInt();
      if (size < -1 || size > in.remaining()) {
        throw InputErrors.binary("insufficient data left in message");
      }
      if (size < 0) {
        record.writeInt(-1);
        continue;
      }
      receiveColumn(type, data, in.skip(size), size, i, item);
      record.writeInt(type.sendLength(item));
      type.send(item, record);
    }
    in.checkEnd();
    result.setBytes(record.array(), 0, record.size());
  }

  private static void receiveColumn(
      SqlType type, byte[] data, int offset, int length, int column, Datum result) {
    try {
      type.receive(data, offset, length, -1, result);
    } catch (SqlError e) {
      if (e.message().equals(InputErrors.excessData().message())) {
        throw InputErrors.binary("improper binary format in record column " + (column + 1));
      }
      throw e;
    }
  }

  /** Column by column, nulls last. */
  @Override
  public int compare(Datum left, Datum right) {
    int leftCount = columnCount(left);
    int rightCount = columnCount(right);
    Datum leftItem = new Datum();
    Datum rightItem = new Datum();
    int leftAt = left.offset + 4;
    int rightAt = right.offset + 4;
    for (int i = 0; i < leftCount && i < rightCount; i++) {
      int leftOid = Bytes.getInt(left.bytes, leftAt);
      int rightOid = Bytes.getInt(right.bytes, rightAt);
      SqlType type = type(i, leftOid);
      if (leftOid != rightOid) {
        throw new SqlError(
            SqlState.DATATYPE_MISMATCH,
            "cannot compare dissimilar column types "
                + TypeNames.format(type)
                + " and "
                + TypeNames.format(type(i, rightOid))
                + " at record column "
                + (i + 1));
      }
      load(left.bytes, leftAt, type, leftItem);
      load(right.bytes, rightAt, type, rightItem);
      if (leftItem.isNull || rightItem.isNull) {
        if (leftItem.isNull != rightItem.isNull) {
          return leftItem.isNull ? 1 : -1;
        }
      } else {
        int order = type.compare(leftItem, rightItem);
        if (order != 0) {
          return order;
        }
      }
      leftAt = next(left.bytes, leftAt);
      rightAt = next(right.bytes, rightAt);
    }
    if (leftCount != rightCount) {
      throw new SqlError(
          SqlState.DATATYPE_MISMATCH,
          "cannot compare record types with different numbers of columns");
    }
    return 0;
  }

  @Override
  public long hash(Datum value) {
    Datum item = new Datum();
    long hash = 0;
    int at = value.offset + 4;
    for (int i = 0, count = columnCount(value); i < count; i++) {
      SqlType type = type(i, Bytes.getInt(value.bytes, at));
      load(value.bytes, at, type, item);
      hash = Hashing.combine(hash, item.isNull ? 0 : type.hash(item));
      at = next(value.bytes, at);
    }
    return hash;
  }

  @Override
  public void writeKey(Datum value, ValueWriter key) {
    Datum item = new Datum();
    int at = value.offset + 4;
    for (int i = 0, count = columnCount(value); i < count; i++) {
      SqlType type = type(i, Bytes.getInt(value.bytes, at));
      load(value.bytes, at, type, item);
      key.writeByte(item.isNull ? 2 : 1);
      if (!item.isNull) {
        type.writeKey(item, key);
      }
      at = next(value.bytes, at);
    }
  }
}
