package dev.postern.backend.type;

import dev.postern.backend.error.SqlError;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;

/**
 * Reads JSON text. Errors are PostgreSQL's: 22P02 with what was found in the detail and the place
 * in the context. Nesting costs a bit a level, no stack.
 */
public final class JsonParser {
  private enum Expected {
    VALUE("JSON value"),
    STRING("string"),
    STRING_OR_END("string or \"}\""),
    COLON("\":\""),
    COMMA_IN_OBJECT("\",\" or \"}\""),
    COMMA_IN_ARRAY("\",\" or \"]\""),
    END("end of input");

    private final String words;

    Expected(String words) {
      this.words = words;
    }
  }

  private final byte[] text;
  private final JsonLexer lexer;
  private final @Nullable JsonHandler handler;

  /** For each level whether it is an object. */
  private final BitSet objects = new BitSet();

  private int depth;

  private JsonParser(byte[] text, JsonLexer lexer, @Nullable JsonHandler handler) {
    this.text = text;
    this.lexer = lexer;
    this.handler = handler;
  }

  /** Checks a text as the input of json does. */
  public static void check(byte[] text, int offset, int length) {
    new JsonParser(text, new JsonLexer(text, offset, length, false), null).parse();
  }

  /** Reads a text whose strings must be representable, as the input of jsonb does. */
  public static void parse(byte[] text, int offset, int length, JsonHandler handler) {
    new JsonParser(text, new JsonLexer(text, offset, length, true), handler).parse();
  }

  private SqlError unexpected(Expected expected) {
    if (lexer.token == JsonLexer.Token.END) {
      return lexer.invalid("The input string ended unexpectedly.");
    }
    return lexer.invalid(
        "Expected " + expected.words + ", but found \"" + lexer.tokenText() + "\".");
  }

  private void parse() {
    lexer.next();
    boolean valueNext = true;
    do {
      if (valueNext) {
        valueNext = value();
      } else if (objects.get(depth - 1)) {
        switch (lexer.token) {
          case COMMA -> {
            lexer.next();
            key(Expected.STRING);
            valueNext = true;
          }
          case OBJECT_END -> close();
          default -> throw unexpected(Expected.COMMA_IN_OBJECT);
        }
      } else {
        switch (lexer.token) {
          case COMMA -> {
            lexer.next();
            valueNext = true;
          }
          case ARRAY_END -> close();
          default -> throw unexpected(Expected.COMMA_IN_ARRAY);
        }
      }
    } while (depth > 0);
    if (lexer.token != JsonLexer.Token.END) {
      throw unexpected(Expected.END);
    }
  }

  /** Reads a scalar, or the start of a container; gives whether a value must follow. */
  private boolean value() {
    switch (lexer.token) {
      case OBJECT_START -> {
        objects.set(depth++);
        if (handler != null) {
          handler.objectStart();
        }
        lexer.next();
        if (lexer.token == JsonLexer.Token.OBJECT_END) {
          close();
          return false;
        }
        key(Expected.STRING_OR_END);
        return true;
      }
      case ARRAY_START -> {
        objects.clear(depth++);
        if (handler != null) {
          handler.arrayStart();
        }
        lexer.next();
        if (lexer.token == JsonLexer.Token.ARRAY_END) {
          close();
          return false;
        }
        return true;
      }
      case STRING, NUMBER, TRUE, FALSE, NULL -> {
        if (handler != null) {
          scalar(handler);
        }
        lexer.next();
        return false;
      }
      default -> throw unexpected(Expected.VALUE);
    }
  }

  private void scalar(JsonHandler handler) {
    switch (lexer.token) {
      case STRING -> handler.string(lexer.string.array(), 0, lexer.string.size());
      case NUMBER -> handler.number(text, lexer.tokenStart, lexer.tokenEnd - lexer.tokenStart);
      case TRUE -> handler.bool(true);
      case FALSE -> handler.bool(false);
      default -> handler.nothing();
    }
  }

  private void key(Expected expected) {
    if (lexer.token != JsonLexer.Token.STRING) {
      throw unexpected(expected);
    }
    if (handler != null) {
      handler.key(lexer.string.array(), 0, lexer.string.size());
    }
    if (lexer.next() != JsonLexer.Token.COLON) {
      throw unexpected(Expected.COLON);
    }
    lexer.next();
  }

  private void close() {
    depth--;
    if (handler != null) {
      if (objects.get(depth)) {
        handler.objectEnd();
      } else {
        handler.arrayEnd();
      }
    }
    lexer.next();
  }
}
