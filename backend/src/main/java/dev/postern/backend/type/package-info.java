/**
 * SQL types: text and binary forms, comparison, hashing, index keys, and the layout of a tuple.
 *
 * <p>A value in flight is a {@link dev.postern.backend.type.Datum}: a reusable holder, never a
 * boxed object. A value at rest is its PostgreSQL binary send form inside a tuple ({@link
 * dev.postern.backend.type.TupleLayout}), so a binary result column is a copy. Hot path: nothing
 * here allocates for by-value types.
 */
@NullMarked
package dev.postern.backend.type;

import org.jspecify.annotations.NullMarked;
