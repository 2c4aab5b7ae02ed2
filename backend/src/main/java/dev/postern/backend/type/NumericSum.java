package dev.postern.backend.type;

import java.math.BigDecimal;

/**
 * A running sum of numeric values, exact and cheap: a long while that is enough. Its display scale
 * is the largest one met.
 */
public final class NumericSum {
  private long count;
  private long nanCount;
  private long positiveInfinities;
  private long negativeInfinities;
  private long compact;
  private int scale;
  private BigDecimal big = BigDecimal.ZERO;

  /** Values taken, also those that are not finite. */
  public long count() {
    return count;
  }

  public void add(Datum value) {
    count++;
    if (!Numeric.isFinite(value)) {
      switch (Numeric.sign(value)) {
        case Numeric.NAN -> nanCount++;
        case Numeric.POSITIVE_INFINITY -> positiveInfinities++;
        default -> negativeInfinities++;
      }
      return;
    }
    long number = Numeric.compact(value);
    int valueScale = Numeric.displayScale(value);
    if (number == Numeric.TOO_BIG) {
      big = big.add(Numeric.toBigDecimal(value));
      return;
    }
    if (valueScale > scale) {
      spill();
      scale = valueScale;
    }
    long unit = Numeric.POWERS[scale - valueScale];
    if (Math.abs(number) >= Numeric.COMPACT_LIMIT / unit) {
      big = big.add(BigDecimal.valueOf(number, valueScale));
      return;
    }
    compact += number * unit;
    if (Math.abs(compact) >= 4 * Numeric.COMPACT_LIMIT) {
      spill();
    }
  }

  /** Adds an integer. */
  public void add(long value) {
    count++;
    if (scale == 0 && Math.abs(value) < Numeric.COMPACT_LIMIT && value != Long.MIN_VALUE) {
      compact += value;
      if (Math.abs(compact) >= 4 * Numeric.COMPACT_LIMIT) {
        spill();
      }
    } else {
      big = big.add(BigDecimal.valueOf(value));
    }
  }

  private void spill() {
    big = big.add(BigDecimal.valueOf(compact, scale));
    compact = 0;
  }

  /** Sets the sum so far; more may be added. */
  public void finish(Datum result) {
    if (nanCount > 0 || positiveInfinities > 0 && negativeInfinities > 0) {
      Numeric.setNaN(result);
    } else if (positiveInfinities + negativeInfinities > 0) {
      Numeric.setInfinity(result, negativeInfinities > 0);
    } else {
      Numeric.set(result, big.add(BigDecimal.valueOf(compact, scale)));
    }
  }
}
