package dev.postern.proxy.client;

import dev.postern.proxy.wire.FrontendEncoder;
import dev.postern.proxy.wire.ProtocolVersion;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.EOFException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Bytes to send to a server in one flight, after login or in its place, until it closes.
 *
 * @param loggedIn whether they come after a login
 */
record ProtocolScript(String name, boolean loggedIn, byte[] bytes) {
  private static final byte[] UNNAMED = {};

  static final List<ProtocolScript> WITHOUT_ENGINE = withoutEngine();
  static final List<ProtocolScript> WITH_ENGINE = withEngine();

  @Override
  public String toString() {
    return name;
  }

  /**
   * Sends it, ends the input, and gives all that came back. What differs from server to server and
   * is not part of the answer (settings, keys) is left out.
   */
  String answerOf(int port) throws Exception {
    try (WireClient client = loggedIn ? WireClient.loggedIn(port) : new WireClient(port)) {
      client.sendBytes(bytes);
      if (loggedIn) {
        client.shutdownOutput();
      }
      try {
        // Which temporary schema a session gets is chance.
        return client.until('\0', false).replaceAll("pg_temp_[0-9]+", "pg_temp");
      } catch (EOFException e) {
        return String.valueOf(e.getMessage());
      }
    }
  }

  private static List<ProtocolScript> withoutEngine() {
    List<ProtocolScript> scripts = new ArrayList<>();
    before(scripts, "version 2.0", raw(0, 0, 0, 8, 0, 2, 0, 0));
    before(scripts, "version 4.1", raw(0, 0, 0, 8, 0, 4, 0, 1));
    before(scripts, "length 7", raw(0, 0, 0, 7, 0, 3, 0, 0));
    before(scripts, "length 10005", raw(0, 0, 0x27, 0x15, 0, 3, 0, 0));
    before(scripts, "http", raw("GET / HTTP/1.0\r\n\r\n".chars().toArray()));
    before(scripts, "no user", raw(0, 0, 0, 9, 0, 3, 0, 0, 0));
    before(scripts, "no terminator", raw(0, 0, 0, 13, 0, 3, 0, 0, 'u', 's', 'e', 'r', 0));
    before(scripts, "nothing at all after version", raw(0, 0, 0, 8, 0, 3, 0, 0));
    before(scripts, "value missing", raw(0, 0, 0, 14, 0, 3, 0, 0, 'u', 's', 'e', 'r', 0, 0));
    before(scripts, "bytes after terminator", raw(0, 0, 0, 10, 0, 3, 0, 0, 0, 0));
    before(scripts, "short cancel", raw(0, 0, 0, 8, 4, 0xd2, 0x16, 0x2e));
    before(scripts, "wrong cancel", raw(0, 0, 0, 16, 4, 0xd2, 0x16, 0x2e, 0, 0, 0, 1, 0, 0, 0, 1));
    startup(scripts, "missing database", "database", "missing");
    startup(scripts, "bad option", "options", "-Q");
    startup(scripts, "option without value", "options", "-c geqo");
    startup(scripts, "long option without value", "options", "--geqo");
    startup(scripts, "bad replication", "replication", "maybe");
    after(scripts, "unknown type", out -> out.writeByte('z'));
    after(scripts, "password", out -> out.writeByte('p'));
    after(scripts, "length 3", out -> out.writeByte('Q').writeInt(3));
    after(scripts, "sync of 10001", out -> out.writeByte('S').writeInt(10_005));
    after(scripts, "long sync", out -> message(out, 'S', 0));
    after(scripts, "empty query", out -> FrontendEncoder.query(out, ""));
    after(scripts, "query without end", out -> message(out, 'Q', 'a'));
    after(scripts, "query with tail", out -> message(out, 'Q', 0, 0));
    after(scripts, "query without body", out -> message(out, 'Q'));
    after(scripts, "query in bad UTF-8", out -> message(out, 'Q', 0xc3, 0x28, 0));
    after(scripts, "query in cut-off UTF-8", out -> message(out, 'Q', 0xe2, 0x82, 0));
    after(scripts, "stray copy messages", ProtocolScript::strayCopy);
    synced(scripts, "parse without types", out -> message(out, 'P', 0, 0));
    synced(scripts, "parse with too few types", out -> message(out, 'P', 0, 0, 0, 2, 0));
    synced(scripts, "parse with tail", out -> message(out, 'P', 0, 0, 0, 0, 1));
    synced(scripts, "parse name in bad UTF-8", out -> message(out, 'P', 0xff, 0, 0, 0, 0));
    synced(scripts, "bind of nothing", out -> message(out, 'B', 0, 'n', 0, 0, 0, 0, 0, 0, 0));
    synced(scripts, "bind unnamed", out -> message(out, 'B', 0, 0, 0, 0, 0, 0, 0, 0));
    synced(scripts, "bind without body", out -> message(out, 'B'));
    synced(scripts, "describe without body", out -> message(out, 'D'));
    synced(scripts, "describe of X", out -> message(out, 'D', 'X', 0));
    synced(scripts, "describe no portal", out -> message(out, 'D', 'P', 'n', 0));
    synced(scripts, "describe no statement", out -> message(out, 'D', 'S', 'n', 0));
    synced(scripts, "describe unnamed", out -> message(out, 'D', 'S', 0));
    synced(scripts, "describe with tail", out -> message(out, 'D', 'S', 0, 0));
    synced(scripts, "close of X", out -> message(out, 'C', 'X', 0));
    synced(scripts, "close of nothing", out -> message(out, 'C', 'S', 'n', 0));
    synced(scripts, "execute no portal", out -> message(out, 'E', 'n', 0, 0, 0, 0, 0));
    synced(scripts, "execute without limit", out -> message(out, 'E', 0));
    synced(scripts, "flush with body", out -> message(out, 'H', 0));
    synced(
        scripts,
        "error, then skipped messages",
        out -> {
          message(out, 'D', 'P', 'n', 0);
          FrontendEncoder.query(out, "");
          FrontendEncoder.execute(out, UNNAMED, 0);
          FrontendEncoder.sync(out);
          FrontendEncoder.query(out, "");
        });
    after(
        scripts,
        "terminate after an error",
        out -> {
          message(out, 'D', 'P', 'n', 0);
          FrontendEncoder.terminate(out);
          FrontendEncoder.query(out, "");
        });
    after(
        scripts,
        "nothing after terminate",
        out -> {
          FrontendEncoder.terminate(out);
          FrontendEncoder.query(out, "");
        });
    return List.copyOf(scripts);
  }

  private static void strayCopy(ByteBuf out) {
    FrontendEncoder.copyData(out, new byte[] {'x'}, 0, 1);
    FrontendEncoder.copyFail(out, "x");
    FrontendEncoder.copyDone(out);
    FrontendEncoder.query(out, "");
  }

  private static List<ProtocolScript> withEngine() {
    List<ProtocolScript> scripts = new ArrayList<>();
    for (String text :
        List.of(
            "SELECT 1",
            "SELECT 1; SELECT 2",
            "SELECT 1; SELECT 1/a FROM generate_series(0, 0) a; SELECT 2",
            "SELECT 1; nonsense",
            "SELECT 'é' AS \"ü\", nowhere",
            "BEGIN; SELECT 1/a FROM generate_series(0, 0) a",
            "BEGIN; COMMIT; BEGIN",
            "COMMIT",
            "ROLLBACK",
            "BEGIN; BEGIN",
            "SET application_name = 'x'; SELECT 1",
            "SET application_name = 'x'; SELECT 1/a FROM generate_series(0, 0) a",
            "SET nothing.like = 'x'; SHOW nothing.like",
            "SET nosuch = 1",
            "SHOW server_version",
            "SELECT NULL::int4, true, 1::int2, 2::int8, 1.5::float8, 1.50::numeric, 'x'::text",
            "CREATE TEMP TABLE t (a int PRIMARY KEY, b text NOT NULL); INSERT INTO t VALUES (1,"
                + " 'a'); INSERT INTO t VALUES (1, 'a')",
            "CREATE TEMP TABLE t (a int, b text NOT NULL); INSERT INTO t VALUES (1, NULL)",
            "CREATE TEMP TABLE t (a int); INSERT INTO t VALUES (1), (2) RETURNING a; TABLE t;"
                + " UPDATE t SET a = a + 1; DELETE FROM t",
            "CREATE TEMP TABLE t (a int); COPY t TO STDOUT",
            "CREATE TEMP TABLE t (a int, b text); INSERT INTO t VALUES (1, E'a\\tb'), (2, NULL);"
                + " COPY t TO STDOUT",
            "DROP TABLE IF EXISTS nowhere")) {
      after(scripts, text, out -> FrontendEncoder.query(out, text));
    }
    synced(
        scripts,
        "parse, describe, bind, execute",
        out -> {
          parse(out, "s", "SELECT $1::int4 + 1 AS n, $2::text");
          FrontendEncoder.describe(out, 'S', WireClient.bytes("s"));
          bind(out, "", "s", true, "41", "x");
          FrontendEncoder.describe(out, 'P', UNNAMED);
          FrontendEncoder.execute(out, UNNAMED, 0);
          FrontendEncoder.execute(out, UNNAMED, 0);
        });
    synced(
        scripts,
        "row limits",
        out -> {
          parse(out, "", "VALUES (1), (2), (3)");
          bind(out, "p", "", false);
          FrontendEncoder.execute(out, WireClient.bytes("p"), 2);
          FrontendEncoder.execute(out, WireClient.bytes("p"), 1);
          FrontendEncoder.execute(out, WireClient.bytes("p"), 1);
        });
    synced(
        scripts,
        "names taken",
        out -> {
          parse(out, "s", "SELECT 1");
          parse(out, "s", "SELECT 2");
        });
    synced(
        scripts,
        "portal's name taken",
        out -> {
          parse(out, "", "SELECT 1");
          bind(out, "p", "", false);
          bind(out, "p", "", false);
        });
    synced(
        scripts,
        "too few parameters",
        out -> {
          parse(out, "s", "SELECT $1::int4");
          bind(out, "", "s", false);
        });
    synced(
        scripts,
        "bad parameter",
        out -> {
          parse(out, "s", "SELECT $1::int4");
          bind(out, "", "s", false, "x");
        });
    synced(scripts, "several statements", out -> parse(out, "", "SELECT 1; SELECT 2"));
    synced(scripts, "syntax error in parse", out -> parse(out, "", "SELECT FROM WHERE"));
    synced(
        scripts,
        "empty statement",
        out -> {
          parse(out, "", " ; ");
          FrontendEncoder.describe(out, 'S', UNNAMED);
          bind(out, "", "", false);
          FrontendEncoder.describe(out, 'P', UNNAMED);
          FrontendEncoder.execute(out, UNNAMED, 0);
        });
    synced(
        scripts,
        "failed block",
        out -> {
          FrontendEncoder.query(out, "BEGIN");
          parse(out, "s", "SELECT 1");
          FrontendEncoder.query(out, "SELECT 1/a FROM generate_series(0, 0) a");
          FrontendEncoder.describe(out, 'S', WireClient.bytes("s"));
          FrontendEncoder.sync(out);
          bind(out, "", "s", false);
          FrontendEncoder.sync(out);
          parse(out, "", "SELECT 2");
          FrontendEncoder.sync(out);
          parse(out, "", "ROLLBACK");
          bind(out, "", "", false);
          FrontendEncoder.execute(out, UNNAMED, 0);
        });
    after(
        scripts,
        "copy in",
        out -> {
          FrontendEncoder.query(
              out, "CREATE TEMP TABLE t (a int); COPY t FROM STDIN; SELECT count(*) FROM t");
          copyData(out, "1\n2\n");
          FrontendEncoder.sync(out);
          copyData(out, "3\n");
          FrontendEncoder.copyDone(out);
        });
    after(
        scripts,
        "copy in with a bad line",
        out -> {
          FrontendEncoder.query(out, "CREATE TEMP TABLE t (a int); COPY t FROM STDIN; SELECT 1");
          copyData(out, "1\nx\n");
          copyData(out, "3\n");
          FrontendEncoder.copyDone(out);
          FrontendEncoder.query(out, "SELECT 2");
        });
    after(
        scripts,
        "copy fail",
        out -> {
          FrontendEncoder.query(out, "CREATE TEMP TABLE t (a int); COPY t FROM STDIN");
          FrontendEncoder.copyFail(out, "enough");
        });
    return List.copyOf(scripts);
  }

  private static void parse(ByteBuf out, String name, String text) {
    FrontendEncoder.parse(out, WireClient.bytes(name), WireClient.bytes(text), new int[0]);
  }

  private static void bind(
      ByteBuf out, String portal, String statement, boolean binaryResult, String... values) {
    FrontendEncoder.bind(
        out,
        WireClient.bytes(portal),
        WireClient.bytes(statement),
        new boolean[0],
        Arrays.stream(values).map(WireClient::bytes).toList(),
        binaryResult ? new boolean[] {true} : new boolean[0]);
  }

  private static void copyData(ByteBuf out, String lines) {
    byte[] data = WireClient.bytes(lines);
    FrontendEncoder.copyData(out, data, 0, data.length);
  }

  private static byte[] raw(int... values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return bytes;
  }

  private static void message(ByteBuf out, int type, int... body) {
    out.writeByte(type).writeInt(4 + body.length).writeBytes(raw(body));
  }

  private static void before(List<ProtocolScript> scripts, String name, byte[] bytes) {
    scripts.add(new ProtocolScript(name, false, bytes));
  }

  private static void startup(
      List<ProtocolScript> scripts, String name, String parameter, String value) {
    ByteBuf out = Unpooled.buffer();
    Map<String, String> parameters = new TreeMap<>();
    parameters.put("user", "postgres");
    parameters.put("database", "postgres");
    parameters.put(parameter, value);
    FrontendEncoder.startup(out, ProtocolVersion.VERSION_3_0, parameters);
    before(scripts, name, bytesOf(out));
  }

  private static void after(List<ProtocolScript> scripts, String name, Consumer<ByteBuf> messages) {
    ByteBuf out = Unpooled.buffer();
    messages.accept(out);
    scripts.add(new ProtocolScript(name, true, bytesOf(out)));
  }

  private static void synced(
      List<ProtocolScript> scripts, String name, Consumer<ByteBuf> messages) {
    after(scripts, name, messages.andThen(FrontendEncoder::sync));
  }

  private static byte[] bytesOf(ByteBuf out) {
    byte[] bytes = new byte[out.readableBytes()];
    out.readBytes(bytes);
    return bytes;
  }
}
