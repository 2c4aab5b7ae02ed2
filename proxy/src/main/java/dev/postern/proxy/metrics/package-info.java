/**
 * What the program tells of itself in figures: {@code /metrics} in Prometheus text.
 *
 * <p>Counting is apart from telling. {@link dev.postern.proxy.metrics.TrafficCounters} hears every
 * statement and only adds to arrays of its event loop, without allocation, lock or shared cache
 * line; {@link dev.postern.proxy.metrics.Figures} adds them up when somebody asks, and {@link
 * dev.postern.proxy.metrics.MetricsServer} is the HTTP end point. Nothing here is loaded where no
 * port is configured.
 */
@NullMarked
package dev.postern.proxy.metrics;

import org.jspecify.annotations.NullMarked;
