package dev.postern.proxy.auth;

import dev.postern.backend.error.SqlError;

/** Reads the {@code name=value} attributes of a SCRAM message (RFC 5802, section 5) in turn. */
final class ScramAttributes {
  private final String message;
  private int at;

  ScramAttributes(String message, int start) {
    this.message = message;
    at = start;
  }

  int position() {
    return at;
  }

  boolean atEnd() {
    return at >= message.length();
  }

  /** The character that comes next, or 0 at the end. */
  char next() {
    return atEnd() ? 0 : message.charAt(at);
  }

  void requireComma() {
    if (next() != ',') {
      throw ScramAuthentication.malformed(
          "Comma expected, but found character \"" + ScramAuthentication.printable(next()) + "\".");
    }
    at++;
  }

  /**
   * The value of the attribute that must come next; moves past it and its comma.
   *
   * @throws SqlError 08P01 where another comes
   */
  String value(char name) {
    if (next() != name) {
      throw ScramAuthentication.malformed(
          atEnd()
              ? "Attribute \"" + name + "\" expected but end of message found."
              : "Attribute expected, but found invalid character \""
                  + ScramAuthentication.printable(next())
                  + "\".");
    }
    if (at + 1 >= message.length() || message.charAt(at + 1) != '=') {
      throw ScramAuthentication.malformed(
          "Expected character \"=\" for attribute \"" + name + "\".");
    }
    int end = message.indexOf(',', at);
    end = end < 0 ? message.length() : end;
    String value = message.substring(at + 2, end);
    at = Math.min(end + 1, message.length());
    return value;
  }

  /** Moves past attributes, which extensions may add, up to one of this name; gives its place. */
  int skipTo(char name) {
    while (!atEnd() && next() != name) {
      int end = message.indexOf(',', at);
      at = end < 0 ? message.length() : end + 1;
    }
    return at;
  }
}
