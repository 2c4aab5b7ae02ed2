/**
 * Servers behind Postern: connections to them, logging in there, and conversations that they
 * answer.
 *
 * <p>A connection lives on its client's event loop, so nothing is handed between threads. Frames
 * are passed on as they came, in both directions; only their headers are looked at. Each side is
 * read no faster than the other takes it.
 *
 * <p>May use {@code wire} and {@code client}.
 */
@NullMarked
package dev.postern.proxy.upstream;

import org.jspecify.annotations.NullMarked;
