package dev.postern.backend.exec;

import dev.postern.backend.function.SetFunction;
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
    private final Datum row = new Datum();

    OfValue(Evaluator value, int columns, SqlType @Nullable [] fields) {
      this.value = value;
      this.columns = CallEvaluators.datums(columns);
      this.fields = fields;
    }

    @Override
    public SetFunction.@Nullable Rows open(Frame frame) {
      value.evaluate(frame, row);
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

    @Override
    public Datum[] columns() {
      return columns;
    }
  }
}
