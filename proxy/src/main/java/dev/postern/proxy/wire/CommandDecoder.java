package dev.postern.proxy.wire;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.proxy.wire.Command.Bind;
import dev.postern.proxy.wire.Command.Close;
import dev.postern.proxy.wire.Command.CopyData;
import dev.postern.proxy.wire.Command.Describe;
import dev.postern.proxy.wire.Command.Execute;
import dev.postern.proxy.wire.Command.Parse;
import dev.postern.proxy.wire.Command.Query;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Decodes the frames of clients. Owned by one thread; each call refills and returns an object that
 * an earlier call may have returned too.
 *
 * <p>Every error is 08P01 with PostgreSQL's words for the same fault, and is not fatal: the frame's
 * end is known.
 */
public final class CommandDecoder {
  private final Query query = new Query();
  private final Parse parse = new Parse();
  private final Bind bind = new Bind();
  private final Describe describe = new Describe();
  private final Execute execute = new Execute();
  private final Close close = new Close();
  private final CopyData copyData = new CopyData();

  /** Where the next field begins, and where the body ends. */
  private int at;

  private int end;

  /**
   * Decodes one complete frame, as {@link FrontendFrame} found it.
   *
   * @throws SqlError 08P01 where the body is not what its type promises
   */
  public Command decode(ByteBuf buffer, int start, int size) {
    at = start + FrontendFrame.HEADER_BYTES;
    end = start + size;
    byte type = buffer.getByte(start);
    return switch (type) {
      case MessageType.BIND -> decodeBind(buffer);
      case MessageType.EXECUTE -> decodeExecute(buffer);
      case MessageType.SYNC -> bare(Command.Bare.SYNC);
      case MessageType.DESCRIBE -> decodeDescribe(buffer);
      case MessageType.QUERY -> decodeQuery(buffer);
      case MessageType.PARSE -> decodeParse(buffer);
      case MessageType.CLOSE -> decodeClose(buffer);
      case MessageType.FLUSH -> bare(Command.Bare.FLUSH);
      case MessageType.COPY_DATA -> {
        copyData.dataOffset = at;
        copyData.dataLength = end - at;
        yield copyData;
      }
      // PostgreSQL looks at no body of these two.
      case MessageType.COPY_DONE -> Command.Bare.COPY_DONE;
      case MessageType.TERMINATE -> Command.Bare.TERMINATE;
      case MessageType.COPY_FAIL -> {
        int offset = at;
        int length = stringLength(buffer);
        yield new Command.CopyFail(buffer.toString(offset, length, StandardCharsets.UTF_8));
      }
      case MessageType.FUNCTION_CALL -> new Command.FunctionCall(intAt(buffer));
      case MessageType.PASSWORD -> new Command.PasswordMessage(at, end - at);
      default ->
          throw new SqlError(
              SqlState.PROTOCOL_VIOLATION, "invalid frontend message type " + (type & 0xff));
    };
  }

  private Command bare(Command command) {
    requireEnd();
    return command;
  }

  private Query decodeQuery(ByteBuf buffer) {
    query.textOffset = at;
    query.textLength = stringLength(buffer);
    requireEnd();
    return query;
  }

  private Parse decodeParse(ByteBuf buffer) {
    parse.nameOffset = at;
    parse.nameLength = stringLength(buffer);
    parse.textOffset = at;
    parse.textLength = stringLength(buffer);
    parse.parameterTypeCount = shortAt(buffer);
    parse.parameterTypesOffset = at;
    skip(parse.parameterTypeCount * 4);
    requireEnd();
    return parse;
  }

  private Bind decodeBind(ByteBuf buffer) {
    bind.portalOffset = at;
    bind.portalLength = stringLength(buffer);
    bind.statementOffset = at;
    bind.statementLength = stringLength(buffer);
    bind.parameterFormatCount = shortAt(buffer);
    bind.parameterBinary = formats(buffer, bind.parameterFormatCount, bind.parameterBinary);
    int count = shortAt(buffer);
    if (bind.parameterFormatCount > 1 && bind.parameterFormatCount != count) {
      throw violation(
          "bind message has "
              + bind.parameterFormatCount
              + " parameter formats but "
              + count
              + " parameters");
    }
    bind.parameterCount = count;
    if (count > bind.valueOffsets.length) {
      bind.valueOffsets = new int[count];
      bind.valueLengths = new int[count];
    }
    for (int i = 0; i < count; i++) {
      int length = intAt(buffer);
      bind.valueOffsets[i] = at;
      bind.valueLengths[i] = length;
      if (length != -1) {
        skip(length);
      }
    }
    bind.resultFormatCount = shortAt(buffer);
    bind.resultBinary = formats(buffer, bind.resultFormatCount, bind.resultBinary);
    requireEnd();
    return bind;
  }

  private boolean[] formats(ByteBuf buffer, int count, boolean[] previous) {
    boolean[] formats = count > previous.length ? Arrays.copyOf(previous, count) : previous;
    for (int i = 0; i < count; i++) {
      int code = shortAt(buffer);
      if (code > 1) {
        throw new SqlError(
            SqlState.INVALID_PARAMETER_VALUE, "unsupported format code: " + (short) code);
      }
      formats[i] = code == 1;
    }
    return formats;
  }

  private Describe decodeDescribe(ByteBuf buffer) {
    describe.kind = byteAt(buffer);
    describe.nameOffset = at;
    describe.nameLength = stringLength(buffer);
    requireEnd();
    if (describe.kind != 'S' && describe.kind != 'P') {
      throw violation("invalid DESCRIBE message subtype " + describe.kind);
    }
    return describe;
  }

  private Close decodeClose(ByteBuf buffer) {
    close.kind = byteAt(buffer);
    close.nameOffset = at;
    close.nameLength = stringLength(buffer);
    requireEnd();
    if (close.kind != 'S' && close.kind != 'P') {
      throw violation("invalid CLOSE message subtype " + close.kind);
    }
    return close;
  }

  private Execute decodeExecute(ByteBuf buffer) {
    execute.portalOffset = at;
    execute.portalLength = stringLength(buffer);
    execute.maxRows = Math.max(0, intAt(buffer));
    requireEnd();
    return execute;
  }

  /** Moves past a zero-terminated string and gives its length. */
  private int stringLength(ByteBuf buffer) {
    int length = buffer.bytesBefore(at, end - at, (byte) 0);
    if (length < 0) {
      throw violation("invalid string in message");
    }
    at += length + 1;
    return length;
  }

  private byte byteAt(ByteBuf buffer) {
    if (at >= end) {
      throw violation("no data left in message");
    }
    return buffer.getByte(at++);
  }

  private int shortAt(ByteBuf buffer) {
    int offset = at;
    skip(2);
    return buffer.getUnsignedShort(offset);
  }

  private int intAt(ByteBuf buffer) {
    int offset = at;
    skip(4);
    return buffer.getInt(offset);
  }

  private void skip(int count) {
    if (count < 0 || count > end - at) {
      throw violation("insufficient data left in message");
    }
    at += count;
  }

  private void requireEnd() {
    if (at != end) {
      throw violation("invalid message format");
    }
  }

  private static SqlError violation(String message) {
    return new SqlError(SqlState.PROTOCOL_VIOLATION, message);
  }
}
