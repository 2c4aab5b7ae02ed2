package dev.postern.proxy.wire;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.postern.backend.error.SqlError;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** What one side writes the other side reads, in both directions. */
class CodecTest {
  private static final byte[] NAME = "né".getBytes(StandardCharsets.UTF_8);

  private final CommandDecoder commands = new CommandDecoder();
  private final ReplyDecoder replies = new ReplyDecoder();

  private static ByteBuf written(Consumer<ByteBuf> message) {
    ByteBuf buffer = Unpooled.buffer();
    buffer.writeByte(0);
    message.accept(buffer);
    return buffer;
  }

  /** Decodes a message that stands after one byte, so that offsets are not zero by chance. */
  private Command command(ByteBuf buffer) {
    int size = FrontendFrame.sizeAt(buffer, 1, buffer.readableBytes() - 1);
    assertEquals(buffer.readableBytes() - 1, size);
    return commands.decode(buffer, 1, size);
  }

  private Reply reply(Consumer<ByteBuf> message) {
    ByteBuf buffer = written(message);
    int size = ReplyDecoder.sizeAt(buffer, 1, buffer.readableBytes() - 1);
    assertEquals(buffer.readableBytes() - 1, size);
    return replies.decode(buffer, 1, size);
  }

  private static String text(ByteBuf buffer, int offset, int length) {
    return buffer.toString(offset, length, StandardCharsets.UTF_8);
  }

  @Test
  void queryAndParse() {
    ByteBuf query = written(out -> FrontendEncoder.query(out, "SELECT 'é'"));
    Command.Query decoded = assertInstanceOf(Command.Query.class, command(query));
    assertEquals("SELECT 'é'", text(query, decoded.textOffset(), decoded.textLength()));

    ByteBuf parse = written(out -> FrontendEncoder.parse(out, NAME, NAME, new int[] {23, 0, 25}));
    Command.Parse parsed = assertInstanceOf(Command.Parse.class, command(parse));
    assertEquals("né", text(parse, parsed.nameOffset(), parsed.nameLength()));
    assertEquals("né", text(parse, parsed.textOffset(), parsed.textLength()));
    assertEquals(3, parsed.parameterTypeCount());
    assertEquals(25, parse.getInt(parsed.parameterTypesOffset() + 8));
  }

  @Test
  void bindWithManyParameters() {
    byte[][] values = new byte[40][];
    boolean[] formats = new boolean[40];
    for (int i = 0; i < 40; i++) {
      values[i] = i % 5 == 0 ? null : new byte[i];
      formats[i] = i % 2 == 0;
    }
    ByteBuf buffer =
        written(
            out ->
                FrontendEncoder.bind(
                    out, NAME, new byte[0], formats, Arrays.asList(values), new boolean[] {true}));
    Command.Bind bind = assertInstanceOf(Command.Bind.class, command(buffer));
    assertEquals("né", text(buffer, bind.portalOffset(), bind.portalLength()));
    assertEquals(0, bind.statementLength());
    assertEquals(40, bind.parameterCount());
    for (int i = 0; i < 40; i++) {
      assertEquals(i % 5 == 0 ? -1 : i, bind.valueLength(i));
      assertEquals(i % 2 == 0, bind.isBinary(i));
    }
    assertEquals(1, bind.resultFormatCount());
    assertEquals(true, bind.resultFormats()[0]);
  }

  @Test
  void otherCommands() {
    ByteBuf buffer = written(out -> FrontendEncoder.execute(out, NAME, -7));
    Command.Execute execute = assertInstanceOf(Command.Execute.class, command(buffer));
    assertEquals(0, execute.maxRows());
    assertEquals("né", text(buffer, execute.portalOffset(), execute.portalLength()));

    Command.Describe describe =
        assertInstanceOf(
            Command.Describe.class,
            command(written(out -> FrontendEncoder.describe(out, 'P', NAME))));
    assertEquals('P', describe.kind());
    Command.Close close =
        assertInstanceOf(
            Command.Close.class, command(written(out -> FrontendEncoder.close(out, 'S', NAME))));
    assertEquals('S', close.kind());
    assertSame(Command.Bare.SYNC, command(written(FrontendEncoder::sync)));
    assertSame(Command.Bare.FLUSH, command(written(FrontendEncoder::flush)));
    assertSame(Command.Bare.COPY_DONE, command(written(FrontendEncoder::copyDone)));
    assertSame(Command.Bare.TERMINATE, command(written(FrontendEncoder::terminate)));
    assertEquals(
        new Command.CopyFail("why"), command(written(out -> FrontendEncoder.copyFail(out, "why"))));
    Command.CopyData data =
        assertInstanceOf(
            Command.CopyData.class,
            command(written(out -> FrontendEncoder.copyData(out, NAME, 0, 2))));
    assertEquals(2, data.dataLength());
    assertEquals(
        new Command.FunctionCall(77),
        command(written(out -> FrontendEncoder.functionCall(out, 77, List.of()))));
  }

  @Test
  void brokenBodiesHavePostgresWords() {
    assertViolation("invalid string in message", 'Q', 'a');
    assertViolation("invalid message format", 'Q', 'a', 0, 0);
    assertViolation("insufficient data left in message", 'P', 0, 0, 0, 2, 0, 0);
    assertViolation(
        "insufficient data left in message", 'B', 0, 0, 0, 0, 0, 1, -1, -1, -1, -2, 0, 0);
    assertViolation(
        "bind message has 2 parameter formats but 1 parameters",
        'B',
        0,
        0,
        0,
        2,
        0,
        0,
        0,
        0,
        0,
        1,
        -1,
        -1,
        -1,
        -1,
        0,
        0);
    assertViolation("unsupported format code: 2", 'B', 0, 0, 0, 1, 0, 2, 0, 0, 0, 0);
    assertViolation("no data left in message", 'D');
    assertViolation("invalid DESCRIBE message subtype 88", 'D', 'X', 0);
    assertViolation("invalid CLOSE message subtype 88", 'C', 'X', 0);
    assertViolation("invalid message format", 'S', 0);
  }

  private void assertViolation(String message, int type, int... body) {
    ByteBuf buffer =
        written(
            out -> {
              out.writeByte(type).writeInt(4 + body.length);
              for (int b : body) {
                out.writeByte(b);
              }
            });
    assertEquals(message, assertThrows(SqlError.class, () -> command(buffer)).message());
  }

  @Test
  void initialMessages() {
    ByteBuf startup = Unpooled.buffer();
    FrontendEncoder.startup(startup, ProtocolVersion.VERSION_3_2, Map.of("user", "né"));
    int size = InitialMessage.sizeAt(startup, 0, startup.readableBytes());
    assertEquals(
        new InitialMessage.StartupMessage(ProtocolVersion.VERSION_3_2, Map.of("user", "né")),
        InitialMessage.decode(startup, 0, size, false, false));
    ByteBuf cancel = Unpooled.buffer();
    FrontendEncoder.cancelRequest(cancel, 5, new byte[] {1, 2, 3, 4, 5});
    InitialMessage.CancelRequest request =
        assertInstanceOf(
            InitialMessage.CancelRequest.class,
            InitialMessage.decode(cancel, 0, cancel.readableBytes(), false, false));
    assertEquals(5, request.processId());
    assertArrayEquals(new byte[] {1, 2, 3, 4, 5}, request.secretKey());
  }

  @Test
  void repliesOfEveryKind() {
    assertEquals(new Reply.AuthenticationOk(), reply(BackendEncoder::authenticationOk));
    assertEquals(
        new Reply.AuthenticationCleartextPassword(),
        reply(BackendEncoder::authenticationCleartextPassword));
    assertEquals(
        new Reply.AuthenticationSasl(List.of("A", "B")),
        reply(out -> BackendEncoder.authenticationSasl(out, List.of("A", "B"))));
    Reply.AuthenticationMd5Password md5 =
        assertInstanceOf(
            Reply.AuthenticationMd5Password.class,
            reply(out -> BackendEncoder.authenticationMd5Password(out, 0x01020304)));
    assertArrayEquals(new byte[] {1, 2, 3, 4}, md5.salt());
    assertEquals(
        new Reply.ReadyForQuery((byte) 'E'),
        reply(out -> BackendEncoder.readyForQuery(out, (byte) 'E')));
    assertEquals(
        new Reply.ParameterStatus("né", "v"),
        reply(out -> BackendEncoder.parameterStatus(out, "né", "v")));
    assertEquals(
        new Reply.NegotiateProtocolVersion(196610, List.of("_pq_.x")),
        reply(out -> BackendEncoder.negotiateProtocolVersion(out, 196610, List.of("_pq_.x"))));
    assertEquals(
        new Reply.NotificationResponse(9, "c", "p"),
        reply(out -> BackendEncoder.notificationResponse(out, 9, "c", "p")));
    assertSame(Reply.Bare.PORTAL_SUSPENDED, reply(BackendEncoder::portalSuspended));
    Reply.CopyResponse copy =
        assertInstanceOf(
            Reply.CopyResponse.class, reply(out -> BackendEncoder.copyBothResponse(out, true, 2)));
    assertEquals(Reply.CopyDirection.BOTH, copy.direction());
    assertArrayEquals(new boolean[] {true, true}, copy.columnsBinary());
    Reply.ErrorResponse error =
        assertInstanceOf(
            Reply.ErrorResponse.class,
            reply(
                out ->
                    BackendEncoder.errorResponse(
                        out,
                        "ERROR",
                        new SqlError("23505", "m")
                            .detail("d")
                            .at(12)
                            .table("s", "t")
                            .constraint("c"))));
    assertEquals(
        Map.of(
            'S', "ERROR", 'V', "ERROR", 'C', "23505", 'M', "m", 'D', "d", 'P', "12", 's', "s", 't',
            "t", 'n', "c"),
        error.fields());
  }

  @Test
  void countsAreWrittenInDecimal() {
    for (long n :
        new long[] {
          0,
          1,
          9,
          10,
          11,
          99,
          100,
          101,
          12345,
          999_999_999_999_999_999L,
          Long.MAX_VALUE,
          Long.MIN_VALUE,
          -1,
          -10,
          -100
        }) {
      assertEquals(
          new Reply.CommandComplete("SELECT " + n),
          reply(out -> BackendEncoder.commandComplete(out, "SELECT ", n)));
    }
  }
}
