package dev.postern.backend.type;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import java.nio.charset.StandardCharsets;

/** Errors that many input and receive functions share, in PostgreSQL's wording. */
public final class InputErrors {
  private InputErrors() {}

  /** 22P02 {@code invalid input syntax for type integer: "x"}. */
  public static SqlError syntax(String type, byte[] text, int offset, int length) {
    return syntax(type, string(text, offset, length));
  }

  public static SqlError syntax(String type, String text) {
    return new SqlError(
        SqlState.INVALID_TEXT_REPRESENTATION,
        "invalid input syntax for type " + type + ": \"" + text + "\"");
  }

  /** 22003 {@code value "99999999999" is out of range for type integer}. */
  public static SqlError valueOutOfRange(String type, byte[] text, int offset, int length) {
    return new SqlError(
        SqlState.NUMERIC_VALUE_OUT_OF_RANGE,
        "value \"" + string(text, offset, length) + "\" is out of range for type " + type);
  }

  /** 22003 {@code integer out of range}: the result of arithmetic or a cast. */
  public static SqlError outOfRange(String type) {
    return new SqlError(SqlState.NUMERIC_VALUE_OUT_OF_RANGE, type + " out of range");
  }

  /** 08P01: a binary value ends before its type does. */
  public static SqlError insufficientData() {
    return new SqlError(SqlState.PROTOCOL_VIOLATION, "insufficient data left in message");
  }

  /**
   * 22P03: a binary value goes on after its type ends. For a bind parameter the caller says which
   * one: PostgreSQL's message there is {@code incorrect binary data format in bind parameter 1}.
   */
  public static SqlError excessData() {
    return new SqlError(SqlState.INVALID_BINARY_REPRESENTATION, "incorrect binary data format");
  }

  /** Refuses a binary value that has not the one length its type has. */
  public static void checkLength(int length, int expected) {
    if (length < expected) {
      throw insufficientData();
    }
    if (length > expected) {
      throw excessData();
    }
  }

  /** 22P03 with a type's own message. */
  public static SqlError binary(String message) {
    return new SqlError(SqlState.INVALID_BINARY_REPRESENTATION, message);
  }

  public static SqlError invalidParameter(String message) {
    return new SqlError(SqlState.INVALID_PARAMETER_VALUE, message);
  }

  static String string(byte[] text, int offset, int length) {
    return new String(text, offset, length, StandardCharsets.UTF_8);
  }
}
