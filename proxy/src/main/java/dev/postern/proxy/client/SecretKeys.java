package dev.postern.proxy.client;

import dev.postern.backend.type.Bytes;
import java.security.MessageDigest;
import java.security.SecureRandom;

/** Secret keys of BackendKeyData. */
final class SecretKeys {
  private static final SecureRandom RANDOM = new SecureRandom();

  private SecretKeys() {}

  static int next() {
    return RANDOM.nextInt();
  }

  /** Compares in a time that does not tell where they differ. */
  static boolean equal(int key, byte[] sent) {
    byte[] own = new byte[4];
    Bytes.putInt(own, 0, key);
    return MessageDigest.isEqual(own, sent);
  }
}
