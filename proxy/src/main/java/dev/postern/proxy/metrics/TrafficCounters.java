package dev.postern.proxy.metrics;

import dev.postern.proxy.client.TrafficListener;
import io.netty.util.concurrent.FastThreadLocal;
import io.netty.util.concurrent.FastThreadLocalThread;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Counts what clients do. Any thread may count and any thread may read.
 *
 * <p>Each event loop has an array that it alone writes, so that an addition is a load and a store.
 * Virtual threads share one more, with atomic additions: what runs there takes longer anyhow.
 */
public final class TrafficCounters implements TrafficListener {
  /** Upper bounds of the latency histogram's buckets; one bucket more takes what is above. */
  private static final long[] BOUNDS_MICROS = {
    10,
    25,
    50,
    100,
    250,
    500,
    1_000,
    2_500,
    5_000,
    10_000,
    25_000,
    50_000,
    100_000,
    250_000,
    500_000,
    1_000_000,
    2_500_000,
    5_000_000,
    10_000_000
  };

  /** Longs between the array's ends and what is used of it: no other object's cache line. */
  private static final int PADDING = 16;

  private static final int BUCKETS = BOUNDS_MICROS.length + 1;
  private static final int DURATION_SUM = PADDING + BUCKETS;
  private static final int BYTES_RECEIVED = DURATION_SUM + 1;
  private static final int BYTES_SENT = DURATION_SUM + 2;
  private static final int ARRAY_LENGTH = DURATION_SUM + 3 + PADDING;

  /** SQLSTATE classes are two of these 36 characters. */
  private static final int CLASS_CHARACTERS = 36;

  private final List<AtomicLongArray> all = new CopyOnWriteArrayList<>();
  private final AtomicLongArray shared = added();
  private final AtomicLongArray errors = new AtomicLongArray(CLASS_CHARACTERS * CLASS_CHARACTERS);

  private final FastThreadLocal<AtomicLongArray> ofLoop =
      new FastThreadLocal<>() {
        @Override
        protected AtomicLongArray initialValue() {
          return added();
        }
      };

  private AtomicLongArray added() {
    AtomicLongArray counters = new AtomicLongArray(ARRAY_LENGTH);
    all.add(counters);
    return counters;
  }

  @Override
  public void statementFinished(long durationNanos) {
    long micros = durationNanos / 1_000;
    int bucket = 0;
    while (bucket < BOUNDS_MICROS.length && micros >= BOUNDS_MICROS[bucket]) {
      bucket++;
    }
    add(PADDING + bucket, 1);
    add(DURATION_SUM, durationNanos);
  }

  @Override
  public void bytesReceived(int count) {
    add(BYTES_RECEIVED, count);
  }

  @Override
  public void bytesSent(int count) {
    add(BYTES_SENT, count);
  }

  private void add(int index, long amount) {
    if (Thread.currentThread() instanceof FastThreadLocalThread) {
      AtomicLongArray own = ofLoop.get();
      own.setOpaque(index, own.getPlain(index) + amount);
    } else {
      shared.addAndGet(index, amount);
    }
  }

  @Override
  public void errorSent(String sqlState) {
    int first = Character.digit(sqlState.charAt(0), CLASS_CHARACTERS);
    int second = Character.digit(sqlState.charAt(1), CLASS_CHARACTERS);
    if (first >= 0 && second >= 0) {
      errors.incrementAndGet(first * CLASS_CHARACTERS + second);
    }
  }

  /** Upper bounds of the buckets, without the last, which has none. */
  static double[] bucketBoundsSeconds() {
    double[] bounds = new double[BOUNDS_MICROS.length];
    for (int i = 0; i < bounds.length; i++) {
      bounds[i] = BOUNDS_MICROS[i] / 1e6;
    }
    return bounds;
  }

  /** Statements by how long they took, one number a bucket. */
  long[] bucketCounts() {
    long[] counts = new long[BUCKETS];
    for (int i = 0; i < BUCKETS; i++) {
      counts[i] = sum(PADDING + i);
    }
    return counts;
  }

  double durationSumSeconds() {
    return sum(DURATION_SUM) / 1e9;
  }

  public long statements() {
    long total = 0;
    for (long count : bucketCounts()) {
      total += count;
    }
    return total;
  }

  long bytesReceived() {
    return sum(BYTES_RECEIVED);
  }

  long bytesSent() {
    return sum(BYTES_SENT);
  }

  private long sum(int index) {
    long total = 0;
    for (AtomicLongArray counters : all) {
      total += counters.get(index);
    }
    return total;
  }

  /** Hears of each class of which there were errors. */
  void forEachErrorClass(ErrorClass listener) {
    for (int i = 0; i < errors.length(); i++) {
      long count = errors.get(i);
      if (count > 0) {
        listener.counted(
            "" + character(i / CLASS_CHARACTERS) + character(i % CLASS_CHARACTERS), count);
      }
    }
  }

  private static char character(int digit) {
    return Character.toUpperCase(Character.forDigit(digit, CLASS_CHARACTERS));
  }

  /** Takes a class of errors and how many there were. */
  interface ErrorClass {
    /**
     * @param name the first two characters of the SQLSTATE
     */
    void counted(String name, long count);
  }
}
