package dev.postern.backend.exec;

/**
 * A node of a plan in execution. {@link #open} (re)starts it under the frame's current outer rows;
 * {@link #next} makes its next row current. Serves one execution at a time.
 */
abstract class Operator {
  abstract void open(Frame frame);

  /** Makes the next row current; false at the end. */
  abstract boolean next(Frame frame);

  /** Lets go of what the execution held; may be called at any time, more than once. */
  void close(Frame frame) {}
}
