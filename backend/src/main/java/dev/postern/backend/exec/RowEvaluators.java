package dev.postern.backend.exec;

import dev.postern.backend.function.ScalarFunction;
import dev.postern.backend.type.ByteArrayWriter;
import dev.postern.backend.type.Bytes;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.SqlType;

/** Rows in expressions. The value is the record send form: count, then (oid, length, bytes). */
final class RowEvaluators {
  private RowEvaluators() {}

  static final class Constructor extends Evaluator {
    private final Evaluator[] fields;
    private final SqlType[] types;
    private final Datum value = new Datum();

    Constructor(Evaluator[] fields, SqlType[] types) {
      this.fields = fields;
      this.types = types;
    }

    @Override
    void evaluate(Frame frame, Datum result) {
      ByteArrayWriter form = new ByteArrayWriter();
      form.writeInt(fields.length);
      for (int i = 0; i < fields.length; i++) {
        fields[i].evaluate(frame, value);
        ValueEvaluators.writeField(form, types[i], value);
      }
      result.setBytes(form.toByteArray());
    }
  }

  static final class FieldSelect extends Evaluator {
    private final Evaluator row;
    private final int field;
    private final SqlType type;
    private final Datum value = new Datum();

    FieldSelect(Evaluator row, int field, SqlType type) {
      this.row = row;
      this.field = field;
      this.type = type;
    }

    @Override
    void evaluate(Frame frame, Datum result) {
      row.evaluate(frame, value);
      if (value.isNull) {
        result.isNull = true;
        return;
      }
      select(value, field, type, result);
    }

    static void select(Datum row, int field, SqlType type, Datum result) {
      byte[] bytes = row.bytes;
      int at = row.offset + 4;
      if (field >= Bytes.getInt(bytes, row.offset)) {
        result.isNull = true;
        return;
      }
      for (int i = 0; i < field; i++) {
        at += 8 + Math.max(0, Bytes.getInt(bytes, at + 4));
      }
      int length = Bytes.getInt(bytes, at + 4);
      if (length < 0) {
        result.isNull = true;
      } else {
        ValueEvaluators.readSent(type, bytes, at + 8, length, result);
      }
    }
  }

  /** IS [NOT] NULL of a row value: every field is (not) null. */
  static final class NullTest extends Evaluator {
    private final Evaluator row;
    private final boolean negated;
    private final Datum value = new Datum();

    NullTest(Evaluator row, boolean negated) {
      this.row = row;
      this.negated = negated;
    }

    @Override
    void evaluate(Frame frame, Datum result) {
      row.evaluate(frame, value);
      if (value.isNull) {
        result.setBoolean(!negated);
        return;
      }
      byte[] bytes = value.bytes;
      int at = value.offset + 4;
      int count = Bytes.getInt(bytes, value.offset);
      boolean all = true;
      for (int i = 0; i < count; i++) {
        int length = Bytes.getInt(bytes, at + 4);
        all &= length < 0 != negated;
        at += 8 + Math.max(0, length);
      }
      result.setBoolean(all);
    }
  }

  /** {@code (a, b) op (c, d)}. */
  static final class Comparison extends Evaluator {
    private final String operator;
    private final ScalarFunction[] equalities;
    private final ScalarFunction[] comparisons;
    private final Evaluator[] left;
    private final Evaluator[] right;
    private final Datum[] values = CallEvaluators.datums(2);

    Comparison(
        String operator,
        ScalarFunction[] equalities,
        ScalarFunction[] comparisons,
        Evaluator[] left,
        Evaluator[] right) {
      this.operator = operator;
      this.equalities = equalities;
      this.comparisons = comparisons;
      this.left = left;
      this.right = right;
    }

    @Override
    void evaluate(Frame frame, Datum result) {
      switch (operator) {
        case "=" -> equal(frame, result);
        case "<>" -> {
          equal(frame, result);
          if (!result.isNull) {
            result.bits ^= 1;
          }
        }
        default -> ordered(frame, result);
      }
    }

    private void equal(Frame frame, Datum result) {
      boolean unknown = false;
      for (int i = 0; i < left.length; i++) {
        left[i].evaluate(frame, values[0]);
        right[i].evaluate(frame, values[1]);
        if (values[0].isNull || values[1].isNull) {
          unknown = true;
          continue;
        }
        equalities[i].call(frame.context, values, result);
        if (result.isNull) {
          unknown = true;
        } else if (result.bits == 0) {
          return;
        }
      }
      if (unknown) {
        result.isNull = true;
      } else {
        result.setBoolean(true);
      }
    }

    /** The first pair that is not equal decides; a null before that makes it unknown. */
    private void ordered(Frame frame, Datum result) {
      for (int i = 0; i < left.length; i++) {
        left[i].evaluate(frame, values[0]);
        right[i].evaluate(frame, values[1]);
        if (values[0].isNull || values[1].isNull) {
          result.isNull = true;
          return;
        }
        equalities[i].call(frame.context, values, result);
        if (result.isNull) {
          return;
        }
        if (result.bits == 0) {
          comparisons[i].call(frame.context, values, result);
          return;
        }
      }
      result.setBoolean(operator.equals("<=") || operator.equals(">="));
    }
  }
}
