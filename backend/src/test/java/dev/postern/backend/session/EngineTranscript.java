package dev.postern.backend.session;

import dev.postern.backend.Engine;
import dev.postern.backend.ExecuteMode;
import dev.postern.backend.Notice;
import dev.postern.backend.Outcome;
import dev.postern.backend.ResultColumn;
import dev.postern.backend.ResultSink;
import dev.postern.backend.Session;
import dev.postern.backend.SessionListener;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.sql.ParsedStatement;
import dev.postern.backend.sql.SqlParser;
import dev.postern.backend.type.ByteArrayWriter;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.DisplayStyle;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the engine answers to query strings, as a front end would pass it on. */
final class EngineTranscript implements AutoCloseable, SessionListener {
  private final Session session;
  private Transcript transcript = new Transcript();

  EngineTranscript(Engine engine, String user, String database) {
    session = engine.connect(database, user, Map.of(), this);
  }

  List<String> run(SqlScript.Step step) {
    transcript = new Transcript();
    byte[] text = step.sql().getBytes(StandardCharsets.UTF_8);
    try {
      List<ParsedStatement> statements = SqlParser.parse(text, 0, text.length);
      for (int i = 0; i < statements.size(); i++) {
        run(text, statements.get(i), i == statements.size() - 1, step.copyData());
      }
      if (statements.isEmpty()) {
        transcript.tag("(empty)");
      }
      session.sync(ExecuteMode.BLOCKING);
    } catch (SqlError error) {
      message("ERROR", error);
      session.fail();
    }
    session.deliverNotifications();
    transcript.status((char) session.transactionStatus());
    return transcript.lines();
  }

  private void run(byte[] text, ParsedStatement statement, boolean last, String copyData) {
    List<String> kept = new ArrayList<>(transcript.lines());
    Sink sink = new Sink();
    Outcome outcome = session.simple(text, statement, last, sink, ExecuteMode.INLINE);
    if (outcome == Outcome.NEEDS_THREAD) {
      // As a front end does: what was said is taken back.
      transcript.lines().clear();
      transcript.lines().addAll(kept);
      outcome = session.simple(text, statement, last, sink, ExecuteMode.BLOCKING);
    }
    if (outcome == Outcome.COPY_IN) {
      byte[] data = copyData.getBytes(StandardCharsets.UTF_8);
      if (data.length > 0) {
        session.copyData(data, 0, data.length, ExecuteMode.BLOCKING);
      }
      session.copyDone(sink, ExecuteMode.BLOCKING);
    }
  }

  private void message(String severity, SqlError error) {
    Map<Character, String> fields = new LinkedHashMap<>();
    fields.put('S', severity);
    fields.put('C', error.sqlState());
    fields.put('M', error.message());
    put(fields, 'D', error.detail());
    put(fields, 'H', error.hint());
    put(fields, 'P', error.position() > 0 ? Integer.toString(error.position()) : null);
    put(fields, 'W', error.context());
    put(fields, 's', error.schemaName());
    put(fields, 't', error.tableName());
    put(fields, 'c', error.columnName());
    put(fields, 'd', error.dataTypeName());
    put(fields, 'n', error.constraintName());
    transcript.message(fields);
  }

  private static void put(Map<Character, String> fields, char letter, @Nullable String value) {
    if (value != null) {
      fields.put(letter, value);
    }
  }

  @Override
  public void parameterStatus(String name, String value) {}

  @Override
  public void notice(Notice notice) {
    message(notice.severity(), notice.content());
  }

  @Override
  public void notification(int processId, String channel, String payload) {
    transcript.notification(channel, payload);
  }

  @Override
  public void close() {
    session.close();
  }

  private final class Sink implements ResultSink {
    private final ByteArrayWriter writer = new ByteArrayWriter();
    private List<String> row = new ArrayList<>();

    @Override
    public void columns(ResultColumn[] columns) {
      List<String> shown = new ArrayList<>();
      for (ResultColumn column : columns) {
        shown.add(
            Transcript.column(
                column.name(),
                column.tableOid() != 0,
                column.attributeNumber(),
                column.type().oid(),
                column.typeSize(),
                column.typmod()));
      }
      transcript.columns(shown);
    }

    @Override
    public void beginRow() {
      row = new ArrayList<>();
    }

    @Override
    public void value(ResultColumn column, Datum value, DisplayStyle style) {
      if (value.isNull) {
        row.add("NULL");
        return;
      }
      writer.clear();
      column.type().output(value, style, writer);
      row.add(writer.text());
    }

    @Override
    public void endRow() {
      transcript.row(row);
    }

    @Override
    public void complete(String tag) {
      transcript.tag(tag);
    }

    @Override
    public void complete(String prefix, long rows) {
      transcript.tag(prefix + rows);
    }

    @Override
    public void copyOut(boolean binary, int columns) {
      transcript.copyOut(binary, columns);
    }

    @Override
    public void copyIn(boolean binary, int columns) {
      transcript.copyIn(binary, columns);
    }

    @Override
    public void copyData(byte[] data, int offset, int length) {
      transcript.copyData(data, offset, length);
    }

    @Override
    public void copyDone() {}
  }
}
