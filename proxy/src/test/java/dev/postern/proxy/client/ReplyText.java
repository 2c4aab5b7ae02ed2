package dev.postern.proxy.client;

import dev.postern.proxy.wire.Reply;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Messages of a server as short text, one a line, for comparing. */
final class ReplyText {
  private ReplyText() {}

  static String of(Reply reply, byte[] frame) {
    return switch (reply) {
      case Reply.ReadyForQuery ready -> "ReadyForQuery " + (char) ready.status();
      case Reply.DataRow row -> "DataRow " + row.values().stream().map(ReplyText::value).toList();
      case Reply.CommandComplete complete -> "CommandComplete " + complete.tag();
      case Reply.ErrorResponse error -> "ErrorResponse " + fields(error.fields());
      case Reply.NoticeResponse notice -> "NoticeResponse " + fields(notice.fields());
      case Reply.ParameterDescription types ->
          "ParameterDescription " + Arrays.toString(types.types());
      case Reply.RowDescription row -> "RowDescription " + columns(row);
      case Reply.ParameterStatus status ->
          "ParameterStatus " + status.name() + "=" + status.value();
      case Reply.BackendKeyData key -> "BackendKeyData " + key.secretKey().length;
      case Reply.CopyData copy ->
          "CopyData " + new String(frame, copy.offset(), copy.length(), StandardCharsets.UTF_8);
      case Reply.CopyResponse copy ->
          "CopyResponse "
              + copy.direction()
              + (copy.binary() ? " binary " : " text ")
              + Arrays.toString(copy.columnsBinary());
      case Reply.AuthenticationMd5Password md5 -> "AuthenticationMd5Password";
      case Reply.AuthenticationSaslContinue data -> "AuthenticationSaslContinue";
      case Reply.AuthenticationSaslFinal data -> "AuthenticationSaslFinal";
      case Reply.Authentication other -> other.toString();
      case Reply.NegotiateProtocolVersion negotiate -> negotiate.toString();
      case Reply.NotificationResponse notification ->
          "NotificationResponse " + notification.channel() + " " + notification.payload();
      case Reply.FunctionCallResponse result -> "FunctionCallResponse";
      case Reply.Bare bare -> bare.name();
    };
  }

  private static String value(byte @Nullable [] value) {
    if (value == null) {
      return "NULL";
    }
    boolean printable = true;
    for (byte b : value) {
      printable &= b >= ' ' && b < 127;
    }
    return printable
        ? new String(value, StandardCharsets.US_ASCII)
        : value.length > 64 ? value.length + " bytes" : Arrays.toString(value);
  }

  /** All but the server's source line. */
  private static String fields(Map<Character, String> fields) {
    return fields.entrySet().stream()
        .filter(field -> "FLR".indexOf(field.getKey()) < 0)
        .map(field -> field.getKey() + "=" + field.getValue())
        .collect(Collectors.joining(" "));
  }

  private static String columns(Reply.RowDescription row) {
    return row.fields().stream()
        .map(
            field ->
                field.name()
                    + ":"
                    + field.typeOid()
                    + "/"
                    + field.typeSize()
                    + "/"
                    + field.typmod()
                    + (field.binary() ? " binary" : ""))
        .collect(Collectors.joining(", "));
  }
}
