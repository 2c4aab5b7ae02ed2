package dev.postern.backend.function;

import dev.postern.backend.type.Datum;
import dev.postern.backend.type.Numeric;
import dev.postern.backend.type.NumericArithmetic;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import org.jspecify.annotations.Nullable;

/**
 * Variances, deviations, correlation and linear regression. Those of integers and numeric are exact
 * sums; those of floats are updated by the method of Youngs and Cramer (1971), as in PostgreSQL.
 */
final class StatisticalAggregates implements FunctionTopic {
  @Override
  public @Nullable AggregateFunction aggregate(String key, CallSite site) {
    int open = key.indexOf('(');
    String name = key.substring(0, open);
    String type = key.substring(open + 1, key.length() - 1);
    return switch (name) {
      case "avg" -> type.startsWith("float") ? floats("avg", type) : null;
      case "var_pop", "var_samp", "variance", "stddev_pop", "stddev_samp", "stddev" ->
          switch (type) {
            case "int2", "int4", "int8" -> c -> new Exact(name, true);
            case "numeric" -> c -> new Exact(name, false);
            case "float4", "float8" -> floats(name, type);
            default -> null;
          };
      case "corr",
          "covar_pop",
          "covar_samp",
          "regr_avgx",
          "regr_avgy",
          "regr_intercept",
          "regr_r2",
          "regr_slope",
          "regr_sxx",
          "regr_sxy",
          "regr_syy" ->
          c -> new Regression(name);
      case "regr_count" -> c -> new Pairs();
      default -> null;
    };
  }

  private static AggregateFunction floats(String name, String type) {
    boolean single = type.equals("float4");
    return c -> new Doubles(name, single);
  }

  private static final class Exact implements AggregateFunction.State {
    private final String name;
    private final boolean integers;
    private long count;
    private boolean finite = true;
    private BigDecimal sum = BigDecimal.ZERO;
    private BigDecimal squares = BigDecimal.ZERO;

    Exact(String name, boolean integers) {
      this.name = name;
      this.integers = integers;
    }

    @Override
    public void accumulate(FunctionContext context, Datum[] arguments) {
      Datum value = arguments[0];
      if (value.isNull) {
        return;
      }
      count++;
      if (!integers && !Numeric.isFinite(value)) {
        finite = false;
        return;
      }
      BigDecimal number = integers ? BigDecimal.valueOf(value.bits) : Numeric.toBigDecimal(value);
      sum = sum.add(number);
      squares = squares.add(number.multiply(number));
    }

    @Override
    public void finish(FunctionContext context, Datum result) {
      boolean population = name.endsWith("_pop");
      if (count < (population ? 1 : 2)) {
        result.setNull();
        return;
      }
      if (!finite) {
        Numeric.setNaN(result);
        return;
      }
      BigDecimal n = BigDecimal.valueOf(count);
      BigDecimal numerator = n.multiply(squares).subtract(sum.multiply(sum));
      if (numerator.signum() <= 0) {
        Numeric.setLong(result, 0);
        return;
      }
      BigDecimal denominator = n.multiply(BigDecimal.valueOf(population ? count : count - 1));
      Datum left = new Datum();
      Datum right = new Datum();
      Numeric.set(left, numerator);
      Numeric.set(right, denominator);
      int scale = NumericArithmetic.quotientScale(left, right);
      BigDecimal variance = numerator.divide(denominator, scale, RoundingMode.HALF_UP);
      Numeric.set(result, name.startsWith("std") ? root(variance, scale) : variance);
    }

    private static BigDecimal root(BigDecimal value, int scale) {
      BigInteger root = value.movePointRight(2 * scale + 2).toBigInteger().sqrt();
      return new BigDecimal(root, scale + 1).setScale(scale, RoundingMode.HALF_UP);
    }
  }

  private static final class Doubles implements AggregateFunction.State {
    private final String name;
    private final boolean single;
    private double count;
    private double sum;
    private double squares;

    Doubles(String name, boolean single) {
      this.name = name;
      this.single = single;
    }

    @Override
    public void accumulate(FunctionContext context, Datum[] arguments) {
      double value = single ? arguments[0].floatValue() : arguments[0].doubleValue();
      double before = count;
      double sumBefore = sum;
      count++;
      sum += value;
      if (before > 0) {
        double difference = value * count - sum;
        squares += difference * difference / (count * before);
        if (Double.isInfinite(sum) || Double.isInfinite(squares)) {
          if (!Double.isInfinite(sumBefore) && !Double.isInfinite(value)) {
            throw FloatFunctions.overflow();
          }
          squares = Double.NaN;
        }
      } else if (Double.isNaN(value) || Double.isInfinite(value)) {
        squares = Double.NaN;
      }
    }

    @Override
    public void finish(FunctionContext context, Datum result) {
      boolean sample = !name.endsWith("_pop") && !name.equals("avg");
      if (count < (sample ? 2 : 1)) {
        result.setNull();
        return;
      }
      double value = name.equals("avg") ? sum / count : squares / (sample ? count - 1 : count);
      result.setDouble(name.startsWith("std") ? Math.sqrt(value) : value);
    }
  }

  private static final class Pairs implements AggregateFunction.State {
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

  private static final class Regression implements AggregateFunction.State {
    private final String name;
    private double count;
    private double sumX;
    private double sumXX;
    private double sumY;
    private double sumYY;
    private double sumXY;

    Regression(String name) {
      this.name = name;
    }

    /** The dependent variable comes first. */
    @Override
    public void accumulate(FunctionContext context, Datum[] arguments) {
      double y = arguments[0].doubleValue();
      double x = arguments[1].doubleValue();
      double before = count;
      boolean wasFinite = !Double.isInfinite(sumX) && !Double.isInfinite(sumY);
      count++;
      sumX += x;
      sumY += y;
      if (before > 0) {
        double differenceX = x * count - sumX;
        double differenceY = y * count - sumY;
        double scale = 1.0 / (count * before);
        sumXX += differenceX * differenceX * scale;
        sumYY += differenceY * differenceY * scale;
        sumXY += differenceX * differenceY * scale;
        boolean infinite =
            Double.isInfinite(sumX)
                || Double.isInfinite(sumXX)
                || Double.isInfinite(sumY)
                || Double.isInfinite(sumYY)
                || Double.isInfinite(sumXY);
        if (infinite) {
          if (wasFinite && !Double.isInfinite(x) && !Double.isInfinite(y)) {
            throw FloatFunctions.overflow();
          }
          sumXX = Double.isInfinite(sumXX) ? Double.NaN : sumXX;
          sumYY = Double.isInfinite(sumYY) ? Double.NaN : sumYY;
          sumXY = Double.isInfinite(sumXY) ? Double.NaN : sumXY;
        }
      } else {
        if (Double.isNaN(x) || Double.isInfinite(x)) {
          sumXX = Double.NaN;
          sumXY = Double.NaN;
        }
        if (Double.isNaN(y) || Double.isInfinite(y)) {
          sumYY = Double.NaN;
          sumXY = Double.NaN;
        }
      }
    }

    @Override
    public void finish(FunctionContext context, Datum result) {
      boolean undefined =
          count < (name.equals("covar_samp") ? 2 : 1)
              || switch (name) {
                case "corr" -> sumXX == 0 || sumYY == 0;
                case "regr_slope", "regr_intercept", "regr_r2" -> sumXX == 0;
                default -> false;
              };
      if (undefined) {
        result.setNull();
        return;
      }
      result.setDouble(
          switch (name) {
            case "corr" -> sumXY / Math.sqrt(sumXX * sumYY);
            case "covar_pop" -> sumXY / count;
            case "covar_samp" -> sumXY / (count - 1);
            case "regr_avgx" -> sumX / count;
            case "regr_avgy" -> sumY / count;
            case "regr_slope" -> sumXY / sumXX;
            case "regr_intercept" -> (sumY - sumX * sumXY / sumXX) / count;
            case "regr_r2" -> sumYY == 0 ? 1 : sumXY * sumXY / (sumXX * sumYY);
            case "regr_sxx" -> sumXX;
            case "regr_sxy" -> sumXY;
            case "regr_syy" -> sumYY;
            default -> throw new IllegalStateException(name);
          });
    }
  }
}
