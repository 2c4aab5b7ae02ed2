package dev.postern.proxy.client;

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
import dev.postern.backend.error.SqlState;
import dev.postern.backend.sql.ParsedStatement;
import dev.postern.backend.sql.SessionStatement.LoadStatement;
import dev.postern.backend.type.BuiltinTypes;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.DisplayStyle;
import dev.postern.backend.type.SqlType;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A session that does what its statements say:
 *
 * <pre>
 * rows N          N rows of (n int4, t text)       thread S   needs a thread for statement S
 * begin, commit   a transaction block              wait       waits for a cancel
 * error           fails with 22012                 crash      throws what is no SQL error
 * notice          warns, then completes            set N V    changes a reported setting
 * copyin          COPY FROM STDIN                  copyout N  N lines of COPY TO STDOUT
 * broken          fails, after a notice, amid a row
 * wide N          a row with a text of N bytes     slow S     like thread, after partial output
 * </pre>
 */
final class ScriptedSession implements Session {
  private static final SqlType INT4 = BuiltinTypes.INT4;
  private static final SqlType TEXT = BuiltinTypes.TEXT;
  private static final ResultColumn[] ROW = {
    new ResultColumn("n", 0, 0, INT4, 4, -1), new ResultColumn("t", 0, 0, TEXT, -1, -1)
  };

  private final int processId;
  private final SessionListener listener;
  private final Consumer<ScriptedSession> closed;
  private final Map<String, Prepared> prepared = new HashMap<>();
  private final Map<String, Bound> portals = new HashMap<>();
  private final CountDownLatch canceled = new CountDownLatch(1);
  private final DisplayStyle style = new DisplayStyle();
  private byte status = 'I';
  private long copied;

  ScriptedSession(int processId, SessionListener listener, Consumer<ScriptedSession> closed) {
    this.processId = processId;
    this.listener = listener;
    this.closed = closed;
  }

  private record Prepared(String script, int parameters) implements PreparedStatement {
    @Override
    public int[] parameterTypes() {
      int[] types = new int[parameters];
      Arrays.fill(types, 23);
      return types;
    }

    @Override
    public ResultColumn @Nullable [] resultColumns() {
      return script.contains("rows") || script.contains("wide") ? ROW : null;
    }

    @Override
    public boolean isEmpty() {
      return script.isEmpty();
    }
  }

  /** Rows given so far are remembered, for row limits. */
  private static final class Bound implements Portal {
    private final Prepared statement;
    private final boolean[] binary;
    private int given;

    Bound(Prepared statement, boolean[] binary) {
      this.statement = statement;
      this.binary = binary;
    }

    @Override
    public ResultColumn @Nullable [] resultColumns() {
      return statement.resultColumns();
    }

    @Override
    public boolean isBinary(int column) {
      return binary.length == 1 ? binary[0] : binary.length > column && binary[column];
    }
  }

  @Override
  public int processId() {
    return processId;
  }

  @Override
  public int secretKey() {
    return 42;
  }

  @Override
  public byte transactionStatus() {
    return status;
  }

  @Override
  public Outcome simple(
      byte[] text, ParsedStatement statement, boolean last, ResultSink sink, ExecuteMode mode) {
    String script = ((LoadStatement) statement.tree()).file();
    return run(script, null, 0, sink, mode);
  }

  private Outcome run(
      String script, @Nullable Bound portal, int maxRows, ResultSink sink, ExecuteMode mode) {
    String[] words = script.split(" ");
    if (status == 'E' && !words[0].equals("commit")) {
      throw new SqlError(
          SqlState.IN_FAILED_SQL_TRANSACTION,
          "current transaction is aborted, commands ignored until end of transaction block");
    }
    switch (words[0]) {
      case "" -> {
        return Outcome.EMPTY;
      }
      case "thread" -> {
        if (mode == ExecuteMode.INLINE) {
          return Outcome.NEEDS_THREAD;
        }
        return run(rest(script), portal, maxRows, sink, mode);
      }
      case "slow" -> {
        if (mode == ExecuteMode.INLINE) {
          rows(2, portal, 0, sink);
          return Outcome.NEEDS_THREAD;
        }
        return run(rest(script), portal, maxRows, sink, mode);
      }
      case "wait" -> {
        if (mode == ExecuteMode.INLINE) {
          return Outcome.NEEDS_THREAD;
        }
        awaitCancel();
      }
      case "rows" -> {
        return rows(number(words), portal, maxRows, sink);
      }
      case "broken" -> broken(sink);
      case "wide" -> wide(number(words), portal, sink);
      case "error" ->
          throw new SqlError(SqlState.DIVISION_BY_ZERO, "division by zero")
              .detail("d")
              .hint("h")
              .at(7);
      case "crash" -> throw new IllegalStateException("scripted");
      case "notice" -> {
        listener.notice(
            new Notice("WARNING", new SqlError(SqlState.WARNING, "there is no transaction")));
        sink.complete("NOTICE");
      }
      case "set" -> {
        if (words.length != 3) {
          throw unknown(script);
        }
        listener.parameterStatus(words[1], words[2]);
        sink.complete("SET");
      }
      case "begin" -> {
        status = 'T';
        sink.complete("BEGIN");
      }
      case "commit" -> {
        sink.complete(status == 'E' ? "ROLLBACK" : "COMMIT");
        status = 'I';
      }
      case "copyin" -> {
        copied = 0;
        sink.copyIn(false, 2);
        return Outcome.COPY_IN;
      }
      case "copyout" -> {
        sink.copyOut(false, 1);
        byte[] line = "line\n".getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < number(words); i++) {
          sink.copyData(line, 0, line.length);
        }
        sink.copyDone();
        sink.complete("COPY ", number(words));
      }
      default -> throw unknown(script);
    }
    return Outcome.COMPLETE;
  }

  private static SqlError unknown(String script) {
    return new SqlError(SqlState.SYNTAX_ERROR, "not in the script: " + script);
  }

  private static String rest(String script) {
    return script.substring(script.indexOf(' ') + 1);
  }

  private static int number(String[] words) {
    if (words.length != 2 || !words[1].matches("[0-9]{1,8}")) {
      throw unknown(String.join(" ", words));
    }
    return Integer.parseInt(words[1]);
  }

  private void awaitCancel() {
    try {
      canceled.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    throw new SqlError(SqlState.QUERY_CANCELED, "canceling statement due to user request");
  }

  private Outcome rows(int count, @Nullable Bound portal, int maxRows, ResultSink sink) {
    sink.columns(ROW);
    Datum number = new Datum();
    Datum text = new Datum();
    int from = portal == null ? 0 : portal.given;
    int to = maxRows == 0 ? count : Math.min(count, from + maxRows);
    for (int i = from; i < to; i++) {
      number.setLong(i - 1);
      if (i % 3 == 2) {
        text.setNull();
      } else {
        text.setText("t" + i);
      }
      sink.beginRow();
      sink.value(ROW[0], number, style);
      sink.value(ROW[1], text, style);
      sink.endRow();
    }
    if (portal != null) {
      portal.given = to;
    }
    if (maxRows > 0 && to - from == maxRows) {
      return Outcome.SUSPENDED;
    }
    sink.complete("SELECT ", to - from);
    return Outcome.COMPLETE;
  }

  private void broken(ResultSink sink) {
    Datum number = new Datum();
    number.setLong(1);
    sink.columns(ROW);
    sink.beginRow();
    sink.value(ROW[0], number, style);
    listener.notice(new Notice("NOTICE", new SqlError(SqlState.SUCCESSFUL_COMPLETION, "first")));
    sink.value(ROW[1], new Datum(), style);
    sink.endRow();
    sink.beginRow();
    sink.value(ROW[0], number, style);
    throw new SqlError(SqlState.DIVISION_BY_ZERO, "division by zero");
  }

  private void wide(int length, @Nullable Bound portal, ResultSink sink) {
    Datum number = new Datum();
    Datum text = new Datum();
    text.setBytes(new byte[length]);
    number.setLong(length);
    sink.columns(ROW);
    sink.beginRow();
    sink.value(ROW[0], number, style);
    sink.value(ROW[1], text, style);
    sink.endRow();
    sink.complete("SELECT ", 1);
  }

  @Override
  public PreparedStatement prepare(
      byte[] name, byte[] text, @Nullable ParsedStatement statement, int[] parameterTypes) {
    String key = new String(name, StandardCharsets.UTF_8);
    if (!key.isEmpty() && prepared.containsKey(key)) {
      throw new SqlError(
          SqlState.DUPLICATE_PREPARED_STATEMENT,
          "prepared statement \"" + key + "\" already exists");
    }
    String script = statement == null ? "" : ((LoadStatement) statement.tree()).file();
    Prepared made = new Prepared(script, parameterTypes.length);
    prepared.put(key, made);
    return made;
  }

  private static String key(byte[] message, int offset, int length) {
    return new String(message, offset, length, StandardCharsets.UTF_8);
  }

  @Override
  public @Nullable PreparedStatement preparedStatement(byte[] message, int offset, int length) {
    return prepared.get(key(message, offset, length));
  }

  @Override
  public @Nullable Portal portal(byte[] message, int offset, int length) {
    return portals.get(key(message, offset, length));
  }

  @Override
  public Portal bind(
      byte[] message,
      int nameOffset,
      int nameLength,
      PreparedStatement statement,
      ParameterValues values,
      boolean[] resultFormats,
      int resultFormatCount) {
    if (values.count() != statement.parameterTypes().length) {
      throw new SqlError(SqlState.PROTOCOL_VIOLATION, "wrong number of parameters");
    }
    Bound bound = new Bound((Prepared) statement, Arrays.copyOf(resultFormats, resultFormatCount));
    portals.put(key(message, nameOffset, nameLength), bound);
    return bound;
  }

  @Override
  public Outcome execute(Portal portal, int maxRows, ResultSink sink, ExecuteMode mode) {
    Bound bound = (Bound) portal;
    return run(bound.statement.script(), bound, maxRows, sink, mode);
  }

  @Override
  public void closeStatement(byte[] message, int offset, int length) {
    prepared.remove(key(message, offset, length));
  }

  @Override
  public void closePortal(byte[] message, int offset, int length) {
    portals.remove(key(message, offset, length));
  }

  @Override
  public Outcome sync(ExecuteMode mode) {
    if (status == 'I') {
      portals.clear();
    }
    return Outcome.COMPLETE;
  }

  @Override
  public void fail() {
    if (status == 'T') {
      status = 'E';
    }
  }

  @Override
  public Outcome copyData(byte[] data, int offset, int length, ExecuteMode mode) {
    if (length > 0 && data[offset] == '!') {
      throw new SqlError(SqlState.BAD_COPY_FILE_FORMAT, "bad line");
    }
    if (length > 0 && data[offset] == '?' && mode == ExecuteMode.INLINE) {
      return Outcome.NEEDS_THREAD;
    }
    copied += length;
    return Outcome.COMPLETE;
  }

  @Override
  public Outcome copyDone(ResultSink sink, ExecuteMode mode) {
    sink.complete("COPY ", copied);
    return Outcome.COMPLETE;
  }

  @Override
  public void copyFail(String message) {
    throw new SqlError(SqlState.QUERY_CANCELED, "COPY from stdin failed: " + message);
  }

  @Override
  public void deliverNotifications() {}

  @Override
  public void cancel() {
    canceled.countDown();
  }

  @Override
  public void close() {
    closed.accept(this);
  }
}
