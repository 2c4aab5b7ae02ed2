package dev.postern.proxy.client;

import dev.postern.backend.session.EmbeddedEngine;
import dev.postern.backend.session.EngineOptions;
import dev.postern.config.Settings;
import dev.postern.config.SettingsException;
import dev.postern.config.SettingsLoader;
import dev.postern.proxy.EventLoops;
import dev.postern.proxy.ProxyServer;
import dev.postern.proxy.StartException;
import dev.postern.proxy.auth.Authenticator;
import dev.postern.router.StatementCache;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A server on a free port: with a scripted engine, or with the real one. */
public final class TestServer implements AutoCloseable {
  final ScriptedEngine engine;
  final FrontEnd frontEnd;
  final ProxyServer server;
  private final EventLoops loops;

  /**
   * With a scripted engine.
   *
   * @param settings keys and values in turn, {@code general.auth_type}
   */
  TestServer(String... settings) throws SettingsException, StartException {
    this(new ScriptedEngine(), null, settings);
  }

  /** With the real engine. */
  public static TestServer embedded() throws SettingsException, StartException {
    return new TestServer(
        new ScriptedEngine(), new EmbeddedEngine(new EngineOptions(100, true, Map.of())));
  }

  private TestServer(ScriptedEngine scripted, @Nullable EmbeddedEngine real, String... settings)
      throws SettingsException, StartException {
    engine = scripted;
    Map<String, String> overrides = new HashMap<>();
    overrides.put("general.port", "0");
    for (int i = 0; i < settings.length; i += 2) {
      overrides.put(settings[i], settings[i + 1]);
    }
    Settings loaded = SettingsLoader.load(null, null, Map.of(), overrides).settings();
    loops = EventLoops.start(loaded.general().listening());
    CancelRegistry cancels = new CancelRegistry();
    EmbeddedOpener opener =
        real == null
            ? new EmbeddedOpener(scripted, new ScriptedStatements(), cancels, TrafficListener.NONE)
            : new EmbeddedOpener(
                real,
                new CachedStatements(new StatementCache(1 << 20, null)),
                cancels,
                TrafficListener.NONE);
    frontEnd =
        new FrontEnd(
            new Authenticator(loaded),
            database -> opener,
            cancels,
            TrafficListener.NONE,
            loaded.general().login().clientLoginTimeoutMillis());
    server = ProxyServer.start(loaded, loops, frontEnd);
  }

  public int port() {
    return server.port();
  }

  @Override
  public void close() {
    server.close();
    loops.close();
  }
}
