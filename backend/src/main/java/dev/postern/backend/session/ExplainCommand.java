package dev.postern.backend.session;

import dev.postern.backend.ResultColumn;
import dev.postern.backend.ResultSink;
import dev.postern.backend.command.SelectInto;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.exec.Execution;
import dev.postern.backend.exec.Instruments;
import dev.postern.backend.explain.ExplainOptions;
import dev.postern.backend.explain.Explanation;
import dev.postern.backend.sql.DataStatement;
import dev.postern.backend.sql.MaintenanceStatement.ExplainStatement;
import dev.postern.backend.sql.SelectStatement;
import dev.postern.backend.sql.Statement;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.TypeOids;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * EXPLAIN of queries and modifications; with ANALYZE they are run, and what they change stays. Used
 * by the session's thread.
 */
final class ExplainCommand {
  private static final String COLUMN = "QUERY PLAN";

  private final SessionParts parts;

  ExplainCommand(SessionParts parts) {
    this.parts = parts;
  }

  /** The shape of the answer, which depends on the format. */
  ResultColumn[] columns(ExplainStatement explain, byte[] text) {
    return columns(ExplainOptionReader.read(explain.options(), text));
  }

  private ResultColumn[] columns(ExplainOptions options) {
    int type =
        switch (options.format()) {
          case JSON -> TypeOids.JSON;
          case TEXT, YAML -> TypeOids.TEXT;
        };
    return new ResultColumn[] {
      new ResultColumn(COLUMN, 0, 0, parts.context().reader().valueType(type), -1, -1)
    };
  }

  /**
   * @param bound values of the statement's parameters, or null
   */
  void run(
      ExplainStatement explain,
      byte[] text,
      @Nullable BoundPortal bound,
      ResultSink sink,
      boolean describes) {
    ExplainOptions options = ExplainOptionReader.read(explain.options(), text);
    Statement inner = SelectInto.asCreation(explain.statement());
    if (!(inner instanceof SelectStatement || inner instanceof DataStatement)) {
      throw SqlError.notSupported("EXPLAIN of a utility statement");
    }
    SessionContext context = parts.context();
    long begun = System.nanoTime();
    int[] types = bound == null ? new int[0] : bound.statement.parameterTypes();
    CompiledStatement compiled = context.compiler().compile(text, inner, types);
    compiled.requirePlanned();
    long planned = System.nanoTime();
    Instruments instruments = options.analyze() ? new Instruments() : null;
    if (instruments != null) {
      execute(compiled, bound == null ? new Datum[0] : bound.parameters(), instruments);
    }
    long executed = System.nanoTime();
    List<String> rows =
        Explanation.rows(
            context.reader(),
            compiled.analyzed,
            compiled.plan,
            options,
            instruments,
            planned - begun,
            executed - planned);
    TextRows shown = new TextRows(sink, columns(options), context.style(), describes);
    for (String row : rows) {
      shown.row(row);
    }
    parts.completion().tag("EXPLAIN");
  }

  private void execute(CompiledStatement compiled, Datum[] parameters, Instruments instruments) {
    SessionContext context = parts.context();
    TransactionState transaction = parts.transaction();
    context.compiler().lock(compiled);
    @Nullable String refusal = compiled.readOnlyRefusal;
    if (refusal != null && transaction.isReadOnly()) {
      throw PortalRunner.readOnly(refusal);
    }
    Execution execution = context.compiler().compile(compiled.plan, instruments);
    transaction.acquireSnapshot();
    context.snapshot(transaction.snapshot());
    try {
      execution.start(context, parameters);
      Datum value = new Datum();
      while (execution.next()) {
        for (int i = 0; i < execution.columns(); i++) {
          execution.column(i, value);
        }
      }
    } finally {
      execution.close();
      transaction.releaseSnapshot();
      context.snapshot(transaction.snapshot());
    }
  }
}
