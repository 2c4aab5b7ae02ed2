/**
 * SQL types: text and binary forms, comparison, hashing, index keys, and the layout of a tuple.
 *
 * <p>A value in flight is a {@link dev.postern.backend.type.Datum}: a reusable holder, never a
 * boxed object. A value at rest is its PostgreSQL binary send form inside a tuple ({@link
 * dev.postern.backend.type.TupleLayout}), so a binary result column is a copy. Hot path: nothing
 * here allocates for by-value types.
 *
 * <p>{@link dev.postern.backend.type.BuiltinTypes} has the types a database is born with; enums,
 * domains, composites and ranges of users are made from {@link dev.postern.backend.type.EnumType},
 * {@link dev.postern.backend.type.DomainType}, {@link dev.postern.backend.type.RecordType} and
 * {@link dev.postern.backend.type.RangeType}. What PostgreSQL has and this package has not is an
 * {@link dev.postern.backend.type.UnsupportedType}. Names and modifiers are {@link
 * dev.postern.backend.type.TypeNames}'.
 *
 * <p>Three classes own a layout and its arithmetic: {@link dev.postern.backend.type.Numeric},
 * {@link dev.postern.backend.type.DateTimes}, {@link dev.postern.backend.type.Interval}. Text order
 * is that of the bytes, as under the collation "C". The order, equality, hash and key of a type
 * agree; a test holds that for every type, and compares every form and error with the reference
 * server.
 */
@NullMarked
package dev.postern.backend.type;

import org.jspecify.annotations.NullMarked;
