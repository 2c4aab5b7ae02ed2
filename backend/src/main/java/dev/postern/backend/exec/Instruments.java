package dev.postern.backend.exec;

import java.util.IdentityHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What EXPLAIN ANALYZE measures of one execution, by the plan's nodes. One thread. */
public final class Instruments {
  private final Map<Object, Measure> measures = new IdentityHashMap<>();

  /** What was measured of one node in all its loops. */
  public static final class Measure {
    long loops;
    long rows;
    long removed;
    long firstRowNanos;
    long totalNanos;

    /** How often it was started. */
    public long loops() {
      return loops;
    }

    /** Rows it gave in all loops. */
    public long rows() {
      return rows;
    }

    /** Rows that its filter let go in all loops. */
    public long removed() {
      return removed;
    }

    /** Time to the first row, in all loops. */
    public long firstRowNanos() {
      return firstRowNanos;
    }

    public long totalNanos() {
      return totalNanos;
    }
  }

  /** What was measured of a node, or null where it was not compiled. */
  public @Nullable Measure of(Object node) {
    return measures.get(node);
  }

  Measure add(Object node) {
    return measures.computeIfAbsent(node, unused -> new Measure());
  }

  /** A node that measures the one below it. */
  static final class Measured extends Operator {
    private final Operator child;
    private final Measure measure;
    private boolean first;

    Measured(Operator child, Measure measure) {
      this.child = child;
      this.measure = measure;
    }

    @Override
    void open(Frame frame) {
      measure.loops++;
      first = true;
      long before = System.nanoTime();
      child.open(frame);
      spent(System.nanoTime() - before);
    }

    @Override
    boolean next(Frame frame) {
      long before = System.nanoTime();
      boolean found = child.next(frame);
      spent(System.nanoTime() - before);
      first = false;
      if (found) {
        measure.rows++;
      }
      return found;
    }

    private void spent(long nanos) {
      measure.totalNanos += nanos;
      if (first) {
        measure.firstRowNanos += nanos;
      }
    }

    @Override
    void close(Frame frame) {
      child.close(frame);
    }
  }
}
