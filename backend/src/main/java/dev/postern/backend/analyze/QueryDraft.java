package dev.postern.backend.analyze;

import java.util.List;
import java.util.function.Supplier;

/**
 * A query that is analyzed but for its result's types: a set operation around it may still decide
 * those.
 *
 * @param targets its result columns
 * @param replaceable whether the targets' values may be replaced by coerced ones without changing
 *     what the query means
 * @param finisher makes the query from the targets' final values
 */
record QueryDraft(List<Target> targets, boolean replaceable, Supplier<Query> finisher) {
  Query finish() {
    return finisher.get();
  }
}
