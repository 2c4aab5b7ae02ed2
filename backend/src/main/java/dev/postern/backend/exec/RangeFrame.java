package dev.postern.backend.exec;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.function.ScalarFunction;
import dev.postern.backend.type.Datum;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Bounds of a frame by distance, {@code RANGE BETWEEN x PRECEDING AND y FOLLOWING}: rows whose
 * value of the one sort key is near enough to the current row's, by the type's in_range function.
 * Both bounds only move forward in a partition. One thread at a time.
 */
final class RangeFrame {
  /**
   * One bound with an offset.
   *
   * @param code in_range(value, base, offset, subtract, less)
   * @param preceding the offset is taken off rather than added
   */
  record Bound(Evaluator offset, ScalarFunction code, boolean preceding) {}

  private final Evaluator key;
  private final boolean descending;
  private final boolean nullsFirst;
  private final @Nullable Bound startBound;
  private final @Nullable Bound endBound;
  private final Datum[] arguments = CallEvaluators.datums(5);
  private final Datum holds = new Datum();
  private final Datum offset = new Datum();
  private List<Datum> values = new ArrayList<>();
  private int start;
  private int end;

  RangeFrame(
      Evaluator key,
      boolean descending,
      boolean nullsFirst,
      @Nullable Bound startBound,
      @Nullable Bound endBound) {
    this.key = key;
    this.descending = descending;
    this.nullsFirst = nullsFirst;
    this.startBound = startBound;
    this.endBound = endBound;
  }

  /** A partition begins. */
  void clear() {
    values = new ArrayList<>();
    start = 0;
    end = 0;
  }

  /** The current row's sort key, to be kept with {@link #add}. */
  Datum value(Frame frame) {
    Datum value = new Datum();
    key.evaluate(frame, value);
    if (!value.isNull && value.length > 0) {
      long bits = value.bits;
      value.setBytes(value.copyBytes());
      value.bits = bits;
    }
    return value;
  }

  /** The next row of the partition has this sort key. */
  void add(Datum value) {
    values.add(value);
  }

  /** The first row of the frame of a row (update_frameheadpos). */
  int start(Frame frame, int current) {
    Datum here = values.get(current);
    for (; start < values.size(); start++) {
      Datum value = values.get(start);
      boolean found;
      if (value.isNull || here.isNull) {
        found = nullsFirst ? !value.isNull || here.isNull : value.isNull || !here.isNull;
      } else {
        found = inRange(frame, startBound, value, here, false, "starting");
      }
      if (found) {
        break;
      }
    }
    return start;
  }

  /** The row after the last of the frame of a row (update_frametailpos). */
  int end(Frame frame, int current) {
    Datum here = values.get(current);
    for (; end < values.size(); end++) {
      Datum value = values.get(end);
      boolean within;
      if (value.isNull || here.isNull) {
        within = nullsFirst ? value.isNull : here.isNull;
      } else {
        within = inRange(frame, endBound, value, here, true, "ending");
      }
      if (!within) {
        break;
      }
    }
    return end;
  }

  private boolean inRange(
      Frame frame, @Nullable Bound bound, Datum value, Datum base, boolean less, String which) {
    if (bound == null) {
      throw new IllegalStateException("a frame bound without its offset");
    }
    bound.offset.evaluate(frame, offset);
    if (offset.isNull) {
      throw new SqlError(
          SqlState.NULL_VALUE_NOT_ALLOWED, "frame " + which + " offset must not be null");
    }
    arguments[0].set(value);
    arguments[1].set(base);
    arguments[2].set(offset);
    arguments[3].setBoolean(bound.preceding != descending);
    arguments[4].setBoolean(less != descending);
    bound.code.call(frame.context, arguments, holds);
    return holds.booleanValue();
  }
}
