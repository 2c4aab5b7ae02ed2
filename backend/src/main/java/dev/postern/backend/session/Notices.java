package dev.postern.backend.session;

import dev.postern.backend.Notice;
import dev.postern.backend.SessionListener;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.setting.SettingEffects;

/** Tells a session's client what is not an error, as far as client_min_messages lets it. */
final class Notices {
  private static final String SUCCESS = "00000";

  private final SessionListener listener;
  private final SettingEffects effects;

  Notices(SessionListener listener, SettingEffects effects) {
    this.listener = listener;
    this.effects = effects;
  }

  void notice(String message) {
    send("NOTICE", new SqlError(SUCCESS, message));
  }

  void warning(String sqlState, String message) {
    send("WARNING", new SqlError(sqlState, message));
  }

  /** Sends a notice with all its fields. */
  void send(String severity, SqlError content) {
    if (severity.equals("INFO") || rank(severity) >= rank(effects.clientMinMessages())) {
      listener.notice(new Notice(severity, content));
    }
  }

  void outsideTransactionBlock(String command) {
    warning(
        SqlState.NO_ACTIVE_SQL_TRANSACTION, command + " can only be used in transaction blocks");
  }

  /** The order of message levels as the client sees them: LOG stands below NOTICE. */
  private static int rank(String level) {
    return switch (level) {
      case "LOG", "log" -> 1;
      case "NOTICE", "notice" -> 2;
      case "WARNING", "warning" -> 3;
      case "ERROR", "error" -> 4;
      default -> 0;
    };
  }
}
