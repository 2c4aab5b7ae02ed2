package dev.postern.backend.session;

import java.util.concurrent.atomic.LongAdder;

/** What all sessions of an engine have done so far. */
final class EngineCounters {
  private final LongAdder commits = new LongAdder();
  private final LongAdder rollbacks = new LongAdder();

  void committed() {
    commits.increment();
  }

  void rolledBack() {
    rollbacks.increment();
  }

  long commits() {
    return commits.sum();
  }

  long rollbacks() {
    return rollbacks.sum();
  }
}
