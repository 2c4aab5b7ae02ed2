package dev.postern.proxy.health;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.PgConnection;
import io.vertx.sqlclient.Row;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Checks one server, over a connection that it keeps and makes anew when it was lost. Runs on one
 * event loop of Vert.x's, never blocks; its last result can be read by any thread.
 */
final class ServerCheck {
  private static final Logger LOG = LoggerFactory.getLogger(ServerCheck.class);
  private static final String QUERY =
      "SELECT pg_catalog.pg_is_in_recovery(), pg_catalog.current_setting('server_version')";

  private final Vertx vertx;
  private final String name;
  private final PgConnectOptions options;
  private final long timeoutMillis;
  private @Nullable PgConnection connection;
  private boolean running;

  /** Checks begun so far: a connection that comes after its own has ended is not wanted. */
  private long begun;

  private boolean closed;
  private volatile @Nullable ServerHealth health;

  ServerCheck(Vertx vertx, String name, PgConnectOptions options, long timeoutMillis) {
    this.vertx = vertx;
    this.name = name;
    this.options = options;
    this.timeoutMillis = timeoutMillis;
  }

  String name() {
    return name;
  }

  /** What the newest check found; null before the first has ended. */
  @Nullable ServerHealth health() {
    return health;
  }

  /** Begins a check, unless one is still running. */
  void check() {
    if (running || closed) {
      return;
    }
    running = true;
    long own = ++begun;
    connected(own)
        .compose(open -> open.query(QUERY).execute())
        .map(
            rows -> {
              Row row = rows.iterator().next();
              return new ServerHealth(true, !row.getBoolean(0), row.getString(1), null);
            })
        .timeout(timeoutMillis, TimeUnit.MILLISECONDS)
        .onComplete(
            found -> {
              running = false;
              if (found.succeeded()) {
                found(found.result());
              } else {
                close(connection);
                connection = null;
                found(ServerHealth.down(String.valueOf(found.cause().getMessage())));
              }
            });
  }

  private Future<PgConnection> connected(long own) {
    PgConnection present = connection;
    if (present != null) {
      return Future.succeededFuture(present);
    }
    return PgConnection.connect(vertx, options)
        .onSuccess(
            opened -> {
              if (closed || !running || begun != own) {
                // Nobody waits for it any more.
                close(opened);
                return;
              }
              connection = opened;
              opened.closeHandler(
                  gone -> {
                    if (connection == opened) {
                      connection = null;
                    }
                  });
            });
  }

  private void found(ServerHealth now) {
    ServerHealth before = health;
    health = now;
    if (closed || !now.differsFrom(before)) {
      return;
    }
    if (now.up()) {
      LOG.info("server {} is {}", name, now.words());
    } else {
      LOG.warn("server {} is {}", name, now.words());
    }
  }

  void close() {
    closed = true;
    close(connection);
    connection = null;
  }

  private static void close(@Nullable PgConnection open) {
    if (open != null) {
      open.close();
    }
  }
}
