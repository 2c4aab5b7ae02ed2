package dev.postern.proxy.auth;

import dev.postern.proxy.wire.BackendEncoder;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;

/** The password itself is asked for. */
final class PlainAuthentication implements Authentication {
  private final String user;
  private final List<String> passwords;

  PlainAuthentication(String user, List<String> passwords) {
    this.user = user;
    this.passwords = passwords;
  }

  @Override
  public Progress begin(ByteBuf out) {
    BackendEncoder.authenticationCleartextPassword(out);
    return Progress.AWAIT_RESPONSE;
  }

  @Override
  public Progress response(ByteBuf buffer, int offset, int length, ByteBuf out) {
    String sent = PasswordPacket.read(buffer, offset, length);
    boolean matches = false;
    for (String stored : passwords) {
      matches |= matches(stored, sent);
    }
    if (!matches) {
      throw Authenticator.refused(user);
    }
    return Progress.AUTHENTICATED;
  }

  private boolean matches(String stored, String sent) {
    if (ScramVerifier.isVerifier(stored)) {
      return ScramVerifier.parse(stored).isOf(sent);
    }
    String expected = Md5.isHash(stored) ? Md5.hash(sent, user) : sent;
    return MessageDigest.isEqual(
        stored.getBytes(StandardCharsets.UTF_8), expected.getBytes(StandardCharsets.UTF_8));
  }
}
