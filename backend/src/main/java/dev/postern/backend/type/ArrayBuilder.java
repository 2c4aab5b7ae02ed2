package dev.postern.backend.type;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;

/** Collects elements in row-major order and makes an array of them. */
public final class ArrayBuilder {
  /** Most elements of one array. */
  public static final int MAXIMUM_ELEMENTS = 134_217_727;

  private final SqlType element;
  private final ByteArrayWriter elements = new ByteArrayWriter();
  private int count;
  private boolean nulls;

  public ArrayBuilder(SqlType element) {
    this.element = element;
  }

  /** Forgets all elements, for the next array. */
  public void clear() {
    elements.clear();
    count = 0;
    nulls = false;
  }

  public int count() {
    return count;
  }

  /** Adds a copy of a value, or a null. */
  public void add(Datum value) {
    if (++count > MAXIMUM_ELEMENTS) {
      throw tooLarge();
    }
    if (value.isNull) {
      nulls = true;
      elements.writeInt(-1);
    } else {
      elements.writeInt(element.sendLength(value));
      element.send(value, elements);
    }
  }

  static SqlError tooLarge() {
    return new SqlError(
        SqlState.PROGRAM_LIMIT_EXCEEDED,
        "array size exceeds the maximum allowed (" + MAXIMUM_ELEMENTS + ")");
  }

  /** Makes an array of one dimension with subscripts from 1, empty where nothing was added. */
  public void build(Datum result) {
    build(new int[] {count}, new int[] {1}, result);
  }

  /**
   * Makes an array of any shape; without elements it has no dimensions.
   *
   * @param lengths of each dimension; their product is the number of elements added
   * @param lowerBounds of each dimension
   */
  public void build(int[] lengths, int[] lowerBounds, Datum result) {
    ByteArrayWriter array = new ByteArrayWriter(12 + 8 * lengths.length + elements.size());
    array.writeInt(count == 0 ? 0 : lengths.length);
    array.writeInt(nulls ? 1 : 0);
    array.writeInt(element.oid());
    if (count > 0) {
      for (int i = 0; i < lengths.length; i++) {
        array.writeInt(lengths[i]);
        array.writeInt(lowerBounds[i]);
      }
      array.writeBytes(elements.array(), 0, elements.size());
    }
    result.setBytes(array.array(), 0, array.size());
  }
}
