package dev.postern.backend.session;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.txn.CancelFlag;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** statement_timeout: cancels the running statement when its time is up. */
final class StatementTimer {
  private final Supplier<ScheduledExecutorService> scheduler;
  private final CancelFlag flag;
  private @Nullable Future<?> running;

  StatementTimer(Supplier<ScheduledExecutorService> scheduler, CancelFlag flag) {
    this.scheduler = scheduler;
    this.flag = flag;
  }

  /** A statement begins; does nothing where its time runs already. */
  void start(int timeoutMillis) {
    if (running == null) {
      running =
          scheduler
              .get()
              .schedule(
                  () ->
                      flag.cancel(
                          new SqlError(
                              SqlState.QUERY_CANCELED,
                              "canceling statement due to statement timeout")),
                  timeoutMillis,
                  TimeUnit.MILLISECONDS);
    }
  }

  void stop() {
    Future<?> timer = running;
    if (timer != null) {
      running = null;
      timer.cancel(false);
    }
  }
}
