package dev.postern.config;

import dev.postern.config.Key.Unit;
import org.jspecify.annotations.Nullable;

/** How clients prove who they are. */
public record Login(
    @Key(
            value = "How clients authenticate.",
            defaultText = "`scram` where users are configured, else `trust`")
        @Nullable AuthType authType,
    @Key(
            value = "Whether a client's own user and password may be used to log in upstream.",
            effective = false)
        PassthroughAuth passthroughAuth,
    @Key(value = "Time a new client has to finish its login.", unit = Unit.MILLISECONDS, min = 1)
        long clientLoginTimeoutMillis) {

  public static final Login DEFAULTS = new Login(null, PassthroughAuth.DISABLED, 60_000);

  /** The authentication exchange asked of clients. */
  public enum AuthType {
    TRUST,
    @Also({"password", "cleartext"})
    PLAIN,
    MD5,
    @Also({"scram-sha-256", "scram_sha_256"})
    SCRAM
  }

  /** Whether client credentials are passed on to the upstream server. */
  public enum PassthroughAuth {
    DISABLED,
    ENABLED,
    ENABLED_PLAIN,
    ENABLED_ALLOW_CHANGE,
    ENABLED_PLAIN_ALLOW_CHANGE
  }
}
