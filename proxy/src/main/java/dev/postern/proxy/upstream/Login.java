package dev.postern.proxy.upstream;

import com.ongres.scram.client.ScramClient;
import com.ongres.scram.common.exception.ScramException;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.proxy.wire.FrontendEncoder;
import dev.postern.proxy.wire.Reply;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The client's side of authentication (protocol section "Start-up"), for one connection. */
final class Login {
  private static final String SCRAM = "SCRAM-SHA-256";

  private final String user;
  private final @Nullable String password;
  private @Nullable ScramClient scram;

  Login(String user, @Nullable String password) {
    this.user = user;
    this.password = password;
  }

  /** Whether the answer takes long to compute and must not be made on an event loop. */
  static boolean isSlow(Reply.Authentication request) {
    return request instanceof Reply.AuthenticationSaslContinue;
  }

  /**
   * Writes the answer to what the server asks for; nothing where it asks for nothing.
   *
   * @throws SqlError where it cannot be given, or the server proves to be another
   */
  void answer(Reply.Authentication request, ByteBuf out) {
    switch (request) {
      case Reply.AuthenticationOk ok -> {}
      case Reply.AuthenticationCleartextPassword cleartext ->
          FrontendEncoder.password(out, secret());
      case Reply.AuthenticationMd5Password md5 -> FrontendEncoder.password(out, md5(md5.salt()));
      case Reply.AuthenticationSasl sasl -> begin(sasl.mechanisms(), out);
      case Reply.AuthenticationSaslContinue next -> proceed(next.data(), out);
      case Reply.AuthenticationSaslFinal last -> verify(last.data());
      case Reply.AuthenticationOther other ->
          throw failed("the server asks for authentication method " + other.code());
    }
  }

  private String secret() {
    String known = password;
    if (known == null) {
      throw failed(
              "the server asks for a password and none is configured for user \"" + user + "\"")
          .hint("Give the user, or the database, a password in the settings.");
    }
    return known;
  }

  private static SqlError failed(String message) {
    return new SqlError(
        SqlState.INVALID_AUTHORIZATION_SPECIFICATION, "cannot log in upstream: " + message);
  }

  private String md5(byte[] salt) {
    byte[] inner = digest((secret() + user).getBytes(StandardCharsets.UTF_8), new byte[0]);
    byte[] hex = HexFormat.of().formatHex(inner).getBytes(StandardCharsets.US_ASCII);
    return "md5" + HexFormat.of().formatHex(digest(hex, salt));
  }

  private static byte[] digest(byte[] first, byte[] second) {
    try {
      MessageDigest md5 = MessageDigest.getInstance("MD5");
      md5.update(first);
      return md5.digest(second);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  private void begin(List<String> mechanisms, ByteBuf out) {
    if (!mechanisms.contains(SCRAM)) {
      throw failed("the server offers none of the known methods: " + mechanisms);
    }
    ScramClient client =
        ScramClient.builder()
            .advertisedMechanisms(List.of(SCRAM))
            .username("*")
            .password(secret().toCharArray())
            .build();
    scram = client;
    byte[] first = client.clientFirstMessage().toString().getBytes(StandardCharsets.UTF_8);
    FrontendEncoder.saslInitialResponse(out, SCRAM, first);
  }

  private ScramClient begun() {
    ScramClient client = scram;
    if (client == null) {
      throw failed("the server goes on with an exchange that was not begun");
    }
    return client;
  }

  private void proceed(byte[] data, ByteBuf out) {
    ScramClient client = begun();
    try {
      client.serverFirstMessage(new String(data, StandardCharsets.UTF_8));
      byte[] last = client.clientFinalMessage().toString().getBytes(StandardCharsets.UTF_8);
      FrontendEncoder.saslResponse(out, last);
    } catch (ScramException e) {
      throw failed(String.valueOf(e.getMessage()));
    }
  }

  private void verify(byte[] data) {
    try {
      begun().serverFinalMessage(new String(data, StandardCharsets.UTF_8));
    } catch (ScramException e) {
      throw failed("the server does not know the password either: " + e.getMessage());
    }
  }
}
