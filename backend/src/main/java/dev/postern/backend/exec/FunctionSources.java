package dev.postern.backend.exec;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.function.SetFunction;
import dev.postern.backend.function.TypeFacts;
import dev.postern.backend.type.Bytes;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.SqlType;
import org.jspecify.annotations.Nullable;

/** What may stand in FROM as a function. */
final class FunctionSources {
  private FunctionSources() {}

  /** A set-returning function. */
  static final class OfSet implements ProjectOperators.FunctionSource {
    private final ProjectOperators.SetCall call;

    OfSet(ProjectOperators.SetCall call) {
      this.call = call;
    }

    @Override
    public SetFunction.@Nullable Rows open(Frame frame) {
      return call.open(frame);
    }

    @Override
    public Datum[] columns() {
      return call.columns;
    }
  }

  /** Any other expression: one row; a composite value gives its fields as columns. */
  static final class OfValue implements ProjectOperators.FunctionSource {
    private final Evaluator value;
    private final Datum[] columns;
    private final SqlType @Nullable [] fields;
    private final TypeFacts types;
    private final Datum row = new Datum();

    OfValue(Evaluator value, int columns, SqlType @Nullable [] fields, TypeFacts types) {
      this.types = types;
      this.value = value;
      this.columns = CallEvaluators.datums(columns);
      this.fields = fields;
    }

    @Override
    public SetFunction.@Nullable Rows open(Frame frame) {
      value.evaluate(frame, row);
      if (fields != null && !row.isNull) {
        checkFields(fields);
      }
      boolean[] given = new boolean[1];
      return out -> {
        if (given[0]) {
          return false;
        }
        given[0] = true;
        if (fields == null) {
          out[0].set(row);
        } else {
          for (int i = 0; i < fields.length; i++) {
            if (row.isNull) {
              out[i].setNull();
            } else {
              RowEvaluators.FieldSelect.select(row, i, fields[i], out[i]);
            }
          }
        }
        return true;
      };
    }

    /** What kind of record a value is shows only now. */
    private void checkFields(SqlType[] expected) {
      int count = Bytes.getInt(row.bytes, row.offset);
      if (count != expected.length) {
        throw mismatch()
            .detail(
                "Returned row contains "
                    + count
                    + (count == 1 ? " attribute" : " attributes")
                    + ", but query expects "
                    + expected.length
                    + ".");
      }
      int at = row.offset + 4;
      for (int i = 0; i < count; i++) {
        int type = Bytes.getInt(row.bytes, at);
        if (type != expected[i].oid() && types.baseType(expected[i].oid()) != type) {
          throw mismatch()
              .detail(
                  "Returned type "
                      + types.displayName(type)
                      + " at ordinal position "
                      + (i + 1)
                      + ", but query expects "
                      + types.displayName(expected[i].oid())
                      + ".");
        }
        at += 8 + Math.max(0, Bytes.getInt(row.bytes, at + 4));
      }
    }

    private static SqlError mismatch() {
      return new SqlError(
          SqlState.DATATYPE_MISMATCH,
          "function return row and query-specified return row do not match");
    }

    @Override
    public Datum[] columns() {
      return columns;
    }
  }
}
