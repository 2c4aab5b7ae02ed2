/**
 * Typed trees to SQL text, as PostgreSQL shows stored expressions and definitions (pg_get_expr,
 * pg_get_constraintdef and their sisters). Stands above {@code analyze} and below {@code command}.
 */
@NullMarked
package dev.postern.backend.deparse;

import org.jspecify.annotations.NullMarked;
