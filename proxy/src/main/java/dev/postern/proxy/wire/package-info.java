/**
 * The PostgreSQL frontend/backend protocol, versions 3.0 and 3.2, as bytes: both directions, no
 * state machine, no sockets. The specification is the manual's chapter "Frontend/Backend Protocol";
 * limits and error texts are PostgreSQL 18's.
 *
 * <pre>
 *              client side of Postern          server side of Postern
 * reading      InitialMessage, CommandDecoder  ReplyDecoder
 * writing      BackendEncoder                  FrontendEncoder
 * </pre>
 *
 * <p>A <b>frame</b> is one message as it lies in a {@link io.netty.buffer.ByteBuf}: type byte,
 * length (which counts itself, not the type), body. Only the first message of a client has no type
 * byte. {@link dev.postern.proxy.wire.FrontendFrame} finds and checks frames by their header alone;
 * bodies are looked at by whoever needs them, in place.
 *
 * <p><b>Hot path: nothing here allocates</b> for Query, Bind, Describe, Execute, Close, Sync, Flush
 * and CopyData. A {@link dev.postern.proxy.wire.CommandDecoder} belongs to one event loop and owns
 * one object of each kind of {@link dev.postern.proxy.wire.Command}; decoding refills it. A command
 * holds offsets into the buffer, never text or copies, and is good only until the decoder's next
 * message. Bind's lists are int arrays that grow to the largest message seen and are bounded by the
 * protocol (65,535 parameters). What a message needs beyond that (the text of an unknown statement)
 * is copied by its user, once.
 */
@NullMarked
package dev.postern.proxy.wire;

import org.jspecify.annotations.NullMarked;
