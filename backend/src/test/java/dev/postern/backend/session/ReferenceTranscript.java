package dev.postern.backend.session;

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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What the reference server answers to query strings, line by line as {@link Transcript} has it.
 */
final class ReferenceTranscript implements AutoCloseable {
  private final Socket socket;
  private final DataInputStream in;
  private final DataOutputStream out;

  ReferenceTranscript(String host, int port, String user, String database) {
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
      read(new Transcript(), "");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  List<String> run(SqlScript.Step step) {
    try {
      send('Q', (step.sql() + "\0").getBytes(StandardCharsets.UTF_8));
      Transcript transcript = new Transcript();
      read(transcript, step.copyData());
      return transcript.lines();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void send(char type, byte[] body) throws IOException {
    ByteArrayOutputStream message = new ByteArrayOutputStream();
    DataOutputStream data = new DataOutputStream(message);
    data.writeByte(type);
    data.writeInt(body.length + 4);
    data.write(body);
    out.write(message.toByteArray());
  }

  private void read(Transcript transcript, String copyData) throws IOException {
    while (true) {
      int type = in.read();
      if (type < 0) {
        throw new EOFException("connection closed");
      }
      byte[] body = new byte[in.readInt() - 4];
      in.readFully(body);
      DataInputStream data = new DataInputStream(new ByteArrayInputStream(body));
      switch (type) {
        case 'T' -> columns(data, transcript);
        case 'D' -> row(data, transcript);
        case 'C' -> transcript.tag(string(data));
        case 'I' -> transcript.tag("(empty)");
        case 'E', 'N' -> {
          Map<Character, String> fields = new LinkedHashMap<>();
          for (int field = data.read(); field > 0; field = data.read()) {
            fields.put((char) field, string(data));
          }
          transcript.message(fields);
        }
        case 'G' -> {
          transcript.copyIn(data.read() == 1, data.readShort());
          if (!copyData.isEmpty()) {
            send('d', copyData.getBytes(StandardCharsets.UTF_8));
          }
          send('c', new byte[0]);
        }
        case 'H' -> transcript.copyOut(data.read() == 1, data.readShort());
        case 'd' -> transcript.copyData(body, 0, body.length);
        case 'A' -> {
          data.readInt();
          transcript.notification(string(data), string(data));
        }
        case 'Z' -> {
          transcript.status((char) body[0]);
          return;
        }
        default -> {
          // Keys, settings, authentication.
        }
      }
    }
  }

  private static void columns(DataInputStream data, Transcript transcript) throws IOException {
    List<String> columns = new ArrayList<>();
    int count = data.readUnsignedShort();
    for (int i = 0; i < count; i++) {
      String name = string(data);
      boolean ofTable = data.readInt() != 0;
      int attribute = data.readShort();
      int type = data.readInt();
      int size = data.readShort();
      int typmod = data.readInt();
      data.readShort();
      columns.add(Transcript.column(name, ofTable, attribute, type, size, typmod));
    }
    transcript.columns(columns);
  }

  private static void row(DataInputStream data, Transcript transcript) throws IOException {
    List<String> values = new ArrayList<>();
    int count = data.readUnsignedShort();
    for (int i = 0; i < count; i++) {
      int length = data.readInt();
      values.add(length < 0 ? "NULL" : new String(data.readNBytes(length), StandardCharsets.UTF_8));
    }
    transcript.row(values);
  }

  private static String string(DataInputStream data) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int b = data.read(); b > 0; b = data.read()) {
      bytes.write(b);
    }
    return bytes.toString(StandardCharsets.UTF_8);
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
