package dev.postern.backend.session;

import dev.postern.backend.ResultSink;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.sql.MaintenanceStatement.ExplainStatement;

/** EXPLAIN. */
final class ExplainCommand {
  static final String COLUMN = "QUERY PLAN";

  private final SessionParts parts;

  ExplainCommand(SessionParts parts) {
    this.parts = parts;
  }

  void run(ExplainStatement explain, byte[] text, ResultSink sink, boolean describes) {
    throw SqlError.notSupported("EXPLAIN");
  }
}
