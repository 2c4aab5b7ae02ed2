package dev.postern.proxy.auth;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.Test;

/** The arithmetic of SCRAM-SHA-256, by the example of RFC 7677, section 3. */
class ScramVerifierTest {
  private static final byte[] SALT = Base64.getDecoder().decode("W22ZaJ0SNY7soEsUEjb6gQ==");
  private static final byte[] AUTH_MESSAGE =
      ("n=user,r=rOprNGfwEbeRWgbNEkqO,"
              + "r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0,"
              + "s=W22ZaJ0SNY7soEsUEjb6gQ==,i=4096,"
              + "c=biws,r=rOprNGfwEbeRWgbNEkqO%hvYDpWUa2RaTCAfuxFIlj)hNlF$k0")
          .getBytes(StandardCharsets.US_ASCII);
  private static final byte[] PROOF =
      Base64.getDecoder().decode("dHzbZapWIk4jUhN+Ute9ytag9zjfMHgsqmmiz7AndVQ=");

  @Test
  void provesAndSignsAsInTheExample() {
    ScramVerifier verifier = ScramVerifier.derive("pencil", SALT, 4096);
    assertTrue(verifier.proves(PROOF, AUTH_MESSAGE));
    assertEquals(
        "6rriTRBi23WpRR/wtup+mMhUZUn/dB5nLTJRsjl95G4=",
        Base64.getEncoder().encodeToString(verifier.serverSignature(AUTH_MESSAGE)));
    assertFalse(ScramVerifier.derive("crayon", SALT, 4096).proves(PROOF, AUTH_MESSAGE));
  }

  @Test
  void readsTheStoredForm() {
    ScramVerifier verifier = ScramVerifier.derive("pencil", SALT, 4096);
    Base64.Encoder base64 = Base64.getEncoder();
    String stored =
        "SCRAM-SHA-256$4096:"
            + base64.encodeToString(SALT)
            + "$"
            + base64.encodeToString(verifier.storedKey())
            + ":"
            + base64.encodeToString(verifier.serverKey());
    assertTrue(ScramVerifier.isVerifier(stored));
    assertTrue(ScramVerifier.parse(stored).isOf("pencil"));
    assertFalse(ScramVerifier.parse(stored).isOf("crayon"));
    assertFalse(ScramVerifier.isVerifier("SCRAM-SHA-256$4096:x"));
  }
}
