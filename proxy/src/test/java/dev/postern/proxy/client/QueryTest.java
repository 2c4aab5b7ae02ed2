package dev.postern.proxy.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.postern.proxy.wire.FrontendEncoder;
import io.netty.buffer.ByteBuf;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Simple queries, extended queries and COPY: bytes sent, answers asserted. */
class QueryTest {
  private static final byte[] UNNAMED = {};
  private static final String ROW = "RowDescription n:23/4/-1, t:25/-1/-1\n";

  private static TestServer server;
  private WireClient client;

  @BeforeAll
  static void start() throws Exception {
    server = new TestServer();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @BeforeEach
  void connect() throws Exception {
    client = WireClient.loggedIn(server.port());
  }

  @AfterEach
  void disconnect() throws Exception {
    client.close();
  }

  @Test
  void runsAllStatementsOfASimpleQuery() throws Exception {
    assertEquals(
        ROW
            + """
            DataRow [-1, t0]
            CommandComplete SELECT 1
            CommandComplete BEGIN
            ReadyForQuery T
            """,
        client.query("rows 1; begin"));
  }

  @Test
  void neverSendsPartOfARow() throws Exception {
    assertEquals(
        ROW
            + """
            NoticeResponse S=NOTICE V=NOTICE C=00000 M=first
            DataRow [1, NULL]
            ErrorResponse S=ERROR V=ERROR C=22012 M=division by zero
            ReadyForQuery I
            """,
        client.query("broken"));
    assertEquals(
        ROW
            + """
            NoticeResponse S=NOTICE V=NOTICE C=00000 M=first
            DataRow [1, NULL]
            ErrorResponse S=ERROR V=ERROR C=22012 M=division by zero
            ReadyForQuery I
            """,
        client.query("thread broken"));
  }

  @Test
  void stopsASimpleQueryAtItsFirstError() throws Exception {
    assertEquals(
        """
        CommandComplete BEGIN
        ErrorResponse S=ERROR V=ERROR C=22012 M=division by zero D=d H=h P=7
        ReadyForQuery E
        """,
        client.query("begin; error; rows 1"));
    assertEquals("CommandComplete ROLLBACK\nReadyForQuery I\n", client.query("commit"));
  }

  @Test
  void answersAnEmptyQuery() throws Exception {
    assertEquals("EMPTY_QUERY_RESPONSE\nReadyForQuery I\n", client.query(" ; "));
  }

  @Test
  void runsNothingOfATextThatCannotBeParsed() throws Exception {
    assertEquals(
        "ErrorResponse S=ERROR V=ERROR C=42601 M=syntax error P=1\nReadyForQuery I\n",
        client.query("rows 1; syntax"));
  }

  @Test
  void refusesInvalidUtf8() throws Exception {
    client.sendBytes(new byte[] {'Q', 0, 0, 0, 7, (byte) 0xc3, '(', 0});
    assertEquals(
        """
        ErrorResponse S=ERROR V=ERROR C=22021\
         M=invalid byte sequence for encoding "UTF8": 0xc3 0x28
        ReadyForQuery I
        """,
        client.untilReady());
  }

  @Test
  void tellsOfNoticesAndOfChangedSettingsOnce() throws Exception {
    assertEquals(
        """
        NoticeResponse S=WARNING V=WARNING C=01000 M=there is no transaction
        CommandComplete NOTICE
        CommandComplete SET
        CommandComplete SET
        ParameterStatus application_name=y
        ReadyForQuery I
        """,
        client.query("notice; set application_name x; set application_name y"));
    assertEquals("CommandComplete SET\nReadyForQuery I\n", client.query("set application_name y"));
  }

  @Test
  void aFaultOfTheEngineIsAnInternalErrorAndTheClientGoesOn() throws Exception {
    assertTrue(client.query("crash").startsWith("ErrorResponse S=ERROR V=ERROR C=XX000"));
    assertEquals("CommandComplete BEGIN\nReadyForQuery T\n", client.query("begin"));
  }

  @Test
  void runsExtendedQueriesInOneFlight() throws Exception {
    client.send(
        out -> {
          prepare(out, "s", "rows 2", 23);
          FrontendEncoder.describe(out, 'S', WireClient.bytes("s"));
          bind(out, "", "s", List.of(new byte[] {'1'}));
          FrontendEncoder.describe(out, 'P', UNNAMED);
          FrontendEncoder.execute(out, UNNAMED, 0);
          FrontendEncoder.close(out, 'S', WireClient.bytes("s"));
          FrontendEncoder.sync(out);
        });
    assertEquals(
        "PARSE_COMPLETE\nParameterDescription [23]\n"
            + ROW
            + "BIND_COMPLETE\n"
            + ROW
            + """
            DataRow [-1, t0]
            DataRow [0, t1]
            CommandComplete SELECT 2
            CLOSE_COMPLETE
            ReadyForQuery I
            """,
        client.untilReady());
  }

  @Test
  void sendsBinaryColumnsAsBound() throws Exception {
    client.send(
        out -> {
          prepare(out, "", "rows 3");
          FrontendEncoder.bind(
              out, UNNAMED, UNNAMED, new boolean[0], List.of(), new boolean[] {true, false});
          FrontendEncoder.describe(out, 'P', UNNAMED);
          FrontendEncoder.execute(out, UNNAMED, 0);
          FrontendEncoder.sync(out);
        });
    assertEquals(
        """
        PARSE_COMPLETE
        BIND_COMPLETE
        RowDescription n:23/4/-1 binary, t:25/-1/-1
        DataRow [[-1, -1, -1, -1], t0]
        DataRow [[0, 0, 0, 0], t1]
        DataRow [[0, 0, 0, 1], NULL]
        CommandComplete SELECT 3
        ReadyForQuery I
        """,
        client.untilReady());
  }

  @Test
  void suspendsAPortalAtItsRowLimit() throws Exception {
    client.send(
        out -> {
          prepare(out, "", "rows 3");
          bind(out, "p", "", List.of());
          FrontendEncoder.execute(out, WireClient.bytes("p"), 2);
          FrontendEncoder.execute(out, WireClient.bytes("p"), 2);
          FrontendEncoder.sync(out);
        });
    assertEquals(
        """
        PARSE_COMPLETE
        BIND_COMPLETE
        DataRow [-1, t0]
        DataRow [0, t1]
        PORTAL_SUSPENDED
        DataRow [1, NULL]
        CommandComplete SELECT 1
        ReadyForQuery I
        """,
        client.untilReady());
  }

  @Test
  void skipsToSyncAfterAnError() throws Exception {
    client.send(
        out -> {
          prepare(out, "", "begin");
          bind(out, "", "nothing", List.of());
          FrontendEncoder.execute(out, UNNAMED, 0);
          FrontendEncoder.query(out, "rows 1");
          FrontendEncoder.sync(out);
          FrontendEncoder.query(out, "begin");
        });
    assertEquals(
        """
        PARSE_COMPLETE
        ErrorResponse S=ERROR V=ERROR C=26000 M=prepared statement "nothing" does not exist
        ReadyForQuery I
        """,
        client.untilReady());
    assertEquals("CommandComplete BEGIN\nReadyForQuery T\n", client.untilReady());
  }

  @Test
  void namesWhatDoesNotExist() throws Exception {
    assertEquals(
        "ErrorResponse S=ERROR V=ERROR C=34000 M=portal \"\" does not exist\nReadyForQuery I\n",
        synced(out -> FrontendEncoder.execute(out, UNNAMED, 0)));
    assertEquals(
        """
        ErrorResponse S=ERROR V=ERROR C=26000 M=unnamed prepared statement does not exist
        ReadyForQuery I
        """,
        synced(out -> FrontendEncoder.describe(out, 'S', UNNAMED)));
    assertEquals(
        "CLOSE_COMPLETE\nReadyForQuery I\n",
        synced(out -> FrontendEncoder.close(out, 'P', WireClient.bytes("none"))));
  }

  @Test
  void refusesSeveralStatementsInParse() throws Exception {
    assertEquals(
        """
        ErrorResponse S=ERROR V=ERROR C=42601\
         M=cannot insert multiple commands into a prepared statement
        ReadyForQuery I
        """,
        synced(out -> prepare(out, "", "begin; commit")));
  }

  @Test
  void executesAnEmptyStatement() throws Exception {
    assertEquals(
        """
        PARSE_COMPLETE
        BIND_COMPLETE
        NO_DATA
        EMPTY_QUERY_RESPONSE
        ReadyForQuery I
        """,
        synced(
            out -> {
              prepare(out, "", "");
              bind(out, "", "", List.of());
              FrontendEncoder.describe(out, 'P', UNNAMED);
              FrontendEncoder.execute(out, UNNAMED, 0);
            }));
  }

  @Test
  void flushSendsWhatThereIs() throws Exception {
    client.send(
        out -> {
          prepare(out, "", "rows 1");
          FrontendEncoder.flush(out);
        });
    assertEquals("PARSE_COMPLETE\n", client.until('1', true));
  }

  @Test
  void refusesFunctionCalls() throws Exception {
    client.send(out -> FrontendEncoder.functionCall(out, 1, List.of()));
    assertEquals(
        "ErrorResponse S=ERROR V=ERROR C=0A000 M=FunctionCall is not supported\nReadyForQuery I\n",
        client.untilReady());
  }

  @Test
  void copiesInWithinASimpleQuery() throws Exception {
    client.send(out -> FrontendEncoder.query(out, "begin; copyin; commit"));
    assertEquals(
        "CommandComplete BEGIN\nCopyResponse IN text [false, false]\n", client.until('G', true));
    client.send(
        out -> {
          copyData(out, "a\tb\n");
          FrontendEncoder.flush(out);
          copyData(out, "?\tb\n");
          FrontendEncoder.copyDone(out);
        });
    assertEquals(
        "CommandComplete COPY 8\nCommandComplete COMMIT\nReadyForQuery I\n", client.untilReady());
  }

  @Test
  void aFailedCopyOfASimpleQueryEndsItAndTheRestIsIgnored() throws Exception {
    client.send(
        out -> {
          FrontendEncoder.query(out, "copyin; begin");
          copyData(out, "!\n");
          copyData(out, "a\n");
          FrontendEncoder.copyDone(out);
          FrontendEncoder.query(out, "begin");
        });
    assertEquals(
        """
        CopyResponse IN text [false, false]
        ErrorResponse S=ERROR V=ERROR C=22P04 M=bad line
        ReadyForQuery I
        """,
        client.untilReady());
    assertEquals("CommandComplete BEGIN\nReadyForQuery T\n", client.untilReady());
  }

  @Test
  void copyFailInTheExtendedProtocolSkipsToSync() throws Exception {
    client.send(
        out -> {
          prepare(out, "", "copyin");
          bind(out, "", "", List.of());
          FrontendEncoder.execute(out, UNNAMED, 0);
          FrontendEncoder.sync(out);
          copyData(out, "a\n");
          FrontendEncoder.copyFail(out, "enough");
          FrontendEncoder.sync(out);
        });
    assertEquals(
        """
        PARSE_COMPLETE
        BIND_COMPLETE
        CopyResponse IN text [false, false]
        ErrorResponse S=ERROR V=ERROR C=57014 M=COPY from stdin failed: enough
        ReadyForQuery I
        """,
        client.untilReady());
  }

  @Test
  void anotherMessageDuringCopyInEndsTheConnection() throws Exception {
    client.send(
        out -> {
          FrontendEncoder.query(out, "copyin");
          FrontendEncoder.query(out, "begin");
        });
    assertEquals(
        """
        CopyResponse IN text [false, false]
        ErrorResponse S=ERROR V=ERROR C=08P01\
         M=unexpected message type 0x51 during COPY from stdin
        ErrorResponse S=FATAL V=FATAL C=08P01\
         M=terminating connection because protocol synchronization was lost
        closed\
        """,
        client.untilClosed());
  }

  @Test
  void copiesOut() throws Exception {
    assertEquals(
        """
        CopyResponse OUT text [false]
        CopyData line

        CopyData line

        COPY_DONE
        CommandComplete COPY 2
        ReadyForQuery I
        """,
        client.query("copyout 2"));
  }

  @Test
  void answersBeforeTheEndOfInputAreGiven() throws Exception {
    client.send(out -> FrontendEncoder.query(out, "thread rows 1"));
    client.shutdownOutput();
    assertEquals(
        ROW + "DataRow [-1, t0]\nCommandComplete SELECT 1\nReadyForQuery I\n", client.untilReady());
    assertEquals("closed", client.untilClosed());
  }

  private String synced(Consumer<ByteBuf> messages) throws Exception {
    client.send(messages.andThen(FrontendEncoder::sync));
    return client.untilReady();
  }

  private static void prepare(ByteBuf out, String name, String text, int... types) {
    FrontendEncoder.parse(out, WireClient.bytes(name), WireClient.bytes(text), types);
  }

  private static void bind(ByteBuf out, String portal, String statement, List<byte[]> values) {
    FrontendEncoder.bind(
        out,
        WireClient.bytes(portal),
        WireClient.bytes(statement),
        new boolean[0],
        List.copyOf(values),
        new boolean[0]);
  }

  private static void copyData(ByteBuf out, String line) {
    byte[] data = WireClient.bytes(line);
    FrontendEncoder.copyData(out, data, 0, data.length);
  }
}
