package dev.postern.proxy.auth;

import com.ongres.stringprep.Stringprep;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * What a server keeps of a password for SCRAM-SHA-256 (RFC 5802, section 3): enough to check it,
 * not to use it. Its text form is PostgreSQL's {@code pg_authid.rolpassword}: {@code
 * SCRAM-SHA-256$<iterations>:<salt>$<StoredKey>:<ServerKey>}.
 */
record ScramVerifier(int iterations, byte[] salt, byte[] storedKey, byte[] serverKey) {
  /** PostgreSQL's default of scram_iterations. */
  static final int DEFAULT_ITERATIONS = 4096;

  static final int KEY_BYTES = 32;

  private static final Pattern FORM =
      Pattern.compile(
          "SCRAM-SHA-256\\$(\\d{1,9}):([A-Za-z0-9+/=]+)\\$([A-Za-z0-9+/]{43}=):([A-Za-z0-9+/]{43}=)");

  static boolean isVerifier(String stored) {
    return stored.startsWith("SCRAM-SHA-256$") && FORM.matcher(stored).matches();
  }

  /** Reads a text that {@linkplain #isVerifier is} one. */
  static ScramVerifier parse(String stored) {
    Matcher matcher = FORM.matcher(stored);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("not a SCRAM verifier");
    }
    Base64.Decoder base64 = Base64.getDecoder();
    return new ScramVerifier(
        Integer.parseInt(matcher.group(1)),
        base64.decode(matcher.group(2)),
        base64.decode(matcher.group(3)),
        base64.decode(matcher.group(4)));
  }

  /** Derives it from a password: milliseconds of work. */
  static ScramVerifier derive(String password, byte[] salt, int iterations) {
    byte[] salted = saltedPassword(normalized(password), salt, iterations);
    byte[] clientKey = hmac(salted, "Client Key".getBytes(StandardCharsets.US_ASCII));
    byte[] serverKey = hmac(salted, "Server Key".getBytes(StandardCharsets.US_ASCII));
    return new ScramVerifier(iterations, salt, sha256(clientKey), serverKey);
  }

  /** Whether it is this password's: milliseconds of work. */
  boolean isOf(String password) {
    return MessageDigest.isEqual(derive(password, salt, iterations).serverKey, serverKey);
  }

  /** Whether a client's proof over the exchange shows that it knows the password. */
  boolean proves(byte[] proof, byte[] authMessage) {
    byte[] clientKey = hmac(storedKey, authMessage);
    for (int i = 0; i < KEY_BYTES; i++) {
      clientKey[i] ^= proof[i];
    }
    return MessageDigest.isEqual(sha256(clientKey), storedKey);
  }

  byte[] serverSignature(byte[] authMessage) {
    return hmac(serverKey, authMessage);
  }

  /** SASLprep; what it forbids is taken as it is, as PostgreSQL does. */
  private static byte[] normalized(String password) {
    String prepared = password;
    if (!password.chars().allMatch(c -> c >= ' ' && c < 127)) {
      try {
        prepared = Stringprep.getProvider("SASLprep").prepareStored(password);
      } catch (IllegalArgumentException e) {
        prepared = password;
      }
    }
    return prepared.getBytes(StandardCharsets.UTF_8);
  }

  /** Hi() of RFC 5802: PBKDF2 with HMAC-SHA-256 and one block. */
  private static byte[] saltedPassword(byte[] password, byte[] salt, int iterations) {
    try {
      Mac mac = mac(password);
      mac.update(salt);
      byte[] block = mac.doFinal(new byte[] {0, 0, 0, 1});
      byte[] result = block.clone();
      for (int i = 1; i < iterations; i++) {
        mac.update(block);
        mac.doFinal(block, 0);
        for (int j = 0; j < KEY_BYTES; j++) {
          result[j] ^= block[j];
        }
      }
      return result;
    } catch (GeneralSecurityException e) {
      throw missing(e);
    }
  }

  static byte[] hmac(byte[] key, byte[] message) {
    try {
      return mac(key).doFinal(message);
    } catch (GeneralSecurityException e) {
      throw missing(e);
    }
  }

  private static Mac mac(byte[] key) throws GeneralSecurityException {
    Mac mac = Mac.getInstance("HmacSHA256");
    // A key must not be empty for Java; a zero byte is what HMAC pads it with anyway.
    mac.init(new SecretKeySpec(key.length == 0 ? new byte[1] : key, "HmacSHA256"));
    return mac;
  }

  private static byte[] sha256(byte[] message) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(message);
    } catch (GeneralSecurityException e) {
      throw missing(e);
    }
  }

  private static IllegalStateException missing(GeneralSecurityException e) {
    return new IllegalStateException("every Java platform has SHA-256", e);
  }
}
