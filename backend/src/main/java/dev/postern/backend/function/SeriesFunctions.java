package dev.postern.backend.function;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.Numeric;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** generate_series over integers and numeric. */
final class SeriesFunctions implements FunctionTopic {
  @Override
  public @Nullable SetFunction set(String key, CallSite site) {
    return switch (key) {
      case "generate_series_int4" ->
          (c, a) -> integers(c, a[0].bits, a[1].bits, 1, Integer.MIN_VALUE, Integer.MAX_VALUE);
      case "generate_series_step_int4" ->
          (c, a) ->
              integers(c, a[0].bits, a[1].bits, a[2].bits, Integer.MIN_VALUE, Integer.MAX_VALUE);
      case "generate_series_int8" ->
          (c, a) -> integers(c, a[0].bits, a[1].bits, 1, Long.MIN_VALUE, Long.MAX_VALUE);
      case "generate_series_step_int8" ->
          (c, a) -> integers(c, a[0].bits, a[1].bits, a[2].bits, Long.MIN_VALUE, Long.MAX_VALUE);
      case "generate_series_numeric" -> (c, a) -> numbers(c, a[0], a[1], null);
      case "generate_series_step_numeric" -> (c, a) -> numbers(c, a[0], a[1], a[2]);
      default -> null;
    };
  }

  private static SetFunction.Rows integers(
      FunctionContext context, long start, long stop, long step, long minimum, long maximum) {
    if (step == 0) {
      throw zeroStep();
    }
    return new Integers(context, start, stop, step, minimum, maximum);
  }

  static SqlError zeroStep() {
    return new SqlError(SqlState.INVALID_PARAMETER_VALUE, "step size cannot equal zero");
  }

  private static final class Integers implements SetFunction.Rows {
    private final FunctionContext context;
    private final long stop;
    private final long step;
    private final long minimum;
    private final long maximum;
    private long next;
    private boolean ended;

    Integers(
        FunctionContext context, long start, long stop, long step, long minimum, long maximum) {
      this.context = context;
      this.stop = stop;
      this.step = step;
      this.minimum = minimum;
      this.maximum = maximum;
      next = start;
    }

    @Override
    public boolean next(Datum[] columns) {
      if (ended || (step > 0 ? next > stop : next < stop)) {
        return false;
      }
      if ((next & 0xffff) == 0) {
        context.checkCancelled();
      }
      columns[0].setLong(next);
      // A step over the type's border ends the series.
      ended = step > 0 ? next > maximum - step : next < minimum - step;
      next += step;
      return true;
    }
  }

  private static SetFunction.Rows numbers(
      FunctionContext context, Datum start, Datum stop, @Nullable Datum step) {
    checkFinite(start, "start");
    checkFinite(stop, "stop");
    if (step != null) {
      checkFinite(step, "step");
    }
    BigDecimal by = step == null ? BigDecimal.ONE : Numeric.toBigDecimal(step);
    if (by.signum() == 0) {
      throw zeroStep();
    }
    BigDecimal last = Numeric.toBigDecimal(stop);
    BigDecimal[] next = {Numeric.toBigDecimal(start)};
    return columns -> {
      if (by.signum() > 0 ? next[0].compareTo(last) > 0 : next[0].compareTo(last) < 0) {
        return false;
      }
      context.checkCancelled();
      Numeric.set(columns[0], next[0]);
      next[0] = next[0].add(by);
      return true;
    };
  }

  private static void checkFinite(Datum value, String what) {
    if (!Numeric.isFinite(value)) {
      throw new SqlError(
          SqlState.INVALID_PARAMETER_VALUE,
          (what.equals("step") ? "step size" : what + " value")
              + " cannot be "
              + (Numeric.isNaN(value) ? "NaN" : "infinity"));
    }
  }
}
