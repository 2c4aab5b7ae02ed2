package dev.postern.backend.exec;

import dev.postern.backend.analyze.Query;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.function.AggregateFunction;
import dev.postern.backend.function.WindowFunction;
import dev.postern.backend.sql.QueryClause.FrameExclusion;
import dev.postern.backend.sql.QueryClause.FrameUnits;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.TupleLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Window functions over one window. A partition's rows are kept; then each row gets the value of
 * every call (manual sections 3.5 and 4.2.8).
 */
final class WindowOperator extends Operator {
  /** One call: a window function or an aggregate over the frame. */
  record Call(
      @Nullable WindowFunction window,
      @Nullable AggregateFunction aggregate,
      boolean strict,
      Evaluator[] arguments,
      @Nullable Evaluator filter) {}

  /** An aggregate over a frame that begins at the first row: later rows only add to it. */
  private static final class Running {
    final AggregateFunction.State state;
    final boolean growing;
    long rows;

    Running(AggregateFunction.State state, boolean growing) {
      this.state = state;
      this.growing = growing;
    }
  }

  private final Operator child;
  private final int slot;
  private final TupleLayout layout;
  private final RowStore store;
  private final KeyReader partitionKey;
  private final KeyReader orderKey;
  private final Query.Window window;
  private final @Nullable Evaluator startOffset;
  private final @Nullable Evaluator endOffset;

  /** For RANGE with an offset, else null. */
  private final @Nullable RangeFrame range;

  private final Call[] calls;
  private final Datum[] values;
  private final Datum[][] arguments;
  private final Datum scratch = new Datum();
  private List<RowStore.Saved> rows = List.of();
  private List<byte[]> orderKeys = List.of();
  private RowStore.@Nullable Saved pending;
  private byte @Nullable [] pendingKey;
  private byte @Nullable [] pendingOrder;
  private @Nullable Datum pendingValue;
  private WindowFunction.@Nullable State[] states;
  private final @Nullable Running[] running;
  private boolean ended;
  private int current;
  private long start;
  private long end;

  WindowOperator(
      Operator child,
      int slot,
      TupleLayout layout,
      int[] slots,
      KeyReader partitionKey,
      KeyReader orderKey,
      Query.Window window,
      @Nullable Evaluator startOffset,
      @Nullable Evaluator endOffset,
      @Nullable RangeFrame range,
      Call[] calls) {
    this.range = range;
    this.child = child;
    this.slot = slot;
    this.layout = layout;
    store = new RowStore(slots);
    this.partitionKey = partitionKey;
    this.orderKey = orderKey;
    this.window = window;
    this.startOffset = startOffset;
    this.endOffset = endOffset;
    this.calls = calls;
    values = CallEvaluators.datums(calls.length);
    arguments = new Datum[calls.length][];
    for (int i = 0; i < calls.length; i++) {
      arguments[i] = CallEvaluators.datums(calls[i].arguments.length);
    }
    states = new WindowFunction.@Nullable State[calls.length];
    running = new @Nullable Running[calls.length];
  }

  @Override
  void open(Frame frame) {
    child.open(frame);
    rows = List.of();
    pending = null;
    pendingKey = null;
    pendingOrder = null;
    pendingValue = null;
    ended = false;
    current = 0;
  }

  @Override
  boolean next(Frame frame) {
    if (current == rows.size() && !nextPartition(frame)) {
      return false;
    }
    computeFrame(frame);
    for (int i = 0; i < calls.length; i++) {
      WindowFunction.State state = states[i];
      if (state != null) {
        state.value(frame.context, values[i]);
        keep(values[i]);
      } else {
        aggregate(frame, i);
      }
    }
    store.restore(frame, rows.get(current));
    frame.tuples[slot] = layout.form(values);
    current++;
    return true;
  }

  /** A value may point into an argument's scratch that the next call overwrites. */
  private static void keep(Datum value) {
    if (!value.isNull && value.length > 0) {
      long bits = value.bits;
      value.setBytes(value.copyBytes());
      value.bits = bits;
    }
  }

  private boolean nextPartition(Frame frame) {
    if (ended) {
      return false;
    }
    rows = new ArrayList<>();
    orderKeys = new ArrayList<>();
    current = 0;
    byte[] key = pendingKey;
    if (pending != null && pendingOrder != null) {
      rows.add(pending);
      orderKeys.add(pendingOrder);
      pending = null;
    }
    if (range != null) {
      range.clear();
      if (pendingValue != null) {
        range.add(pendingValue);
        pendingValue = null;
      }
    }
    while (child.next(frame)) {
      partitionKey.read(frame);
      byte[] itsKey = partitionKey.bytes();
      orderKey.read(frame);
      byte[] itsOrder = orderKey.bytes();
      Datum value = range == null ? null : range.value(frame);
      RowStore.Saved row = store.save(frame);
      if (!rows.isEmpty() && !Arrays.equals(key, itsKey)) {
        pending = row;
        pendingKey = itsKey;
        pendingOrder = itsOrder;
        pendingValue = value;
        break;
      }
      key = itsKey;
      rows.add(row);
      orderKeys.add(itsOrder);
      if (range != null && value != null) {
        range.add(value);
      }
    }
    if (pending == null) {
      ended = true;
    }
    if (rows.isEmpty()) {
      return false;
    }
    for (int i = 0; i < calls.length; i++) {
      running[i] = null;
      WindowFunction function = calls[i].window;
      states[i] = function == null ? null : function.start(frame.context, new View(frame, i));
    }
    return true;
  }

  private void computeFrame(Frame frame) {
    int size = rows.size();
    FrameUnits units = window.units();
    start =
        switch (window.startKind()) {
          case UNBOUNDED_PRECEDING -> 0;
          case CURRENT_ROW -> units == FrameUnits.ROWS ? current : firstPeer(current);
          case OFFSET_PRECEDING -> moved(frame, startOffset, -1, "starting", true);
          case OFFSET_FOLLOWING -> moved(frame, startOffset, 1, "starting", true);
          case UNBOUNDED_FOLLOWING -> size;
        };
    end =
        switch (window.endKind()) {
          case UNBOUNDED_PRECEDING -> 0;
          case CURRENT_ROW -> units == FrameUnits.ROWS ? current + 1 : afterPeers(current);
          case OFFSET_PRECEDING -> moved(frame, endOffset, -1, "ending", false);
          case OFFSET_FOLLOWING -> moved(frame, endOffset, 1, "ending", false);
          case UNBOUNDED_FOLLOWING -> size;
        };
    start = Math.max(0, Math.min(start, size));
    end = Math.max(start, Math.min(end, size));
  }

  private int firstPeer(int row) {
    int first = row;
    while (first > 0 && Arrays.equals(orderKeys.get(first - 1), orderKeys.get(row))) {
      first--;
    }
    return first;
  }

  private int afterPeers(int row) {
    int after = row + 1;
    while (after < rows.size() && Arrays.equals(orderKeys.get(after), orderKeys.get(row))) {
      after++;
    }
    return after;
  }

  /** A bound that lies an offset of rows or of groups of peers away. */
  private long moved(
      Frame frame, @Nullable Evaluator offset, int direction, String which, boolean first) {
    if (range != null) {
      return first ? range.start(frame, current) : range.end(frame, current);
    }
    if (offset == null) {
      throw new IllegalStateException("a frame bound without its offset");
    }
    offset.evaluate(frame, scratch);
    if (scratch.isNull) {
      throw new SqlError(
          SqlState.NULL_VALUE_NOT_ALLOWED, "frame " + which + " offset must not be null");
    }
    long distance = scratch.bits;
    if (distance < 0) {
      throw new SqlError("22013", "frame " + which + " offset must not be negative");
    }
    if (window.units() == FrameUnits.ROWS) {
      long row = current + direction * Math.min(distance, Integer.MAX_VALUE);
      return first ? row : row + 1;
    }
    int row = firstPeer(current);
    for (long i = 0; i < distance; i++) {
      if (direction < 0) {
        if (row == 0) {
          return first ? 0 : 0;
        }
        row = firstPeer(row - 1);
      } else {
        row = afterPeers(row);
        if (row == rows.size()) {
          return row;
        }
      }
    }
    return first ? row : afterPeers(row);
  }

  private boolean isExcluded(long row) {
    FrameExclusion exclusion = window.exclusion();
    return switch (exclusion) {
      case NO_OTHERS -> false;
      case CURRENT_ROW -> row == current;
      case GROUP -> Arrays.equals(orderKeys.get((int) row), orderKeys.get(current));
      case TIES ->
          row != current && Arrays.equals(orderKeys.get((int) row), orderKeys.get(current));
    };
  }

  private void aggregate(Frame frame, int index) {
    Call call = calls[index];
    AggregateFunction function = call.aggregate;
    if (function == null) {
      throw new IllegalStateException("a call without code");
    }
    boolean grows = window.exclusion() == FrameExclusion.NO_OTHERS && start == 0;
    Running state = running[index];
    if (state == null || !grows || !state.growing || state.rows > end) {
      state = new Running(function.start(frame.context), grows);
      running[index] = state;
    }
    for (long row = grows ? state.rows : start; row < end; row++) {
      if (isExcluded(row)) {
        continue;
      }
      store.restore(frame, rows.get((int) row));
      if (call.filter != null && !call.filter.holds(frame, scratch)) {
        continue;
      }
      boolean hasNull = false;
      for (int a = 0; a < call.arguments.length; a++) {
        call.arguments[a].evaluate(frame, arguments[index][a]);
        hasNull |= arguments[index][a].isNull;
      }
      if (!hasNull || !call.strict) {
        state.state.accumulate(frame.context, arguments[index]);
      }
    }
    state.rows = end;
    state.state.finish(frame.context, values[index]);
  }

  @Override
  void close(Frame frame) {
    child.close(frame);
    rows = List.of();
    orderKeys = List.of();
    pending = null;
    current = 0;
    ended = true;
    states = new WindowFunction.@Nullable State[calls.length];
  }

  /** The partition as a window function sees it. */
  private final class View implements WindowFunction.Partition {
    private final Frame frame;
    private final int call;

    View(Frame frame, int call) {
      this.frame = frame;
      this.call = call;
    }

    @Override
    public long rows() {
      return rows.size();
    }

    @Override
    public long current() {
      return current;
    }

    @Override
    public boolean peers(long left, long right) {
      return Arrays.equals(orderKeys.get((int) left), orderKeys.get((int) right));
    }

    @Override
    public long frameStart() {
      return start;
    }

    @Override
    public long frameEnd() {
      return end;
    }

    @Override
    public boolean excluded(long row) {
      return isExcluded(row);
    }

    @Override
    public void argument(int argument, long row, Datum result) {
      store.restore(frame, rows.get((int) row));
      calls[call].arguments()[argument].evaluate(frame, result);
    }
  }
}
