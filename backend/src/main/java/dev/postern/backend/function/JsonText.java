package dev.postern.backend.function;

import dev.postern.backend.type.JsonHandler;
import dev.postern.backend.type.JsonParser;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A valid JSON text, walked through without changing it: values of type json are given back as they
 * were written.
 *
 * @param from of the value in the text, white space before it skipped
 * @param to after the value
 */
record JsonText(String text, int from, int to) {
  /** A member of an object. */
  record Member(String key, JsonText value) {}

  static JsonText of(String text) {
    int from = skipSpace(text, 0);
    return new JsonText(text, from, end(text, from));
  }

  /** The value as it was written. */
  String source() {
    return text.substring(from, to);
  }

  boolean isObject() {
    return text.charAt(from) == '{';
  }

  boolean isArray() {
    return text.charAt(from) == '[';
  }

  boolean isNull() {
    return text.charAt(from) == 'n';
  }

  boolean isString() {
    return text.charAt(from) == '"';
  }

  /** A string's characters, or any other value as it was written. */
  String asText() {
    return isString() ? decoded(source()) : source();
  }

  String typeName() {
    return switch (text.charAt(from)) {
      case '{' -> "object";
      case '[' -> "array";
      case '"' -> "string";
      case 't', 'f' -> "boolean";
      case 'n' -> "null";
      default -> "number";
    };
  }

  List<JsonText> elements() {
    List<JsonText> elements = new ArrayList<>();
    int at = skipSpace(text, from + 1);
    while (text.charAt(at) != ']') {
      int end = end(text, at);
      elements.add(new JsonText(text, at, end));
      at = next(text, end);
    }
    return elements;
  }

  List<Member> members() {
    List<Member> members = new ArrayList<>();
    int at = skipSpace(text, from + 1);
    while (text.charAt(at) != '}') {
      int keyEnd = end(text, at);
      String key = decoded(text.substring(at, keyEnd));
      int value = skipSpace(text, skipSpace(text, keyEnd) + 1);
      int end = end(text, value);
      members.add(new Member(key, new JsonText(text, value, end)));
      at = next(text, end);
    }
    return members;
  }

  private static int next(String text, int end) {
    int at = skipSpace(text, end);
    return text.charAt(at) == ',' ? skipSpace(text, at + 1) : at;
  }

  private static int skipSpace(String text, int from) {
    int at = from;
    while (at < text.length() && " \t\n\r".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    return at;
  }

  /** Where the value that begins here ends. */
  private static int end(String text, int from) {
    char first = text.charAt(from);
    int at = from;
    if (first != '{' && first != '[' && first != '"') {
      while (at < text.length() && " \t\n\r,]}".indexOf(text.charAt(at)) < 0) {
        at++;
      }
      return at;
    }
    int depth = 0;
    boolean inString = false;
    while (true) {
      char c = text.charAt(at++);
      if (inString) {
        if (c == '\\') {
          at++;
        } else if (c == '"') {
          inString = false;
        }
      } else if (c == '"') {
        inString = true;
      } else if (c == '{' || c == '[') {
        depth++;
      } else if (c == '}' || c == ']') {
        depth--;
      }
      if (depth == 0 && !inString) {
        return at;
      }
    }
  }

  private static String decoded(String quoted) {
    if (quoted.indexOf('\\') < 0) {
      return quoted.substring(1, quoted.length() - 1);
    }
    byte[] bytes = quoted.getBytes(StandardCharsets.UTF_8);
    StringValue value = new StringValue();
    JsonParser.parse(bytes, 0, bytes.length, value);
    return value.text;
  }

  /** Takes the one string of a text. */
  private static final class StringValue implements JsonHandler {
    private String text = "";

    @Override
    public void objectStart() {}

    @Override
    public void objectEnd() {}

    @Override
    public void arrayStart() {}

    @Override
    public void arrayEnd() {}

    @Override
    public void key(byte[] name, int offset, int length) {}

    @Override
    public void string(byte[] value, int offset, int length) {
      text = new String(value, offset, length, StandardCharsets.UTF_8);
    }

    @Override
    public void number(byte[] digits, int offset, int length) {}

    @Override
    public void bool(boolean value) {}

    @Override
    public void nothing() {}
  }
}
