package dev.postern.backend.type;

/** Is told of the parts of a JSON text while it is read. */
public interface JsonHandler {
  void objectStart();

  void objectEnd();

  void arrayStart();

  void arrayEnd();

  /** A key of the object at hand; bytes are valid during the call only. */
  void key(byte[] name, int offset, int length);

  /** A string; bytes are valid during the call only. */
  void string(byte[] value, int offset, int length);

  /** A number as it was written. */
  void number(byte[] digits, int offset, int length);

  void bool(boolean value);

  void nothing();
}
