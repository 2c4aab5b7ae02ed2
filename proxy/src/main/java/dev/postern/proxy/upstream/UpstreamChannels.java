package dev.postern.proxy.upstream;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFactory;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.file.Path;
import java.util.function.Function;

/**
 * Opens sockets to servers, of the process's transport.
 *
 * @param tcp makes TCP channels
 * @param unix makes Unix socket channels
 * @param unixAddress the address of a Unix socket as those want it
 */
public record UpstreamChannels(
    ChannelFactory<? extends Channel> tcp,
    ChannelFactory<? extends Channel> unix,
    Function<Path, SocketAddress> unixAddress) {

  /** Begins to connect on an event loop. */
  ChannelFuture connect(UpstreamServer server, EventLoop loop, ChannelHandler handler) {
    boolean local = server.host().startsWith("/");
    Bootstrap bootstrap =
        new Bootstrap()
            .group(loop)
            .channelFactory(local ? unix : tcp)
            .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, server.connectTimeoutMillis())
            .handler(handler);
    if (local) {
      Path socket = Path.of(server.host(), ".s.PGSQL." + server.port());
      return bootstrap.connect(unixAddress.apply(socket));
    }
    bootstrap.option(ChannelOption.TCP_NODELAY, true).option(ChannelOption.SO_KEEPALIVE, true);
    return bootstrap.connect(InetSocketAddress.createUnresolved(server.host(), server.port()));
  }
}
