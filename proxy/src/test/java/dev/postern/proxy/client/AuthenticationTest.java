package dev.postern.proxy.client;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.ongres.scram.client.ScramClient;
import dev.postern.proxy.wire.FrontendEncoder;
import dev.postern.proxy.wire.ProtocolVersion;
import dev.postern.proxy.wire.Reply;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Logins over the wire, with each method, right and wrong. */
class AuthenticationTest {
  /** PostgreSQL's verifier of the password "pencil" for the user "stored". */
  private static final String VERIFIER =
      "SCRAM-SHA-256$4096:W22ZaJ0SNY7soEsUEjb6gQ==$WG5d8oPm3OtcPnkdi4Uo7BkeZkBFzpcXkuLmtbsT4qY="
          + ":wfPLwcE6nTWhTAmQ7tl2KeoiWGPlZqQxSrmfPwDl2dU=";

  private static final String MD5_OF_PENCIL = md5("pencil" + "stored");

  private static TestServer server(String method) throws Exception {
    return new TestServer(
        "general.auth_type", method,
        "users.0.name", "plain",
        "users.0.password", "geheim€",
        "users.0.passwords", "other",
        "users.0.database", "postgres",
        "users.1.name", "stored",
        "users.1.password", method.equals("md5") ? MD5_OF_PENCIL : VERIFIER);
  }

  @ParameterizedTest
  @ValueSource(strings = {"plain", "md5", "scram"})
  void letsInWhoKnowsThePassword(String method) throws Exception {
    try (TestServer server = server(method)) {
      assertEquals("AuthenticationOk[]", login(server, "plain", "geheim€", "postgres"));
      assertEquals("AuthenticationOk[]", login(server, "plain", "other", "postgres"));
      assertEquals("AuthenticationOk[]", login(server, "stored", "pencil", "postgres"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"plain", "md5", "scram"})
  void refusesUnknownUsersLikeWrongPasswords(String method) throws Exception {
    try (TestServer server = server(method)) {
      for (String user : List.of("plain", "stored", "nobody")) {
        assertEquals(
            "ErrorResponse S=FATAL V=FATAL C=28P01 M=password authentication failed for user \""
                + user
                + "\"",
            login(server, user, "wrong", "postgres"));
      }
    }
  }

  @Test
  void refusesTheDatabaseOnlyAfterThePassword() throws Exception {
    try (TestServer server = server("scram")) {
      try (WireClient client = new WireClient(server.port())) {
        client.startup(ProtocolVersion.VERSION_3_0, "user", "plain", "database", "other");
        assertEquals("AuthenticationOk[]", answer(client, "plain", "geheim€"));
        assertEquals(
            "ErrorResponse S=FATAL V=FATAL C=42501 M=permission denied for database \"other\""
                + " D=User does not have CONNECT privilege.",
            client.next());
      }
    }
  }

  @Test
  void anEmptyPasswordIsRefusedAtOnce() throws Exception {
    try (TestServer server = server("plain")) {
      assertEquals(
          "ErrorResponse S=FATAL V=FATAL C=28P01 M=empty password returned by client",
          login(server, "plain", "", "postgres"));
    }
  }

  @Test
  void anotherMessageInPlaceOfThePasswordIsRefused() throws Exception {
    try (TestServer server = server("scram");
        WireClient client = new WireClient(server.port())) {
      client.startup(ProtocolVersion.VERSION_3_0, "user", "plain");
      client.next();
      client.send(out -> FrontendEncoder.query(out, "begin"));
      assertEquals(
          "ErrorResponse S=FATAL V=FATAL C=08P01 M=expected SASL response, got message type 81",
          client.next());
    }
  }

  @Test
  void otherMechanismsAreRefused() throws Exception {
    try (TestServer server = server("scram");
        WireClient client = new WireClient(server.port())) {
      client.startup(ProtocolVersion.VERSION_3_0, "user", "plain");
      assertEquals("AuthenticationSasl[mechanisms=[SCRAM-SHA-256]]", client.next());
      client.send(out -> FrontendEncoder.saslInitialResponse(out, "SCRAM-SHA-1", new byte[1]));
      assertEquals(
          "ErrorResponse S=FATAL V=FATAL C=08P01"
              + " M=client selected an invalid SASL authentication mechanism",
          client.next());
    }
  }

  private static String login(TestServer server, String user, String password, String database)
      throws Exception {
    try (WireClient client = new WireClient(server.port())) {
      client.startup(ProtocolVersion.VERSION_3_0, "user", user, "database", database);
      return answer(client, user, password);
    }
  }

  /** Does what the server asks for; gives its verdict. */
  private static String answer(WireClient client, String user, String password) throws Exception {
    Reply asked = client.nextReply();
    switch (asked) {
      case Reply.AuthenticationCleartextPassword plain ->
          client.send(out -> FrontendEncoder.password(out, password));
      case Reply.AuthenticationMd5Password md5 -> {
        byte[] digits = md5(password + user).substring(3).getBytes(StandardCharsets.US_ASCII);
        byte[] salted = new byte[digits.length + 4];
        System.arraycopy(digits, 0, salted, 0, digits.length);
        System.arraycopy(md5.salt(), 0, salted, digits.length, 4);
        client.send(out -> FrontendEncoder.password(out, "md5" + digest(salted)));
      }
      case Reply.AuthenticationSasl sasl -> {
        ScramClient scram =
            ScramClient.builder()
                .advertisedMechanisms(sasl.mechanisms())
                .username(user)
                .password(password.toCharArray())
                .build();
        byte[] first = ascii(scram.clientFirstMessage().toString());
        client.send(out -> FrontendEncoder.saslInitialResponse(out, "SCRAM-SHA-256", first));
        Reply reply = client.nextReply();
        if (!(reply instanceof Reply.AuthenticationSaslContinue challenge)) {
          return ReplyText.of(reply, new byte[0]);
        }
        scram.serverFirstMessage(new String(challenge.data(), StandardCharsets.US_ASCII));
        byte[] last = ascii(scram.clientFinalMessage().toString());
        client.send(out -> FrontendEncoder.saslResponse(out, last));
        reply = client.nextReply();
        if (!(reply instanceof Reply.AuthenticationSaslFinal verdict)) {
          return ReplyText.of(reply, new byte[0]);
        }
        scram.serverFinalMessage(new String(verdict.data(), StandardCharsets.US_ASCII));
      }
      default -> throw new AssertionError("not expected: " + asked);
    }
    return client.next();
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private static String md5(String text) {
    return "md5" + digest(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String digest(byte[] bytes) {
    try {
      return HexFormat.of().formatHex(MessageDigest.getInstance("MD5").digest(bytes));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }
}
