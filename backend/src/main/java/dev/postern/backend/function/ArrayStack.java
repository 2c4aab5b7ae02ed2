package dev.postern.backend.function;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.type.ArrayBuilder;
import dev.postern.backend.type.Datum;
import java.util.Arrays;

/** array_agg() of arrays: one of a dimension more; all must have the same shape. */
final class ArrayStack implements AggregateFunction.State {
  private final ArrayElements elements;
  private final ArrayBuilder builder;
  private int[] lengths = new int[0];
  private int[] lowerBounds = new int[0];
  private int count;

  ArrayStack(ArrayElements elements) {
    this.elements = elements;
    builder = new ArrayBuilder(elements.type());
  }

  @Override
  public void accumulate(FunctionContext context, Datum[] arguments) {
    if (arguments[0].isNull) {
      throw new SqlError(SqlState.NULL_VALUE_NOT_ALLOWED, "cannot accumulate null arrays");
    }
    ArrayValue array = elements.read(arguments[0]);
    if (array.dimensions() == 0) {
      throw new SqlError(SqlState.ARRAY_SUBSCRIPT_ERROR, "cannot accumulate empty arrays");
    }
    if (count == 0) {
      lengths = array.lengths();
      lowerBounds = array.lowerBounds();
    } else if (!Arrays.equals(lengths, array.lengths())) {
      throw new SqlError(
          SqlState.ARRAY_SUBSCRIPT_ERROR, "cannot accumulate arrays of different dimensionality");
    }
    for (Datum element : array.elements()) {
      builder.add(element);
    }
    count++;
  }

  @Override
  public void finish(FunctionContext context, Datum result) {
    if (count == 0) {
      result.setNull();
      return;
    }
    builder.build(
        ArrayEditing.prepended(lengths, count), ArrayEditing.prepended(lowerBounds, 1), result);
  }
}
