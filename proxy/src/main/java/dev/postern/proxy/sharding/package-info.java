/**
 * A client's conversation with a database of several shards: each statement is answered by the
 * shard that its key belongs to.
 *
 * <pre>
 *                                      ┌─ Shard 0 ── EmbeddedConversation
 * client ── ShardedConversation ───────┤
 *            (frames in, one queue     └─ Shard 1 ── UpstreamConversation ── server
 *             of expected replies)
 * </pre>
 *
 * <p>To the conversation behind it each {@link dev.postern.proxy.sharding.Shard} is a client; it is
 * opened when a statement first goes there. Only one shard is spoken to at a time, so one queue of
 * {@linkplain dev.postern.proxy.sharding.Expectation expected replies} keeps everything in order;
 * what Postern says on its own account (BEGIN, SET, Parse) is expected too and its replies kept
 * from the client. A frame that cannot go on before something has been answered waits, with the
 * client paused, and is looked at again from its beginning.
 *
 * <p><b>A transaction</b> is one shard's. BEGIN is remembered and begun on the shard of the first
 * statement that goes to one. <b>Settings</b> are remembered and brought to each shard before the
 * next statement there. <b>Prepared statements</b> are remembered and prepared on each shard that
 * they reach.
 *
 * <p>Everything happens on the client's event loop; what a virtual thread of the embedded engine
 * says is handed over to it. May use {@code wire} and {@code client}, not {@code upstream}.
 */
@NullMarked
package dev.postern.proxy.sharding;

import org.jspecify.annotations.NullMarked;
