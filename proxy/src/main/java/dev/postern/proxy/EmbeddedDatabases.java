package dev.postern.proxy;

import dev.postern.backend.Engine;
import dev.postern.backend.ExecuteMode;
import dev.postern.backend.NoRows;
import dev.postern.backend.Notice;
import dev.postern.backend.Session;
import dev.postern.backend.SessionListener;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.sql.SqlParser;
import dev.postern.config.DatabaseEntry;
import dev.postern.config.Settings;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * Makes the engine's databases that the settings name: data lives in memory, so that after a start
 * they are not there yet.
 */
final class EmbeddedDatabases {
  /** The database and the role that every engine has. */
  private static final String FIRST = "postgres";

  private EmbeddedDatabases() {}

  /** Makes those that do not exist. */
  static void create(Engine engine, Settings settings) {
    for (DatabaseEntry entry : settings.databases()) {
      if (entry.isEmbedded()) {
        create(engine, entry.nameOnServer());
      }
    }
  }

  private static void create(Engine engine, String name) {
    try (Session session = engine.connect(FIRST, FIRST, Map.of(), new Silence())) {
      byte[] text =
          ("CREATE DATABASE \"" + name.replace("\"", "\"\"") + "\"")
              .getBytes(StandardCharsets.UTF_8);
      session.simple(
          text,
          SqlParser.parse(text, 0, text.length).getFirst(),
          true,
          NoRows.SINK,
          ExecuteMode.BLOCKING);
      session.sync(ExecuteMode.BLOCKING);
    } catch (SqlError e) {
      if (!e.sqlState().equals(SqlState.DUPLICATE_DATABASE)) {
        throw e;
      }
    }
  }

  /** Nobody to tell. */
  private static final class Silence implements SessionListener {
    @Override
    public void parameterStatus(String name, String value) {}

    @Override
    public void notice(Notice notice) {}

    @Override
    public void notification(int processId, String channel, String payload) {}
  }
}
