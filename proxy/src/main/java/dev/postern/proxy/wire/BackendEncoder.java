package dev.postern.proxy.wire;

import dev.postern.backend.ResultColumn;
import dev.postern.backend.error.SqlError;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes every message a server sends. Stateless; what is written is the whole message. */
public final class BackendEncoder {
  private BackendEncoder() {}

  public static void authenticationOk(ByteBuf out) {
    authentication(out, 0, 0);
  }

  public static void authenticationCleartextPassword(ByteBuf out) {
    authentication(out, 3, 0);
  }

  public static void authenticationMd5Password(ByteBuf out, int salt) {
    authentication(out, 5, 4).writeInt(salt);
  }

  public static void authenticationSasl(ByteBuf out, List<String> mechanisms) {
    int start = begin(out, MessageType.AUTHENTICATION);
    out.writeInt(10);
    for (String mechanism : mechanisms) {
      string(out, mechanism);
    }
    out.writeByte(0);
    end(out, start);
  }

  public static void authenticationSaslContinue(ByteBuf out, byte[] data) {
    authentication(out, 11, data.length).writeBytes(data);
  }

  public static void authenticationSaslFinal(ByteBuf out, byte[] data) {
    authentication(out, 12, data.length).writeBytes(data);
  }

  private static ByteBuf authentication(ByteBuf out, int kind, int dataBytes) {
    return out.writeByte(MessageType.AUTHENTICATION).writeInt(8 + dataBytes).writeInt(kind);
  }

  /** BackendKeyData with the four-byte key that every version of the protocol allows. */
  public static void backendKeyData(ByteBuf out, int processId, int secretKey) {
    out.writeByte(MessageType.BACKEND_KEY_DATA).writeInt(12).writeInt(processId);
    out.writeInt(secretKey);
  }

  /**
   * NegotiateProtocolVersion.
   *
   * @param newestVersion the newest that this server speaks of the client's major version
   */
  public static void negotiateProtocolVersion(
      ByteBuf out, int newestVersion, List<String> unrecognizedOptions) {
    int start = begin(out, MessageType.NEGOTIATE_PROTOCOL_VERSION);
    out.writeInt(newestVersion).writeInt(unrecognizedOptions.size());
    for (String option : unrecognizedOptions) {
      string(out, option);
    }
    end(out, start);
  }

  public static void parameterStatus(ByteBuf out, String name, String value) {
    int start = begin(out, MessageType.PARAMETER_STATUS);
    string(out, name);
    string(out, value);
    end(out, start);
  }

  /**
   * @param status I, T or E
   */
  public static void readyForQuery(ByteBuf out, byte status) {
    out.writeByte(MessageType.READY_FOR_QUERY).writeInt(5).writeByte(status);
  }

  public static void parseComplete(ByteBuf out) {
    bare(out, MessageType.PARSE_COMPLETE);
  }

  public static void bindComplete(ByteBuf out) {
    bare(out, MessageType.BIND_COMPLETE);
  }

  public static void closeComplete(ByteBuf out) {
    bare(out, MessageType.CLOSE_COMPLETE);
  }

  public static void noData(ByteBuf out) {
    bare(out, MessageType.NO_DATA);
  }

  public static void portalSuspended(ByteBuf out) {
    bare(out, MessageType.PORTAL_SUSPENDED);
  }

  public static void emptyQueryResponse(ByteBuf out) {
    bare(out, MessageType.EMPTY_QUERY_RESPONSE);
  }

  private static void bare(ByteBuf out, byte type) {
    out.writeByte(type).writeInt(4);
  }

  public static void commandComplete(ByteBuf out, String tag) {
    int start = begin(out, MessageType.COMMAND_COMPLETE);
    string(out, tag);
    end(out, start);
  }

  /** The tag of a command that counts rows: no string is made of the number. */
  public static void commandComplete(ByteBuf out, String prefix, long rows) {
    int start = begin(out, MessageType.COMMAND_COMPLETE);
    ByteBufUtil.writeAscii(out, prefix);
    Decimal.write(out, rows);
    out.writeByte(0);
    end(out, start);
  }

  public static void parameterDescription(ByteBuf out, int[] types) {
    out.writeByte(MessageType.PARAMETER_DESCRIPTION).writeInt(6 + 4 * types.length);
    out.writeShort(types.length);
    for (int type : types) {
      out.writeInt(type);
    }
  }

  /** RowDescription with all columns in text form. */
  public static void rowDescription(ByteBuf out, ResultColumn[] columns) {
    int start = begin(out, MessageType.ROW_DESCRIPTION);
    out.writeShort(columns.length);
    for (ResultColumn column : columns) {
      string(out, column.name());
      out.writeInt(column.tableOid()).writeShort(column.attributeNumber());
      out.writeInt(column.type().oid()).writeShort(column.typeSize()).writeInt(column.typmod());
      out.writeShort(0);
    }
    end(out, start);
  }

  /**
   * Begins a DataRow. Between this and {@link #endDataRow} each column is written as its length
   * (-1: NULL) and its bytes.
   *
   * @return what {@link #endDataRow} must be given
   */
  public static int beginDataRow(ByteBuf out) {
    int start = begin(out, MessageType.DATA_ROW);
    out.writeShort(0);
    return start;
  }

  public static void endDataRow(ByteBuf out, int start, int columns) {
    out.setShort(start + 4, columns);
    end(out, start);
  }

  public static void copyInResponse(ByteBuf out, boolean binary, int columns) {
    copyResponse(out, MessageType.COPY_IN_RESPONSE, binary, columns);
  }

  public static void copyOutResponse(ByteBuf out, boolean binary, int columns) {
    copyResponse(out, MessageType.COPY_OUT_RESPONSE, binary, columns);
  }

  public static void copyBothResponse(ByteBuf out, boolean binary, int columns) {
    copyResponse(out, MessageType.COPY_BOTH_RESPONSE, binary, columns);
  }

  private static void copyResponse(ByteBuf out, byte type, boolean binary, int columns) {
    int format = binary ? 1 : 0;
    out.writeByte(type).writeInt(7 + 2 * columns).writeByte(format).writeShort(columns);
    for (int i = 0; i < columns; i++) {
      out.writeShort(format);
    }
  }

  public static void copyData(ByteBuf out, byte[] data, int offset, int length) {
    out.writeByte(MessageType.COPY_DATA).writeInt(4 + length).writeBytes(data, offset, length);
  }

  public static void copyDone(ByteBuf out) {
    bare(out, MessageType.COPY_DONE);
  }

  /** FunctionCallResponse; null is NULL. */
  public static void functionCallResponse(ByteBuf out, byte @Nullable [] value) {
    out.writeByte(MessageType.FUNCTION_CALL_RESPONSE);
    if (value == null) {
      out.writeInt(8).writeInt(-1);
    } else {
      out.writeInt(8 + value.length).writeInt(value.length).writeBytes(value);
    }
  }

  public static void notificationResponse(
      ByteBuf out, int processId, String channel, String payload) {
    int start = begin(out, MessageType.NOTIFICATION_RESPONSE);
    out.writeInt(processId);
    string(out, channel);
    string(out, payload);
    end(out, start);
  }

  /**
   * ErrorResponse.
   *
   * @param severity ERROR, FATAL or PANIC
   */
  public static void errorResponse(ByteBuf out, String severity, SqlError error) {
    fields(out, MessageType.ERROR_RESPONSE, severity, error);
  }

  /** A fatal error in the form of protocol 2, for a client that speaks nothing newer. */
  public static void errorOfProtocol2(ByteBuf out, SqlError error) {
    out.writeByte(MessageType.ERROR_RESPONSE);
    string(out, "FATAL:  " + error.message() + "\n");
  }

  /**
   * NoticeResponse.
   *
   * @param severity WARNING, NOTICE, DEBUG, INFO or LOG
   */
  public static void noticeResponse(ByteBuf out, String severity, SqlError content) {
    fields(out, MessageType.NOTICE_RESPONSE, severity, content);
  }

  /** Fields in PostgreSQL's order; F, L and R (the server's source line) are left out. */
  private static void fields(ByteBuf out, byte type, String severity, SqlError error) {
    int start = begin(out, type);
    field(out, 'S', severity);
    field(out, 'V', severity);
    field(out, 'C', error.sqlState());
    field(out, 'M', error.message());
    field(out, 'D', error.detail());
    field(out, 'H', error.hint());
    if (error.position() > 0) {
      out.writeByte('P');
      Decimal.write(out, error.position());
      out.writeByte(0);
    }
    field(out, 'W', error.context());
    field(out, 's', error.schemaName());
    field(out, 't', error.tableName());
    field(out, 'c', error.columnName());
    field(out, 'd', error.dataTypeName());
    field(out, 'n', error.constraintName());
    out.writeByte(0);
    end(out, start);
  }

  private static void field(ByteBuf out, char code, @Nullable String value) {
    if (value != null) {
      out.writeByte(code);
      string(out, value);
    }
  }

  /** Writes the type and room for the length; gives the index of that room. */
  private static int begin(ByteBuf out, byte type) {
    out.writeByte(type);
    int start = out.writerIndex();
    out.writeInt(0);
    return start;
  }

  private static void end(ByteBuf out, int start) {
    out.setInt(start, out.writerIndex() - start);
  }

  private static void string(ByteBuf out, String value) {
    out.writeCharSequence(value, StandardCharsets.UTF_8);
    out.writeByte(0);
  }
}
