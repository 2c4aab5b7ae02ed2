/**
 * Physical plan to rows.
 *
 * <p>A plan is compiled once into {@link dev.postern.backend.exec.Operator}s and {@link
 * dev.postern.backend.exec.Evaluator}s that hold their own scratch datums; they serve one execution
 * at a time and are used again by the next. An operator is pulled: {@code next} makes the following
 * row current, which means that the {@link dev.postern.backend.exec.Frame} holds its tuples, one in
 * each slot that the operator fills. So a join copies nothing, and a sort keeps references.
 *
 * <p>Equality and order of values are those of their key form ({@code SqlType.writeKey}): grouping,
 * distinct, hash joins and sorts all work on key bytes.
 *
 * <p>Hot path: scanning and evaluating by-value expressions allocates nothing.
 */
@NullMarked
package dev.postern.backend.exec;

import org.jspecify.annotations.NullMarked;
