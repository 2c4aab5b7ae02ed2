/**
 * Real clients at work, each on PostgreSQL and on the embedded engine: what they print must be the
 * same. Scripts are in the resources under {@code drivers/}.
 */
@NullMarked
package dev.postern.proxy.drivers;

import org.jspecify.annotations.NullMarked;
