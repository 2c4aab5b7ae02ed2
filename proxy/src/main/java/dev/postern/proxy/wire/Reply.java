package dev.postern.proxy.wire;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A server's message, decoded. Forwarding never needs one: rows and their like pass as frames. This
 * is for the conversation that Postern has itself (login, cancel, control statements).
 */
public sealed interface Reply {
  /** What the server asks for, or that it is content. */
  sealed interface Authentication extends Reply {}

  record AuthenticationOk() implements Authentication {}

  record AuthenticationCleartextPassword() implements Authentication {}

  record AuthenticationMd5Password(byte[] salt) implements Authentication {}

  record AuthenticationSasl(List<String> mechanisms) implements Authentication {}

  record AuthenticationSaslContinue(byte[] data) implements Authentication {}

  record AuthenticationSaslFinal(byte[] data) implements Authentication {}

  /**
   * A method that is not spoken here (Kerberos, GSSAPI, SSPI).
   *
   * @param code as sent
   */
  record AuthenticationOther(int code) implements Authentication {}

  /**
   * BackendKeyData.
   *
   * @param secretKey 4 bytes in protocol 3.0, up to 256 in 3.2
   */
  record BackendKeyData(int processId, byte[] secretKey) implements Reply {}

  record NegotiateProtocolVersion(int newestVersion, List<String> unrecognizedOptions)
      implements Reply {}

  record ParameterStatus(String name, String value) implements Reply {}

  /**
   * ReadyForQuery.
   *
   * @param status I, T or E
   */
  record ReadyForQuery(byte status) implements Reply {}

  /** One column of a RowDescription. */
  record Field(
      String name,
      int tableOid,
      int attributeNumber,
      int typeOid,
      int typeSize,
      int typmod,
      boolean binary) {}

  record RowDescription(List<Field> fields) implements Reply {}

  record ParameterDescription(int[] types) implements Reply {}

  /**
   * DataRow.
   *
   * @param values null is NULL
   */
  record DataRow(List<byte @Nullable []> values) implements Reply {}

  record CommandComplete(String tag) implements Reply {}

  /** ErrorResponse: fields by their letter. */
  record ErrorResponse(Map<Character, String> fields) implements Reply {
    /** The SQLSTATE. */
    public String sqlState() {
      return fields.getOrDefault('C', "");
    }

    public String message() {
      return fields.getOrDefault('M', "");
    }

    /** The severity, never translated where the server says so. */
    public String severity() {
      return fields.getOrDefault('V', fields.getOrDefault('S', ""));
    }
  }

  /** NoticeResponse: fields by their letter. */
  record NoticeResponse(Map<Character, String> fields) implements Reply {}

  record NotificationResponse(int processId, String channel, String payload) implements Reply {}

  /** How a COPY begins. */
  enum CopyDirection {
    IN,
    OUT,
    BOTH
  }

  record CopyResponse(CopyDirection direction, boolean binary, boolean[] columnsBinary)
      implements Reply {}

  /**
   * CopyData; the payload stays in the buffer.
   *
   * @param offset absolute index in the buffer decoded from
   */
  record CopyData(int offset, int length) implements Reply {}

  /** FunctionCallResponse; null is NULL. */
  record FunctionCallResponse(byte @Nullable [] value) implements Reply {}

  /** Messages without a body. */
  enum Bare implements Reply {
    PARSE_COMPLETE,
    BIND_COMPLETE,
    CLOSE_COMPLETE,
    NO_DATA,
    PORTAL_SUSPENDED,
    EMPTY_QUERY_RESPONSE,
    COPY_DONE
  }
}
