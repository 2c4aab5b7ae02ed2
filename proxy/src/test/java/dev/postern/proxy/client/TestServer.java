package dev.postern.proxy.client;

import dev.postern.config.Settings;
import dev.postern.config.SettingsException;
import dev.postern.config.SettingsLoader;
import dev.postern.proxy.EventLoops;
import dev.postern.proxy.ProxyServer;
import dev.postern.proxy.StartException;
import dev.postern.proxy.auth.Authenticator;
import java.util.HashMap;
import java.util.Map;

/** A server with a scripted engine on a free port. */
final class TestServer implements AutoCloseable {
  final ScriptedEngine engine = new ScriptedEngine();
  final FrontEnd frontEnd;
  final ProxyServer server;
  private final EventLoops loops;

  /**
   * @param settings keys and values in turn, {@code general.auth_type}
   */
  TestServer(String... settings) throws SettingsException, StartException {
    Map<String, String> overrides = new HashMap<>();
    overrides.put("general.port", "0");
    for (int i = 0; i < settings.length; i += 2) {
      overrides.put(settings[i], settings[i + 1]);
    }
    Settings loaded = SettingsLoader.load(null, null, Map.of(), overrides).settings();
    loops = EventLoops.start(loaded.general().listening());
    CancelRegistry cancels = new CancelRegistry();
    EmbeddedOpener opener =
        new EmbeddedOpener(engine, new ScriptedStatements(), cancels, TrafficListener.NONE);
    frontEnd =
        new FrontEnd(
            new Authenticator(loaded),
            database -> opener,
            cancels,
            TrafficListener.NONE,
            loaded.general().login().clientLoginTimeoutMillis());
    server = ProxyServer.start(loaded, loops, frontEnd);
  }

  int port() {
    return server.port();
  }

  @Override
  public void close() {
    server.close();
    loops.close();
  }
}
