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
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** Opens sockets to servers, of the process's transport, and knows how many are open. */
public final class UpstreamChannels {
  private final ChannelFactory<? extends Channel> tcp;
  private final ChannelFactory<? extends Channel> unix;
  private final Function<Path, SocketAddress> unixAddress;
  private final Map<String, AtomicInteger> open = new ConcurrentHashMap<>();

  /**
   * @param tcp makes TCP channels
   * @param unix makes Unix socket channels
   * @param unixAddress the address of a Unix socket as those want it
   */
  public UpstreamChannels(
      ChannelFactory<? extends Channel> tcp,
      ChannelFactory<? extends Channel> unix,
      Function<Path, SocketAddress> unixAddress) {
    this.tcp = tcp;
    this.unix = unix;
    this.unixAddress = unixAddress;
  }

  /** Sockets that are open, by server and database. */
  public Map<String, Integer> openConnections() {
    Map<String, Integer> counts = new TreeMap<>();
    open.forEach((server, count) -> counts.put(server, count.get()));
    return counts;
  }

  private ChannelFuture counted(UpstreamServer server, ChannelFuture connecting) {
    AtomicInteger count = open.computeIfAbsent(server.toString(), name -> new AtomicInteger());
    connecting.addListener(
        connected -> {
          if (connected.isSuccess()) {
            count.incrementAndGet();
            connecting.channel().closeFuture().addListener(closed -> count.decrementAndGet());
          }
        });
    return connecting;
  }

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
      return counted(server, bootstrap.connect(unixAddress.apply(socket)));
    }
    bootstrap.option(ChannelOption.TCP_NODELAY, true).option(ChannelOption.SO_KEEPALIVE, true);
    return counted(
        server,
        bootstrap.connect(InetSocketAddress.createUnresolved(server.host(), server.port())));
  }
}
