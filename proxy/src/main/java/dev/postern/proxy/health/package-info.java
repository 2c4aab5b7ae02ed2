/**
 * The control side: asks each upstream server now and then whether it is there and what it is.
 *
 * <p>It has connections of its own, by vertx-pg-client, and no part in what clients do: a check
 * that fails or hangs changes a figure and writes a log line. Nothing here is loaded where all
 * databases are embedded.
 */
@NullMarked
package dev.postern.proxy.health;

import org.jspecify.annotations.NullMarked;
