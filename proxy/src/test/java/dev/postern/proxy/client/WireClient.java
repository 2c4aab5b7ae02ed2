package dev.postern.proxy.client;

import dev.postern.proxy.wire.FrontendEncoder;
import dev.postern.proxy.wire.FrontendFrame;
import dev.postern.proxy.wire.ProtocolVersion;
import dev.postern.proxy.wire.Reply;
import dev.postern.proxy.wire.ReplyDecoder;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A client that sends exactly the bytes it is told to, and shows what came back as text. */
public final class WireClient implements AutoCloseable {
  private static final int TIMEOUT_MILLIS = 20_000;
  private static final int LONGEST = 64 << 20;

  private final Socket socket;
  private final InputStream in;
  private final ReplyDecoder decoder = new ReplyDecoder();
  private int processId;
  private byte[] secretKey = new byte[0];

  public WireClient(int port) throws IOException {
    socket = new Socket(InetAddress.getLoopbackAddress(), port);
    socket.setSoTimeout(TIMEOUT_MILLIS);
    socket.setTcpNoDelay(true);
    in = new BufferedInputStream(socket.getInputStream());
  }

  /** Connects and reads up to the first ReadyForQuery. */
  public static WireClient loggedIn(int port, String... parameters) throws IOException {
    WireClient client = new WireClient(port);
    client.startup(ProtocolVersion.VERSION_3_0, parameters);
    client.untilReady();
    return client;
  }

  /** Sends a StartupMessage for user and database postgres, with more parameters or others. */
  public void startup(int version, String... parameters) throws IOException {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("user", "postgres");
    all.put("database", "postgres");
    for (int i = 0; i < parameters.length; i += 2) {
      all.put(parameters[i], parameters[i + 1]);
    }
    send(out -> FrontendEncoder.startup(out, version, all));
  }

  public void send(Consumer<ByteBuf> messages) throws IOException {
    ByteBuf out = Unpooled.buffer();
    messages.accept(out);
    byte[] bytes = new byte[out.readableBytes()];
    out.readBytes(bytes);
    sendBytes(bytes);
  }

  void sendBytes(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
  }

  /** Sends a Query and gives everything up to ReadyForQuery. */
  public String query(String text) throws IOException {
    send(out -> FrontendEncoder.query(out, text));
    return untilReady();
  }

  /** Everything up to and with the next ReadyForQuery, or the end of the connection. */
  public String untilReady() throws IOException {
    return until('Z', true);
  }

  /** As {@link #untilReady}, but with ParameterStatus and BackendKeyData left out. */
  public String until(char type, boolean withSession) throws IOException {
    StringBuilder shown = new StringBuilder();
    while (true) {
      byte[] frame = frame();
      if (frame == null) {
        return shown.append("closed").toString();
      }
      Reply reply = decode(frame);
      if (reply instanceof Reply.BackendKeyData key) {
        processId = key.processId();
        secretKey = key.secretKey();
      }
      boolean ofSession =
          reply instanceof Reply.BackendKeyData || reply instanceof Reply.ParameterStatus;
      if (withSession || !ofSession) {
        shown.append(ReplyText.of(reply, frame)).append('\n');
      }
      if (frame[0] == type) {
        return shown.toString();
      }
    }
  }

  /** The next message. */
  public String next() throws IOException {
    byte[] frame = frame();
    return frame == null ? "closed" : ReplyText.of(decode(frame), frame);
  }

  /** The next message, which there must be. */
  Reply nextReply() throws IOException {
    byte[] frame = frame();
    if (frame == null) {
      throw new EOFException("the server closed the connection");
    }
    return decode(frame);
  }

  /** Everything until the server closes the connection. */
  public String untilClosed() throws IOException {
    try {
      return until('\0', true);
    } catch (EOFException e) {
      return String.valueOf(e.getMessage());
    }
  }

  private Reply decode(byte[] frame) {
    return decoder.decode(Unpooled.wrappedBuffer(frame), 0, frame.length);
  }

  /** One byte, or -1: the answer to an encryption request. */
  int readByte() throws IOException {
    return in.read();
  }

  private byte @Nullable [] frame() throws IOException {
    try {
      byte[] header = in.readNBytes(FrontendFrame.HEADER_BYTES);
      if (header.length < FrontendFrame.HEADER_BYTES) {
        return null;
      }
      int length = Unpooled.wrappedBuffer(header).getInt(1);
      if (length < 0 || length > LONGEST) {
        // Not of this protocol: an error in the form of protocol 2 is text to the end.
        throw new EOFException(
            new String(header, StandardCharsets.UTF_8)
                + new String(in.readAllBytes(), StandardCharsets.UTF_8));
      }
      byte[] frame = new byte[length + 1];
      System.arraycopy(header, 0, frame, 0, header.length);
      if (in.readNBytes(frame, header.length, length - 4) < length - 4) {
        throw new EOFException("cut off: " + new String(frame, StandardCharsets.UTF_8).strip());
      }
      return frame;
    } catch (SocketException e) {
      // The server closed with something of ours unread.
      return null;
    }
  }

  /** Reads whatever comes until the server closes. */
  void drain() throws IOException {
    try {
      in.transferTo(OutputStream.nullOutputStream());
    } catch (SocketException e) {
      // Reset: the server closed with something of ours unread.
      return;
    }
  }

  /** Sends a CancelRequest for this connection on one of its own. */
  public void cancel() throws IOException {
    try (WireClient other = new WireClient(socket.getPort())) {
      other.send(out -> FrontendEncoder.cancelRequest(out, processId, secretKey));
      other.untilClosed();
    }
  }

  void shutdownOutput() throws IOException {
    socket.shutdownOutput();
  }

  public static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
