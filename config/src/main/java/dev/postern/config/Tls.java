package dev.postern.config;

import org.jspecify.annotations.Nullable;

/** Encryption towards clients and towards upstream servers. */
public record Tls(
    @Key(value = "Certificate chain shown to clients, PEM file.", effective = false)
        @Nullable String tlsCertificate,
    @Key(value = "Private key of that certificate, PEM file.", effective = false)
        @Nullable String tlsPrivateKey,
    @Key(value = "Refuse clients that do not encrypt.", effective = false)
        boolean tlsClientRequired,
    @Key(value = "How the certificate of an upstream server is checked.", effective = false)
        Verify tlsVerify,
    @Key(value = "Authorities trusted for upstream servers, PEM file.", effective = false)
        @Nullable String tlsServerCaCertificate,
    @Key(value = "Authorities trusted for client certificates, PEM file.", effective = false)
        @Nullable String tlsClientCaCertificate) {

  public static final Tls DEFAULTS = new Tls(null, null, false, Verify.PREFER, null, null);

  /** How the certificate of an upstream server is checked. */
  public enum Verify {
    DISABLED,
    PREFER,
    VERIFY_CA,
    VERIFY_FULL
  }
}
