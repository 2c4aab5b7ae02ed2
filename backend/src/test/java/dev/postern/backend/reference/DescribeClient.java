package dev.postern.backend.reference;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Asks a server what a statement's parameters and result columns are, without running it. */
public final class DescribeClient implements AutoCloseable {
  /** A result column as RowDescription tells it. */
  public record Column(String name, int table, int number, int type, int typmod) {}

  /**
   * What Parse and Describe gave.
   *
   * @param error fields of ErrorResponse by their letter; empty where there was none
   */
  public record Description(
      List<Integer> parameters, List<Column> columns, Map<Character, String> error) {}

  private final Socket socket;
  private final DataInputStream in;
  private final DataOutputStream out;

  public DescribeClient(String host, int port, String user, String database) throws IOException {
    socket = new Socket(host, port);
    socket.setTcpNoDelay(true);
    in = new DataInputStream(new java.io.BufferedInputStream(socket.getInputStream()));
    out = new DataOutputStream(new java.io.BufferedOutputStream(socket.getOutputStream()));
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    DataOutputStream data = new DataOutputStream(body);
    data.writeInt(3 << 16);
    for (String word : List.of("user", user, "database", database, "")) {
      string(data, word);
    }
    out.writeInt(body.size() + 4);
    out.write(body.toByteArray());
    out.flush();
    read();
  }

  public Description describe(String sql) {
    try {
      ByteArrayOutputStream parse = new ByteArrayOutputStream();
      DataOutputStream data = new DataOutputStream(parse);
      string(data, "");
      string(data, sql);
      data.writeShort(0);
      message('P', parse.toByteArray());
      message('D', new byte[] {'S', 0});
      message('S', new byte[0]);
      out.flush();
      return read();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void string(DataOutputStream data, String text) throws IOException {
    data.write(text.getBytes(StandardCharsets.UTF_8));
    data.writeByte(0);
  }

  private void message(char type, byte[] body) throws IOException {
    out.writeByte(type);
    out.writeInt(body.length + 4);
    out.write(body);
  }

  private Description read() throws IOException {
    List<Integer> parameters = new ArrayList<>();
    List<Column> columns = new ArrayList<>();
    Map<Character, String> error = new TreeMap<>();
    while (true) {
      int type = in.read();
      if (type < 0) {
        throw new EOFException("connection closed: " + error);
      }
      byte[] body = new byte[in.readInt() - 4];
      in.readFully(body);
      DataInputStream data = new DataInputStream(new ByteArrayInputStream(body));
      switch (type) {
        case 't' -> {
          int count = data.readUnsignedShort();
          for (int i = 0; i < count; i++) {
            parameters.add(data.readInt());
          }
        }
        case 'T' -> {
          int count = data.readUnsignedShort();
          for (int i = 0; i < count; i++) {
            String name = string(data);
            int table = data.readInt();
            int number = data.readShort();
            int columnType = data.readInt();
            data.readShort();
            columns.add(new Column(name, table, number, columnType, data.readInt()));
            data.readShort();
          }
        }
        case 'E' -> {
          for (int field = data.read(); field > 0; field = data.read()) {
            error.put((char) field, string(data));
          }
        }
        case 'Z' -> {
          return new Description(parameters, columns, error);
        }
        default -> {}
      }
    }
  }

  private static String string(DataInputStream data) throws IOException {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    for (int c = data.read(); c > 0; c = data.read()) {
      text.write(c);
    }
    return text.toString(StandardCharsets.UTF_8);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
