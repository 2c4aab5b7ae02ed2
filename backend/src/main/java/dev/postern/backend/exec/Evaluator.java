package dev.postern.backend.exec;

import dev.postern.backend.type.Datum;

/**
 * A compiled expression. It owns scratch datums for its parts, so it serves one thread and is not
 * re-entered; recursion goes through separate evaluators.
 */
abstract class Evaluator {
  /**
   * Computes the value for the frame's current rows into {@code result}, which it does not keep.
   */
  abstract void evaluate(Frame frame, Datum result);

  /** Whether a condition holds: null counts as false. */
  final boolean holds(Frame frame, Datum scratch) {
    evaluate(frame, scratch);
    return !scratch.isNull && scratch.bits != 0;
  }
}
