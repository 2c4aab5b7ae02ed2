/**
 * The facts of PostgreSQL 18's system catalogs: the rows that every database is born with.
 *
 * <p>Each resource file is one catalog in COPY text form with a header line; regproc columns are
 * OIDs, parse trees are only "present or not". They say what exists (OIDs, names, signatures), not
 * how it works: the code behind a function is found by its {@code prosrc} in {@code function}. A
 * test compares every row with the reference server.
 */
@NullMarked
package dev.postern.backend.bootstrap;

import org.jspecify.annotations.NullMarked;
