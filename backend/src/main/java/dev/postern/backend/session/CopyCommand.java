package dev.postern.backend.session;

import dev.postern.backend.Outcome;
import dev.postern.backend.ResultSink;
import dev.postern.backend.sql.MaintenanceStatement.CopyStatement;

/** COPY TO STDOUT, and the beginning of COPY FROM STDIN. Used by the session's thread. */
final class CopyCommand {
  private final SessionParts parts;

  CopyCommand(SessionParts parts) {
    this.parts = parts;
  }

  Outcome begin(CopyStatement copy, byte[] text, ResultSink sink) {
    CopyOptions options = CopyOptions.of(copy);
    SessionContext context = parts.context();
    TransactionState transaction = parts.transaction();
    SessionCommandContext surroundings = new SessionCommandContext(parts, text);
    if (!copy.from()) {
      long rows = new CopyTo(context, transaction).run(copy, options, text, surroundings, sink);
      parts.completion().rows("COPY ", rows);
      return Outcome.COMPLETE;
    }
    if (transaction.isReadOnly()) {
      throw PortalRunner.readOnly("COPY FROM");
    }
    CopyIn begun = CopyIn.begin(context, transaction, copy, options, surroundings);
    parts.copyIn(begun);
    sink.copyIn(false, begun.columns());
    return Outcome.COPY_IN;
  }
}
