package dev.postern.bench;

/** What is measured: does the same work each time, on one thread. */
@FunctionalInterface
interface Operation {
  /** Runs once; the result depends on the work, so that none of it can be left out. */
  int run();
}
