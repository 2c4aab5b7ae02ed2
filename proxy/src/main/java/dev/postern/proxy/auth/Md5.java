package dev.postern.proxy.auth;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** PostgreSQL's MD5 password hashes: {@code md5} and the digest of password and user. */
final class Md5 {
  private static final String PREFIX = "md5";
  private static final int HEX_DIGITS = 32;

  private Md5() {}

  static boolean isHash(String stored) {
    return stored.length() == PREFIX.length() + HEX_DIGITS
        && stored.startsWith(PREFIX)
        && stored.chars().skip(PREFIX.length()).allMatch(c -> Character.digit(c, 16) >= 0);
  }

  /** What is stored for a password. */
  static String hash(String password, String user) {
    return PREFIX + hex((password + user).getBytes(StandardCharsets.UTF_8), new byte[0]);
  }

  /** What a client answers that was sent this salt. */
  static String response(String hash, byte[] salt) {
    String digits = hash.substring(PREFIX.length());
    return PREFIX + hex(digits.getBytes(StandardCharsets.US_ASCII), salt);
  }

  private static String hex(byte[] first, byte[] second) {
    try {
      MessageDigest digest = MessageDigest.getInstance("MD5");
      digest.update(first);
      digest.update(second);
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has MD5", e);
    }
  }
}
