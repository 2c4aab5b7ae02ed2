package dev.postern.backend.reference;

import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A client of the simple query protocol without a driver's opinions: every value is the text the
 * server sent, every error has all its fields. Trust authentication only.
 */
public final class PlainConnection implements AutoCloseable {
  /**
   * What a query string gave.
   *
   * @param rows of all its statements, null for NULL
   * @param tags command tags, in order
   * @param error fields of ErrorResponse by their letter, empty where there was none
   */
  public record Answer(
      List<@Nullable String[]> rows, List<String> tags, Map<Character, String> error) {}

  private final Socket socket;
  private final DataInputStream in;
  private final DataOutputStream out;

  public PlainConnection(String host, int port, String user, String database) {
    try {
      socket = new Socket(host, port);
      socket.setTcpNoDelay(true);
      in = new DataInputStream(new java.io.BufferedInputStream(socket.getInputStream()));
      out = new DataOutputStream(socket.getOutputStream());
      ByteArrayOutputStream body = new ByteArrayOutputStream();
      DataOutputStream data = new DataOutputStream(body);
      data.writeInt(3 << 16);
      for (String word : List.of("user", user, "database", database, "")) {
        data.write(word.getBytes(StandardCharsets.UTF_8));
        data.writeByte(0);
      }
      out.writeInt(body.size() + 4);
      out.write(body.toByteArray());
      Answer answer = read();
      if (!answer.error().isEmpty()) {
        throw new IllegalStateException(answer.error().toString());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Sends one Query message and reads up to ReadyForQuery. */
  public Answer query(String sql) {
    try {
      byte[] text = sql.getBytes(StandardCharsets.UTF_8);
      ByteArrayOutputStream message = new ByteArrayOutputStream();
      DataOutputStream data = new DataOutputStream(message);
      data.writeByte('Q');
      data.writeInt(text.length + 5);
      data.write(text);
      data.writeByte(0);
      out.write(message.toByteArray());
      return read();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Answer read() throws IOException {
    Answer answer = new Answer(new ArrayList<>(), new ArrayList<>(), new LinkedHashMap<>());
    while (true) {
      int type = in.read();
      if (type < 0) {
        throw new EOFException("connection closed: " + answer.error());
      }
      byte[] body = new byte[in.readInt() - 4];
      in.readFully(body);
      switch (type) {
        case 'D' -> answer.rows().add(row(body));
        case 'C' -> answer.tags().add(new String(body, 0, body.length - 1, StandardCharsets.UTF_8));
        case 'E' -> {
          for (int at = 0; body[at] != 0; ) {
            int end = at + 1;
            while (body[end] != 0) {
              end++;
            }
            answer
                .error()
                .put(
                    (char) body[at],
                    new String(body, at + 1, end - at - 1, StandardCharsets.UTF_8));
            at = end + 1;
          }
        }
        case 'R' -> {
          if (body[3] != 0) {
            throw new IllegalStateException("authentication " + body[3]);
          }
        }
        case 'Z' -> {
          return answer;
        }
        default -> {}
      }
    }
  }

  private static @Nullable String[] row(byte[] body) throws IOException {
    DataInputStream data = new DataInputStream(new java.io.ByteArrayInputStream(body));
    @Nullable String[] row = new String[data.readUnsignedShort()];
    for (int i = 0; i < row.length; i++) {
      int length = data.readInt();
      if (length >= 0) {
        row[i] = new String(data.readNBytes(length), StandardCharsets.UTF_8);
      }
    }
    return row;
  }

  @Override
  public void close() {
    try {
      socket.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
