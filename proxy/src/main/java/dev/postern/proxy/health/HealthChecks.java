package dev.postern.proxy.health;

import dev.postern.config.Balancing;
import dev.postern.config.DatabaseEntry;
import dev.postern.config.Settings;
import dev.postern.config.User;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnectOptions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The checks of all upstream servers, each at an interval ({@code idle_healthcheck_interval}), the
 * first after {@code idle_healthcheck_delay}. Figures can be read by any thread.
 */
public final class HealthChecks implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(HealthChecks.class);

  private final List<ServerCheck> checks = new ArrayList<>();
  private final Context loop;
  private final Vertx vertx;
  private long timer;

  private HealthChecks(Vertx vertx) {
    this.vertx = vertx;
    loop = vertx.getOrCreateContext();
  }

  /** Whether the settings name a server that can be checked. */
  public static boolean areNeeded(Settings settings) {
    return settings.databases().stream().anyMatch(entry -> !entry.isEmbedded());
  }

  /** Begins to check. */
  public static HealthChecks start(Vertx vertx, Settings settings) {
    HealthChecks started = new HealthChecks(vertx);
    Balancing balancing = settings.general().balancing();
    started.loop.runOnContext(
        now ->
            started.timer =
                vertx.setPeriodic(
                    inTimerRange(balancing.idleHealthcheckDelayMillis()),
                    inTimerRange(balancing.idleHealthcheckIntervalMillis()),
                    tick -> started.checkAll(settings)));
    return started;
  }

  /** Vert.x's timers want at least one millisecond and overflow far above a century. */
  private static long inTimerRange(long millis) {
    return Math.clamp(millis, 1, Integer.MAX_VALUE * 1_000L);
  }

  private void checkAll(Settings settings) {
    synchronized (checks) {
      if (checks.isEmpty()) {
        checks.addAll(checksOf(settings));
      }
    }
    checks.forEach(ServerCheck::check);
  }

  private List<ServerCheck> checksOf(Settings settings) {
    Map<String, ServerCheck> byName = new LinkedHashMap<>();
    for (DatabaseEntry entry : settings.databases()) {
      if (!entry.isEmbedded()) {
        PgConnectOptions options = login(entry, settings.users());
        String name = entry.host() + ":" + entry.port() + "/" + entry.nameOnServer();
        if (options == null) {
          LOG.info("server {} is not checked: no user to log in with is known", name);
        } else {
          byName.computeIfAbsent(name, key -> check(key, options, settings.general().balancing()));
        }
      }
    }
    return List.copyOf(byName.values());
  }

  private ServerCheck check(String name, PgConnectOptions options, Balancing balancing) {
    long timeoutMillis = inTimerRange(balancing.healthcheckTimeoutMillis());
    return new ServerCheck(vertx, name, options, timeoutMillis);
  }

  /** How to log in: as the entry says, else as the first user who may use the database. */
  private static @Nullable PgConnectOptions login(DatabaseEntry entry, List<User> users) {
    String name = entry.user();
    String password = entry.password();
    for (User user : users) {
      boolean unknown = name == null || password == null;
      if (unknown && user.mayUse(entry.name())) {
        name = name == null ? user.upstreamUser() : name;
        password = password == null ? user.upstreamPassword() : password;
      }
    }
    if (name == null) {
      return null;
    }
    PgConnectOptions options =
        new PgConnectOptions()
            .setHost(entry.host())
            .setPort(entry.port())
            .setDatabase(entry.nameOnServer())
            .setUser(name)
            .addProperty("application_name", "postern health check");
    return password == null ? options : options.setPassword(password);
  }

  /** 1 for each server that answered its newest check, else 0. Servers not checked yet: absent. */
  public Map<String, Integer> up() {
    Map<String, Integer> figures = new TreeMap<>();
    forEachChecked((name, health) -> figures.put(name, health.up() ? 1 : 0));
    return figures;
  }

  /** 1 for each server that takes writes, 0 for replicas; those that are down are absent. */
  public Map<String, Integer> primary() {
    Map<String, Integer> figures = new TreeMap<>();
    forEachChecked(
        (name, health) -> {
          if (health.up()) {
            figures.put(name, health.primary() ? 1 : 0);
          }
        });
    return figures;
  }

  private void forEachChecked(Checked listener) {
    synchronized (checks) {
      for (ServerCheck check : checks) {
        ServerHealth health = check.health();
        if (health != null) {
          listener.found(check.name(), health);
        }
      }
    }
  }

  private interface Checked {
    void found(String name, ServerHealth health);
  }

  @Override
  public void close() {
    loop.runOnContext(
        now -> {
          vertx.cancelTimer(timer);
          checks.forEach(ServerCheck::close);
        });
  }
}
