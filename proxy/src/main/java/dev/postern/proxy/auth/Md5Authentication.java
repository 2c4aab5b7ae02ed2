package dev.postern.proxy.auth;

import dev.postern.backend.type.Bytes;
import dev.postern.proxy.wire.BackendEncoder;
import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.List;

/** The MD5 hash of the password, salted, is asked for. */
final class Md5Authentication implements Authentication {
  private static final SecureRandom RANDOM = new SecureRandom();

  private final String user;
  private final List<String> passwords;
  private final byte[] salt = new byte[4];

  Md5Authentication(String user, List<String> passwords) {
    this.user = user;
    this.passwords = passwords;
    RANDOM.nextBytes(salt);
  }

  @Override
  public Progress begin(ByteBuf out) {
    BackendEncoder.authenticationMd5Password(out, Bytes.getInt(salt, 0));
    return Progress.AWAIT_RESPONSE;
  }

  @Override
  public Progress response(ByteBuf buffer, int offset, int length, ByteBuf out) {
    byte[] sent = PasswordPacket.read(buffer, offset, length).getBytes(StandardCharsets.UTF_8);
    boolean matches = false;
    for (String stored : passwords) {
      String hash = Md5.isHash(stored) ? stored : Md5.hash(stored, user);
      byte[] expected = Md5.response(hash, salt).getBytes(StandardCharsets.US_ASCII);
      matches |= MessageDigest.isEqual(expected, sent);
    }
    if (!matches) {
      throw Authenticator.refused(user);
    }
    return Progress.AUTHENTICATED;
  }
}
