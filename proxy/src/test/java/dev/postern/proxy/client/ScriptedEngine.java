package dev.postern.proxy.client;

import dev.postern.backend.Engine;
import dev.postern.backend.SessionListener;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** An engine by hand, whose statements say what it is to do: see {@link ScriptedSession}. */
final class ScriptedEngine implements Engine {
  private final List<ScriptedSession> sessions = new CopyOnWriteArrayList<>();
  private final AtomicInteger processIds = new AtomicInteger(100);

  @Override
  public ScriptedSession connect(
      String database, String user, Map<String, String> settings, SessionListener listener) {
    if (database.equals("missing")) {
      throw new SqlError(
          SqlState.INVALID_CATALOG_NAME, "database \"" + database + "\" does not exist");
    }
    listener.parameterStatus("server_version", "18.0");
    listener.parameterStatus("application_name", settings.getOrDefault("application_name", ""));
    ScriptedSession session =
        new ScriptedSession(processIds.incrementAndGet(), listener, sessions::remove);
    sessions.add(session);
    return session;
  }

  /** Sessions that are not closed. */
  int openSessions() {
    return sessions.size();
  }

  @Override
  public Statistics statistics() {
    return new Statistics(0, 0, 0, sessions.size(), 1);
  }

  @Override
  public void close() {
    sessions.forEach(ScriptedSession::close);
  }
}
