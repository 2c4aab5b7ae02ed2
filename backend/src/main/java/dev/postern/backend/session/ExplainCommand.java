package dev.postern.backend.session;

import dev.postern.backend.ResultSink;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.plan.Explain;
import dev.postern.backend.sql.DataStatement;
import dev.postern.backend.sql.MaintenanceStatement.ExplainStatement;
import dev.postern.backend.sql.Option;
import dev.postern.backend.sql.SelectStatement;
import dev.postern.backend.sql.Statement;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** EXPLAIN of queries and modifications, in text form, without running them. */
final class ExplainCommand {
  static final String COLUMN = "QUERY PLAN";

  private final SessionParts parts;

  ExplainCommand(SessionParts parts) {
    this.parts = parts;
  }

  void run(
      ExplainStatement explain,
      byte[] text,
      @Nullable BoundPortal bound,
      ResultSink sink,
      boolean describes) {
    Statement inner = explain.statement();
    if (!(inner instanceof SelectStatement || inner instanceof DataStatement)) {
      throw SqlError.notSupported("EXPLAIN of a utility statement");
    }
    boolean costs = true;
    for (Option option : explain.options()) {
      String name = option.name();
      if (name.equals("costs")) {
        costs = OptionValues.truth(option);
      } else if (!name.equals("format") || !OptionValues.text(option).equalsIgnoreCase("text")) {
        if (name.equals("format") || OptionValues.truth(option)) {
          throw SqlError.notSupported("EXPLAIN option " + name.toUpperCase(Locale.ROOT));
        }
      }
    }
    SessionContext context = parts.context();
    CompiledStatement compiled =
        context
            .compiler()
            .compile(text, inner, bound == null ? new int[0] : bound.statement.parameterTypes());
    TextRows rows =
        new TextRows(sink, TextRows.columns(context.reader(), COLUMN), context.style(), describes);
    PlanText names = new PlanText(compiled.analyzed.query());
    for (String line : Explain.lines(compiled.plan, names::of, costs)) {
      rows.row(line);
    }
    parts.completion().tag("EXPLAIN");
  }
}
