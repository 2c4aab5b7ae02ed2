/**
 * The embedded engine's contracts: what a front end calls.
 *
 * <p>An {@link dev.postern.backend.Engine} holds databases; {@link dev.postern.backend.Session} is
 * one client's place in one of them and follows the extended query protocol step by step: prepare,
 * bind, execute, sync. Rows leave through a {@link dev.postern.backend.ResultSink} as they are
 * found. This package holds contracts only; the engine is made by {@code
 * dev.postern.backend.session.EmbeddedEngine}.
 *
 * <p><b>Threads.</b> A session is used by one thread at a time. A call made with {@link
 * dev.postern.backend.ExecuteMode#INLINE} never blocks: it may be made on an event loop and answers
 * {@link dev.postern.backend.Outcome#NEEDS_THREAD} where it would take long or must wait; the
 * caller then forgets what the sink got in this call and makes it again with {@link
 * dev.postern.backend.ExecuteMode#BLOCKING} on a virtual thread. Only {@link
 * dev.postern.backend.Session#cancel} may come from anywhere.
 */
@NullMarked
package dev.postern.backend;

import org.jspecify.annotations.NullMarked;
