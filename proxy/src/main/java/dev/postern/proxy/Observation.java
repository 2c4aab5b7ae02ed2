package dev.postern.proxy;

import dev.postern.backend.Engine;
import dev.postern.config.OpenMetrics;
import dev.postern.config.Settings;
import dev.postern.proxy.client.FrontEnd;
import dev.postern.proxy.client.TrafficListener;
import dev.postern.proxy.health.HealthChecks;
import dev.postern.proxy.metrics.Figures;
import dev.postern.proxy.metrics.MetricsServer;
import dev.postern.proxy.metrics.TrafficCounters;
import dev.postern.proxy.upstream.UpstreamChannels;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What watches the program and tells of it: checks of the servers behind it, and {@code /metrics}.
 * Loads neither where the settings ask for neither.
 */
final class Observation implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Observation.class);

  private final @Nullable HealthChecks checks;
  private final @Nullable MetricsServer metrics;

  private Observation(@Nullable HealthChecks checks, @Nullable MetricsServer metrics) {
    this.checks = checks;
    this.metrics = metrics;
  }

  /** What to tell of traffic: counters where they will be read. */
  static TrafficListener listener(Settings settings) {
    return settings.general().openMetrics().openmetricsPort() == null
        ? TrafficListener.NONE
        : new TrafficCounters();
  }

  /**
   * Starts what the settings ask for.
   *
   * @param traffic of {@link #listener}
   * @throws StartException where the port of the metrics cannot be listened on
   */
  static Observation start(
      Settings settings,
      EventLoops loops,
      TrafficListener traffic,
      FrontEnd frontEnd,
      UpstreamChannels channels,
      Engine engine)
      throws StartException {
    HealthChecks checks =
        HealthChecks.areNeeded(settings) ? HealthChecks.start(loops.vertx(), settings) : null;
    if (!(traffic instanceof TrafficCounters counters)) {
      return new Observation(checks, null);
    }
    OpenMetrics where = settings.general().openMetrics();
    Figures figures =
        new Figures(where.openmetricsNamespace())
            .traffic(counters)
            .clients(frontEnd)
            .upstream(channels)
            .engine(engine);
    if (checks != null) {
      figures
          .gauges("server_up", "Whether the newest check succeeded", "server", checks::up)
          .gauges("server_primary", "Whether it takes writes", "server", checks::primary);
    }
    Integer port = where.openmetricsPort();
    try {
      MetricsServer metrics =
          MetricsServer.start(
              loops.vertx(), where.openmetricsHost(), port == null ? 0 : port, figures);
      LOG.info("metrics at http://{}:{}/metrics", where.openmetricsHost(), metrics.port());
      return new Observation(checks, metrics);
    } catch (IOException e) {
      if (checks != null) {
        checks.close();
      }
      throw new StartException(
          "cannot listen on \""
              + where.openmetricsHost()
              + "\" port "
              + port
              + " for metrics: "
              + ProxyServer.reason(e),
          e);
    }
  }

  /** The port of {@code /metrics}, or -1 where it is not served. */
  int metricsPort() {
    return metrics == null ? -1 : metrics.port();
  }

  @Override
  public void close() {
    if (checks != null) {
      checks.close();
    }
    if (metrics != null) {
      metrics.close();
    }
  }
}
