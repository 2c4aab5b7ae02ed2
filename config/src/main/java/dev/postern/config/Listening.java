package dev.postern.config;

import dev.postern.config.Key.Origin;
import org.jspecify.annotations.Nullable;

/** Where clients connect and on how many event loops they are served. */
public record Listening(
    @Key(value = "Address to listen on. `0.0.0.0` is every IPv4 interface.", restart = true)
        String host,
    @Key(
            value = "TCP port to listen on. 0 takes any free one; the ready line says which.",
            max = 65535,
            restart = true)
        int port,
    @Key(
            value =
                "Folder in which the Unix socket `.s.PGSQL.<port>` is made. Not set: no socket.",
            origin = Origin.POSTERN,
            restart = true)
        @Nullable String socketDir,
    @Key(
            value = "Event loops that serve clients. 0 is one for each processor.",
            max = 1024,
            restart = true)
        int workers,
    @Key(
            value =
                "How sockets are driven. `auto` takes the fastest native way the machine offers.",
            origin = Origin.POSTERN,
            restart = true)
        Transport transport) {

  public static final Listening DEFAULTS =
      new Listening("127.0.0.1", 6432, null, 0, Transport.AUTO);

  /** {@link #workers}, or the number of processors where that is 0. */
  public int eventLoops() {
    return workers == 0 ? Runtime.getRuntime().availableProcessors() : workers;
  }

  /** The kernel interface behind the event loops. */
  public enum Transport {
    AUTO,
    EPOLL,
    IO_URING,
    NIO
  }
}
