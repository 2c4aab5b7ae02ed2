package dev.postern.backend.function;

import dev.postern.backend.type.Datum;

/** The code of a function that returns a set of rows. */
@FunctionalInterface
public interface SetFunction {
  /** Starts a call; the arguments are the rows' owner's to keep or copy. */
  Rows open(FunctionContext context, Datum[] arguments);

  /** The rows of one call, one at a time. */
  @FunctionalInterface
  interface Rows {
    /**
     * Fills the next row's columns (one for a scalar result type).
     *
     * @return false at the end, when columns are left alone
     */
    boolean next(Datum[] columns);
  }
}
