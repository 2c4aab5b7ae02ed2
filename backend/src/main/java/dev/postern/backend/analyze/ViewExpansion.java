package dev.postern.backend.analyze;

import dev.postern.backend.catalog.RelationDescriptor;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.sql.ParsedStatement;
import dev.postern.backend.sql.SelectStatement;
import dev.postern.backend.sql.SqlParser;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Views: their definition's text, analyzed where they are used. */
final class ViewExpansion {
  private static final int MAX_DEPTH = 100;

  private ViewExpansion() {}

  static Query query(Analysis around, RelationDescriptor view) {
    String definition = view.viewDefinition();
    if (definition == null) {
      throw new IllegalStateException("view " + view.name() + " has no definition");
    }
    Analysis.Numbering numbering = around.numbering;
    if (++numbering.viewDepth > MAX_DEPTH) {
      throw new SqlError(
          SqlState.INVALID_OBJECT_DEFINITION,
          "infinite recursion detected in rules for relation \"" + view.name() + "\"");
    }
    byte[] text = definition.getBytes(StandardCharsets.UTF_8);
    List<ParsedStatement> parsed = SqlParser.parse(text, 0, text.length);
    if (parsed.size() != 1 || !(parsed.get(0).tree() instanceof SelectStatement select)) {
      throw new IllegalStateException("view " + view.name() + " is not one query");
    }
    Analysis analysis = new Analysis(around.context, text, Parameters.none(), numbering);
    Query query = analysis.queries.select(select, new Scope(null));
    numbering.viewDepth--;
    return query;
  }
}
