package dev.postern.backend.function;

import dev.postern.backend.type.Datum;
import dev.postern.backend.type.Numeric;
import dev.postern.backend.type.NumericArithmetic;
import dev.postern.backend.type.NumericSum;
import dev.postern.backend.type.SqlType;
import org.jspecify.annotations.Nullable;

/** count, sum, avg, min, max, any_value, and those over booleans and bits. */
final class BasicAggregates implements FunctionTopic {
  @Override
  public @Nullable AggregateFunction aggregate(String key, CallSite site) {
    return switch (key) {
      case "count()", "count(any)" -> c -> new Count();
      case "sum(int2)", "sum(int4)" -> c -> new IntegerSum();
      case "sum(int8)", "sum(numeric)" -> c -> new DecimalSum(key.equals("sum(int8)"), false);
      case "avg(int2)", "avg(int4)", "avg(int8)" -> c -> new DecimalSum(true, true);
      case "avg(numeric)" -> c -> new DecimalSum(false, true);
      case "sum(float4)" -> c -> new FloatSum();
      case "sum(float8)" -> c -> new DoubleSum();
      case "bool_and(bool)", "every(bool)" -> c -> new Bits('&');
      case "bool_or(bool)" -> c -> new Bits('|');
      case "bit_and(int2)", "bit_and(int4)", "bit_and(int8)" -> c -> new Bits('&');
      case "bit_or(int2)", "bit_or(int4)", "bit_or(int8)" -> c -> new Bits('|');
      case "bit_xor(int2)", "bit_xor(int4)", "bit_xor(int8)" -> c -> new Bits('#');
      case "any_value(anyelement)" -> {
        SqlType type = site.types().valueType(site.argumentType(0));
        yield c -> new Kept(type);
      }
      default -> {
        if (key.startsWith("min(")) {
          SqlType type = site.types().valueType(site.argumentType(0));
          yield c -> new Extreme(type, -1);
        }
        if (key.startsWith("max(")) {
          SqlType type = site.types().valueType(site.argumentType(0));
          yield c -> new Extreme(type, 1);
        }
        yield null;
      }
    };
  }

  private static final class Count implements AggregateFunction.State {
    private long count;

    @Override
    public void accumulate(FunctionContext context, Datum[] arguments) {
      count++;
    }

    @Override
    public void finish(FunctionContext context, Datum result) {
      result.setLong(count);
    }
  }

  private static final class IntegerSum implements AggregateFunction.State {
    private boolean any;
    private long sum;

    @Override
    public void accumulate(FunctionContext context, Datum[] arguments) {
      if (!arguments[0].isNull) {
        any = true;
        sum += arguments[0].bits;
      }
    }

    @Override
    public void finish(FunctionContext context, Datum result) {
      if (any) {
        result.setLong(sum);
      } else {
        result.setNull();
      }
    }
  }

  private static final class DecimalSum implements AggregateFunction.State {
    private final boolean integers;
    private final boolean average;
    private final NumericSum sum = new NumericSum();

    DecimalSum(boolean integers, boolean average) {
      this.integers = integers;
      this.average = average;
    }

    @Override
    public void accumulate(FunctionContext context, Datum[] arguments) {
      if (arguments[0].isNull) {
        return;
      }
      if (integers) {
        sum.add(arguments[0].bits);
      } else {
        sum.add(arguments[0]);
      }
    }

    @Override
    public void finish(FunctionContext context, Datum result) {
      if (sum.count() == 0) {
        result.setNull();
        return;
      }
      sum.finish(result);
      if (average) {
        Datum count = new Datum();
        Numeric.setLong(count, sum.count());
        NumericArithmetic.divide(result, count, result);
      }
    }
  }

  private static final class FloatSum implements AggregateFunction.State {
    private boolean any;
    private float sum;

    @Override
    public void accumulate(FunctionContext context, Datum[] arguments) {
      float value = arguments[0].floatValue();
      sum = any ? FloatFunctions.sum(sum, value) : value;
      any = true;
    }

    @Override
    public void finish(FunctionContext context, Datum result) {
      if (any) {
        result.setFloat(sum);
      } else {
        result.setNull();
      }
    }
  }

  private static final class DoubleSum implements AggregateFunction.State {
    private boolean any;
    private double sum;

    @Override
    public void accumulate(FunctionContext context, Datum[] arguments) {
      double value = arguments[0].doubleValue();
      sum = any ? FloatFunctions.sum(sum, value) : value;
      any = true;
    }

    @Override
    public void finish(FunctionContext context, Datum result) {
      if (any) {
        result.setDouble(sum);
      } else {
        result.setNull();
      }
    }
  }

  private static final class Bits implements AggregateFunction.State {
    private final char operator;
    private boolean any;
    private long bits;

    Bits(char operator) {
      this.operator = operator;
    }

    @Override
    public void accumulate(FunctionContext context, Datum[] arguments) {
      long value = arguments[0].bits;
      if (!any) {
        any = true;
        bits = value;
        return;
      }
      bits =
          switch (operator) {
            case '&' -> bits & value;
            case '|' -> bits | value;
            default -> bits ^ value;
          };
    }

    @Override
    public void finish(FunctionContext context, Datum result) {
      if (any) {
        result.setLong(bits);
      } else {
        result.setNull();
      }
    }
  }

  /** The first value met. */
  private static class Kept implements AggregateFunction.State {
    final SqlType type;
    final Datum value = new Datum();

    Kept(SqlType type) {
      this.type = type;
    }

    @Override
    public void accumulate(FunctionContext context, Datum[] arguments) {
      if (value.isNull) {
        keep(arguments[0]);
      }
    }

    final void keep(Datum other) {
      if (type.byValue()) {
        value.setLong(other.bits);
      } else {
        value.setBytes(other.copyBytes());
      }
    }

    @Override
    public void finish(FunctionContext context, Datum result) {
      result.set(value);
    }
  }

  private static final class Extreme extends Kept {
    private final int wanted;

    Extreme(SqlType type, int wanted) {
      super(type);
      this.wanted = wanted;
    }

    @Override
    public void accumulate(FunctionContext context, Datum[] arguments) {
      if (value.isNull || type.compare(arguments[0], value) * (long) wanted > 0) {
        keep(arguments[0]);
      }
    }
  }
}
