package dev.postern.backend.function;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.type.Datum;
import org.jspecify.annotations.Nullable;

/** The functions that exist only as window functions (manual section 9.22). */
final class WindowFunctions implements FunctionTopic {
  @Override
  public @Nullable WindowFunction window(String key, CallSite site) {
    return switch (key) {
      case "window_row_number" -> (c, p) -> (d, r) -> r.setLong(p.current() + 1);
      case "window_rank" -> (c, p) -> new Ranks(p, 'r');
      case "window_dense_rank" -> (c, p) -> new Ranks(p, 'd');
      case "window_percent_rank" -> (c, p) -> new Ranks(p, 'p');
      case "window_cume_dist" -> (c, p) -> new CumulativeShare(p);
      case "window_ntile" -> (c, p) -> new Tiles(p);
      case "window_lag", "window_lag_with_offset", "window_lag_with_offset_and_default" ->
          (c, p) -> (d, r) -> neighbour(p, site.arguments(), -1, r);
      case "window_lead", "window_lead_with_offset", "window_lead_with_offset_and_default" ->
          (c, p) -> (d, r) -> neighbour(p, site.arguments(), 1, r);
      case "window_first_value" -> (c, p) -> (d, r) -> fromStart(p, 1, r);
      case "window_last_value" -> (c, p) -> (d, r) -> last(p, r);
      case "window_nth_value" -> (c, p) -> (d, r) -> nth(p, r);
      default -> null;
    };
  }

  private static void neighbour(
      WindowFunction.Partition partition, int arguments, int direction, Datum result) {
    long offset = 1;
    long row = partition.current();
    if (arguments > 1) {
      Datum given = new Datum();
      partition.argument(1, row, given);
      if (given.isNull) {
        result.setNull();
        return;
      }
      offset = given.bits;
    }
    long wanted = row + direction * offset;
    if (wanted >= 0 && wanted < partition.rows()) {
      partition.argument(0, wanted, result);
    } else if (arguments > 2) {
      partition.argument(2, row, result);
    } else {
      result.setNull();
    }
  }

  /** The first argument at the n-th row of the frame. */
  private static void fromStart(WindowFunction.Partition partition, long n, Datum result) {
    long met = 0;
    for (long row = partition.frameStart(); row < partition.frameEnd(); row++) {
      if (!partition.excluded(row) && ++met == n) {
        partition.argument(0, row, result);
        return;
      }
    }
    result.setNull();
  }

  private static void last(WindowFunction.Partition partition, Datum result) {
    for (long row = partition.frameEnd() - 1; row >= partition.frameStart(); row--) {
      if (!partition.excluded(row)) {
        partition.argument(0, row, result);
        return;
      }
    }
    result.setNull();
  }

  private static void nth(WindowFunction.Partition partition, Datum result) {
    partition.argument(1, partition.current(), result);
    if (result.isNull) {
      return;
    }
    if (result.bits <= 0) {
      throw new SqlError("22016", "argument of nth_value must be greater than zero");
    }
    fromStart(partition, result.bits, result);
  }

  private static final class Ranks implements WindowFunction.State {
    private final WindowFunction.Partition partition;
    private final char kind;
    private long rank;
    private long denseRank;

    Ranks(WindowFunction.Partition partition, char kind) {
      this.partition = partition;
      this.kind = kind;
    }

    @Override
    public void value(FunctionContext context, Datum result) {
      long row = partition.current();
      if (row == 0 || !partition.peers(row - 1, row)) {
        rank = row + 1;
        denseRank++;
      }
      switch (kind) {
        case 'r' -> result.setLong(rank);
        case 'd' -> result.setLong(denseRank);
        default ->
            result.setDouble(
                partition.rows() <= 1 ? 0 : (double) (rank - 1) / (partition.rows() - 1));
      }
    }
  }

  private static final class CumulativeShare implements WindowFunction.State {
    private final WindowFunction.Partition partition;
    private long peersEnd;

    CumulativeShare(WindowFunction.Partition partition) {
      this.partition = partition;
    }

    @Override
    public void value(FunctionContext context, Datum result) {
      long row = partition.current();
      if (row >= peersEnd) {
        peersEnd = row + 1;
        while (peersEnd < partition.rows() && partition.peers(row, peersEnd)) {
          peersEnd++;
        }
      }
      result.setDouble((double) peersEnd / partition.rows());
    }
  }

  private static final class Tiles implements WindowFunction.State {
    private final WindowFunction.Partition partition;
    private final Datum count = new Datum();
    private boolean started;

    Tiles(WindowFunction.Partition partition) {
      this.partition = partition;
    }

    @Override
    public void value(FunctionContext context, Datum result) {
      if (!started) {
        // The argument is taken once, from the first row.
        partition.argument(0, partition.current(), count);
        started = true;
      }
      if (count.isNull) {
        result.setNull();
        return;
      }
      if (count.bits <= 0) {
        throw new SqlError("22014", "argument of ntile must be greater than zero");
      }
      long rows = partition.rows();
      long small = rows / count.bits;
      long larger = rows % count.bits;
      long row = partition.current();
      long inLarger = larger * (small + 1);
      result.setLong(
          row < inLarger
              ? row / (small + 1) + 1
              : larger + (row - inLarger) / Math.max(small, 1) + 1);
    }
  }
}
