package dev.postern.config;

/**
 * Something in the settings that has no effect or surely was not meant.
 *
 * @param key the key with its section, {@code databases[1].port}
 */
public record Warning(Kind kind, Location location, String key, String message) {

  @Override
  public String toString() {
    return location + ": " + key + ": " + message;
  }

  /** What a warning is about. */
  public enum Kind {
    /** A key of PgDog's that is read, or known, and not acted upon. */
    NO_EFFECT,
    /** A key nobody knows. */
    UNKNOWN,
    /** A value that will hardly do what its writer hoped for. */
    QUESTIONABLE
  }
}
