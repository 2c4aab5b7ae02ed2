package dev.postern.proxy.client;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.postern.proxy.wire.FrontendEncoder;
import dev.postern.proxy.wire.ProtocolVersion;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What happens before the first query. */
class StartupTest {
  private static TestServer server;

  @BeforeAll
  static void start() throws Exception {
    server = new TestServer();
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void greetsWithSettingsKeyAndReady() throws Exception {
    try (WireClient client = new WireClient(server.port())) {
      client.startup(ProtocolVersion.VERSION_3_0, "application_name", "test");
      assertEquals(
          """
          AuthenticationOk[]
          ParameterStatus server_version=18.0
          ParameterStatus application_name=test
          BackendKeyData 4
          ReadyForQuery I
          """,
          client.untilReady());
    }
  }

  @Test
  void takesSettingsFromOptions() throws Exception {
    try (WireClient client = new WireClient(server.port())) {
      client.startup(
          ProtocolVersion.VERSION_3_2, "options", " -c  work-mem=1 --application-name=a\\ b");
      assertEquals(
          """
          AuthenticationOk[]
          ParameterStatus server_version=18.0
          ParameterStatus application_name=a b
          BackendKeyData 4
          ReadyForQuery I
          """,
          client.untilReady());
    }
  }

  @Test
  void refusesOtherOptions() throws Exception {
    assertEquals(
        """
        AuthenticationOk[]
        ErrorResponse S=FATAL V=FATAL C=42601 M=invalid command-line argument for server process: -Q\
         H=Try "postgres --help" for more information.
        closed\
        """,
        refusal(ProtocolVersion.VERSION_3_0, "options", "-Q"));
    assertEquals(
        "AuthenticationOk[]\nErrorResponse S=FATAL V=FATAL C=42601"
            + " M=-c geqo requires a value\nclosed",
        refusal(ProtocolVersion.VERSION_3_0, "options", "-cgeqo"));
  }

  @Test
  void answersEncryptionRequestsWithNo() throws Exception {
    try (WireClient client = new WireClient(server.port())) {
      client.send(FrontendEncoder::sslRequest);
      assertEquals('N', client.readByte());
      client.send(FrontendEncoder::gssEncRequest);
      assertEquals('N', client.readByte());
      client.startup(ProtocolVersion.VERSION_3_0);
      assertEquals(true, client.untilReady().endsWith("ReadyForQuery I\n"));
    }
  }

  @Test
  void asksForNothingTwice() throws Exception {
    try (WireClient client = new WireClient(server.port())) {
      client.send(FrontendEncoder::sslRequest);
      assertEquals('N', client.readByte());
      client.send(FrontendEncoder::sslRequest);
      assertEquals(
          """
          ErrorResponse S=FATAL V=FATAL C=0A000 M=unsupported frontend protocol 1234.5679:\
           server supports 3.0 to 3.2
          closed\
          """,
          client.untilClosed());
    }
  }

  @Test
  void negotiatesNewerVersionsAndUnknownOptions() throws Exception {
    try (WireClient client = new WireClient(server.port())) {
      client.startup(3 << 16 | 9999, "_pq_.later", "1");
      assertEquals(
          """
          NegotiateProtocolVersion[newestVersion=196610, unrecognizedOptions=[_pq_.later]]
          AuthenticationOk[]
          ParameterStatus server_version=18.0
          ParameterStatus application_name=
          BackendKeyData 4
          ReadyForQuery I
          """,
          client.untilReady());
    }
  }

  @Test
  void refusesOtherVersions() throws Exception {
    assertEquals(
        "EFATAL:  unsupported frontend protocol 2.0: server supports 3.0 to 3.2\n\0",
        refusal(2 << 16));
    assertEquals(
        """
        ErrorResponse S=FATAL V=FATAL C=0A000 M=unsupported frontend protocol 4.0:\
         server supports 3.0 to 3.2
        closed\
        """,
        refusal(4 << 16));
  }

  @Test
  void refusesWithoutUser() throws Exception {
    assertEquals(
        """
        ErrorResponse S=FATAL V=FATAL C=28000\
         M=no PostgreSQL user name specified in startup packet
        closed\
        """,
        refusal(ProtocolVersion.VERSION_3_0, "user", ""));
  }

  @Test
  void refusesReplication() throws Exception {
    assertEquals(
        "ErrorResponse S=FATAL V=FATAL C=0A000 M=replication is not supported\nclosed",
        refusal(ProtocolVersion.VERSION_3_0, "replication", "database"));
  }

  @Test
  void tellsOfAMissingDatabaseAfterAuthentication() throws Exception {
    assertEquals(
        """
        AuthenticationOk[]
        ErrorResponse S=FATAL V=FATAL C=3D000 M=database "missing" does not exist
        closed\
        """,
        refusal(ProtocolVersion.VERSION_3_0, "database", "missing"));
  }

  @Test
  void closesSilentlyOnImpossibleLengths() throws Exception {
    for (byte[] bytes :
        new byte[][] {
          {0, 0, 0, 7, 0, 3, 0, 0}, {0, 0, 0x27, 0x15, 0, 3, 0, 0}, {(byte) 0xff, 1, 1, 1, 0, 0}
        }) {
      try (WireClient client = new WireClient(server.port())) {
        client.sendBytes(bytes);
        assertEquals("closed", client.untilClosed());
      }
    }
  }

  @Test
  void refusesPacketsWithoutTerminator() throws Exception {
    try (WireClient client = new WireClient(server.port())) {
      client.sendBytes(new byte[] {0, 0, 0, 13, 0, 3, 0, 0, 'u', 's', 'e', 'r', 0});
      assertEquals(
          """
          ErrorResponse S=FATAL V=FATAL C=08P01\
           M=invalid startup packet layout: expected terminator as last byte
          closed\
          """,
          client.untilClosed());
    }
  }

  private static String refusal(int version, String... parameters) throws Exception {
    try (WireClient client = new WireClient(server.port())) {
      client.startup(version, parameters);
      return client.untilClosed();
    }
  }
}
