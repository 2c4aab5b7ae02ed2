package dev.postern.backend.session;

import dev.postern.backend.ExecuteMode;
import dev.postern.backend.Notice;
import dev.postern.backend.Outcome;
import dev.postern.backend.ParameterValues;
import dev.postern.backend.Portal;
import dev.postern.backend.PreparedStatement;
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
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One client of an engine in a test: statements in, rows and tags as text out. */
final class TestClient implements AutoCloseable, SessionListener, ResultSink {
  private static final boolean[] TEXT = {};

  final Session session;
  final List<String> rows = new ArrayList<>();
  final List<String> notifications = new ArrayList<>();
  final ByteArrayOutputStream copied = new ByteArrayOutputStream();
  private final ByteArrayWriter writer = new ByteArrayWriter();
  private final StringBuilder row = new StringBuilder();
  volatile @Nullable SqlError terminated;
  String tag = "";

  TestClient(EmbeddedEngine engine) {
    session = engine.connect("postgres", "postgres", Map.of(), this);
  }

  /** Runs a query string as simple queries do; gives its rows. */
  List<String> query(String sql) {
    rows.clear();
    byte[] text = sql.getBytes(StandardCharsets.UTF_8);
    try {
      List<ParsedStatement> statements = SqlParser.parse(text, 0, text.length);
      for (int i = 0; i < statements.size(); i++) {
        boolean last = i == statements.size() - 1;
        int before = rows.size();
        Outcome outcome = session.simple(text, statements.get(i), last, this, ExecuteMode.INLINE);
        if (outcome == Outcome.NEEDS_THREAD) {
          rows.subList(before, rows.size()).clear();
          session.simple(text, statements.get(i), last, this, ExecuteMode.BLOCKING);
        }
      }
      session.sync(ExecuteMode.BLOCKING);
      return List.copyOf(rows);
    } catch (SqlError error) {
      session.fail();
      throw error;
    }
  }

  /** The SQLSTATE that a query string fails with, or 00000. */
  String state(String sql) {
    try {
      query(sql);
      return "00000";
    } catch (SqlError error) {
      return error.sqlState();
    }
  }

  PreparedStatement prepare(String name, String sql) {
    byte[] text = sql.getBytes(StandardCharsets.UTF_8);
    List<ParsedStatement> statements = SqlParser.parse(text, 0, text.length);
    return session.prepare(
        NameTable.bytes(name), text, statements.isEmpty() ? null : statements.get(0), new int[0]);
  }

  Portal bind(String portal, PreparedStatement statement, @Nullable String... values) {
    ByteArrayWriter message = new ByteArrayWriter();
    byte[] name = NameTable.bytes(portal);
    message.writeBytes(name, 0, name.length);
    ParameterValues given = new ParameterValues();
    int[] offsets = new int[values.length];
    for (int i = 0; i < values.length; i++) {
      offsets[i] = message.size();
      String value = values[i];
      if (value != null) {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        message.writeBytes(bytes, 0, bytes.length);
      }
    }
    byte[] bytes = message.toByteArray();
    given.reset(bytes);
    for (int i = 0; i < values.length; i++) {
      String value = values[i];
      int length = value == null ? -1 : value.getBytes(StandardCharsets.UTF_8).length;
      given.add(offsets[i], length, false);
    }
    return session.bind(bytes, 0, name.length, statement, given, TEXT, 0);
  }

  Outcome execute(Portal portal, int maxRows) {
    rows.clear();
    Outcome outcome = session.execute(portal, maxRows, this, ExecuteMode.INLINE);
    if (outcome == Outcome.NEEDS_THREAD) {
      rows.clear();
      outcome = session.execute(portal, maxRows, this, ExecuteMode.BLOCKING);
    }
    return outcome;
  }

  void sync() {
    session.sync(ExecuteMode.BLOCKING);
  }

  @Override
  public void close() {
    session.close();
  }

  @Override
  public void parameterStatus(String name, String value) {}

  @Override
  public void notice(Notice notice) {}

  @Override
  public void notification(int processId, String channel, String payload) {
    notifications.add(channel + " " + payload);
  }

  @Override
  public void terminated(SqlError error) {
    terminated = error;
  }

  @Override
  public void columns(ResultColumn[] columns) {}

  @Override
  public void beginRow() {
    row.setLength(0);
  }

  @Override
  public void value(ResultColumn column, Datum value, DisplayStyle style) {
    row.append(row.isEmpty() ? "" : "|");
    if (value.isNull) {
      row.append("NULL");
    } else {
      writer.clear();
      column.type().output(value, style, writer);
      row.append(writer.text());
    }
  }

  @Override
  public void endRow() {
    rows.add(row.toString());
  }

  @Override
  public void complete(String whole) {
    tag = whole;
  }

  @Override
  public void complete(String prefix, long count) {
    tag = prefix + count;
  }

  @Override
  public void copyOut(boolean binary, int columns) {
    copied.reset();
  }

  @Override
  public void copyIn(boolean binary, int columns) {}

  @Override
  public void copyData(byte[] data, int offset, int length) {
    copied.write(data, offset, length);
  }

  @Override
  public void copyDone() {}
}
