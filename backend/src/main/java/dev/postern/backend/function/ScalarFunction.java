package dev.postern.backend.function;

import dev.postern.backend.type.Datum;

/**
 * The code of a function or operator that gives one value. Strict functions are not called with
 * nulls. Stateless: one object serves all sessions.
 */
@FunctionalInterface
public interface ScalarFunction {
  /**
   * @param context the calling session's surroundings
   * @param arguments filled by the caller, reused for the next row; may be changed
   * @param result to be filled (also when null)
   */
  void call(FunctionContext context, Datum[] arguments, Datum result);
}
