package dev.postern.backend.session;

import dev.postern.backend.Outcome;
import dev.postern.backend.ResultSink;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.sql.MaintenanceStatement.CopyStatement;

final class CopyCommand {
  private final SessionParts parts;

  CopyCommand(SessionParts parts) {
    this.parts = parts;
  }

  Outcome begin(CopyStatement copy, byte[] text, ResultSink sink) {
    throw SqlError.notSupported("COPY");
  }
}
