package dev.postern.proxy.wire;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/** A message without a type byte: what a client sends before anything else. */
public sealed interface InitialMessage {
  /** PostgreSQL's limit of a startup packet, without its length word. */
  int LIMIT = 10_000;

  /**
   * StartupMessage.
   *
   * @param version as asked for
   * @param parameters in the order sent; a repeated one counts with its last value
   */
  record StartupMessage(int version, Map<String, String> parameters) implements InitialMessage {}

  record SslRequest() implements InitialMessage {}

  record GssEncRequest() implements InitialMessage {}

  /** A version with another major number, or a request where it may not stand. */
  record UnsupportedVersion(int version) implements InitialMessage {
    /** What the client is told: fatal. */
    public SqlError error() {
      return new SqlError(
          SqlState.FEATURE_NOT_SUPPORTED,
          "unsupported frontend protocol "
              + ProtocolVersion.major(version)
              + "."
              + ProtocolVersion.minor(version)
              + ": server supports 3.0 to 3.2");
    }
  }

  /**
   * CancelRequest.
   *
   * @param secretKey as long as it was sent: 4 bytes in protocol 3.0, up to 256 in 3.2
   */
  record CancelRequest(int processId, byte[] secretKey) implements InitialMessage {}

  /**
   * Bytes of the message that begins here, its length word included, or {@link
   * FrontendFrame#INCOMPLETE} or {@link FrontendFrame#INVALID_LENGTH}.
   */
  static int sizeAt(ByteBuf buffer, int start, int available) {
    if (available < 4) {
      return FrontendFrame.INCOMPLETE;
    }
    int length = buffer.getInt(start);
    if (length < 8 || length > LIMIT + 4) {
      return FrontendFrame.INVALID_LENGTH;
    }
    return available < length ? FrontendFrame.INCOMPLETE : length;
  }

  /**
   * Decodes one complete message.
   *
   * @param sslAnswered whether an SSLRequest may no longer stand here: it counts as a version
   * @param gssAnswered the same of a GSSENCRequest
   * @throws SqlError fatal, as PostgreSQL would say it
   */
  static InitialMessage decode(
      ByteBuf buffer, int start, int size, boolean sslAnswered, boolean gssAnswered) {
    int version = buffer.getInt(start + 4);
    if (version == ProtocolVersion.CANCEL_REQUEST) {
      byte[] key = new byte[Math.max(0, size - 12)];
      if (size < 12) {
        return new CancelRequest(0, key);
      }
      buffer.getBytes(start + 12, key);
      return new CancelRequest(buffer.getInt(start + 8), key);
    }
    if (version == ProtocolVersion.SSL_REQUEST && !sslAnswered) {
      return new SslRequest();
    }
    if (version == ProtocolVersion.GSSENC_REQUEST && !gssAnswered) {
      return new GssEncRequest();
    }
    if (ProtocolVersion.major(version) != 3) {
      return new UnsupportedVersion(version);
    }
    return new StartupMessage(version, parameters(buffer, start + 8, start + size));
  }

  private static Map<String, String> parameters(ByteBuf buffer, int start, int end) {
    Map<String, String> parameters = new LinkedHashMap<>();
    int at = start;
    while (at < end) {
      int nameLength = buffer.bytesBefore(at, end - at, (byte) 0);
      if (nameLength == 0) {
        break;
      }
      int valueAt = at + nameLength + 1;
      int valueLength =
          nameLength < 0 || valueAt >= end
              ? -1
              : buffer.bytesBefore(valueAt, end - valueAt, (byte) 0);
      if (valueLength < 0) {
        // A string without its end: the packet's last byte is not the terminator.
        at = end;
        break;
      }
      parameters.put(
          buffer.toString(at, nameLength, StandardCharsets.UTF_8),
          buffer.toString(valueAt, valueLength, StandardCharsets.UTF_8));
      at = valueAt + valueLength + 1;
    }
    if (at != end - 1) {
      throw new SqlError(
          SqlState.PROTOCOL_VIOLATION,
          "invalid startup packet layout: expected terminator as last byte");
    }
    return parameters;
  }
}
