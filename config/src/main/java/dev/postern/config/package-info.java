/**
 * Typed settings: records with defaults, read from TOML, environment and command line.
 *
 * <p>The records declare the keys: a component of {@link dev.postern.config.General} or of an entry
 * record, with its {@link dev.postern.config.Key} annotation, <em>is</em> the key. Loading,
 * checking, the printed reference and the comparison at reload all read those declarations; nothing
 * lists the keys a second time. Names and meanings follow PgDog's {@code pgdog.toml} and {@code
 * users.toml} wherever the concept is the same.
 *
 * <p>Depends on nothing of ours. Without a settings file the TOML parser is never initialised, so
 * that a start with no configuration does not pay for it.
 */
@NullMarked
package dev.postern.config;

import org.jspecify.annotations.NullMarked;
