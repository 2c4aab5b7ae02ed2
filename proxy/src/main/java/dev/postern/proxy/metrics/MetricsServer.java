package dev.postern.proxy.metrics;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The HTTP end point: {@code GET /metrics} and nothing else. Figures are gathered on a worker
 * thread, so that no client of the database waits for them.
 */
public final class MetricsServer implements AutoCloseable {
  private static final int START_SECONDS = 10;
  private static final int CLOSE_SECONDS = 2;
  private static final String OPEN_METRICS = "application/openmetrics-text";
  private static final String OPEN_METRICS_TYPE = OPEN_METRICS + "; version=1.0.0; charset=utf-8";
  private static final String TEXT_TYPE = "text/plain; version=0.0.4; charset=utf-8";
  private static final int NOT_FOUND = 404;
  private static final int WRONG_METHOD = 405;
  private static final int SERVER_ERROR = 500;

  private final Vertx vertx;
  private final Figures figures;
  private final HttpServer server;

  private MetricsServer(Vertx vertx, Figures figures, String host) {
    this.vertx = vertx;
    this.figures = figures;
    HttpServerOptions options = new HttpServerOptions().setHost(host).setReuseAddress(true);
    server = vertx.createHttpServer(options).requestHandler(this::answer);
  }

  /**
   * Listens.
   *
   * @param port 0 is any free one
   * @throws IOException with the system's words where it cannot
   */
  public static MetricsServer start(Vertx vertx, String host, int port, Figures figures)
      throws IOException {
    MetricsServer started = new MetricsServer(vertx, figures, host);
    try {
      started.server.listen(port).await(START_SECONDS, TimeUnit.SECONDS);
      return started;
    } catch (TimeoutException e) {
      throw new IOException("no answer within " + START_SECONDS + " s", e);
    } catch (RuntimeException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  /** Where it listens: a free one was taken for 0. */
  public int port() {
    return server.actualPort();
  }

  private void answer(HttpServerRequest request) {
    if (!request.path().equals("/metrics")) {
      request.response().setStatusCode(NOT_FOUND).end("There is /metrics only.\n");
      return;
    }
    if (request.method() != HttpMethod.GET && request.method() != HttpMethod.HEAD) {
      request
          .response()
          .setStatusCode(WRONG_METHOD)
          .putHeader(HttpHeaders.ALLOW, "GET, HEAD")
          .end();
      return;
    }
    String accept = request.getHeader(HttpHeaders.ACCEPT);
    String type = accept != null && accept.contains(OPEN_METRICS) ? OPEN_METRICS_TYPE : TEXT_TYPE;
    request.response().putHeader(HttpHeaders.CONTENT_TYPE, type);
    vertx
        .executeBlocking(() -> figures.text(type), false)
        .onSuccess(text -> request.response().end(text))
        .onFailure(fault -> request.response().setStatusCode(SERVER_ERROR).end(fault + "\n"));
  }

  @Override
  public void close() {
    try {
      server.close().await(CLOSE_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      // The event loops end right after, and it with them.
    }
  }
}
