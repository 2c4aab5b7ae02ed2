package dev.postern.backend.exec;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.type.ArrayBuilder;
import dev.postern.backend.type.ArrayReader;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.SqlType;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * {@code SET a[i] = value} and {@code SET a[i:j] = array}: a copy of the array with a part replaced
 * (array_set_element and array_set_slice). An array of one dimension grows to where the part is;
 * what lies between is null.
 */
final class ArrayAssignment extends Evaluator {
  private final Evaluator array;
  private final @Nullable Evaluator[] lower;
  private final @Nullable Evaluator[] upper;
  private final boolean slice;
  private final Evaluator value;
  private final SqlType element;
  private final Datum before = new Datum();
  private final Datum part = new Datum();
  private final Datum subscript = new Datum();

  /**
   * @param lower bounds of slices, null where left out
   * @param upper subscripts, or bounds likewise
   */
  ArrayAssignment(
      Evaluator array,
      @Nullable Evaluator[] lower,
      @Nullable Evaluator[] upper,
      boolean slice,
      Evaluator value,
      SqlType element) {
    this.array = array;
    this.lower = lower;
    this.upper = upper;
    this.slice = slice;
    this.value = value;
    this.element = element;
  }

  /** An array taken apart. */
  private record Parts(int[] lengths, int[] bounds, Datum[] elements) {}

  private Parts parts(Datum of) {
    if (of.isNull) {
      return new Parts(new int[0], new int[0], new Datum[0]);
    }
    ArrayReader reader = new ArrayReader(element);
    reader.open(of);
    int[] lengths = new int[reader.dimensions()];
    int[] bounds = new int[lengths.length];
    for (int i = 0; i < lengths.length; i++) {
      lengths[i] = reader.length(i);
      bounds[i] = reader.lowerBound(i);
    }
    Datum[] elements = CallEvaluators.datums(reader.count());
    for (Datum each : elements) {
      reader.next(each);
    }
    return new Parts(lengths, bounds, elements);
  }

  @Override
  void evaluate(Frame frame, Datum result) {
    array.evaluate(frame, before);
    int[] high = subscripts(frame, upper);
    if (slice) {
      slice(frame, high, result);
      return;
    }
    Parts old = parts(before);
    value.evaluate(frame, part);
    int dimensions = old.lengths.length;
    if (dimensions == 0) {
      int[] ones = new int[high.length];
      Arrays.fill(ones, 1);
      build(ones, high, new Datum[] {part}, result);
    } else if (dimensions != high.length) {
      throw error("wrong number of array subscripts");
    } else if (dimensions == 1) {
      replaced(old, high[0], new Datum[] {part}, result);
    } else {
      int index = 0;
      for (int i = 0; i < dimensions; i++) {
        int at = high[i] - old.bounds[i];
        if (at < 0 || at >= old.lengths[i]) {
          throw error("array subscript out of range");
        }
        index = index * old.lengths[i] + at;
      }
      old.elements[index] = part;
      build(old.lengths, old.bounds, old.elements, result);
    }
  }

  private int[] subscripts(Frame frame, @Nullable Evaluator[] evaluators) {
    int[] values = new int[evaluators.length];
    for (int i = 0; i < values.length; i++) {
      Evaluator evaluator = evaluators[i];
      if (evaluator != null) {
        evaluator.evaluate(frame, subscript);
        if (subscript.isNull) {
          throw new SqlError(
              SqlState.NULL_VALUE_NOT_ALLOWED, "array subscript in assignment must not be null");
        }
        values[i] = (int) subscript.bits;
      }
    }
    return values;
  }

  private void slice(Frame frame, int[] high, Datum result) {
    int[] low = subscripts(frame, lower);
    value.evaluate(frame, part);
    if (part.isNull) {
      // Assigning no array changes nothing.
      result.set(before);
      return;
    }
    Parts old = parts(before);
    if (high.length != 1 || old.lengths.length > 1) {
      throw SqlError.notSupported("assignment to a slice of several dimensions");
    }
    boolean empty = old.lengths.length == 0;
    if (empty && (lower[0] == null || upper[0] == null)) {
      throw error("array slice subscript must provide both boundaries")
          .detail(
              "When assigning to a slice of an empty array value, slice boundaries must be fully"
                  + " specified.");
    }
    int from = lower[0] == null ? old.bounds[0] : low[0];
    int to = upper[0] == null ? old.bounds[0] + old.lengths[0] - 1 : high[0];
    if (from > to) {
      if (empty) {
        throw error("upper bound cannot be less than lower bound");
      }
      result.set(before);
      return;
    }
    Datum[] given = parts(part).elements;
    int count = to - from + 1;
    if (given.length < count) {
      throw error("source array too small");
    }
    Datum[] wanted = Arrays.copyOf(given, count);
    if (empty) {
      build(new int[] {count}, new int[] {from}, wanted, result);
    } else {
      replaced(old, from, wanted, result);
    }
  }

  private static SqlError error(String message) {
    return new SqlError(SqlState.ARRAY_SUBSCRIPT_ERROR, message);
  }

  /** An array of one dimension with elements put in from a subscript on. */
  private void replaced(Parts old, int from, Datum[] wanted, Datum result) {
    long first = Math.min(old.bounds[0], from);
    long end = Math.max((long) old.bounds[0] + old.lengths[0], (long) from + wanted.length);
    if (end - first > Integer.MAX_VALUE / 16) {
      throw new SqlError(
          SqlState.PROGRAM_LIMIT_EXCEEDED, "array size exceeds the maximum allowed (134217727)");
    }
    Datum[] all = new Datum[(int) (end - first)];
    Datum nothing = new Datum();
    nothing.setNull();
    Arrays.fill(all, nothing);
    System.arraycopy(old.elements, 0, all, (int) (old.bounds[0] - first), old.elements.length);
    System.arraycopy(wanted, 0, all, (int) (from - first), wanted.length);
    build(new int[] {all.length}, new int[] {(int) first}, all, result);
  }

  private void build(int[] lengths, int[] bounds, Datum[] elements, Datum result) {
    ArrayBuilder builder = new ArrayBuilder(element);
    for (Datum each : elements) {
      builder.add(each);
    }
    builder.build(lengths, bounds, result);
  }
}
