package dev.postern.proxy;

import dev.postern.config.ClientLimits;
import dev.postern.config.Listening;
import dev.postern.config.Settings;
import dev.postern.proxy.client.ClientConnection;
import dev.postern.proxy.client.FrontEnd;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The listening sockets and what serves their clients. Made once; stopped once. */
public final class ProxyServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ProxyServer.class);

  /** Clients that may wait to be accepted. */
  private static final int BACKLOG = 4096;

  /** What closing sockets may take. */
  private static final long LAST_WAIT_MILLIS = 1_000;

  private final EventLoops loops;
  private final FrontEnd frontEnd;
  private final ClientLimits limits;
  private final Channel tcp;
  private final int port;
  private @Nullable Channel unix;
  private @Nullable Path unixPath;

  private ProxyServer(EventLoops loops, FrontEnd frontEnd, ClientLimits limits, Channel tcp) {
    this.loops = loops;
    this.frontEnd = frontEnd;
    this.limits = limits;
    this.tcp = tcp;
    port = ((InetSocketAddress) tcp.localAddress()).getPort();
  }

  /**
   * Listens where the settings say.
   *
   * @param loops stay the caller's
   * @throws StartException where it cannot; nothing is left open then
   */
  public static ProxyServer start(Settings settings, EventLoops loops, FrontEnd frontEnd)
      throws StartException {
    Listening listening = settings.general().listening();
    ServerBootstrap tcp =
        bootstrap(loops, frontEnd, false)
            .option(ChannelOption.SO_REUSEADDR, true)
            .childOption(ChannelOption.TCP_NODELAY, true)
            .childOption(ChannelOption.SO_KEEPALIVE, true);
    InetSocketAddress address = new InetSocketAddress(listening.host(), listening.port());
    if (address.isUnresolved()) {
      throw new StartException("cannot listen on \"" + listening.host() + "\": unknown host");
    }
    String where = "\"" + listening.host() + "\" port " + listening.port();
    Channel bound = bind(tcp, address, where);
    ProxyServer server = new ProxyServer(loops, frontEnd, settings.general().clientLimits(), bound);
    try {
      server.listenOnUnixSocket(listening.socketDir());
    } catch (StartException e) {
      bound.close().awaitUninterruptibly();
      throw e;
    }
    return server;
  }

  private static ServerBootstrap bootstrap(
      EventLoops loops, FrontEnd frontEnd, boolean unixSocket) {
    return new ServerBootstrap()
        .group(loops.acceptors(), loops.workers())
        .channelFactory(loops.serverChannels(unixSocket))
        .option(ChannelOption.SO_BACKLOG, BACKLOG)
        // A client may say all it has to say, close its side, and still be answered.
        .childOption(ChannelOption.ALLOW_HALF_CLOSURE, true)
        .childHandler(
            new ChannelInitializer<>() {
              @Override
              protected void initChannel(Channel channel) {
                channel.pipeline().addLast(new ClientConnection(frontEnd, channel));
              }
            });
  }

  private static Channel bind(ServerBootstrap bootstrap, SocketAddress address, String where)
      throws StartException {
    ChannelFuture bound = bootstrap.bind(address).awaitUninterruptibly();
    if (!bound.isSuccess()) {
      throw new StartException(
          "cannot listen on " + where + ": " + reason(bound.cause()), bound.cause());
    }
    return bound.channel();
  }

  /** The system's words; native transports put the call in front. */
  static String reason(Throwable cause) {
    String message = String.valueOf(cause.getMessage());
    return message.substring(message.lastIndexOf(':') + 1).strip();
  }

  private void listenOnUnixSocket(@Nullable String folder) throws StartException {
    if (folder == null) {
      return;
    }
    if (!loops.supportsUnixSockets()) {
      throw new StartException("this transport has no Unix sockets: choose epoll");
    }
    Path path = UnixSocket.claim(folder, port);
    unix =
        bind(
            bootstrap(loops, frontEnd, true),
            loops.unixSocketAddress(path),
            "Unix socket \"" + path + "\"");
    unixPath = path;
    UnixSocket.open(path);
  }

  /** The TCP port: a free one was taken where the settings say 0. */
  public int port() {
    return port;
  }

  /** The folder of the Unix socket, or null. */
  public @Nullable Path socketFolder() {
    return unixPath == null ? null : unixPath.getParent();
  }

  /**
   * Stops: no new clients; idle ones are told and closed at once, others when their statement has
   * ended; what takes longer than the settings allow is cancelled. Blocks until all are gone.
   */
  @Override
  public void close() {
    tcp.close().awaitUninterruptibly();
    if (unix != null) {
      unix.close().awaitUninterruptibly();
    }
    removeSocketFile();
    frontEnd.beginStop();
    if (!frontEnd.awaitAllGone(limits.shutdownTimeoutMillis())) {
      frontEnd.cancelAll();
      Long rest = limits.shutdownTerminationTimeoutMillis();
      if (rest == null || !frontEnd.awaitAllGone(rest)) {
        frontEnd.closeAll();
        frontEnd.awaitAllGone(LAST_WAIT_MILLIS);
      }
    }
  }

  private void removeSocketFile() {
    if (unixPath != null) {
      try {
        UnixSocket.remove(unixPath);
      } catch (StartException e) {
        LOG.warn("{}", e.getMessage());
      }
    }
  }
}
