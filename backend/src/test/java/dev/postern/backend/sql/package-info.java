/**
 * Tests of the SQL front end: its own rules, round trips, and agreement with the reference server.
 */
@NullMarked
package dev.postern.backend.sql;

import org.jspecify.annotations.NullMarked;
