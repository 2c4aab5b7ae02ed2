package dev.postern.backend.function;

import dev.postern.backend.type.Datum;

/** The code of a window function: sees a partition row by row, in the order of its window. */
@FunctionalInterface
public interface WindowFunction {
  /** Begins a partition. */
  State start(FunctionContext context, Partition partition);

  /** One call's progress through one partition. */
  @FunctionalInterface
  interface State {
    /** Gives the value for the partition's current row; rows come in order. */
    void value(FunctionContext context, Datum result);
  }

  /** A partition and where the executor is in it. Rows are numbered from 0. */
  interface Partition {
    long rows();

    /** The row whose value is wanted. */
    long current();

    /** Whether two rows are equal in the window's ORDER BY. */
    boolean peers(long left, long right);

    /** First row of the current row's frame. */
    long frameStart();

    /** Row after the last of the current row's frame. */
    long frameEnd();

    /** Whether the frame's EXCLUDE clause leaves a row out. */
    boolean excluded(long row);

    /**
     * Evaluates an argument at a row. The result points into that row and holds until the next
     * evaluation.
     */
    void argument(int argument, long row, Datum result);
  }
}
