/**
 * One client's connection: start-up, authentication, and the conversation that follows.
 *
 * <pre>
 * socket ── ClientConnection ── frames ──▶ Conversation ── EmbeddedConversation ── Session
 *             (start-up, auth,                 │            (statements run here)
 *              framing, back-pressure)         ├─ upstream: frames pass on as they came
 *                                              └─ sharded: each statement to its shard
 * </pre>
 *
 * <p>{@link dev.postern.proxy.client.ClientConnection} is the Netty handler. Once a client is
 * authenticated it asks the {@link dev.postern.proxy.client.ConversationOpener} of the database for
 * a {@link dev.postern.proxy.client.Conversation} and from then on hands it complete frames. It
 * owns the input buffer and gives none away: a frame is the conversation's during the call only.
 *
 * <p><b>Threads.</b> All of a client's state belongs to its event loop. A statement that needs a
 * thread gets a virtual one for as long as it runs; meanwhile the client is <em>paused</em>: its
 * input waits, first in memory and beyond a bound in its socket, and the event loop does not touch
 * the conversation's state. The virtual thread hands everything back by a task on the loop.
 *
 * <p><b>Idle clients are cheap.</b> What only work needs (scratch arrays, the command decoder,
 * parameter values) belongs to the event loop ({@link dev.postern.proxy.client.LoopResources}), and
 * buffers are let go when they are empty.
 *
 * <p>Hot path, see {@link dev.postern.proxy.wire}: from {@code channelRead} to the row's bytes
 * nothing is allocated here for Bind, Describe, Execute and Sync, nor for a Query whose text is
 * known.
 */
@NullMarked
package dev.postern.proxy.client;

import org.jspecify.annotations.NullMarked;
