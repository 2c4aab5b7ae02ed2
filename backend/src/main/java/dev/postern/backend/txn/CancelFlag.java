package dev.postern.backend.txn;

import dev.postern.backend.error.SqlError;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The wish that a session's running statement stop, with the error it is to stop with. Set from any
 * thread; the statement looks at it between rows, and a wait ends at once.
 */
public final class CancelFlag {
  private volatile @Nullable SqlError reason;
  private volatile @Nullable Thread waiter;

  /** Asks the statement to end with this error; the first reason given stays. */
  public void cancel(SqlError error) {
    if (reason == null) {
      reason = error;
    }
    Thread parked = waiter;
    if (parked != null) {
      LockSupport.unpark(parked);
    }
  }

  public boolean isSet() {
    return reason != null;
  }

  /** Throws the reason if there is one. */
  public void check() {
    SqlError error = reason;
    if (error != null) {
      throw error;
    }
  }

  /** Forgets the wish: the next statement begins. */
  public void clear() {
    reason = null;
  }

  void waiter(@Nullable Thread thread) {
    waiter = thread;
  }
}
