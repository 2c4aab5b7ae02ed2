package dev.postern.proxy;

import dev.postern.config.Listening;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFactory;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.ServerChannel;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.core.impl.transports.EpollTransport;
import io.vertx.core.impl.transports.IoUringTransport;
import io.vertx.core.impl.transports.NioTransport;
import io.vertx.core.internal.VertxBootstrap;
import io.vertx.core.internal.VertxInternal;
import io.vertx.core.net.SocketAddress;
import io.vertx.core.spi.transport.Transport;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The event loops of this process, which Vert.x makes and everything shares.
 *
 * <p>Vert.x's own sockets copy each inbound buffer to the heap, so the data path uses Netty
 * channels on its loops. How to reach them is internal API of Vert.x; this class alone uses it.
 */
public final class EventLoops implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(EventLoops.class);
  private static final int CLOSE_SECONDS = 5;

  /** What nobody here uses and would be a good part of the start; who sets them otherwise wins. */
  private static final String[][] LEAN_START = {
    // Names are resolved by the JVM.
    {"vertx.disableDnsResolver", "true"},
  };

  private final VertxInternal vertx;

  private EventLoops(VertxInternal vertx) {
    this.vertx = vertx;
  }

  /**
   * Starts them.
   *
   * @throws IllegalStateException where the transport that is asked for is not there
   */
  public static EventLoops start(Listening listening) {
    VertxOptions options =
        new VertxOptions()
            .setEventLoopPoolSize(listening.eventLoops())
            .setWorkerPoolSize(1)
            .setInternalBlockingPoolSize(2)
            // A statement may keep a loop for some milliseconds; a minute would be a fault.
            .setBlockedThreadCheckInterval(1)
            .setBlockedThreadCheckIntervalUnit(TimeUnit.MINUTES)
            .setFileSystemOptions(
                new FileSystemOptions()
                    .setFileCachingEnabled(false)
                    .setClassPathResolvingEnabled(false));
    for (String[] property : LEAN_START) {
      if (System.getProperty(property[0]) == null) {
        System.setProperty(property[0], property[1]);
      }
    }
    VertxBootstrap bootstrap =
        VertxBootstrap.create().options(options).transport(transport(listening.transport()));
    return new EventLoops((VertxInternal) bootstrap.init().vertx());
  }

  /** The classes are named here, as to ask Vert.x for one would load the libraries of all. */
  private static Transport transport(Listening.Transport wanted) {
    return switch (wanted) {
      case AUTO -> {
        Transport epoll = new EpollTransport();
        yield epoll.isAvailable() ? epoll : new NioTransport();
      }
      case EPOLL -> required(new EpollTransport(), wanted);
      case IO_URING -> required(new IoUringTransport(), wanted);
      case NIO -> new NioTransport();
    };
  }

  private static Transport required(Transport transport, Listening.Transport wanted) {
    if (!transport.isAvailable()) {
      throw new IllegalStateException("the transport " + wanted + " is not available here");
    }
    return transport;
  }

  public Vertx vertx() {
    return vertx;
  }

  /** The loops that serve connections: to clients, and to servers. */
  public EventLoopGroup workers() {
    return vertx.nettyEventLoopGroup();
  }

  public EventLoopGroup acceptors() {
    return vertx.acceptorEventLoopGroup();
  }

  /**
   * @param unixSocket whether for Unix sockets rather than TCP
   */
  public ChannelFactory<? extends ServerChannel> serverChannels(boolean unixSocket) {
    return vertx.transport().serverChannelFactory(unixSocket);
  }

  /** Channels of connections that this process opens. */
  public ChannelFactory<? extends Channel> clientChannels(boolean unixSocket) {
    return vertx.transport().channelFactory(unixSocket);
  }

  public boolean supportsUnixSockets() {
    return vertx.transport().supportsDomainSockets();
  }

  /** The address of a Unix socket as these channels want it. */
  public java.net.SocketAddress unixSocketAddress(Path path) {
    return vertx.transport().convert(SocketAddress.domainSocketAddress(path.toString()));
  }

  /** Stops them; channels that are still open are closed. */
  @Override
  public void close() {
    try {
      vertx.close().await(CLOSE_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      LOG.warn("event loops did not stop within {} s", CLOSE_SECONDS);
    }
  }
}
