/**
 * Built-in functions, operators, casts and aggregates: one file a topic, registered declaratively
 * by their {@code pg_proc.prosrc}.
 *
 * <p>What exists (names, signatures, OIDs, strictness) comes from the catalog facts in {@code
 * bootstrap}, all of it, so that overloads resolve as in PostgreSQL; what a function does is code
 * here. A function without code is refused with 0A000 when it is called, never answered. Functions
 * that read the catalogs live in {@code catalog} and register the same way.
 */
@NullMarked
package dev.postern.backend.function;

import org.jspecify.annotations.NullMarked;
