package dev.postern.backend.type;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.reference.PlainConnection;
import dev.postern.backend.reference.ReferenceServer;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** Reads texts as values here and in the reference server, and describes what came of it. */
final class TypeComparison implements AutoCloseable {
  private final PlainConnection connection = ReferenceServer.shared().connectPlain("postgres");
  final DisplayStyle style = new DisplayStyle();

  void set(String setting, String value) {
    run("SET " + setting + " = '" + value + "'");
  }

  void run(String sql) {
    PlainConnection.Answer answer = connection.query(sql);
    if (!answer.error().isEmpty()) {
      throw new IllegalStateException(sql + ": " + answer.error());
    }
  }

  /** Text form and binary form as hex, or the error's fields. */
  static String ours(SqlType type, String text, int typmod, DisplayStyle style) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    Datum value = new Datum();
    try {
      type.input(bytes, 0, bytes.length, typmod, style, value);
      ByteArrayWriter output = new ByteArrayWriter();
      type.output(value, style, output);
      ByteArrayWriter binary = new ByteArrayWriter();
      type.send(value, binary);
      if (binary.size() != type.sendLength(value)) {
        return "sendLength says " + type.sendLength(value) + ", not " + binary.size();
      }
      return output.text() + " " + HexFormat.of().formatHex(binary.toByteArray());
    } catch (SqlError e) {
      return error(e.sqlState(), e.message(), e.detail(), e.hint(), e.context());
    }
  }

  /** The same of the server. */
  String theirs(String typeName, String send, String text) {
    String literal = "E'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
    String sql =
        "SELECT v, encode("
            + send
            + "(v), 'hex') FROM (SELECT "
            + literal
            + "::"
            + typeName
            + " v)";
    PlainConnection.Answer answer = connection.query(sql);
    var error = answer.error();
    if (error.isEmpty()) {
      @Nullable String[] row = answer.rows().getFirst();
      return row[0] + " " + row[1];
    }
    return error(
        String.valueOf(error.get('C')),
        String.valueOf(error.get('M')),
        error.get('D'),
        error.get('H'),
        error.get('W'));
  }

  private static String error(
      String state,
      String message,
      @Nullable String detail,
      @Nullable String hint,
      @Nullable String context) {
    return state + " " + message + " detail:" + detail + " hint:" + hint + " context:" + context;
  }

  @Override
  public void close() {
    connection.close();
  }
}
