/**
 * Syntax tree and catalog to a typed query tree: names, overloads, casts and collations are
 * resolved here (manual, chapter 10 "Type Conversion"), and nowhere else.
 *
 * <p>Every range table entry of a whole statement, whatever its nesting, has a number of its own:
 * its <em>slot</em>. At run time the frame holds the current tuple of each slot, so a reference to
 * an outer query's column is the same as one to a column nearby. Trees are immutable and belong to
 * no session.
 */
@NullMarked
package dev.postern.backend.analyze;

import org.jspecify.annotations.NullMarked;
