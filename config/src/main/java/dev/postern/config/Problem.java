package dev.postern.config;

/**
 * Something in the settings that keeps them from being used.
 *
 * @param key the key with its section, {@code databases[1].port}; empty for a file as a whole
 * @param message what was expected and what was found
 */
public record Problem(Location location, String key, String message) {

  static Problem expected(Location location, String key, String expected, String found) {
    return new Problem(location, key, "expected " + expected + ", found " + found);
  }

  @Override
  public String toString() {
    return location + ": " + (key.isEmpty() ? "" : key + ": ") + message;
  }
}
