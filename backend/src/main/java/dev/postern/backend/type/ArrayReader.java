package dev.postern.backend.type;

/**
 * Goes through the elements of an array without allocating: made once, pointed at one array after
 * another.
 */
public final class ArrayReader {
  private final SqlType element;
  private byte[] bytes = new byte[0];
  private int offset;
  private int dimensions;
  private int count;
  private int at;
  private int index;

  public ArrayReader(SqlType element) {
    this.element = element;
  }

  /** Starts before the first element of an array that is not null. */
  public void open(Datum array) {
    bytes = array.bytes;
    offset = array.offset;
    dimensions = Bytes.getInt(bytes, offset);
    count = dimensions == 0 ? 0 : 1;
    for (int i = 0; i < dimensions; i++) {
      count *= length(i);
    }
    at = offset + 12 + 8 * dimensions;
    index = 0;
  }

  public SqlType element() {
    return element;
  }

  /** 0 for an empty array, up to 6. */
  public int dimensions() {
    return dimensions;
  }

  /** Elements of all dimensions. */
  public int count() {
    return count;
  }

  /** Length of a dimension, the outermost being 0. */
  public int length(int dimension) {
    return Bytes.getInt(bytes, offset + 12 + 8 * dimension);
  }

  /** Subscript of a dimension's first element. */
  public int lowerBound(int dimension) {
    return Bytes.getInt(bytes, offset + 16 + 8 * dimension);
  }

  public boolean hasNulls() {
    return Bytes.getInt(bytes, offset + 4) != 0;
  }

  /** Loads the next element, in row-major order; false at the end. */
  public boolean next(Datum result) {
    if (index == count) {
      return false;
    }
    index++;
    int length = Bytes.getInt(bytes, at);
    at += 4;
    if (length < 0) {
      result.setNull();
    } else {
      element.load(bytes, at, length, result);
      at += length;
    }
    return true;
  }

  /** Passes over elements, at most those that are left. */
  public void skip(int elements) {
    for (int i = 0; i < elements && index < count; i++) {
      index++;
      at += 4 + Math.max(0, Bytes.getInt(bytes, at));
    }
  }
}
