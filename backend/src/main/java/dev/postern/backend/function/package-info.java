/**
 * Built-in functions, operators, casts and aggregates: what there is, which one a call means, and
 * the code of each.
 *
 * <p>What exists (names, signatures, OIDs, strictness) comes from the catalog facts in {@code
 * bootstrap}, all of it ({@link dev.postern.backend.function.FunctionCatalog}), so that overloads
 * resolve as in PostgreSQL ({@link dev.postern.backend.function.FunctionResolution}, {@link
 * dev.postern.backend.function.OperatorResolution}, {@link
 * dev.postern.backend.function.Coercions}); a database's catalog adds the user's through {@link
 * dev.postern.backend.function.FunctionSource}.
 *
 * <p>What a function does is code in a {@link dev.postern.backend.function.FunctionTopic}, one file
 * a topic, found by {@code pg_proc.prosrc} for a {@link dev.postern.backend.function.CallSite} when
 * a call is analysed. A function without code is refused with 0A000, never answered. Functions that
 * read the catalogs are topics of the packages above, added to {@link
 * dev.postern.backend.function.FunctionCode}. Integer, float, boolean and comparison functions do
 * not allocate.
 */
@NullMarked
package dev.postern.backend.function;

import org.jspecify.annotations.NullMarked;
