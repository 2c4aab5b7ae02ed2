package dev.postern.proxy.metrics;

import dev.postern.backend.Engine;
import dev.postern.proxy.client.FrontEnd;
import dev.postern.proxy.upstream.UpstreamChannels;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/**
 * All figures under their names, read from their owners when somebody asks. Thread-safe.
 *
 * <p>Single numbers are Micrometer's meters; what has labels that are not known beforehand, and the
 * histogram that is kept elsewhere, are collectors of the Prometheus registry below it.
 */
public final class Figures {
  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final PrometheusRegistry labelled = registry.getPrometheusRegistry();
  private final String prefix;

  /**
   * @param namespace stands before every name; null is {@code postern}
   */
  public Figures(@Nullable String namespace) {
    String name = namespace == null ? "postern" : namespace;
    prefix = name.isEmpty() || name.endsWith("_") ? name : name + "_";
  }

  /** What clients do. */
  public Figures traffic(TrafficCounters traffic) {
    counter(
        "statements", "Statements finished without an error", traffic, TrafficCounters::statements);
    counter(
        "received_bytes", "Bytes received from clients", traffic, TrafficCounters::bytesReceived);
    counter("sent_bytes", "Bytes sent to clients", traffic, TrafficCounters::bytesSent);
    labelled.register(() -> durations(traffic));
    labelled.register(() -> errors(traffic));
    return this;
  }

  /** Who is connected. */
  public Figures clients(FrontEnd frontEnd) {
    labelled.register(
        () -> gauges("clients", "Clients connected", "database", frontEnd.connectionsByDatabase()));
    return this;
  }

  /** What is open to servers. */
  public Figures upstream(UpstreamChannels channels) {
    labelled.register(
        () ->
            gauges(
                "upstream_connections",
                "Connections open to servers",
                "server",
                channels.openConnections()));
    return this;
  }

  /** What the embedded engine does. */
  public Figures engine(Engine engine) {
    engineCounter(engine, "engine_commits", "Transactions committed", it -> it.commits());
    engineCounter(engine, "engine_rollbacks", "Transactions rolled back", it -> it.rollbacks());
    engineGauge(engine, "engine_transactions_active", "In progress", it -> it.active());
    engineGauge(engine, "engine_sessions", "Sessions of the engine", it -> it.sessions());
    engineGauge(engine, "engine_databases", "Databases of the engine", it -> it.databases());
    return this;
  }

  /** Gauges of one name whose values one label tells apart. */
  public Figures gauges(
      String name, String description, String label, Supplier<Map<String, Integer>> values) {
    labelled.register(() -> gauges(name, description, label, values.get()));
    return this;
  }

  private <T> void counter(String name, String description, T owner, ToDoubleFunction<T> value) {
    FunctionCounter.builder(prefix + name, owner, value)
        .description(description + ".")
        .register(registry);
  }

  private void engineCounter(
      Engine engine, String name, String description, ToDoubleFunction<Engine.Statistics> value) {
    counter(name, description, engine, it -> value.applyAsDouble(it.statistics()));
  }

  private void engineGauge(
      Engine engine, String name, String description, ToDoubleFunction<Engine.Statistics> value) {
    Gauge.builder(prefix + name, engine, it -> value.applyAsDouble(it.statistics()))
        .description(description + ".")
        .register(registry);
  }

  private HistogramSnapshot durations(TrafficCounters traffic) {
    double[] bounds = TrafficCounters.bucketBoundsSeconds();
    long[] counts = traffic.bucketCounts();
    ClassicHistogramBuckets.Builder buckets = ClassicHistogramBuckets.builder();
    for (int i = 0; i < counts.length; i++) {
      buckets.bucket(i < bounds.length ? bounds[i] : Double.POSITIVE_INFINITY, counts[i]);
    }
    return HistogramSnapshot.builder()
        .name(prefix + "statement_duration_seconds")
        .help("How long statements took, from their message to their last answer.")
        .dataPoint(
            HistogramSnapshot.HistogramDataPointSnapshot.builder()
                .classicHistogramBuckets(buckets.build())
                .sum(traffic.durationSumSeconds())
                .build())
        .build();
  }

  private CounterSnapshot errors(TrafficCounters traffic) {
    CounterSnapshot.Builder snapshot =
        CounterSnapshot.builder()
            .name(prefix + "errors")
            .help("Errors told to clients, by the class of their SQLSTATE.");
    traffic.forEachErrorClass(
        (name, count) ->
            snapshot.dataPoint(
                CounterSnapshot.CounterDataPointSnapshot.builder()
                    .labels(Labels.of("class", name))
                    .value(count)
                    .build()));
    return snapshot.build();
  }

  private GaugeSnapshot gauges(
      String name, String description, String label, Map<String, Integer> values) {
    GaugeSnapshot.Builder snapshot =
        GaugeSnapshot.builder().name(prefix + name).help(description + ".");
    values.forEach(
        (key, value) ->
            snapshot.dataPoint(
                GaugeSnapshot.GaugeDataPointSnapshot.builder()
                    .labels(Labels.of(label, key))
                    .value(value)
                    .build()));
    return snapshot.build();
  }

  /** For further meters. */
  MeterRegistry registry() {
    return registry;
  }

  /**
   * All figures as text.
   *
   * @param contentType {@code text/plain} or OpenMetrics'
   */
  String text(String contentType) {
    return registry.scrape(contentType);
  }
}
