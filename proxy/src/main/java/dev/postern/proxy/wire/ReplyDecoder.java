package dev.postern.proxy.wire;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Decodes the frames of servers. One object decodes one message at a time. */
public final class ReplyDecoder {
  private int at;
  private int end;

  /**
   * Bytes of the frame that begins here, header included; {@link FrontendFrame#INCOMPLETE} or
   * {@link FrontendFrame#INVALID_LENGTH}.
   */
  public static int sizeAt(ByteBuf buffer, int start, int available) {
    return FrontendFrame.sizeWithin(buffer, start, available, FrontendFrame.LARGE_LIMIT);
  }

  /**
   * Decodes one complete frame.
   *
   * @throws SqlError 08P01 for an unknown type or a body that ends too soon; the connection to that
   *     server is then of no more use
   */
  public Reply decode(ByteBuf buffer, int start, int size) {
    at = start + FrontendFrame.HEADER_BYTES;
    end = start + size;
    byte type = buffer.getByte(start);
    return switch (type) {
      case MessageType.READY_FOR_QUERY -> new Reply.ReadyForQuery(byteAt(buffer));
      case MessageType.DATA_ROW -> dataRow(buffer);
      case MessageType.COMMAND_COMPLETE -> new Reply.CommandComplete(string(buffer));
      case MessageType.BIND_COMPLETE -> Reply.Bare.BIND_COMPLETE;
      case MessageType.PARSE_COMPLETE -> Reply.Bare.PARSE_COMPLETE;
      case MessageType.CLOSE_COMPLETE -> Reply.Bare.CLOSE_COMPLETE;
      case MessageType.NO_DATA -> Reply.Bare.NO_DATA;
      case MessageType.PORTAL_SUSPENDED -> Reply.Bare.PORTAL_SUSPENDED;
      case MessageType.EMPTY_QUERY_RESPONSE -> Reply.Bare.EMPTY_QUERY_RESPONSE;
      case MessageType.COPY_DONE -> Reply.Bare.COPY_DONE;
      case MessageType.COPY_DATA -> new Reply.CopyData(at, end - at);
      case MessageType.COPY_IN_RESPONSE -> copyResponse(buffer, Reply.CopyDirection.IN);
      case MessageType.COPY_OUT_RESPONSE -> copyResponse(buffer, Reply.CopyDirection.OUT);
      case MessageType.COPY_BOTH_RESPONSE -> copyResponse(buffer, Reply.CopyDirection.BOTH);
      case MessageType.ROW_DESCRIPTION -> rowDescription(buffer);
      case MessageType.PARAMETER_DESCRIPTION -> parameterDescription(buffer);
      case MessageType.PARAMETER_STATUS ->
          new Reply.ParameterStatus(string(buffer), string(buffer));
      case MessageType.ERROR_RESPONSE -> new Reply.ErrorResponse(fields(buffer));
      case MessageType.NOTICE_RESPONSE -> new Reply.NoticeResponse(fields(buffer));
      case MessageType.NOTIFICATION_RESPONSE ->
          new Reply.NotificationResponse(intAt(buffer), string(buffer), string(buffer));
      case MessageType.AUTHENTICATION -> authentication(buffer);
      case MessageType.BACKEND_KEY_DATA ->
          new Reply.BackendKeyData(intAt(buffer), bytes(buffer, end - at));
      case MessageType.NEGOTIATE_PROTOCOL_VERSION ->
          new Reply.NegotiateProtocolVersion(intAt(buffer), strings(buffer, intAt(buffer)));
      case MessageType.FUNCTION_CALL_RESPONSE -> new Reply.FunctionCallResponse(value(buffer));
      default ->
          throw new SqlError(
              SqlState.PROTOCOL_VIOLATION, "invalid backend message type " + (type & 0xff));
    };
  }

  private Reply.Authentication authentication(ByteBuf buffer) {
    int code = intAt(buffer);
    return switch (code) {
      case 0 -> new Reply.AuthenticationOk();
      case 3 -> new Reply.AuthenticationCleartextPassword();
      case 5 -> new Reply.AuthenticationMd5Password(bytes(buffer, 4));
      case 10 -> {
        List<String> mechanisms = new ArrayList<>();
        for (String name = string(buffer); !name.isEmpty(); name = string(buffer)) {
          mechanisms.add(name);
        }
        yield new Reply.AuthenticationSasl(mechanisms);
      }
      case 11 -> new Reply.AuthenticationSaslContinue(bytes(buffer, end - at));
      case 12 -> new Reply.AuthenticationSaslFinal(bytes(buffer, end - at));
      default -> new Reply.AuthenticationOther(code);
    };
  }

  private Reply.DataRow dataRow(ByteBuf buffer) {
    int count = shortAt(buffer);
    List<byte @Nullable []> values = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      values.add(value(buffer));
    }
    return new Reply.DataRow(values);
  }

  private byte @Nullable [] value(ByteBuf buffer) {
    int length = intAt(buffer);
    return length == -1 ? null : bytes(buffer, length);
  }

  private Reply.CopyResponse copyResponse(ByteBuf buffer, Reply.CopyDirection direction) {
    boolean binary = byteAt(buffer) == 1;
    boolean[] columns = new boolean[shortAt(buffer)];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = shortAt(buffer) == 1;
    }
    return new Reply.CopyResponse(direction, binary, columns);
  }

  private Reply.RowDescription rowDescription(ByteBuf buffer) {
    int count = shortAt(buffer);
    List<Reply.Field> fields = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      fields.add(
          new Reply.Field(
              string(buffer),
              intAt(buffer),
              shortAt(buffer),
              intAt(buffer),
              (short) shortAt(buffer),
              intAt(buffer),
              shortAt(buffer) == 1));
    }
    return new Reply.RowDescription(fields);
  }

  private Reply.ParameterDescription parameterDescription(ByteBuf buffer) {
    int[] types = new int[shortAt(buffer)];
    for (int i = 0; i < types.length; i++) {
      types[i] = intAt(buffer);
    }
    return new Reply.ParameterDescription(types);
  }

  private Map<Character, String> fields(ByteBuf buffer) {
    Map<Character, String> fields = new LinkedHashMap<>();
    for (byte code = byteAt(buffer); code != 0; code = byteAt(buffer)) {
      fields.put((char) code, string(buffer));
    }
    return fields;
  }

  private List<String> strings(ByteBuf buffer, int count) {
    List<String> strings = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      strings.add(string(buffer));
    }
    return strings;
  }

  private String string(ByteBuf buffer) {
    int length = buffer.bytesBefore(at, end - at, (byte) 0);
    if (length < 0) {
      throw tooShort();
    }
    String value = buffer.toString(at, length, StandardCharsets.UTF_8);
    at += length + 1;
    return value;
  }

  private byte[] bytes(ByteBuf buffer, int length) {
    int offset = at;
    skip(length);
    byte[] bytes = new byte[length];
    buffer.getBytes(offset, bytes);
    return bytes;
  }

  private byte byteAt(ByteBuf buffer) {
    skip(1);
    return buffer.getByte(at - 1);
  }

  private int shortAt(ByteBuf buffer) {
    skip(2);
    return buffer.getUnsignedShort(at - 2);
  }

  private int intAt(ByteBuf buffer) {
    skip(4);
    return buffer.getInt(at - 4);
  }

  private void skip(int count) {
    if (count < 0 || count > end - at) {
      throw tooShort();
    }
    at += count;
  }

  private static SqlError tooShort() {
    return new SqlError(SqlState.PROTOCOL_VIOLATION, "insufficient data left in message");
  }
}
