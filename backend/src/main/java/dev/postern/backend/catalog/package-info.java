/**
 * {@code pg_catalog} and {@code information_schema}: real rows in real trees, and the immutable
 * descriptors that the analyzer and the executor work with, built from those rows.
 *
 * <p>DDL changes catalog rows under the session's transaction like any other rows; descriptors are
 * cached for a database and its catalog version, and a session that has uncommitted DDL sees its
 * own version. Nothing here recognises a query by its text.
 */
@NullMarked
package dev.postern.backend.catalog;

import org.jspecify.annotations.NullMarked;
