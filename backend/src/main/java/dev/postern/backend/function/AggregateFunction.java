package dev.postern.backend.function;

import dev.postern.backend.type.Datum;

/** The code of an aggregate: makes the state of one group. */
@FunctionalInterface
public interface AggregateFunction {
  State start(FunctionContext context);

  /** One group's running state. */
  interface State {
    /**
     * Takes one row's arguments; aggregates whose transition function is strict are not called with
     * nulls. Values that are kept are copied.
     */
    void accumulate(FunctionContext context, Datum[] arguments);

    /** Gives the value so far; may be called more than once (windows). */
    void finish(FunctionContext context, Datum result);
  }
}
