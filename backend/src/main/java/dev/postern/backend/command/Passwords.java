package dev.postern.backend.command;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import java.nio.charset.StandardCharsets;
import java.security.InvalidKeyException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.security.spec.InvalidKeySpecException;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;

/** Passwords as pg_authid keeps them: SCRAM-SHA-256 verifiers (RFC 5803, RFC 7677). */
final class Passwords {
  private static final int SALT_BYTES = 16;
  private static final int KEY_BITS = 256;
  private static final SecureRandom RANDOM = new SecureRandom();

  private Passwords() {}

  /** What is kept of a password; a verifier or an MD5 hash is kept as it comes. */
  static String stored(String password, CommandContext context) {
    if (password.startsWith("SCRAM-SHA-256$")
        || password.startsWith("md5") && password.length() == 35) {
      return password;
    }
    if (context.settings().show("password_encryption").equals("md5")) {
      throw new SqlError(
          SqlState.FEATURE_NOT_SUPPORTED, "password encryption by md5 is not supported");
    }
    int iterations = Integer.parseInt(context.settings().show("scram_iterations"));
    byte[] salt = new byte[SALT_BYTES];
    RANDOM.nextBytes(salt);
    try {
      return verifier(password, salt, iterations);
    } catch (NoSuchAlgorithmException | InvalidKeySpecException | InvalidKeyException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String verifier(String password, byte[] salt, int iterations)
      throws NoSuchAlgorithmException, InvalidKeySpecException, InvalidKeyException {
    byte[] salted =
        SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256")
            .generateSecret(new PBEKeySpec(password.toCharArray(), salt, iterations, KEY_BITS))
            .getEncoded();
    byte[] storedKey = MessageDigest.getInstance("SHA-256").digest(mac(salted, "Client Key"));
    byte[] serverKey = mac(salted, "Server Key");
    Base64.Encoder base64 = Base64.getEncoder();
    return "SCRAM-SHA-256$"
        + iterations
        + ":"
        + base64.encodeToString(salt)
        + "$"
        + base64.encodeToString(storedKey)
        + ":"
        + base64.encodeToString(serverKey);
  }

  private static byte[] mac(byte[] key, String text)
      throws NoSuchAlgorithmException, InvalidKeyException {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key, "HmacSHA256"));
    return mac.doFinal(text.getBytes(StandardCharsets.US_ASCII));
  }
}
