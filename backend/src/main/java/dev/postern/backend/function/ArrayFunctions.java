package dev.postern.backend.function;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.type.ArrayReader;
import dev.postern.backend.type.ByteArrayWriter;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.SqlType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What arrays are like and what is in them (manual section 9.19). */
final class ArrayFunctions implements FunctionTopic {
  @Override
  public @Nullable ScalarFunction scalar(String key, CallSite site) {
    return switch (key) {
      case "array_ndims" ->
          (c, a, r) -> {
            int dimensions = header(a[0], 0);
            if (dimensions == 0) {
              r.setNull();
            } else {
              r.setLong(dimensions);
            }
          };
      case "array_length" -> (c, a, r) -> dimension(a, r, 'n');
      case "array_lower" -> (c, a, r) -> dimension(a, r, 'l');
      case "array_upper" -> (c, a, r) -> dimension(a, r, 'u');
      case "array_cardinality" ->
          (c, a, r) -> {
            long count = header(a[0], 0) == 0 ? 0 : 1;
            for (int i = 0; i < header(a[0], 0); i++) {
              count *= header(a[0], 3 + 2 * i);
            }
            r.setLong(count);
          };
      case "array_dims" ->
          (c, a, r) -> {
            StringBuilder text = new StringBuilder();
            for (int i = 0; i < header(a[0], 0); i++) {
              int low = header(a[0], 4 + 2 * i);
              text.append('[').append(low).append(':');
              text.append(low + header(a[0], 3 + 2 * i) - 1).append(']');
            }
            if (text.isEmpty()) {
              r.setNull();
            } else {
              r.setText(text.toString());
            }
          };
      case "array_to_text" -> joined(site, false);
      case "array_to_text_null" -> joined(site, true);
      case "arraycontains" -> {
        ArrayElements elements = new ArrayElements(site, 0);
        yield (c, a, r) -> r.setBoolean(contains(elements, a[0], a[1]));
      }
      case "arraycontained" -> {
        ArrayElements elements = new ArrayElements(site, 0);
        yield (c, a, r) -> r.setBoolean(contains(elements, a[1], a[0]));
      }
      case "arrayoverlap" -> {
        ArrayElements elements = new ArrayElements(site, 0);
        yield (c, a, r) -> r.setBoolean(overlap(elements, a[0], a[1]));
      }
      case "array_position", "array_position_start" -> position(site);
      case "array_positions" -> positions(site);
      case "width_bucket_array" -> {
        ArrayElements elements = new ArrayElements(site, 1);
        yield (c, a, r) -> bucket(elements, a[0], a[1], r);
      }
      default -> ArrayEditing.scalar(key, site);
    };
  }

  /** The n-th integer of an array's binary form. */
  static int header(Datum array, int index) {
    byte[] b = array.bytes;
    int at = array.offset + 4 * index;
    return b[at] << 24 | (b[at + 1] & 0xff) << 16 | (b[at + 2] & 0xff) << 8 | b[at + 3] & 0xff;
  }

  private static void dimension(Datum[] arguments, Datum result, char what) {
    long dimension = arguments[1].bits;
    if (dimension < 1 || dimension > header(arguments[0], 0)) {
      result.setNull();
      return;
    }
    int at = 3 + 2 * (int) (dimension - 1);
    int length = header(arguments[0], at);
    int low = header(arguments[0], at + 1);
    result.setLong(what == 'n' ? length : what == 'l' ? low : low + length - 1);
  }

  private static ScalarFunction joined(CallSite site, boolean nullText) {
    ArrayElements elements = new ArrayElements(site, 0);
    return (c, a, r) -> {
      // Not strict where nulls may be shown: the last argument may be null.
      if (a[0].isNull || a[1].isNull) {
        r.setNull();
        return;
      }
      ByteArrayWriter writer = new ByteArrayWriter();
      boolean[] any = {false};
      elements.forEach(
          a[0],
          element -> {
            boolean shown = !element.isNull || nullText && !a[2].isNull;
            if (!shown) {
              return;
            }
            if (any[0]) {
              writer.writeBytes(a[1].bytes, a[1].offset, a[1].length);
            }
            any[0] = true;
            if (element.isNull) {
              writer.writeBytes(a[2].bytes, a[2].offset, a[2].length);
            } else {
              elements.type().output(element, c.style(), writer);
            }
          });
      r.setBytes(writer.array(), 0, writer.size());
    };
  }

  private static boolean contains(ArrayElements elements, Datum outer, Datum inner) {
    ArrayReader wanted = new ArrayReader(elements.type());
    wanted.open(inner);
    Datum element = new Datum();
    while (wanted.next(element)) {
      if (element.isNull || !has(elements.type(), outer, element)) {
        return false;
      }
    }
    return true;
  }

  private static boolean overlap(ArrayElements elements, Datum left, Datum right) {
    ArrayReader reader = new ArrayReader(elements.type());
    reader.open(left);
    Datum element = new Datum();
    while (reader.next(element)) {
      if (!element.isNull && has(elements.type(), right, element)) {
        return true;
      }
    }
    return false;
  }

  private static boolean has(SqlType type, Datum array, Datum wanted) {
    ArrayReader reader = new ArrayReader(type);
    reader.open(array);
    Datum element = new Datum();
    while (reader.next(element)) {
      if (!element.isNull && type.equal(element, wanted)) {
        return true;
      }
    }
    return false;
  }

  private static ArrayValue searched(ArrayElements elements, Datum array) {
    ArrayValue value = elements.read(array);
    if (value.dimensions() > 1) {
      throw SqlError.notSupported("searching for elements in multidimensional arrays");
    }
    return value;
  }

  private static ScalarFunction position(CallSite site) {
    ArrayElements elements = new ArrayElements(site, 0);
    boolean fromStart = site.arguments() == 3;
    return (c, a, r) -> {
      if (a[0].isNull) {
        r.setNull();
        return;
      }
      ArrayValue array = searched(elements, a[0]);
      if (fromStart && a[2].isNull) {
        throw new SqlError(SqlState.NULL_VALUE_NOT_ALLOWED, "initial position must not be null");
      }
      int low = array.dimensions() == 0 ? 1 : array.lowerBounds()[0];
      for (int i = 0; i < array.elements().length; i++) {
        boolean reached = !fromStart || low + i >= a[2].bits;
        if (reached && array.notDistinct(array.elements()[i], a[1])) {
          r.setLong(low + i);
          return;
        }
      }
      r.setNull();
    };
  }

  private static ScalarFunction positions(CallSite site) {
    ArrayElements elements = new ArrayElements(site, 0);
    SqlType integer = site.types().valueType(23);
    return (c, a, r) -> {
      if (a[0].isNull) {
        r.setNull();
        return;
      }
      ArrayValue array = searched(elements, a[0]);
      List<Datum> found = new ArrayList<>();
      int low = array.dimensions() == 0 ? 1 : array.lowerBounds()[0];
      for (int i = 0; i < array.elements().length; i++) {
        if (array.notDistinct(array.elements()[i], a[1])) {
          Datum position = new Datum();
          position.setLong(low + i);
          found.add(position);
        }
      }
      ArrayValue.store(integer, found, r);
    };
  }

  private static void bucket(
      ArrayElements elements, Datum operand, Datum thresholds, Datum result) {
    ArrayValue array = elements.read(thresholds);
    if (array.dimensions() > 1) {
      throw new SqlError(
          SqlState.ARRAY_SUBSCRIPT_ERROR, "thresholds must be one-dimensional array");
    }
    int low = 0;
    int high = array.elements().length;
    while (low < high) {
      int middle = (low + high) >>> 1;
      Datum threshold = array.elements()[middle];
      if (threshold.isNull) {
        throw new SqlError(
            SqlState.NULL_VALUE_NOT_ALLOWED, "thresholds array must not contain NULLs");
      }
      if (elements.type().compare(operand, threshold) < 0) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    result.setLong(low);
  }

  @Override
  public @Nullable SetFunction set(String key, CallSite site) {
    return switch (key) {
      case "array_unnest" -> {
        SqlType type = ArrayElements.elementType(site, site.argumentType(0));
        yield (c, a) -> {
          if (a[0].isNull) {
            return columns -> false;
          }
          ArrayReader reader = new ArrayReader(type);
          Datum array = new Datum();
          array.setBytes(a[0].copyBytes());
          reader.open(array);
          return columns -> reader.next(columns[0]);
        };
      }
      case "generate_subscripts", "generate_subscripts_nodir" ->
          (c, a) -> {
            boolean reverse = a.length > 2 && site.arguments() > 2 && a[2].booleanValue();
            long dimension = a[1].bits;
            if (dimension < 1 || dimension > header(a[0], 0)) {
              return columns -> false;
            }
            int at = 3 + 2 * (int) (dimension - 1);
            int length = header(a[0], at);
            int low = header(a[0], at + 1);
            int[] next = {0};
            return columns -> {
              if (next[0] >= length) {
                return false;
              }
              columns[0].setLong(reverse ? low + length - 1 - next[0] : low + next[0]);
              next[0]++;
              return true;
            };
          };
      default -> null;
    };
  }

  @Override
  public @Nullable AggregateFunction aggregate(String key, CallSite site) {
    return switch (key) {
      case "array_agg(anynonarray)" -> {
        SqlType type = site.types().valueType(site.argumentType(0));
        yield c -> new ArrayCollection(type);
      }
      case "array_agg(anyarray)" -> {
        ArrayElements elements = new ArrayElements(site, 0);
        yield c -> new ArrayStack(elements);
      }
      case "string_agg(text,text)", "string_agg(bytea,bytea)" -> c -> new Joined();
      default -> null;
    };
  }

  private static final class Joined implements AggregateFunction.State {
    private final ByteArrayWriter writer = new ByteArrayWriter();
    private boolean any;

    @Override
    public void accumulate(FunctionContext context, Datum[] arguments) {
      Datum value = arguments[0];
      Datum separator = arguments[1];
      if (value.isNull) {
        return;
      }
      if (any && !separator.isNull) {
        writer.writeBytes(separator.bytes, separator.offset, separator.length);
      }
      any = true;
      writer.writeBytes(value.bytes, value.offset, value.length);
    }

    @Override
    public void finish(FunctionContext context, Datum result) {
      if (any) {
        result.setBytes(writer.toByteArray());
      } else {
        result.setNull();
      }
    }
  }
}
