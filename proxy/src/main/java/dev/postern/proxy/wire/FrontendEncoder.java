package dev.postern.proxy.wire;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes every message a client sends: what Postern says to servers behind it. Stateless. */
public final class FrontendEncoder {
  private FrontendEncoder() {}

  public static void sslRequest(ByteBuf out) {
    out.writeInt(8).writeInt(ProtocolVersion.SSL_REQUEST);
  }

  public static void gssEncRequest(ByteBuf out) {
    out.writeInt(8).writeInt(ProtocolVersion.GSSENC_REQUEST);
  }

  /**
   * CancelRequest.
   *
   * @param secretKey as the server's BackendKeyData gave it
   */
  public static void cancelRequest(ByteBuf out, int processId, byte[] secretKey) {
    out.writeInt(12 + secretKey.length).writeInt(ProtocolVersion.CANCEL_REQUEST);
    out.writeInt(processId).writeBytes(secretKey);
  }

  /**
   * StartupMessage.
   *
   * @param version {@link ProtocolVersion#VERSION_3_0} or {@link ProtocolVersion#VERSION_3_2}
   * @param parameters {@code user}, {@code database}, settings
   */
  public static void startup(ByteBuf out, int version, Map<String, String> parameters) {
    int start = out.writerIndex();
    out.writeInt(0).writeInt(version);
    parameters.forEach(
        (name, value) -> {
          string(out, name);
          string(out, value);
        });
    out.writeByte(0);
    end(out, start);
  }

  /** PasswordMessage: a cleartext password, or the answer to an MD5 request. */
  public static void password(ByteBuf out, String password) {
    int start = begin(out, MessageType.PASSWORD);
    string(out, password);
    end(out, start);
  }

  public static void saslInitialResponse(ByteBuf out, String mechanism, byte[] data) {
    int start = begin(out, MessageType.PASSWORD);
    string(out, mechanism);
    out.writeInt(data.length).writeBytes(data);
    end(out, start);
  }

  public static void saslResponse(ByteBuf out, byte[] data) {
    out.writeByte(MessageType.PASSWORD).writeInt(4 + data.length).writeBytes(data);
  }

  public static void query(ByteBuf out, String text) {
    int start = begin(out, MessageType.QUERY);
    string(out, text);
    end(out, start);
  }

  /** Query with text that is already bytes. */
  public static void query(ByteBuf out, byte[] text, int offset, int length) {
    out.writeByte(MessageType.QUERY).writeInt(5 + length).writeBytes(text, offset, length);
    out.writeByte(0);
  }

  /**
   * Parse.
   *
   * @param name without the final zero; empty is the unnamed statement
   */
  public static void parse(ByteBuf out, byte[] name, byte[] text, int[] parameterTypes) {
    int start = begin(out, MessageType.PARSE);
    string(out, name);
    string(out, text);
    out.writeShort(parameterTypes.length);
    for (int type : parameterTypes) {
      out.writeInt(type);
    }
    end(out, start);
  }

  /**
   * Bind.
   *
   * @param parameterBinary none (all text), one for all, or one each
   * @param values null is NULL
   * @param resultBinary none (all text), one for all columns, or one each
   */
  public static void bind(
      ByteBuf out,
      byte[] portal,
      byte[] statement,
      boolean[] parameterBinary,
      List<byte @Nullable []> values,
      boolean[] resultBinary) {
    int start = begin(out, MessageType.BIND);
    string(out, portal);
    string(out, statement);
    formats(out, parameterBinary);
    out.writeShort(values.size());
    for (byte[] value : values) {
      if (value == null) {
        out.writeInt(-1);
      } else {
        out.writeInt(value.length).writeBytes(value);
      }
    }
    formats(out, resultBinary);
    end(out, start);
  }

  private static void formats(ByteBuf out, boolean[] binary) {
    out.writeShort(binary.length);
    for (boolean one : binary) {
      out.writeShort(one ? 1 : 0);
    }
  }

  /**
   * @param kind S for a statement, P for a portal
   */
  public static void describe(ByteBuf out, char kind, byte[] name) {
    named(out, MessageType.DESCRIBE, kind, name);
  }

  /**
   * @param kind S for a statement, P for a portal
   */
  public static void close(ByteBuf out, char kind, byte[] name) {
    named(out, MessageType.CLOSE, kind, name);
  }

  private static void named(ByteBuf out, byte type, char kind, byte[] name) {
    out.writeByte(type).writeInt(6 + name.length).writeByte(kind);
    string(out, name);
  }

  /**
   * @param maxRows 0 is no limit
   */
  public static void execute(ByteBuf out, byte[] portal, int maxRows) {
    out.writeByte(MessageType.EXECUTE).writeInt(9 + portal.length);
    string(out, portal);
    out.writeInt(maxRows);
  }

  public static void sync(ByteBuf out) {
    bare(out, MessageType.SYNC);
  }

  public static void flush(ByteBuf out) {
    bare(out, MessageType.FLUSH);
  }

  public static void terminate(ByteBuf out) {
    bare(out, MessageType.TERMINATE);
  }

  public static void copyData(ByteBuf out, byte[] data, int offset, int length) {
    out.writeByte(MessageType.COPY_DATA).writeInt(4 + length).writeBytes(data, offset, length);
  }

  public static void copyDone(ByteBuf out) {
    bare(out, MessageType.COPY_DONE);
  }

  public static void copyFail(ByteBuf out, String message) {
    int start = begin(out, MessageType.COPY_FAIL);
    string(out, message);
    end(out, start);
  }

  /** FunctionCall with arguments and result in binary form. */
  public static void functionCall(ByteBuf out, int functionOid, List<byte @Nullable []> arguments) {
    int start = begin(out, MessageType.FUNCTION_CALL);
    out.writeInt(functionOid).writeShort(1).writeShort(1).writeShort(arguments.size());
    for (byte[] argument : arguments) {
      if (argument == null) {
        out.writeInt(-1);
      } else {
        out.writeInt(argument.length).writeBytes(argument);
      }
    }
    out.writeShort(1);
    end(out, start);
  }

  private static void bare(ByteBuf out, byte type) {
    out.writeByte(type).writeInt(4);
  }

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

  private static void string(ByteBuf out, byte[] value) {
    out.writeBytes(value).writeByte(0);
  }
}
