/**
 * SQL errors: the one place where a failure gets its SQLSTATE, message, detail, hint and position.
 *
 * <p>The lowest package of the engine: it calls nothing. Wording follows PostgreSQL's own (manual,
 * appendix A for the codes, section "Error Message Style Guide" for the form).
 */
@NullMarked
package dev.postern.backend.error;

import org.jspecify.annotations.NullMarked;
