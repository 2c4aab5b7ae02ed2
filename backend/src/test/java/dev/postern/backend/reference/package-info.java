/**
 * The reference: a real PostgreSQL, started beside the tests that compare with it.
 *
 * <p>Other modules take this package from backend's test-jar; they declare pgjdbc and the server's
 * binaries as test dependencies of their own.
 */
@NullMarked
package dev.postern.backend.reference;

import org.jspecify.annotations.NullMarked;
