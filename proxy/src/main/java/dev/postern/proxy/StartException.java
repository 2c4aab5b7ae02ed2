package dev.postern.proxy;

/** The server cannot start. The message is one line for the person who started it. */
public final class StartException extends Exception {
  public StartException(String message) {
    super(message);
  }

  public StartException(String message, Throwable cause) {
    super(message, cause);
  }
}
