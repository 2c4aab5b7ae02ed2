/**
 * The engine as a whole, compared with the reference server statement by statement, and what only a
 * session can be asked.
 */
@NullMarked
package dev.postern.backend.session;

import org.jspecify.annotations.NullMarked;
