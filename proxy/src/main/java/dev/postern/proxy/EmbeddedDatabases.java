package dev.postern.proxy;

import dev.postern.backend.Engine;
import dev.postern.backend.ExecuteMode;
import dev.postern.backend.Notice;
import dev.postern.backend.ResultColumn;
import dev.postern.backend.ResultSink;
import dev.postern.backend.Session;
import dev.postern.backend.SessionListener;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.sql.SqlParser;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.DisplayStyle;
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
    Silence silence = new Silence();
    try (Session session = engine.connect(FIRST, FIRST, Map.of(), silence)) {
      byte[] text =
          ("CREATE DATABASE \"" + name.replace("\"", "\"\"") + "\"")
              .getBytes(StandardCharsets.UTF_8);
      session.simple(
          text,
          SqlParser.parse(text, 0, text.length).getFirst(),
          true,
          silence,
          ExecuteMode.BLOCKING);
      session.sync(ExecuteMode.BLOCKING);
    } catch (SqlError e) {
      if (!e.sqlState().equals(SqlState.DUPLICATE_DATABASE)) {
        throw e;
      }
    }
  }

  /** Nobody to tell. */
  private static final class Silence implements SessionListener, ResultSink {
    @Override
    public void parameterStatus(String name, String value) {}

    @Override
    public void notice(Notice notice) {}

    @Override
    public void notification(int processId, String channel, String payload) {}

    @Override
    public void columns(ResultColumn[] columns) {}

    @Override
    public void beginRow() {}

    @Override
    public void value(ResultColumn column, Datum value, DisplayStyle style) {}

    @Override
    public void endRow() {}

    @Override
    public void complete(String tag) {}

    @Override
    public void complete(String prefix, long rows) {}

    @Override
    public void copyOut(boolean binary, int columns) {}

    @Override
    public void copyIn(boolean binary, int columns) {}

    @Override
    public void copyData(byte[] data, int offset, int length) {}

    @Override
    public void copyDone() {}
  }
}
