package dev.postern.backend.type;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;

/** Cuts JSON text (RFC 8259) into tokens; its errors show the place as PostgreSQL does. */
final class JsonLexer {
  enum Token {
    END,
    STRING,
    NUMBER,
    TRUE,
    FALSE,
    NULL,
    OBJECT_START,
    OBJECT_END,
    ARRAY_START,
    ARRAY_END,
    COMMA,
    COLON
  }

  /** Bytes of the text that an error shows before its place. */
  private static final int CONTEXT_BYTES = 50;

  private final byte[] text;
  private final int end;
  private final boolean unescape;

  /** The characters of the last string, where they are wanted. */
  final ByteArrayWriter string = new ByteArrayWriter();

  Token token = Token.END;
  int tokenStart;
  int tokenEnd;
  private int line = 1;
  private int lineStart;

  /**
   * @param unescape whether escapes are turned into characters, and must make valid ones
   */
  JsonLexer(byte[] text, int offset, int length, boolean unescape) {
    this.text = text;
    this.unescape = unescape;
    end = offset + length;
    tokenStart = offset;
    tokenEnd = offset;
    lineStart = offset;
  }

  /** Reads the next token. */
  Token next() {
    int at = tokenEnd;
    while (at < end
        && (text[at] == ' ' || text[at] == '\t' || text[at] == '\n' || text[at] == '\r')) {
      if (text[at++] == '\n') {
        line++;
        lineStart = at;
      }
    }
    tokenStart = at;
    if (at >= end) {
      tokenEnd = end;
      token = Token.END;
      return token;
    }
    tokenEnd = at + 1;
    token =
        switch (text[at]) {
          case '{' -> Token.OBJECT_START;
          case '}' -> Token.OBJECT_END;
          case '[' -> Token.ARRAY_START;
          case ']' -> Token.ARRAY_END;
          case ',' -> Token.COMMA;
          case ':' -> Token.COLON;
          case '"' -> string();
          case '-' -> number(at + 1);
          case '0', '1', '2', '3', '4', '5', '6', '7', '8', '9' -> number(at);
          default -> word(at);
        };
    return token;
  }

  private static boolean isWordByte(byte c) {
    return c >= 'a' && c <= 'z'
        || c >= 'A' && c <= 'Z'
        || c >= '0' && c <= '9'
        || c == '_'
        || c < 0;
  }

  private Token word(int start) {
    int at = start;
    while (at < end && isWordByte(text[at])) {
      at++;
    }
    if (at > start) {
      tokenEnd = at;
      String word = InputErrors.string(text, start, at - start);
      switch (word) {
        case "true" -> {
          return Token.TRUE;
        }
        case "false" -> {
          return Token.FALSE;
        }
        case "null" -> {
          return Token.NULL;
        }
        default -> {}
      }
    }
    throw invalidToken();
  }

  private boolean isDigit(int at) {
    return at < end && text[at] >= '0' && text[at] <= '9';
  }

  private int digits(int from) {
    int at = from;
    while (isDigit(at)) {
      at++;
    }
    return at;
  }

  private Token number(int from) {
    int at = from;
    boolean valid = isDigit(at);
    if (valid) {
      at = text[at] == '0' ? at + 1 : digits(at);
    }
    if (at < end && text[at] == '.') {
      valid &= isDigit(at + 1);
      at = digits(at + 1);
    }
    if (at < end && (text[at] == 'e' || text[at] == 'E')) {
      at++;
      if (at < end && (text[at] == '+' || text[at] == '-')) {
        at++;
      }
      valid &= isDigit(at);
      at = digits(at);
    }
    while (at < end && isWordByte(text[at])) {
      valid = false;
      at++;
    }
    tokenEnd = at;
    if (!valid) {
      throw invalidToken();
    }
    return Token.NUMBER;
  }

  private Token string() {
    string.clear();
    int at = tokenStart + 1;
    int high = -1;
    while (true) {
      int start = at;
      while (at < end && text[at] != '"' && text[at] != '\\' && (text[at] & 0xe0) != 0) {
        at++;
      }
      if (at > start) {
        if (high >= 0) {
          throw invalidAt(start, "Unicode low surrogate must follow a high surrogate.");
        }
        if (unescape) {
          string.writeBytes(text, start, at - start);
        }
      }
      if (at >= end) {
        tokenEnd = end;
        throw invalidToken();
      }
      if (text[at] == '"') {
        break;
      }
      if (text[at] != '\\') {
        tokenEnd = at;
        throw invalid(String.format("Character with value 0x%02x must be escaped.", text[at]));
      }
      at++;
      if (at >= end) {
        tokenEnd = end;
        throw invalidToken();
      }
      if (text[at] == 'u') {
        high = unicode(at, high);
        at += 5;
      } else {
        escape(at, high);
        at++;
      }
    }
    tokenEnd = at + 1;
    if (high >= 0) {
      throw invalid("Unicode low surrogate must follow a high surrogate.");
    }
    return Token.STRING;
  }

  private void escape(int at, int high) {
    if (unescape && high >= 0) {
      throw invalidAt(at, "Unicode low surrogate must follow a high surrogate.");
    }
    int c =
        switch (text[at]) {
          case '"', '\\', '/' -> text[at];
          case 'b' -> '\b';
          case 'f' -> '\f';
          case 'n' -> '\n';
          case 'r' -> '\r';
          case 't' -> '\t';
          default -> {
            int size = Math.min(Utf8.announcedSize(text[at]), end - at);
            String shown = InputErrors.string(text, at, size);
            throw invalidAt(at, "Escape sequence \"\\" + shown + "\" is invalid.");
          }
        };
    if (unescape) {
      string.writeByte(c);
    }
  }

  /** Reads four digits after the u; gives the high surrogate that waits for its other half. */
  private int unicode(int u, int high) {
    int c = 0;
    for (int at = u + 1; at <= u + 4; at++) {
      if (at >= end) {
        tokenEnd = end;
        throw invalidToken();
      }
      int digit = IntegerText.digit(text[at]);
      if (digit < 0) {
        throw invalidAt(at, "\"\\u\" must be followed by four hexadecimal digits.");
      }
      c = c << 4 | digit;
    }
    if (!unescape) {
      return -1;
    }
    int last = u + 4;
    if (c >= 0xd800 && c <= 0xdbff) {
      if (high >= 0) {
        throw invalidAt(last, "Unicode high surrogate must not follow a high surrogate.");
      }
      return c;
    }
    boolean low = c >= 0xdc00 && c <= 0xdfff;
    if (low != high >= 0) {
      throw invalidAt(last, "Unicode low surrogate must follow a high surrogate.");
    }
    if (low) {
      c = Character.toCodePoint((char) high, (char) c);
    }
    if (c == 0) {
      tokenEnd = last + 1;
      throw new SqlError(SqlState.UNTRANSLATABLE_CHARACTER, "unsupported Unicode escape sequence")
          .detail("\\u0000 cannot be converted to text.")
          .context(context());
    }
    byte[] character = Character.toString(c).getBytes(java.nio.charset.StandardCharsets.UTF_8);
    string.writeBytes(character, 0, character.length);
    return -1;
  }

  String tokenText() {
    return InputErrors.string(text, tokenStart, tokenEnd - tokenStart);
  }

  private SqlError invalidToken() {
    return invalid("Token \"" + tokenText() + "\" is invalid.");
  }

  /** The error at one character, behind which the shown text ends. */
  private SqlError invalidAt(int at, String detail) {
    int size = Utf8.announcedSize(text[at]);
    tokenEnd = size <= end - at ? at + size : end;
    return invalid(detail);
  }

  /** 22P02 with the text up to the end of the token. */
  SqlError invalid(String detail) {
    return new SqlError(SqlState.INVALID_TEXT_REPRESENTATION, "invalid input syntax for type json")
        .detail(detail)
        .context(context());
  }

  private String context() {
    int start = lineStart;
    while (tokenEnd - start >= CONTEXT_BYTES) {
      start += Utf8.announcedSize(text[start]);
    }
    if (start - lineStart <= 3) {
      start = lineStart;
    }
    boolean cut =
        !(tokenStart >= end) && tokenEnd < end && text[tokenEnd] != '\n' && text[tokenEnd] != '\r';
    return "JSON data, line "
        + line
        + ": "
        + (start > lineStart ? "..." : "")
        + InputErrors.string(text, start, tokenEnd - start)
        + (cut ? "..." : "");
  }
}
