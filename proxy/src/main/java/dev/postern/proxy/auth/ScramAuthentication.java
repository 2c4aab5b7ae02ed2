package dev.postern.proxy.auth;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.proxy.wire.BackendEncoder;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** SCRAM-SHA-256 without channel binding, the server's side. */
final class ScramAuthentication implements Authentication {
  private static final String MECHANISM = "SCRAM-SHA-256";
  private static final int NONCE_BYTES = 18;

  private final String user;
  private final List<String> passwords;
  private final ScramVerifiers verifiers;
  private List<ScramVerifier> candidates = List.of();
  private State state = State.MECHANISM_AWAITED;
  private String gs2Header = "";
  private String clientFirstBare = "";
  private String serverFirst = "";
  private String nonce = "";

  private enum State {
    MECHANISM_AWAITED,
    CLIENT_FIRST_AWAITED,
    CLIENT_FINAL_AWAITED
  }

  ScramAuthentication(String user, List<String> passwords, ScramVerifiers verifiers) {
    this.user = user;
    this.passwords = passwords;
    this.verifiers = verifiers;
  }

  @Override
  public boolean needsPreparation() {
    return !passwords.isEmpty() && verifiers.of(passwords) == null;
  }

  @Override
  public void prepare() {
    verifiers.derive(user, passwords);
  }

  @Override
  public String expected() {
    return "SASL";
  }

  @Override
  public Progress begin(ByteBuf out) {
    candidates =
        passwords.isEmpty() ? List.of(verifiers.mock(user)) : verifiers.derive(user, passwords);
    BackendEncoder.authenticationSasl(out, List.of(MECHANISM));
    return Progress.AWAIT_RESPONSE;
  }

  @Override
  public Progress response(ByteBuf buffer, int offset, int length, ByteBuf out) {
    return switch (state) {
      case MECHANISM_AWAITED -> initialResponse(buffer, offset, length, out);
      case CLIENT_FIRST_AWAITED -> clientFirst(text(buffer, offset, length), out);
      case CLIENT_FINAL_AWAITED -> clientFinal(text(buffer, offset, length), out);
    };
  }

  private Progress initialResponse(ByteBuf buffer, int offset, int length, ByteBuf out) {
    int nameLength = buffer.bytesBefore(offset, length, (byte) 0);
    if (nameLength < 0 || length - nameLength < 5) {
      throw violation("insufficient data left in message", null);
    }
    String mechanism = buffer.toString(offset, nameLength, StandardCharsets.US_ASCII);
    if (!mechanism.equals(MECHANISM)) {
      throw violation("client selected an invalid SASL authentication mechanism", null);
    }
    int dataOffset = offset + nameLength + 5;
    int dataLength = buffer.getInt(dataOffset - 4);
    if (dataLength == -1) {
      state = State.CLIENT_FIRST_AWAITED;
      BackendEncoder.authenticationSaslContinue(out, new byte[0]);
      return Progress.AWAIT_RESPONSE;
    }
    if (dataLength != offset + length - dataOffset) {
      throw violation("insufficient data left in message", null);
    }
    return clientFirst(text(buffer, dataOffset, dataLength), out);
  }

  /** {@code n,,n=user,r=nonce}: the user name inside is not looked at, as in PostgreSQL. */
  private Progress clientFirst(String message, ByteBuf out) {
    char flag = message.charAt(0);
    if (flag == 'p') {
      throw malformed(
          "The client selected SCRAM-SHA-256 without channel binding,"
              + " but the SCRAM message includes channel binding data.");
    }
    if (flag != 'n' && flag != 'y') {
      throw malformed("Unexpected channel-binding flag \"" + printable(flag) + "\".");
    }
    ScramAttributes attributes = new ScramAttributes(message, 1);
    attributes.requireComma();
    if (attributes.next() == 'a') {
      throw new SqlError(
          SqlState.FEATURE_NOT_SUPPORTED,
          "client uses authorization identity, but it is not supported");
    }
    attributes.requireComma();
    gs2Header = message.substring(0, attributes.position());
    clientFirstBare = message.substring(attributes.position());
    if (attributes.next() == 'm') {
      throw new SqlError(
          SqlState.FEATURE_NOT_SUPPORTED, "client requires an unsupported SCRAM extension");
    }
    attributes.value('n');
    String clientNonce = attributes.value('r');
    if (!clientNonce.chars().allMatch(c -> c > ' ' && c < 127)) {
      throw violation("non-printable characters in SCRAM nonce", null);
    }
    byte[] random = new byte[NONCE_BYTES];
    new SecureRandom().nextBytes(random);
    nonce = clientNonce + Base64.getEncoder().encodeToString(random);
    ScramVerifier first = candidates.getFirst();
    serverFirst =
        "r="
            + nonce
            + ",s="
            + Base64.getEncoder().encodeToString(first.salt())
            + ",i="
            + first.iterations();
    BackendEncoder.authenticationSaslContinue(out, bytes(serverFirst));
    state = State.CLIENT_FINAL_AWAITED;
    return Progress.AWAIT_RESPONSE;
  }

  private Progress clientFinal(String message, ByteBuf out) {
    ScramAttributes attributes = new ScramAttributes(message, 0);
    String binding = attributes.value('c');
    if (!binding.equals(Base64.getEncoder().encodeToString(bytes(gs2Header)))) {
      throw violation("unexpected SCRAM channel-binding attribute in client-final-message", null);
    }
    String sentNonce = attributes.value('r');
    int proofAt = attributes.skipTo('p');
    byte[] proof = decoded(attributes.value('p'));
    if (proof == null || proof.length != ScramVerifier.KEY_BYTES) {
      throw malformed("Malformed proof in client-final-message.");
    }
    if (!attributes.atEnd()) {
      throw malformed("Garbage found at the end of client-final-message.");
    }
    if (!sentNonce.equals(nonce)) {
      throw violation("invalid SCRAM response", "Nonce does not match.");
    }
    byte[] authMessage =
        bytes(clientFirstBare + "," + serverFirst + "," + message.substring(0, proofAt - 1));
    for (ScramVerifier candidate : candidates) {
      if (candidate.proves(proof, authMessage)) {
        String signature =
            Base64.getEncoder().encodeToString(candidate.serverSignature(authMessage));
        BackendEncoder.authenticationSaslFinal(out, bytes("v=" + signature));
        return Progress.AUTHENTICATED;
      }
    }
    throw Authenticator.refused(user);
  }

  private static byte @Nullable [] decoded(String base64) {
    try {
      return Base64.getDecoder().decode(base64);
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  /** SCRAM messages are text without zeros; one byte a character keeps them as they came. */
  private static String text(ByteBuf buffer, int offset, int length) {
    if (length == 0) {
      throw malformed("The message is empty.");
    }
    if (buffer.bytesBefore(offset, length, (byte) 0) >= 0) {
      throw malformed("Message length does not match input length.");
    }
    return buffer.toString(offset, length, StandardCharsets.ISO_8859_1);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  static SqlError malformed(String detail) {
    return violation("malformed SCRAM message", detail);
  }

  private static SqlError violation(String message, @Nullable String detail) {
    return new SqlError(SqlState.PROTOCOL_VIOLATION, message).detail(detail);
  }

  /** How PostgreSQL shows a character it did not expect. */
  static String printable(char c) {
    return c > ' ' && c < 127 ? String.valueOf(c) : String.format("0x%02x", (int) c);
  }
}
