/**
 * Query tree to physical plan: access paths, join order, what is computed where, and EXPLAIN.
 *
 * <p>A plan is an immutable tree of {@link dev.postern.backend.plan.PlanNode}s, good for one
 * catalog version, and may be run by many sessions at once. Slots go on from the analyzer's: every
 * node that makes rows of its own (an aggregate, a set operation) has a slot of its own, and the
 * expressions above it are rewritten to read there.
 */
@NullMarked
package dev.postern.backend.plan;

import org.jspecify.annotations.NullMarked;
