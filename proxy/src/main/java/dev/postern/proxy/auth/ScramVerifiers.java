package dev.postern.proxy.auth;

import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Verifiers of configured passwords, derived once a process. Thread-safe.
 *
 * <p>All passwords of one user share a salt, as the server sends one before it knows which password
 * the client has. Unknown users get a salt that depends on their name and a secret of this process.
 */
final class ScramVerifiers {
  private static final int SALT_BYTES = 16;

  private final byte[] secret = new byte[32];
  private final ConcurrentHashMap<List<String>, List<ScramVerifier>> derived =
      new ConcurrentHashMap<>();

  ScramVerifiers() {
    new SecureRandom().nextBytes(secret);
  }

  /** Those of a user's passwords, or null where they must be {@linkplain #derive derived} first. */
  @Nullable List<ScramVerifier> of(List<String> passwords) {
    return derived.get(passwords);
  }

  /**
   * Derives them: milliseconds each. A stored verifier has its own salt and so stands alone: the
   * first one counts and all other passwords do not. MD5 hashes do not serve.
   */
  List<ScramVerifier> derive(String user, List<String> passwords) {
    return derived.computeIfAbsent(List.copyOf(passwords), all -> deriveAll(user, all));
  }

  private List<ScramVerifier> deriveAll(String user, List<String> passwords) {
    for (String password : passwords) {
      if (ScramVerifier.isVerifier(password)) {
        return List.of(ScramVerifier.parse(password));
      }
    }
    byte[] salt = new byte[SALT_BYTES];
    new SecureRandom().nextBytes(salt);
    List<ScramVerifier> verifiers =
        passwords.stream()
            .filter(password -> !Md5.isHash(password))
            .map(password -> ScramVerifier.derive(password, salt, ScramVerifier.DEFAULT_ITERATIONS))
            .toList();
    return verifiers.isEmpty() ? List.of(mock(user)) : verifiers;
  }

  /** A verifier that no password fits, always with the same salt for the same name. */
  ScramVerifier mock(String user) {
    byte[] salt = ScramVerifier.hmac(secret, user.getBytes(StandardCharsets.UTF_8));
    byte[] key = new byte[ScramVerifier.KEY_BYTES];
    new SecureRandom().nextBytes(key);
    return new ScramVerifier(
        ScramVerifier.DEFAULT_ITERATIONS, Arrays.copyOf(salt, SALT_BYTES), key, key);
  }
}
