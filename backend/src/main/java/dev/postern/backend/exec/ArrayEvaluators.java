package dev.postern.backend.exec;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.function.ScalarFunction;
import dev.postern.backend.type.ByteArrayWriter;
import dev.postern.backend.type.Bytes;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.SqlType;
import org.jspecify.annotations.Nullable;

/**
 * Arrays in expressions. The value is the array send form: dimensions, has-null flag, element oid,
 * then (length, lower bound) per dimension, then (length, bytes) per element.
 */
final class ArrayEvaluators {
  private static final int MAX_DIMENSIONS = 6;

  private ArrayEvaluators() {}

  /** {@code left op ANY|ALL (array)}. */
  static final class Comparison extends Evaluator {
    private final ScalarFunction code;
    private final boolean any;
    private final Evaluator left;
    private final Evaluator array;
    private final SqlType elementType;
    private final Datum[] values = CallEvaluators.datums(2);
    private final Datum arrayValue = new Datum();
    private final boolean strict;

    Comparison(
        ScalarFunction code,
        boolean strict,
        boolean any,
        Evaluator left,
        Evaluator array,
        SqlType elementType) {
      this.code = code;
      this.strict = strict;
      this.any = any;
      this.left = left;
      this.array = array;
      this.elementType = elementType;
    }

    @Override
    void evaluate(Frame frame, Datum result) {
      array.evaluate(frame, arrayValue);
      if (arrayValue.isNull) {
        result.isNull = true;
        return;
      }
      byte[] bytes = arrayValue.bytes;
      int at = arrayValue.offset;
      int dimensions = Bytes.getInt(bytes, at);
      int count = dimensions == 0 ? 0 : 1;
      for (int i = 0; i < dimensions; i++) {
        count *= Bytes.getInt(bytes, at + 12 + 8 * i);
      }
      if (count == 0) {
        result.setBoolean(!any);
        return;
      }
      left.evaluate(frame, values[0]);
      if (values[0].isNull && strict) {
        result.isNull = true;
        return;
      }
      at += 12 + 8 * dimensions;
      boolean unknown = false;
      for (int i = 0; i < count; i++) {
        int length = Bytes.getInt(bytes, at);
        at += 4;
        if (length < 0) {
          values[1].isNull = true;
        } else {
          ValueEvaluators.readSent(elementType, bytes, at, length, values[1]);
          at += length;
        }
        if (values[1].isNull && strict) {
          unknown = true;
          continue;
        }
        code.call(frame.context, values, result);
        if (result.isNull) {
          unknown = true;
        } else if (result.bits != 0 == any) {
          result.setBoolean(any);
          return;
        }
      }
      if (unknown) {
        result.isNull = true;
      } else {
        result.setBoolean(!any);
      }
    }
  }

  /** ARRAY[…] of values. */
  static final class Constructor extends Evaluator {
    private final Evaluator[] elements;
    private final SqlType elementType;
    private final Datum value = new Datum();
    private final ByteArrayWriter form = new ByteArrayWriter();

    Constructor(Evaluator[] elements, SqlType elementType) {
      this.elements = elements;
      this.elementType = elementType;
    }

    @Override
    void evaluate(Frame frame, Datum result) {
      form.clear();
      if (elements.length == 0) {
        form.writeInt(0);
        form.writeInt(0);
        form.writeInt(elementType.oid());
        result.setBytes(form.toByteArray());
        return;
      }
      form.writeInt(1);
      form.writeInt(0);
      form.writeInt(elementType.oid());
      form.writeInt(elements.length);
      form.writeInt(1);
      boolean hasNull = false;
      for (Evaluator element : elements) {
        element.evaluate(frame, value);
        if (value.isNull) {
          hasNull = true;
          form.writeInt(-1);
        } else {
          form.writeInt(elementType.sendLength(value));
          elementType.send(value, form);
        }
      }
      byte[] bytes = form.toByteArray();
      Bytes.putInt(bytes, 4, hasNull ? 1 : 0);
      result.setBytes(bytes);
    }
  }

  /** ARRAY[…] of arrays: one dimension more. */
  static final class Nested extends Evaluator {
    private final Evaluator[] elements;
    private final SqlType elementType;
    private final Datum value = new Datum();
    private final ByteArrayWriter form = new ByteArrayWriter();

    Nested(Evaluator[] elements, SqlType elementType) {
      this.elements = elements;
      this.elementType = elementType;
    }

    @Override
    void evaluate(Frame frame, Datum result) {
      byte @Nullable [] shape = null;
      int dimensions = 0;
      int arrays = 0;
      boolean hasNull = false;
      boolean sawEmpty = false;
      form.clear();
      for (Evaluator element : elements) {
        element.evaluate(frame, value);
        if (value.isNull || Bytes.getInt(value.bytes, value.offset) == 0) {
          sawEmpty = true;
          continue;
        }
        int its = Bytes.getInt(value.bytes, value.offset);
        int header = 12 + 8 * its;
        if (shape == null) {
          dimensions = its;
          shape = new byte[8 * its];
          System.arraycopy(value.bytes, value.offset + 12, shape, 0, shape.length);
          if (dimensions + 1 > MAX_DIMENSIONS) {
            throw new SqlError(
                SqlState.PROGRAM_LIMIT_EXCEEDED,
                "number of array dimensions ("
                    + (dimensions + 1)
                    + ") exceeds the maximum allowed ("
                    + MAX_DIMENSIONS
                    + ")");
          }
        } else if (its != dimensions
            || !java.util.Arrays.equals(
                shape,
                0,
                shape.length,
                value.bytes,
                value.offset + 12,
                value.offset + 12 + shape.length)) {
          throw dimensionMismatch();
        }
        hasNull |= Bytes.getInt(value.bytes, value.offset + 4) != 0;
        form.writeBytes(value.bytes, value.offset + header, value.length - header);
        arrays++;
      }
      if (shape != null && sawEmpty) {
        throw dimensionMismatch();
      }
      ByteArrayWriter whole = new ByteArrayWriter(form.size() + 64);
      if (shape == null) {
        whole.writeInt(0);
        whole.writeInt(0);
        whole.writeInt(elementType.oid());
      } else {
        whole.writeInt(dimensions + 1);
        whole.writeInt(hasNull ? 1 : 0);
        whole.writeInt(elementType.oid());
        whole.writeInt(arrays);
        whole.writeInt(1);
        whole.writeBytes(shape, 0, shape.length);
        whole.writeBytes(form.array(), 0, form.size());
      }
      result.setBytes(whole.toByteArray());
    }

    private static SqlError dimensionMismatch() {
      return new SqlError(
          SqlState.ARRAY_SUBSCRIPT_ERROR,
          "multidimensional arrays must have array expressions with matching dimensions");
    }
  }

  /** {@code array[i][j]}. */
  static final class Element extends Evaluator {
    private final Evaluator array;
    private final Evaluator[] subscripts;
    private final SqlType elementType;
    private final Datum arrayValue = new Datum();
    private final Datum subscript = new Datum();

    Element(Evaluator array, Evaluator[] subscripts, SqlType elementType) {
      this.array = array;
      this.subscripts = subscripts;
      this.elementType = elementType;
    }

    @Override
    void evaluate(Frame frame, Datum result) {
      array.evaluate(frame, arrayValue);
      if (arrayValue.isNull) {
        result.isNull = true;
        return;
      }
      byte[] bytes = arrayValue.bytes;
      int at = arrayValue.offset;
      int dimensions = Bytes.getInt(bytes, at);
      boolean inside = dimensions == subscripts.length;
      long index = 0;
      for (int i = 0; i < subscripts.length; i++) {
        subscripts[i].evaluate(frame, subscript);
        if (subscript.isNull) {
          result.isNull = true;
          return;
        }
        if (inside) {
          int size = Bytes.getInt(bytes, at + 12 + 8 * i);
          long position = subscript.bits - Bytes.getInt(bytes, at + 16 + 8 * i);
          inside = position >= 0 && position < size;
          index = index * size + position;
        }
      }
      if (!inside) {
        result.isNull = true;
        return;
      }
      at += 12 + 8 * dimensions;
      for (long i = 0; i < index; i++) {
        at += 4 + Math.max(0, Bytes.getInt(bytes, at));
      }
      int length = Bytes.getInt(bytes, at);
      if (length < 0) {
        result.isNull = true;
      } else {
        ValueEvaluators.readSent(elementType, bytes, at + 4, length, result);
      }
    }
  }

  /** {@code array[i:j]} over one or more dimensions; missing bounds are the array's own. */
  static final class Slice extends Evaluator {
    private final Evaluator array;
    private final @Nullable Evaluator[] lower;
    private final @Nullable Evaluator[] upper;
    private final Datum arrayValue = new Datum();
    private final Datum bound = new Datum();

    Slice(Evaluator array, @Nullable Evaluator[] lower, @Nullable Evaluator[] upper) {
      this.array = array;
      this.lower = lower;
      this.upper = upper;
    }

    @Override
    void evaluate(Frame frame, Datum result) {
      array.evaluate(frame, arrayValue);
      if (arrayValue.isNull) {
        result.isNull = true;
        return;
      }
      byte[] bytes = arrayValue.bytes;
      int at = arrayValue.offset;
      int dimensions = Bytes.getInt(bytes, at);
      int[] sizes = new int[dimensions];
      int[] from = new int[dimensions];
      int[] counts = new int[dimensions];
      boolean empty = dimensions < lower.length || dimensions == 0;
      for (int i = 0; i < dimensions; i++) {
        sizes[i] = Bytes.getInt(bytes, at + 12 + 8 * i);
        int base = Bytes.getInt(bytes, at + 16 + 8 * i);
        long first = base;
        long last = (long) base + sizes[i] - 1;
        if (i < lower.length) {
          Evaluator low = lower[i];
          if (low != null) {
            low.evaluate(frame, bound);
            if (bound.isNull) {
              result.isNull = true;
              return;
            }
            first = Math.max(first, bound.bits);
          }
          Evaluator high = upper[i];
          if (high != null) {
            high.evaluate(frame, bound);
            if (bound.isNull) {
              result.isNull = true;
              return;
            }
            last = Math.min(last, bound.bits);
          }
        }
        from[i] = (int) (first - base);
        counts[i] = (int) Math.max(0, last - first + 1);
        empty |= counts[i] == 0;
      }
      ByteArrayWriter form = new ByteArrayWriter(arrayValue.length);
      if (empty) {
        form.writeInt(0);
        form.writeInt(0);
        form.writeInt(Bytes.getInt(bytes, at + 8));
      } else {
        form.writeInt(dimensions);
        form.writeInt(Bytes.getInt(bytes, at + 4));
        form.writeInt(Bytes.getInt(bytes, at + 8));
        for (int count : counts) {
          form.writeInt(count);
          form.writeInt(1);
        }
        copy(bytes, at + 12 + 8 * dimensions, sizes, from, counts, form);
      }
      result.setBytes(form.toByteArray());
    }

    private static void copy(
        byte[] bytes, int start, int[] sizes, int[] from, int[] counts, ByteArrayWriter form) {
      int total = 1;
      for (int size : sizes) {
        total *= size;
      }
      int[] index = new int[sizes.length];
      int at = start;
      for (int i = 0; i < total; i++) {
        int length = 4 + Math.max(0, Bytes.getInt(bytes, at));
        boolean inside = true;
        for (int d = 0; d < sizes.length; d++) {
          inside &= index[d] >= from[d] && index[d] < from[d] + counts[d];
        }
        if (inside) {
          form.writeBytes(bytes, at, length);
        }
        at += length;
        for (int d = sizes.length - 1; d >= 0 && ++index[d] == sizes[d]; d--) {
          index[d] = 0;
        }
      }
    }
  }

  /** A cast of each element; the element's value is a case value. */
  static final class Coercion extends Evaluator {
    private final Evaluator array;
    private final int caseValue;
    private final SqlType from;
    private final Evaluator element;
    private final SqlType to;
    private final Datum arrayValue = new Datum();
    private final Datum value = new Datum();

    Coercion(Evaluator array, int caseValue, SqlType from, Evaluator element, SqlType to) {
      this.array = array;
      this.caseValue = caseValue;
      this.from = from;
      this.element = element;
      this.to = to;
    }

    @Override
    void evaluate(Frame frame, Datum result) {
      array.evaluate(frame, arrayValue);
      if (arrayValue.isNull) {
        result.isNull = true;
        return;
      }
      byte[] bytes = arrayValue.bytes;
      int at = arrayValue.offset;
      int end = at + arrayValue.length;
      int header = 12 + 8 * Bytes.getInt(bytes, at);
      ByteArrayWriter form = new ByteArrayWriter(arrayValue.length + 16);
      form.writeBytes(bytes, at, header);
      at += header;
      boolean hasNull = false;
      while (at < end) {
        int length = Bytes.getInt(bytes, at);
        at += 4;
        Datum input = frame.caseValues[caseValue];
        if (length < 0) {
          input.isNull = true;
        } else {
          ValueEvaluators.readSent(from, bytes, at, length, input);
          at += length;
        }
        element.evaluate(frame, value);
        if (value.isNull) {
          hasNull = true;
          form.writeInt(-1);
        } else {
          form.writeInt(to.sendLength(value));
          to.send(value, form);
        }
      }
      byte[] whole = form.toByteArray();
      Bytes.putInt(whole, 4, hasNull ? 1 : 0);
      Bytes.putInt(whole, 8, to.oid());
      result.setBytes(whole);
    }
  }
}
