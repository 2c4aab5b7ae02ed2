package dev.postern.backend.function;

import dev.postern.backend.type.ArrayBuilder;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.SqlType;

/** array_agg() of values that are no arrays. */
final class ArrayCollection implements AggregateFunction.State {
  private final ArrayBuilder builder;

  ArrayCollection(SqlType type) {
    builder = new ArrayBuilder(type);
  }

  @Override
  public void accumulate(FunctionContext context, Datum[] arguments) {
    builder.add(arguments[0]);
  }

  @Override
  public void finish(FunctionContext context, Datum result) {
    if (builder.count() == 0) {
      result.setNull();
    } else {
      builder.build(result);
    }
  }
}
