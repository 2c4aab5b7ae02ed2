package dev.postern.backend.session;

import dev.postern.backend.catalog.RelationDescriptor;
import dev.postern.backend.command.CommandExecutor;
import dev.postern.backend.sql.ParsedStatement;
import dev.postern.backend.sql.SqlParser;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** A session's temporary tables: what ON COMMIT says, and that they go with the session. */
final class TemporaryTables {
  private final SessionParts parts;

  /** By OID: true where the table is dropped, false where its rows are deleted. */
  private final Map<Integer, Boolean> onCommit = new LinkedHashMap<>(0);

  TemporaryTables(SessionParts parts) {
    this.parts = parts;
  }

  void onCommit(int relation, boolean drop) {
    onCommit.put(relation, drop);
    parts.context().afterRollback(() -> onCommit.remove(relation));
  }

  boolean hasCommitActions() {
    return !onCommit.isEmpty();
  }

  void beforeCommit() {
    if (onCommit.isEmpty()) {
      return;
    }
    parts.transaction().nextCommand();
    for (Map.Entry<Integer, Boolean> action : onCommit.entrySet()) {
      RelationDescriptor table = parts.context().reader().relation(action.getKey());
      if (table != null) {
        run((action.getValue() ? "DROP TABLE " : "TRUNCATE ") + quoted(table));
      }
    }
  }

  void ended(boolean committed) {
    if (committed && !onCommit.isEmpty()) {
      onCommit.values().removeIf(drop -> drop);
    }
  }

  /** DISCARD TEMP, and the end of the session. */
  void dropAll() {
    int schema = parts.context().reader().temporarySchema();
    if (schema != 0) {
      run("DROP SCHEMA " + quote("pg_temp_" + parts.identity().backendNumber()) + " CASCADE");
    }
    onCommit.clear();
  }

  private void run(String sql) {
    byte[] text = sql.getBytes(StandardCharsets.UTF_8);
    ParsedStatement parsed = SqlParser.parse(text, 0, text.length).getFirst();
    new CommandExecutor(parts.commandContext(text)).execute(parsed.tree());
    parts.transaction().nextCommand();
  }

  private static String quoted(RelationDescriptor table) {
    return quote(table.schema()) + "." + quote(table.name());
  }

  private static String quote(String name) {
    return '"' + name.replace("\"", "\"\"") + '"';
  }
}
