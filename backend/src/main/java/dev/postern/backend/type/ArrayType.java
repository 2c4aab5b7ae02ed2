package dev.postern.backend.type;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;

/**
 * Arrays of one element type. A value is its send form: dimensions, whether it has nulls, the
 * element's OID, length and lower bound of each dimension, then each element with its length.
 */
public class ArrayType extends SqlType {
  public static final int MAXIMUM_DIMENSIONS = 6;

  private final SqlType element;
  private final char delimiter;

  /**
   * @param delimiter pg_type.typdelim of the element type
   */
  public ArrayType(int oid, String name, SqlType element, char delimiter) {
    super(oid, name, -1, false);
    this.element = element;
    this.delimiter = delimiter;
  }

  public final SqlType element() {
    return element;
  }

  @Override
  public void input(
      byte[] text, int offset, int length, int typmod, DisplayStyle style, Datum result) {
    new ArrayParser(text, offset, length, element, delimiter, typmod, style).parse(result);
  }

  @Override
  public void output(Datum value, DisplayStyle style, ValueWriter writer) {
    ArrayReader reader = new ArrayReader(element);
    reader.open(value);
    if (reader.count() == 0) {
      writer.writeByte('{');
      writer.writeByte('}');
      return;
    }
    boolean bounds = false;
    for (int i = 0; i < reader.dimensions(); i++) {
      bounds |= reader.lowerBound(i) != 1;
    }
    if (bounds) {
      for (int i = 0; i < reader.dimensions(); i++) {
        writer.writeByte('[');
        writer.writeDecimal(reader.lowerBound(i));
        writer.writeByte(':');
        writer.writeDecimal((long) reader.lowerBound(i) + reader.length(i) - 1);
        writer.writeByte(']');
      }
      writer.writeByte('=');
    }
    writeLevel(reader, 0, new Datum(), new ByteArrayWriter(), style, writer);
  }

  private void writeLevel(
      ArrayReader reader,
      int level,
      Datum item,
      ByteArrayWriter scratch,
      DisplayStyle style,
      ValueWriter writer) {
    writer.writeByte('{');
    for (int i = 0; i < reader.length(level); i++) {
      if (i > 0) {
        writer.writeByte(delimiter);
      }
      if (level + 1 < reader.dimensions()) {
        writeLevel(reader, level + 1, item, scratch, style, writer);
        continue;
      }
      reader.next(item);
      if (item.isNull) {
        writer.writeAscii("NULL");
      } else {
        scratch.clear();
        element.output(item, style, scratch);
        writeItem(scratch, writer);
      }
    }
    writer.writeByte('}');
  }

  private void writeItem(ByteArrayWriter item, ValueWriter writer) {
    byte[] bytes = item.array();
    int size = item.size();
    boolean quotes = size == 0 || size == 4 && item.text().equalsIgnoreCase("null");
    for (int i = 0; i < size && !quotes; i++) {
      byte c = bytes[i];
      quotes =
          c == '"' || c == '\\' || c == '{' || c == '}' || c == delimiter || IntegerText.isSpace(c);
    }
    if (!quotes) {
      writer.writeBytes(bytes, 0, size);
      return;
    }
    writer.writeByte('"');
    for (int i = 0; i < size; i++) {
      if (bytes[i] == '"' || bytes[i] == '\\') {
        writer.writeByte('\\');
      }
      writer.writeByte(bytes[i]);
    }
    writer.writeByte('"');
  }

  @Override
  public void receive(byte[] data, int offset, int length, int typmod, Datum result) {
    BinaryReader in = new BinaryReader(data, offset, length);
    int dimensions = in.readInt();
    if (dimensions < 0) {
      throw InputErrors.binary("invalid number of dimensions: " + dimensions);
    }
    if (dimensions > MAXIMUM_DIMENSIONS) {
      throw new SqlError(
          SqlState.PROGRAM_LIMIT_EXCEEDED,
          "number of array dimensions ("
              + dimensions
              + ") exceeds the maximum allowed ("
              + MAXIMUM_DIMENSIONS
              + ")");
    }
    int flags = in.readInt();
    if (flags != 0 && flags != 1) {
      throw InputErrors.binary("invalid array flags");
    }
    int oid = in.readInt();
    if (oid != element.oid()) {
      throw wrongElement(oid);
    }
    int[] lengths = new int[dimensions];
    int[] lowerBounds = new int[dimensions];
    for (int i = 0; i < dimensions; i++) {
      lengths[i] = in.readInt();
      lowerBounds[i] = in.readInt();
    }
    int count = checkedCount(lengths);
    checkBounds(lengths, lowerBounds);
    ArrayBuilder builder = new ArrayBuilder(element);
    Datum item = new Datum();
    for (int i = 0; i < count; i++) {
      int size = in.readInt();
      if (size < -1 || size > in.remaining()) {
        throw InputErrors.binary("insufficient data left in message");
      }
      if (size < 0) {
        item.setNull();
      } else {
        receiveItem(data, in.skip(size), size, typmod, i, item);
      }
      builder.add(item);
    }
    in.checkEnd();
    builder.build(lengths, lowerBounds, result);
  }

  private void receiveItem(
      byte[] data, int offset, int length, int typmod, int index, Datum result) {
    try {
      element.receive(data, offset, length, typmod, result);
    } catch (SqlError e) {
      if (e.message().equals(InputErrors.excessData().message())) {
        throw InputErrors.binary("improper binary format in array element " + (index + 1));
      }
      throw e;
    }
  }

  private SqlError wrongElement(int oid) {
    SqlType other = BuiltinTypes.byOid(oid);
    return new SqlError(
        SqlState.DATATYPE_MISMATCH,
        "binary data has array element type "
            + Integer.toUnsignedString(oid)
            + " ("
            + (other == null ? "???" : TypeNames.format(other))
            + ") instead of expected "
            + Integer.toUnsignedString(element.oid())
            + " ("
            + TypeNames.format(element)
            + ")");
  }

  /** Elements of all dimensions; throws 54000 where they are too many. */
  public static int checkedCount(int[] lengths) {
    long count = lengths.length == 0 ? 0 : 1;
    for (int length : lengths) {
      if (length < 0) {
        throw ArrayBuilder.tooLarge();
      }
      count *= length;
      if (count > ArrayBuilder.MAXIMUM_ELEMENTS) {
        throw ArrayBuilder.tooLarge();
      }
    }
    return (int) count;
  }

  /** Refuses lower bounds whose last subscript is no int. */
  static void checkBounds(int[] lengths, int[] lowerBounds) {
    for (int i = 0; i < lengths.length; i++) {
      if ((long) lowerBounds[i] + lengths[i] > Integer.MAX_VALUE) {
        throw new SqlError(
            SqlState.PROGRAM_LIMIT_EXCEEDED, "array lower bound is too large: " + lowerBounds[i]);
      }
    }
  }

  /** By the elements, nulls last; then by their number, the dimensions and the bounds. */
  @Override
  public int compare(Datum left, Datum right) {
    ArrayReader leftReader = new ArrayReader(element);
    ArrayReader rightReader = new ArrayReader(element);
    leftReader.open(left);
    rightReader.open(right);
    Datum leftItem = new Datum();
    Datum rightItem = new Datum();
    int common = Math.min(leftReader.count(), rightReader.count());
    for (int i = 0; i < common; i++) {
      leftReader.next(leftItem);
      rightReader.next(rightItem);
      if (leftItem.isNull || rightItem.isNull) {
        if (leftItem.isNull != rightItem.isNull) {
          return leftItem.isNull ? 1 : -1;
        }
        continue;
      }
      int order = element.compare(leftItem, rightItem);
      if (order != 0) {
        return order;
      }
    }
    int order = Integer.compare(leftReader.count(), rightReader.count());
    if (order == 0) {
      order = Integer.compare(leftReader.dimensions(), rightReader.dimensions());
    }
    for (int i = 0; order == 0 && i < leftReader.dimensions(); i++) {
      order = Integer.compare(leftReader.length(i), rightReader.length(i));
    }
    for (int i = 0; order == 0 && i < leftReader.dimensions(); i++) {
      order = Integer.compare(leftReader.lowerBound(i), rightReader.lowerBound(i));
    }
    return order;
  }

  @Override
  public long hash(Datum value) {
    ArrayReader reader = new ArrayReader(element);
    reader.open(value);
    Datum item = new Datum();
    long hash = reader.count();
    while (reader.next(item)) {
      hash = Hashing.combine(hash, item.isNull ? 0 : element.hash(item));
    }
    return hash;
  }

  @Override
  public void writeKey(Datum value, ValueWriter key) {
    ArrayReader reader = new ArrayReader(element);
    reader.open(value);
    Datum item = new Datum();
    while (reader.next(item)) {
      key.writeByte(item.isNull ? 2 : 1);
      if (!item.isNull) {
        element.writeKey(item, key);
      }
    }
    key.writeByte(0);
    key.writeByte(reader.dimensions());
    for (int i = 0; i < reader.dimensions(); i++) {
      key.writeInt(reader.length(i));
    }
    for (int i = 0; i < reader.dimensions(); i++) {
      KeyCode.writeInt(reader.lowerBound(i), key);
    }
  }

  /** Applies the element's typmod to every element. */
  @Override
  public void applyTypmod(Datum value, int typmod, boolean explicit) {
    if (typmod < 0) {
      return;
    }
    ArrayReader reader = new ArrayReader(element);
    reader.open(value);
    int[] lengths = new int[reader.dimensions()];
    int[] lowerBounds = new int[reader.dimensions()];
    for (int i = 0; i < lengths.length; i++) {
      lengths[i] = reader.length(i);
      lowerBounds[i] = reader.lowerBound(i);
    }
    ArrayBuilder builder = new ArrayBuilder(element);
    Datum item = new Datum();
    while (reader.next(item)) {
      if (!item.isNull) {
        element.applyTypmod(item, typmod, explicit);
      }
      builder.add(item);
    }
    builder.build(lengths, lowerBounds, value);
  }
}
