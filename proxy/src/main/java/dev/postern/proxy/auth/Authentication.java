package dev.postern.proxy.auth;

import dev.postern.backend.error.SqlError;
import io.netty.buffer.ByteBuf;

/** One client's login. One thread at a time. Every error is fatal to the connection. */
public interface Authentication {
  /** How far a login is. */
  enum Progress {
    /** A response of the client is awaited; what was written must be sent first. */
    AWAIT_RESPONSE,
    /** The client is who it says; AuthenticationOk is still to be written. */
    AUTHENTICATED
  }

  /**
   * Whether {@link #prepare} has something to do that takes milliseconds and so must not happen on
   * an event loop.
   */
  default boolean needsPreparation() {
    return false;
  }

  /** Does the slow work; on any thread, before {@link #begin}. */
  default void prepare() {}

  /** Writes the first request, if there is any. */
  Progress begin(ByteBuf out);

  /**
   * Takes the body of a PasswordMessage or SASL response.
   *
   * @throws SqlError where the client is refused
   */
  Progress response(ByteBuf buffer, int offset, int length, ByteBuf out);

  /** What is expected, for the error about a message of another type: password or SASL. */
  default String expected() {
    return "password";
  }
}
