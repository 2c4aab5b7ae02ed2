/**
 * The program: command line, listening sockets, life cycle. {@link dev.postern.proxy.Main} starts a
 * {@link dev.postern.proxy.ProxyServer} from settings; below it every client is a {@code
 * client.ClientConnection}.
 *
 * <p>Sockets are raw Netty channels on the event loops of Vert.x, one loop a processor; {@link
 * dev.postern.proxy.EventLoops} alone knows how to reach those.
 */
@NullMarked
package dev.postern.proxy;

import org.jspecify.annotations.NullMarked;
