package dev.postern.bench;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/**
 * The measuring JVM: runs one operation and prints one line, {@code allocations-per-op
 * bytes-per-op}. Started by {@link Main} with the flags that make counts repeatable.
 */
final class Fork {
  /** Rounds until the compiler has settled; a count, not a time, so that every fork is alike. */
  private static final int WARM_UP = 60_000;

  private static final int MEASURED = 10_000;
  private static final int SETTLE = 50;

  private static int sink;

  private Fork() {}

  public static void main(String[] arguments) throws Throwable {
    Operation operation = new ExtendedCached(Shape.of(arguments[0]));
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    AllocationCounter counter = new AllocationCounter();
    repeat(operation, WARM_UP);
    for (int i = 0; i < SETTLE; i++) {
      threads.getCurrentThreadAllocatedBytes();
      counter.count();
      counter.bytes();
    }
    long before = threads.getCurrentThreadAllocatedBytes();
    repeat(operation, MEASURED);
    long bytes = threads.getCurrentThreadAllocatedBytes() - before;

    counter.enable();
    repeat(operation, SETTLE);
    long countBefore = counter.count();
    long bytesBefore = counter.bytes();
    repeat(operation, MEASURED);
    long count = counter.count() - countBefore;
    long countedBytes = counter.bytes() - bytesBefore;
    if (countedBytes != bytes) {
      throw new IllegalStateException(
          "the two counters disagree: " + countedBytes + " and " + bytes + " bytes");
    }
    System.out.println((double) count / MEASURED + " " + (double) bytes / MEASURED);
  }

  private static void repeat(Operation operation, int times) {
    int result = 0;
    for (int i = 0; i < times; i++) {
      result += operation.run();
    }
    sink = result;
  }
}
