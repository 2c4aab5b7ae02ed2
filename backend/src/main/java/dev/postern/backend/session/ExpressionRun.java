package dev.postern.backend.session;

import dev.postern.backend.analyze.AnalyzedStatement;
import dev.postern.backend.analyze.Query;
import dev.postern.backend.analyze.RangeTable;
import dev.postern.backend.analyze.TypedExpression;
import dev.postern.backend.exec.Execution;
import dev.postern.backend.plan.Planner;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.SqlType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Expressions outside of statements, made ready to be computed: as the select list of a query that
 * reads at most one source. Good for the catalog version it was made under; used by the session's
 * thread.
 */
final class ExpressionRun {
  /** No CASE in a stored expression nests deeper than this. */
  private static final int CASE_VALUES = 64;

  private static final Datum[] NO_PARAMETERS = new Datum[0];

  private final SessionContext context;
  private final Execution execution;

  /**
   * @param source what the expressions' columns are read from, or null
   * @param condition which of its rows count, or null for all
   * @param parameterTypes of the parameters that the source refers to
   */
  ExpressionRun(
      SessionContext context,
      StatementCompiler compiler,
      List<TypedExpression> expressions,
      Query.@Nullable Source source,
      @Nullable TypedExpression condition,
      List<SqlType> parameterTypes) {
    this.context = context;
    List<Query.OutputColumn> output = new ArrayList<>(expressions.size());
    for (TypedExpression expression : expressions) {
      output.add(new Query.OutputColumn("?column?", expression.type(), expression.typmod(), 0, 0));
    }
    Query.Select select =
        new Query.Select(
            List.of(),
            source == null ? List.of() : List.of(source),
            condition,
            expressions,
            output,
            false,
            List.of(),
            null,
            null,
            List.of(),
            null,
            false,
            List.of(),
            null,
            null,
            false,
            List.of());
    execution =
        compiler.compile(
            Planner.plan(
                new AnalyzedStatement(
                    select,
                    parameterTypes,
                    1,
                    CASE_VALUES,
                    RangeTable.NONE,
                    context.reader().version()),
                table -> 1));
  }

  /** Expressions without columns and parameters. */
  static ExpressionRun ofValues(
      SessionContext context, StatementCompiler compiler, List<TypedExpression> expressions) {
    return new ExpressionRun(context, compiler, expressions, null, null, List.of());
  }

  /** Computes all expressions, which read no source; values that last. */
  Datum[] values() {
    Datum[] values = new Datum[execution.columns()];
    start(NO_PARAMETERS);
    try {
      next();
      for (int i = 0; i < values.length; i++) {
        values[i] = new Datum();
        execution.column(i, values[i]);
        if (!values[i].isNull && values[i].length > 0) {
          values[i].setBytes(values[i].copyBytes());
        }
      }
      return values;
    } finally {
      close();
    }
  }

  /** Computes one expression, which reads no source. */
  void value(int index, Datum result) {
    start(NO_PARAMETERS);
    try {
      next();
      execution.column(index, result);
    } finally {
      close();
    }
  }

  void start(Datum[] parameters) {
    execution.start(context, parameters);
  }

  boolean next() {
    return execution.next();
  }

  void column(int index, Datum result) {
    execution.column(index, result);
  }

  void close() {
    execution.close();
  }
}
