package dev.postern.backend.function;

import dev.postern.backend.type.ArrayBuilder;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.SqlType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An array taken apart.
 *
 * @param lengths of each dimension; none for an empty array
 * @param elements in row-major order, pointing into the array they came from
 */
record ArrayValue(SqlType type, int[] lengths, int[] lowerBounds, Datum[] elements) {
  int dimensions() {
    return lengths.length;
  }

  void store(Datum result) {
    store(type, lengths, lowerBounds, elements, result);
  }

  static void store(
      SqlType type, int[] lengths, int[] lowerBounds, Datum[] elements, Datum result) {
    ArrayBuilder builder = new ArrayBuilder(type);
    for (Datum element : elements) {
      builder.add(element);
    }
    builder.build(lengths, lowerBounds, result);
  }

  /** Makes an array of one dimension. */
  static void store(SqlType type, List<Datum> elements, Datum result) {
    store(type, new int[] {elements.size()}, new int[] {1}, elements.toArray(Datum[]::new), result);
  }

  /** Makes a text[] of one dimension. */
  static void storeTexts(SqlType text, List<? extends @Nullable String> strings, Datum result) {
    ArrayBuilder builder = new ArrayBuilder(text);
    Datum element = new Datum();
    for (String string : strings) {
      if (string == null) {
        element.setNull();
      } else {
        element.setText(string);
      }
      builder.add(element);
    }
    builder.build(result);
  }

  /** Whether two elements are the same; nulls are the same too. */
  boolean notDistinct(Datum left, Datum right) {
    return left.isNull || right.isNull ? left.isNull && right.isNull : type.equal(left, right);
  }
}
