package dev.postern.proxy;

import dev.postern.backend.Engine;
import dev.postern.backend.error.SqlError;
import dev.postern.config.General;
import dev.postern.config.Listening;
import dev.postern.config.Settings;
import dev.postern.config.User;
import dev.postern.proxy.auth.Authenticator;
import dev.postern.proxy.client.CachedStatements;
import dev.postern.proxy.client.CancelRegistry;
import dev.postern.proxy.client.EmbeddedOpener;
import dev.postern.proxy.client.FrontEnd;
import dev.postern.proxy.client.TrafficListener;
import dev.postern.proxy.upstream.UpstreamChannels;
import dev.postern.router.StatementCache;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** All parts of a running Postern, put together from settings. Made once; closed once. */
final class Program implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Program.class);

  private final Settings settings;
  private final Engine engine;
  private final EventLoops loops;
  private final ProxyServer server;
  private final Observation observation;

  private Program(
      Settings settings,
      Engine engine,
      EventLoops loops,
      ProxyServer server,
      Observation observation) {
    this.settings = settings;
    this.engine = engine;
    this.loops = loops;
    this.server = server;
    this.observation = observation;
  }

  /**
   * Starts everything.
   *
   * @param starting the engine, awaited once the rest is ready for it; closed with the program
   * @throws StartException where something cannot start; what had started is stopped then
   */
  static Program start(Settings settings, CompletableFuture<Engine> starting)
      throws StartException {
    warnOfDataDirectory(settings.general().engine().dataDir());
    EventLoops loops;
    try {
      loops = EventLoops.start(settings.general().listening());
    } catch (IllegalStateException e) {
      throw new StartException(String.valueOf(e.getMessage()), e);
    }
    Engine engine;
    try {
      engine = starting.join();
      EmbeddedDatabases.create(engine, settings);
    } catch (CompletionException | SqlError e) {
      loops.close();
      throw new StartException("the engine cannot start: " + e.getMessage(), e);
    }
    CancelRegistry cancels = new CancelRegistry();
    TrafficListener traffic = Observation.listener(settings);
    UpstreamChannels channels =
        new UpstreamChannels(
            loops.clientChannels(false), loops.clientChannels(true), loops::unixSocketAddress);
    Databases databases =
        new Databases(
            settings,
            new EmbeddedOpener(
                engine,
                new CachedStatements(new StatementCache(cacheBytes(settings.general()), null)),
                cancels,
                traffic),
            channels,
            cancels,
            traffic,
            cacheBytes(settings.general()));
    FrontEnd frontEnd =
        new FrontEnd(
            new Authenticator(settings),
            databases::openerOf,
            cancels,
            traffic,
            settings.general().login().clientLoginTimeoutMillis());
    Observation observation = null;
    try {
      observation = Observation.start(settings, loops, traffic, frontEnd, channels, engine);
      ProxyServer server = ProxyServer.start(settings, loops, frontEnd);
      return new Program(settings, engine, loops, server, observation);
    } catch (StartException e) {
      if (observation != null) {
        observation.close();
      }
      loops.close();
      throw e;
    }
  }

  /** One cache serves all loops, with the memory that the setting gives to each. */
  private static long cacheBytes(General general) {
    return general.statements().statementCacheBytes() * general.listening().eventLoops();
  }

  private static void warnOfDataDirectory(@Nullable String folder) throws StartException {
    if (folder == null) {
      return;
    }
    Path path = Path.of(folder);
    if (!Files.isDirectory(path) || !Files.isWritable(path)) {
      throw new StartException("data directory \"" + folder + "\" is not a writable folder");
    }
    LOG.warn(
        "data directory {}: nothing is written there yet, databases live in memory only", folder);
  }

  int port() {
    return server.port();
  }

  /** The port of {@code /metrics}, or -1 where it is not served. */
  int metricsPort() {
    return observation.metricsPort();
  }

  /** One line for the person who started it: where it listens and how to connect. */
  String readyLine() {
    Listening listening = settings.general().listening();
    Path folder = server.socketFolder();
    String host = reachable(listening.host());
    String user = settings.users().stream().map(User::name).findFirst().orElse("postgres");
    String database =
        settings.databases().isEmpty() ? "postgres" : settings.databases().getFirst().name();
    return "Postern is ready on "
        + listening.host()
        + ":"
        + server.port()
        + (folder == null ? "" : " and " + folder + "/.s.PGSQL." + server.port())
        + (metricsPort() < 0 ? "" : ", metrics on port " + metricsPort())
        + "; connect with: psql -h "
        + host
        + " -p "
        + server.port()
        + " -U "
        + user
        + " "
        + database;
  }

  private static String reachable(String host) {
    return switch (host) {
      case "0.0.0.0", "::", "" -> "127.0.0.1";
      default -> host;
    };
  }

  /** Stops in bounded time: statements in flight finish first, as the settings allow. */
  @Override
  public void close() {
    server.close();
    observation.close();
    engine.close();
    loops.close();
  }
}
