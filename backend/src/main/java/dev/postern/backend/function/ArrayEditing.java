package dev.postern.backend.function;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.type.ArrayBuilder;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.SqlType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Functions that make arrays of arrays. */
final class ArrayEditing {
  private static final int[] NONE = {};

  private ArrayEditing() {}

  static @Nullable ScalarFunction scalar(String key, CallSite site) {
    return switch (key) {
      case "array_append" -> {
        ArrayElements elements = resultElements(site);
        yield (c, a, r) -> extend(elements, a[0], a[1], false, r);
      }
      case "array_prepend" -> {
        ArrayElements elements = resultElements(site);
        yield (c, a, r) -> extend(elements, a[1], a[0], true, r);
      }
      case "array_cat" -> {
        ArrayElements elements = resultElements(site);
        yield (c, a, r) -> concatenate(elements, a[0], a[1], r);
      }
      case "array_remove" -> {
        ArrayElements elements = resultElements(site);
        yield (c, a, r) -> remove(elements, a[0], a[1], r);
      }
      case "array_replace" -> {
        ArrayElements elements = resultElements(site);
        yield (c, a, r) -> replace(elements, a[0], a[1], a[2], r);
      }
      case "array_reverse" -> {
        ArrayElements elements = resultElements(site);
        yield (c, a, r) -> reverse(elements.read(a[0]), r);
      }
      case "array_sort", "array_sort_order", "array_sort_order_nulls_first" -> {
        ArrayElements elements = resultElements(site);
        int arguments = site.arguments();
        yield (c, a, r) -> {
          boolean descending = arguments > 1 && a[1].booleanValue();
          boolean nullsFirst = arguments > 2 ? a[2].booleanValue() : descending;
          sort(elements.read(a[0]), descending, nullsFirst, r);
        };
      }
      case "trim_array" -> {
        ArrayElements elements = resultElements(site);
        yield (c, a, r) -> trim(elements.read(a[0]), a[1].bits, r);
      }
      case "array_fill", "array_fill_with_lower_bounds" -> {
        SqlType type = site.types().valueType(site.argumentType(0));
        boolean bounds = site.arguments() > 2;
        ArrayElements integers = new ArrayElements(site.types().valueType(23));
        yield (c, a, r) -> fill(type, integers, a, bounds, r);
      }
      default -> null;
    };
  }

  private static ArrayElements resultElements(CallSite site) {
    return new ArrayElements(ArrayElements.elementType(site, site.resultType()));
  }

  static int[] prepended(int[] values, int first) {
    int[] longer = new int[values.length + 1];
    longer[0] = first;
    System.arraycopy(values, 0, longer, 1, values.length);
    return longer;
  }

  private static void extend(
      ArrayElements elements, Datum array, Datum value, boolean front, Datum result) {
    ArrayValue old =
        array.isNull
            ? new ArrayValue(elements.type(), NONE, NONE, new Datum[0])
            : elements.read(array);
    if (old.dimensions() > 1) {
      throw new SqlError(
          SqlState.DATA_EXCEPTION, "argument must be empty or one-dimensional array");
    }
    ArrayBuilder builder = new ArrayBuilder(elements.type());
    if (front) {
      builder.add(value);
    }
    for (Datum element : old.elements()) {
      builder.add(element);
    }
    if (!front) {
      builder.add(value);
    }
    int low = old.dimensions() == 0 ? 1 : old.lowerBounds()[0];
    builder.build(new int[] {builder.count()}, new int[] {low}, result);
  }

  private static void concatenate(ArrayElements elements, Datum left, Datum right, Datum result) {
    if (left.isNull || right.isNull) {
      result.set(left.isNull ? right : left);
      return;
    }
    ArrayValue a = elements.read(left);
    ArrayValue b = elements.read(right);
    if (a.dimensions() == 0 || b.dimensions() == 0) {
      result.set(a.dimensions() == 0 ? right : left);
      return;
    }
    int difference = a.dimensions() - b.dimensions();
    if (Math.abs(difference) > 1) {
      throw incompatible()
          .detail(
              "Arrays of "
                  + a.dimensions()
                  + " and "
                  + b.dimensions()
                  + " dimensions are not compatible for concatenation.");
    }
    int[] lengths;
    int[] lowerBounds;
    if (difference == 0) {
      lengths = a.lengths().clone();
      lengths[0] += b.lengths()[0];
      lowerBounds = a.lowerBounds();
      checkInner(a.lengths(), 1, b.lengths(), 1);
    } else if (difference < 0) {
      lengths = b.lengths().clone();
      lengths[0]++;
      lowerBounds = b.lowerBounds();
      checkInner(a.lengths(), 0, b.lengths(), 1);
    } else {
      lengths = a.lengths().clone();
      lengths[0]++;
      lowerBounds = a.lowerBounds();
      checkInner(a.lengths(), 1, b.lengths(), 0);
    }
    ArrayBuilder builder = new ArrayBuilder(elements.type());
    for (Datum element : a.elements()) {
      builder.add(element);
    }
    for (Datum element : b.elements()) {
      builder.add(element);
    }
    builder.build(lengths, lowerBounds, result);
  }

  private static void checkInner(int[] left, int fromLeft, int[] right, int fromRight) {
    if (!Arrays.equals(left, fromLeft, left.length, right, fromRight, right.length)) {
      throw incompatible()
          .detail(
              "Arrays with differing "
                  + (fromLeft == fromRight ? "element dimensions" : "dimensions")
                  + " are not compatible for concatenation.");
    }
  }

  private static SqlError incompatible() {
    return new SqlError(SqlState.ARRAY_SUBSCRIPT_ERROR, "cannot concatenate incompatible arrays");
  }

  private static void remove(ArrayElements elements, Datum array, Datum unwanted, Datum result) {
    if (array.isNull) {
      result.setNull();
      return;
    }
    ArrayValue value = elements.read(array);
    if (value.dimensions() > 1) {
      throw SqlError.notSupported("removing elements from multidimensional arrays");
    }
    List<Datum> kept = new ArrayList<>();
    for (Datum element : value.elements()) {
      if (!value.notDistinct(element, unwanted)) {
        kept.add(element);
      }
    }
    if (kept.size() == value.elements().length) {
      result.set(array);
      return;
    }
    ArrayValue.store(
        elements.type(),
        new int[] {kept.size()},
        value.lowerBounds(),
        kept.toArray(Datum[]::new),
        result);
  }

  private static void replace(
      ArrayElements elements, Datum array, Datum from, Datum to, Datum result) {
    if (array.isNull) {
      result.setNull();
      return;
    }
    ArrayValue value = elements.read(array);
    for (int i = 0; i < value.elements().length; i++) {
      if (value.notDistinct(value.elements()[i], from)) {
        value.elements()[i] = to;
      }
    }
    value.store(result);
  }

  private static void reverse(ArrayValue value, Datum result) {
    if (value.dimensions() == 0) {
      value.store(result);
      return;
    }
    int rows = value.lengths()[0];
    int size = value.elements().length / rows;
    Datum[] reversed = new Datum[value.elements().length];
    for (int i = 0; i < rows; i++) {
      System.arraycopy(value.elements(), i * size, reversed, (rows - 1 - i) * size, size);
    }
    ArrayValue.store(value.type(), value.lengths(), value.lowerBounds(), reversed, result);
  }

  private static void sort(ArrayValue value, boolean descending, boolean nullsFirst, Datum result) {
    if (value.dimensions() > 1) {
      throw SqlError.notSupported("sorting of multidimensional arrays");
    }
    Comparator<Datum> order = value.type()::compare;
    Comparator<Datum> directed = descending ? order.reversed() : order;
    Arrays.sort(
        value.elements(),
        (left, right) -> {
          if (left.isNull || right.isNull) {
            int nulls = Boolean.compare(left.isNull, right.isNull);
            return nullsFirst ? -nulls : nulls;
          }
          return directed.compare(left, right);
        });
    value.store(result);
  }

  private static void trim(ArrayValue value, long count, Datum result) {
    int rows = value.dimensions() == 0 ? 0 : value.lengths()[0];
    if (count < 0 || count > rows) {
      throw new SqlError(
          SqlState.ARRAY_SUBSCRIPT_ERROR,
          "number of elements to trim must be between 0 and " + rows);
    }
    if (rows == 0) {
      value.store(result);
      return;
    }
    int size = value.elements().length / rows;
    int kept = rows - (int) count;
    int[] lengths = value.lengths().clone();
    lengths[0] = kept;
    int[] ones = new int[lengths.length];
    Arrays.fill(ones, 1);
    ArrayValue.store(
        value.type(), lengths, ones, Arrays.copyOf(value.elements(), kept * size), result);
  }

  private static void fill(
      SqlType type, ArrayElements integers, Datum[] a, boolean bounds, Datum result) {
    if (a[1].isNull || bounds && a[2].isNull) {
      throw new SqlError(
          SqlState.NULL_VALUE_NOT_ALLOWED, "dimension array or low bound array cannot be null");
    }
    int[] lengths = numbers(integers.read(a[1]));
    int[] lowerBounds = new int[lengths.length];
    Arrays.fill(lowerBounds, 1);
    if (bounds) {
      lowerBounds = numbers(integers.read(a[2]));
      if (lowerBounds.length != lengths.length) {
        throw new SqlError(SqlState.ARRAY_SUBSCRIPT_ERROR, "wrong number of array subscripts")
            .detail("Low bound array has different size than dimensions array.");
      }
    }
    if (lengths.length > 6) {
      throw new SqlError(
          SqlState.PROGRAM_LIMIT_EXCEEDED,
          "number of array dimensions (" + lengths.length + ") exceeds the maximum allowed (6)");
    }
    long count = lengths.length == 0 ? 0 : 1;
    for (int length : lengths) {
      count *= Math.max(length, 0);
      if (length < 0 || count > ArrayBuilder.MAXIMUM_ELEMENTS) {
        throw new SqlError(
            SqlState.PROGRAM_LIMIT_EXCEEDED,
            "array size exceeds the maximum allowed (" + ArrayBuilder.MAXIMUM_ELEMENTS + ")");
      }
    }
    ArrayBuilder builder = new ArrayBuilder(type);
    for (long i = 0; i < count; i++) {
      builder.add(a[0]);
    }
    builder.build(lengths, lowerBounds, result);
  }

  private static int[] numbers(ArrayValue array) {
    if (array.dimensions() > 1) {
      throw new SqlError(SqlState.ARRAY_SUBSCRIPT_ERROR, "wrong number of array subscripts")
          .detail("Dimension array must be one dimensional.");
    }
    int[] numbers = new int[array.elements().length];
    for (int i = 0; i < numbers.length; i++) {
      if (array.elements()[i].isNull) {
        throw new SqlError(SqlState.NULL_VALUE_NOT_ALLOWED, "dimension values cannot be null");
      }
      numbers[i] = (int) array.elements()[i].bits;
    }
    return numbers;
  }
}
