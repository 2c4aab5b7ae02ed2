package dev.postern.backend.session;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.sql.SessionStatement.DiscardStatement;

/** DISCARD. */
final class DiscardCommand {
  private final SessionParts parts;

  DiscardCommand(SessionParts parts) {
    this.parts = parts;
  }

  void run(DiscardStatement discard) {
    switch (discard.target()) {
      case ALL -> all();
      case PLANS -> parts.statements().forgetPlans();
      case SEQUENCES -> parts.context().sequenceValues().remembered().discard();
      case TEMP -> parts.temporaryTables().dropAll();
    }
    parts.completion().tag("DISCARD " + discard.target());
  }

  /** In the order of the manual. */
  private void all() {
    if (parts.transaction().isBlock()) {
      throw new SqlError(
          SqlState.ACTIVE_SQL_TRANSACTION, "DISCARD ALL cannot run inside a transaction block");
    }
    parts.portals().closeAll();
    parts.settings().reset("session_authorization", false);
    parts.settings().resetAll();
    parts.statements().clear();
    parts.notifications().unlisten(null);
    parts.context().locks().unlockAllSession(parts.context().lockOwner());
    parts.context().sequenceValues().remembered().discard();
    parts.temporaryTables().dropAll();
  }
}
