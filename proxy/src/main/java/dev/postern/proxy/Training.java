package dev.postern.proxy;

import dev.postern.proxy.wire.FrontendEncoder;
import dev.postern.proxy.wire.MessageType;
import dev.postern.proxy.wire.ProtocolVersion;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The work of a training run: what a client does first, so that the JVM's cache holds the classes
 * and code for it. Answers are read and not looked at, as what is not built yet must not keep the
 * rest from being cached.
 */
final class Training {
  private static final int TIMEOUT_MILLIS = 20_000;

  private static final List<String> SIMPLE =
      List.of(
          "SELECT 1",
          "CREATE TABLE training (id integer PRIMARY KEY, name text NOT NULL, at timestamptz)",
          "BEGIN; INSERT INTO training VALUES (1, 'a', now()), (2, 'b', now()); COMMIT",
          "SELECT name, count(*) FROM training WHERE id > 0 GROUP BY name ORDER BY 1 LIMIT 3",
          "UPDATE training SET name = name || 'x' WHERE id = 1",
          "SELECT a.id FROM training a JOIN training b ON a.id = b.id WHERE a.name LIKE 'a%'",
          "SHOW server_version",
          "SET application_name TO 'training'",
          "SELECT nothing FROM nowhere",
          "DELETE FROM training",
          "DROP TABLE training");

  private Training() {}

  /**
   * Connects to a server of this process and works on it.
   *
   * @param port where it listens on the loopback interface
   */
  static void run(int port) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      socket.setSoTimeout(TIMEOUT_MILLIS);
      DataInputStream in = new DataInputStream(socket.getInputStream());
      send(
          socket,
          out ->
              FrontendEncoder.startup(
                  out,
                  ProtocolVersion.VERSION_3_0,
                  Map.of("user", "postgres", "database", "postgres")));
      awaitReady(in);
      for (String statement : SIMPLE) {
        send(socket, out -> FrontendEncoder.query(out, statement));
        awaitReady(in);
      }
      send(socket, Training::extended);
      awaitReady(in);
      send(socket, FrontendEncoder::terminate);
    }
  }

  private static void extended(ByteBuf out) {
    byte[] name = bytes("s");
    FrontendEncoder.parse(out, name, bytes("SELECT $1::int4 + 1"), new int[0]);
    FrontendEncoder.describe(out, 'S', name);
    for (int i = 0; i < 3; i++) {
      FrontendEncoder.bind(
          out, bytes(""), name, new boolean[0], List.of(bytes("41")), new boolean[] {i == 1});
      FrontendEncoder.execute(out, bytes(""), 0);
    }
    FrontendEncoder.sync(out);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static void send(Socket socket, Consumer<ByteBuf> messages) throws IOException {
    ByteBuf out = Unpooled.buffer();
    messages.accept(out);
    socket.getOutputStream().write(out.array(), 0, out.readableBytes());
  }

  private static void awaitReady(DataInputStream in) throws IOException {
    byte type;
    do {
      type = in.readByte();
      in.skipNBytes(in.readInt() - 4);
    } while (type != MessageType.READY_FOR_QUERY);
  }
}
