package dev.postern.backend.analyze;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.sql.ParsedStatement;
import dev.postern.backend.sql.Statement;
import dev.postern.backend.type.SqlType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Statements that are planned (SELECT, INSERT, UPDATE, DELETE) to typed queries. */
public final class Analyzer {
  private Analyzer() {}

  /**
   * Analyzes a statement.
   *
   * @param text the text the statement was parsed from: error positions count from its start
   * @param parameterTypes OIDs of {@code $1} and on, 0 where open: then inferred, as are those
   *     beyond the array; null where the statement can have no parameters (simple queries)
   * @throws SqlError as PostgreSQL's analysis would, with the position in characters; 0A000 for
   *     what is not built
   */
  public static AnalyzedStatement analyze(
      ParsedStatement statement,
      byte[] text,
      int @Nullable [] parameterTypes,
      AnalyzeContext context) {
    return analyze(statement.tree(), text, parameterTypes, context);
  }

  /** As above, for a statement inside another one (EXPLAIN, COPY, CREATE TABLE AS, …). */
  public static AnalyzedStatement analyze(
      Statement statement, byte[] text, int @Nullable [] parameterTypes, AnalyzeContext context) {
    Parameters parameters =
        parameterTypes == null ? Parameters.none() : Parameters.of(parameterTypes);
    Analysis.Numbering numbering = new Analysis.Numbering(0);
    Analysis analysis = new Analysis(context, text, parameters, numbering);
    Query query = analysis.queries.statement(statement, new Scope(null));
    List<SqlType> types = parameters.finish(analysis);
    return new AnalyzedStatement(
        query,
        List.copyOf(types),
        numbering.slots(),
        numbering.highestCaseValue,
        new RangeTable(numbering.entries),
        context.catalog().version());
  }
}
