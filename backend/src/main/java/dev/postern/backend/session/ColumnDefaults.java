package dev.postern.backend.session;

import dev.postern.backend.analyze.StoredExpression;
import dev.postern.backend.analyze.TypedExpression;
import dev.postern.backend.catalog.RelationDescriptor;
import dev.postern.backend.catalog.RelationDescriptor.Attribute;
import dev.postern.backend.type.Datum;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The defaults of one table's columns, compiled as they are asked for. */
final class ColumnDefaults {
  private final SessionContext context;
  private final RelationDescriptor table;
  private final @Nullable ExpressionRun[] runs;
  private final boolean[] known;

  ColumnDefaults(SessionContext context, RelationDescriptor table) {
    this.context = context;
    this.table = table;
    runs = new @Nullable ExpressionRun[table.attributes().size()];
    known = new boolean[runs.length];
  }

  RelationDescriptor table() {
    return table;
  }

  /** The default of a column by its attribute number; NULL where it has none. */
  void value(int attributeNumber, Datum result) {
    int index = attributeNumber - 1;
    if (!known[index]) {
      runs[index] = compile(table.attributes().get(index));
      known[index] = true;
    }
    ExpressionRun run = runs[index];
    if (run == null) {
      result.setNull();
    } else {
      run.value(0, result);
    }
  }

  private @Nullable ExpressionRun compile(Attribute attribute) {
    StatementCompiler compiler = context.compiler();
    TypedExpression expression =
        StoredExpression.columnDefault(compiler.analyzeContext(), attribute);
    return expression == null
        ? null
        : ExpressionRun.ofValues(context, compiler, List.of(expression));
  }
}
