package dev.postern.backend.exec;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.exec.AggregateOperator.KeptArguments;
import dev.postern.backend.type.ByteArrayWriter;
import dev.postern.backend.type.Bytes;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.SqlType;
import dev.postern.backend.type.TupleLayout;
import dev.postern.backend.type.TypeOids;
import java.util.Arrays;
import java.util.List;

/**
 * Ordered-set and hypothetical-set aggregates (manual section 9.21, tables 9.64 and 9.65): what
 * they say of a group's rows in their order. The direct arguments are computed once a group. One
 * thread at a time.
 */
final class OrderedSet {
  /** What is asked of the sorted rows. */
  private enum Kind {
    PERCENTILE_CONT,
    PERCENTILE_DISC,
    MODE,
    RANK,
    DENSE_RANK,
    PERCENT_RANK,
    CUME_DIST
  }

  /** Bytes before the elements of a one-dimensional array's send form. */
  private static final int ARRAY_HEADER = 12;

  private final Kind kind;
  private final Evaluator[] direct;
  private final Datum[] values;
  private final SqlType type;
  private final boolean many;
  private final KeyEncoder hypothetical;

  /**
   * @param direct the arguments in parentheses
   * @param directTypes their types
   * @param type of the first sort key
   * @param hypothetical makes the sort key of the direct arguments
   */
  private OrderedSet(
      Kind kind, Evaluator[] direct, SqlType[] directTypes, SqlType type, KeyEncoder hypothetical) {
    this.kind = kind;
    this.direct = direct;
    this.type = type;
    this.hypothetical = hypothetical;
    values = CallEvaluators.datums(direct.length);
    many = directTypes.length > 0 && directTypes[0].oid() == TypeOids.FLOAT8_ARRAY;
  }

  /** By the function's name; 0A000 where there is no such code. */
  static OrderedSet of(
      String function,
      Evaluator[] direct,
      SqlType[] directTypes,
      SqlType type,
      KeyEncoder hypothetical) {
    Kind kind =
        switch (function) {
          case "percentile_cont" -> Kind.PERCENTILE_CONT;
          case "percentile_disc" -> Kind.PERCENTILE_DISC;
          case "mode" -> Kind.MODE;
          case "rank" -> Kind.RANK;
          case "dense_rank" -> Kind.DENSE_RANK;
          case "percent_rank" -> Kind.PERCENT_RANK;
          case "cume_dist" -> Kind.CUME_DIST;
          default -> throw SqlError.notSupported("ordered-set aggregate " + function);
        };
    if (kind == Kind.PERCENTILE_CONT && type.oid() != TypeOids.FLOAT8) {
      throw SqlError.notSupported("percentile_cont over " + type.name());
    }
    return new OrderedSet(kind, direct, directTypes, type, hypothetical);
  }

  /** Whether rows whose value is null do not count. */
  boolean skipsNulls() {
    return switch (kind) {
      case PERCENTILE_CONT, PERCENTILE_DISC, MODE -> true;
      case RANK, DENSE_RANK, PERCENT_RANK, CUME_DIST -> false;
    };
  }

  /**
   * The aggregate's value.
   *
   * @param rows sorted
   * @param layout of their tuples
   */
  void finish(Frame frame, List<KeptArguments> rows, TupleLayout layout, Datum result) {
    for (int i = 0; i < direct.length; i++) {
      direct[i].evaluate(frame, values[i]);
    }
    switch (kind) {
      case PERCENTILE_CONT, PERCENTILE_DISC -> percentiles(rows, layout, result);
      case MODE -> mode(rows, layout, result);
      case RANK -> result.setLong(1 + before(rows, false));
      case DENSE_RANK -> result.setLong(1 + before(rows, true));
      case PERCENT_RANK ->
          result.setDouble(rows.isEmpty() ? 0 : (double) before(rows, false) / rows.size());
      case CUME_DIST -> result.setDouble((double) (upTo(rows) + 1) / (rows.size() + 1));
    }
  }

  private void percentiles(List<KeptArguments> rows, TupleLayout layout, Datum result) {
    Datum fractions = values[0];
    if (fractions.isNull) {
      result.setNull();
    } else if (many) {
      array(fractions, rows, layout, result);
    } else {
      percentile(fractions.doubleValue(), rows, layout, result);
    }
  }

  private void percentile(
      double fraction, List<KeptArguments> rows, TupleLayout layout, Datum result) {
    if (!(fraction >= 0 && fraction <= 1)) {
      throw new SqlError(
          SqlState.NUMERIC_VALUE_OUT_OF_RANGE,
          "percentile value " + shown(fraction) + " is not between 0 and 1");
    }
    if (rows.isEmpty()) {
      result.setNull();
      return;
    }
    if (kind == Kind.PERCENTILE_DISC) {
      int row = Math.max(1, (int) Math.ceil(fraction * rows.size()));
      layout.read(rows.get(row - 1).tuple(), 0, result);
      return;
    }
    double place = fraction * (rows.size() - 1);
    int first = (int) Math.floor(place);
    int second = (int) Math.ceil(place);
    layout.read(rows.get(first).tuple(), 0, result);
    if (first != second) {
      double low = result.doubleValue();
      layout.read(rows.get(second).tuple(), 0, result);
      result.setDouble(low + (place - first) * (result.doubleValue() - low));
    }
  }

  /** As C's %g shows it. */
  private static String shown(double fraction) {
    if (Double.isNaN(fraction)) {
      return "nan";
    }
    return fraction == Math.rint(fraction) && Math.abs(fraction) < 1e5
        ? Long.toString((long) fraction)
        : new java.math.BigDecimal(fraction)
            .round(new java.math.MathContext(6))
            .stripTrailingZeros()
            .toPlainString();
  }

  /** An array of fractions gives an array of the same shape. */
  private void array(Datum fractions, List<KeptArguments> rows, TupleLayout layout, Datum result) {
    byte[] form = fractions.bytes;
    int dimensions = Bytes.getInt(form, fractions.offset);
    if (dimensions == 0 || rows.isEmpty()) {
      result.setNull();
      return;
    }
    int count = 1;
    ByteArrayWriter shape = new ByteArrayWriter();
    for (int i = 0; i < dimensions; i++) {
      int at = fractions.offset + ARRAY_HEADER + 8 * i;
      count *= Bytes.getInt(form, at);
      shape.writeInt(Bytes.getInt(form, at));
      shape.writeInt(Bytes.getInt(form, at + 4));
    }
    ByteArrayWriter elements = new ByteArrayWriter();
    boolean hasNull = false;
    int at = fractions.offset + ARRAY_HEADER + 8 * dimensions;
    Datum value = new Datum();
    for (int i = 0; i < count; i++) {
      int length = Bytes.getInt(form, at);
      if (length < 0) {
        hasNull = true;
        elements.writeInt(-1);
      } else {
        percentile(Double.longBitsToDouble(Bytes.getLong(form, at + 4)), rows, layout, value);
        elements.writeInt(type.sendLength(value));
        type.send(value, elements);
      }
      at += 4 + Math.max(0, length);
    }
    ByteArrayWriter made = new ByteArrayWriter();
    made.writeInt(dimensions);
    made.writeInt(hasNull ? 1 : 0);
    made.writeInt(type.oid());
    made.writeBytes(shape.array(), 0, shape.size());
    made.writeBytes(elements.array(), 0, elements.size());
    result.setBytes(made.toByteArray());
  }

  /** The longest run of equal values, the first of those that are equally long. */
  private static void mode(List<KeptArguments> rows, TupleLayout layout, Datum result) {
    int best = -1;
    int most = 0;
    for (int i = 0; i < rows.size(); ) {
      int end = i + 1;
      while (end < rows.size() && Arrays.equals(rows.get(i).key(), rows.get(end).key())) {
        end++;
      }
      if (end - i > most) {
        most = end - i;
        best = i;
      }
      i = end;
    }
    if (best < 0) {
      result.setNull();
    } else {
      layout.read(rows.get(best).tuple(), 0, result);
    }
  }

  private byte[] hypotheticalKey() {
    hypothetical.clear();
    for (int i = 0; i < values.length; i++) {
      hypothetical.append(i, values[i]);
    }
    return hypothetical.key();
  }

  /** Rows, or different rows, that come before the hypothetical one. */
  private long before(List<KeptArguments> rows, boolean distinct) {
    byte[] key = hypotheticalKey();
    long count = 0;
    byte[] last = null;
    for (KeptArguments row : rows) {
      if (Arrays.compareUnsigned(row.key(), key) >= 0) {
        break;
      }
      if (!distinct || last == null || !Arrays.equals(last, row.key())) {
        count++;
      }
      last = row.key();
    }
    return count;
  }

  /** Rows that come before the hypothetical one or are equal to it. */
  private long upTo(List<KeptArguments> rows) {
    byte[] key = hypotheticalKey();
    long count = 0;
    for (KeptArguments row : rows) {
      if (Arrays.compareUnsigned(row.key(), key) > 0) {
        break;
      }
      count++;
    }
    return count;
  }
}
