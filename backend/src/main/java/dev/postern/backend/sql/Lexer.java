package dev.postern.backend.sql;

import org.jspecify.annotations.Nullable;

/**
 * Finds tokens in a text (manual, chapter 4.1). It only finds where they begin and end and of what
 * kind they are; {@link LexemeReader} reads their values. A malformed token does not fail here but
 * is a {@link Token#MALFORMED}, since the parser may find a syntax error before it.
 */
final class Lexer {
  private static final byte SPACE = 1;
  private static final byte LETTER = 2;
  private static final byte DIGIT = 4;
  private static final byte OPERATOR = 8;

  /** Bits by byte value; all bytes of a multibyte character are letters. */
  private static final byte[] CLASSES = new byte[256];

  static {
    for (char c : " \t\n\r\f\u000b".toCharArray()) {
      CLASSES[c] = SPACE;
    }
    for (char c : "~!@#^&|`?+-*/%<>=".toCharArray()) {
      CLASSES[c] = OPERATOR;
    }
    for (int c = 0; c < 256; c++) {
      if (c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c >= 128) {
        CLASSES[c] = LETTER;
      } else if (c >= '0' && c <= '9') {
        CLASSES[c] = DIGIT;
      }
    }
  }

  /** Longest operator, as the server's NAMEDATALEN - 1. */
  private static final int LONGEST_OPERATOR = 63;

  private final byte[] text;
  private final int end;

  /** Where the next token is looked for, as an index into the array. */
  private int next;

  /** The token found last. */
  Token token = Token.END_OF_INPUT;

  int tokenStart;
  int tokenEnd;

  /** What is wrong with the token when it is MALFORMED: a message for "at or near". */
  @Nullable String problem;

  Lexer(byte[] text, int start, int end) {
    this.text = text;
    this.end = end;
    next = start;
  }

  private int at(int index) {
    return index < end ? text[index] & 0xFF : -1;
  }

  private boolean is(int index, int classes) {
    return index < end && (CLASSES[text[index] & 0xFF] & classes) != 0;
  }

  /** Finds the next token and sets the fields. */
  void advance() {
    int i = skipSpace();
    if (i < 0) {
      return;
    }
    tokenStart = i;
    if (i >= end) {
      token = Token.END_OF_INPUT;
      tokenEnd = i;
      next = i;
      return;
    }
    int c = text[i] & 0xFF;
    int classes = CLASSES[c];
    if (classes == LETTER) {
      word(i, c);
    } else if (classes == DIGIT) {
      number(i);
    } else if (classes == OPERATOR) {
      operator(i);
    } else {
      punctuation(i, c);
    }
  }

  private void found(Token kind, int endIndex) {
    token = kind;
    tokenEnd = endIndex;
    next = endIndex;
  }

  private void malformed(String message, int endIndex) {
    problem = message;
    found(Token.MALFORMED, endIndex);
  }

  /** Skips white space and comments; -1 where a comment is not closed. */
  private int skipSpace() {
    int i = next;
    while (i < end) {
      int c = text[i];
      if (c == ' ' || is(i, SPACE)) {
        i++;
      } else if (c == '-' && at(i + 1) == '-') {
        i = lineEnd(i + 2);
      } else if (c == '/' && at(i + 1) == '*') {
        int close = blockCommentEnd(i);
        if (close < 0) {
          tokenStart = i;
          malformed("unterminated /* comment", end);
          return -1;
        }
        i = close;
      } else {
        break;
      }
    }
    return i;
  }

  private int lineEnd(int from) {
    int i = from;
    while (i < end && text[i] != '\n' && text[i] != '\r') {
      i++;
    }
    return i;
  }

  private int blockCommentEnd(int from) {
    int depth = 1;
    int i = from + 2;
    while (i < end) {
      if (text[i] == '*' && at(i + 1) == '/') {
        i += 2;
        if (--depth == 0) {
          return i;
        }
      } else if (text[i] == '/' && at(i + 1) == '*') {
        depth++;
        i += 2;
      } else {
        i++;
      }
    }
    return -1;
  }

  private void word(int start, int first) {
    int following = at(start + 1);
    if (following == '\'') {
      switch (first) {
        case 'b', 'B' -> {
          quoted(start, start + 2, Token.BIT_STRING_LITERAL, "unterminated bit string literal");
          return;
        }
        case 'x', 'X' -> {
          quoted(
              start,
              start + 2,
              Token.HEX_STRING_LITERAL,
              "unterminated hexadecimal string literal");
          return;
        }
        case 'e', 'E' -> {
          escapeString(start);
          return;
        }
        case 'n', 'N' -> {
          // A national character string: NCHAR, then an ordinary string.
          found(Token.NCHAR, start + 1);
          return;
        }
        default -> {}
      }
    } else if (following == '&' && (first == 'u' || first == 'U')) {
      int quote = at(start + 2);
      if (quote == '\'') {
        quoted(start, start + 3, Token.STRING_LITERAL, "unterminated quoted string");
        return;
      }
      if (quote == '"') {
        quotedIdentifier(start, start + 3);
        return;
      }
    }
    int hash = Keywords.mix(0, first);
    int i = start + 1;
    while (i < end) {
      int c = text[i] & 0xFF;
      if ((CLASSES[c] & (LETTER | DIGIT)) == 0 && c != '$') {
        break;
      }
      hash = Keywords.mix(hash, text[i]);
      i++;
    }
    Token keyword = Keywords.lookUp(text, start, i - start, hash);
    found(keyword == null ? Token.IDENTIFIER : keyword, i);
  }

  /**
   * After a closing quote: where the next part of the constant begins (past its opening quote) when
   * only white space with a line end is between them, else -1.
   */
  int continuation(int afterQuote) {
    int i = afterQuote;
    boolean newline = false;
    while (i < end) {
      int c = text[i];
      if (c == '\n' || c == '\r') {
        newline = true;
        i++;
      } else if (is(i, SPACE)) {
        i++;
      } else if (c == '-' && at(i + 1) == '-') {
        i = lineEnd(i + 2);
        // A comment must be closed by a line end to be a part of the white space.
        if (i >= end) {
          return -1;
        }
      } else {
        break;
      }
    }
    return newline && at(i) == '\'' ? i + 1 : -1;
  }

  private void quoted(int start, int from, Token kind, String unterminated) {
    int i = from;
    while (true) {
      while (i < end && text[i] != '\'') {
        i++;
      }
      if (i >= end) {
        malformed(unterminated, end);
        return;
      }
      i++;
      if (at(i) == '\'' && kind == Token.STRING_LITERAL) {
        i++;
        continue;
      }
      int more = continuation(i);
      if (more < 0) {
        break;
      }
      i = more;
    }
    tokenStart = start;
    found(kind, i);
  }

  private void escapeString(int start) {
    int i = start + 2;
    while (true) {
      while (i < end && text[i] != '\'') {
        i += text[i] == '\\' ? 2 : 1;
      }
      if (i >= end) {
        malformed("unterminated quoted string", end);
        return;
      }
      i++;
      if (at(i) == '\'') {
        i++;
        continue;
      }
      int more = continuation(i);
      if (more < 0) {
        break;
      }
      i = more;
    }
    found(Token.STRING_LITERAL, i);
  }

  private void quotedIdentifier(int start, int from) {
    int i = from;
    while (true) {
      while (i < end && text[i] != '"') {
        i++;
      }
      if (i >= end) {
        malformed("unterminated quoted identifier", end);
        return;
      }
      i++;
      if (at(i) != '"') {
        break;
      }
      i++;
    }
    tokenStart = start;
    if (i - from == 1) {
      malformed("zero-length delimited identifier", i);
      return;
    }
    found(Token.IDENTIFIER, i);
  }

  private void dollar(int start) {
    int i = start + 1;
    if (is(i, DIGIT)) {
      while (is(i, DIGIT)) {
        i++;
      }
      if (is(i, LETTER)) {
        malformed("trailing junk after parameter", identifierEnd(i));
      } else if (i - start > 11 || parameterNumber(start, i) > Integer.MAX_VALUE) {
        malformed("parameter number too large", i);
      } else {
        found(Token.PARAMETER_SYMBOL, i);
      }
      return;
    }
    if (is(i, LETTER)) {
      while (is(i, LETTER | DIGIT)) {
        i++;
      }
    }
    if (at(i) != '$') {
      found(Token.OTHER_CHARACTER, start + 1);
      return;
    }
    int tag = i + 1 - start;
    for (int j = i + 1; j + tag <= end; j++) {
      if (text[j] == '$' && sameBytes(start, j, tag)) {
        found(Token.STRING_LITERAL, j + tag);
        return;
      }
    }
    malformed("unterminated dollar-quoted string", end);
  }

  private boolean sameBytes(int a, int b, int length) {
    for (int k = 0; k < length; k++) {
      if (text[a + k] != text[b + k]) {
        return false;
      }
    }
    return true;
  }

  private long parameterNumber(int start, int endIndex) {
    long number = 0;
    for (int i = start + 1; i < endIndex; i++) {
      number = number * 10 + text[i] - '0';
    }
    return number;
  }

  private int identifierEnd(int from) {
    int i = from;
    while (i < end && (is(i, LETTER | DIGIT) || text[i] == '$')) {
      i++;
    }
    return i;
  }

  /** Digits with single underscores between them; returns the index after them. */
  private int decimalDigits(int from) {
    int i = from;
    while (is(i, DIGIT) || (i > from && at(i) == '_' && is(i + 1, DIGIT))) {
      i++;
    }
    return i;
  }

  private void number(int start) {
    if (text[start] == '0' && radixNumber(start)) {
      return;
    }
    int i = decimalDigits(start);
    boolean integer = true;
    if (at(i) == '.') {
      if (at(i + 1) == '.') {
        found(Token.INTEGER_LITERAL, i);
        return;
      }
      integer = false;
      i = is(i + 1, DIGIT) ? decimalDigits(i + 1) : i + 1;
    }
    exponent(start, i, integer);
  }

  private void exponent(int start, int from, boolean integerSoFar) {
    int i = from;
    boolean integer = integerSoFar;
    int c = at(i);
    if (c == 'e' || c == 'E') {
      int sign = at(i + 1);
      boolean signed = sign == '+' || sign == '-';
      int digits = signed ? i + 2 : i + 1;
      if (is(digits, DIGIT)) {
        i = decimalDigits(digits);
        integer = false;
      } else if (signed) {
        malformed("trailing junk after numeric literal", i + 2);
        return;
      }
    }
    if (is(i, LETTER)) {
      malformed("trailing junk after numeric literal", identifierEnd(i));
      return;
    }
    tokenStart = start;
    found(integer ? Token.INTEGER_LITERAL : Token.NUMERIC_LITERAL, i);
  }

  /** Hexadecimal, octal and binary integers; false where it is none. */
  private boolean radixNumber(int start) {
    int radix;
    String name;
    switch (at(start + 1)) {
      case 'x', 'X' -> {
        radix = 16;
        name = "hexadecimal";
      }
      case 'o', 'O' -> {
        radix = 8;
        name = "octal";
      }
      case 'b', 'B' -> {
        radix = 2;
        name = "binary";
      }
      default -> {
        return false;
      }
    }
    int i = start + 2;
    while (i < end) {
      int digit = at(i) == '_' && i + 1 < end ? i + 1 : i;
      if (Character.digit(at(digit), radix) < 0) {
        break;
      }
      i = digit + 1;
    }
    int junk = identifierEnd(i);
    if (i == start + 2) {
      boolean bare = junk == i || (junk == i + 1 && at(i) == '_');
      malformed(
          bare ? "invalid " + name + " integer" : "trailing junk after numeric literal", junk);
    } else if (junk > i) {
      malformed("trailing junk after numeric literal", junk);
    } else {
      found(Token.INTEGER_LITERAL, i);
    }
    return true;
  }

  private void operator(int start) {
    int i = start;
    boolean special = false;
    while (is(i, OPERATOR)) {
      int c = text[i];
      if (i > start && (c == '-' && at(i + 1) == '-' || c == '/' && at(i + 1) == '*')) {
        break;
      }
      special |=
          switch (c) {
            case '~', '!', '@', '#', '^', '&', '|', '`', '?', '%' -> true;
            default -> false;
          };
      i++;
    }
    // SQL operators do not swallow a sign: "+" and "-" end one only beside these characters.
    if (!special) {
      while (i > start + 1 && (text[i - 1] == '+' || text[i - 1] == '-')) {
        i--;
      }
    }
    int length = i - start;
    Token kind = Token.OPERATOR_SYMBOL;
    if (length == 1) {
      kind = singleCharacterOperator(text[start]);
    } else if (length == 2) {
      kind = doubleCharacterOperator(text[start], text[start + 1]);
    } else if (length > LONGEST_OPERATOR) {
      malformed("operator too long", i);
      return;
    }
    found(kind, i);
  }

  private static Token singleCharacterOperator(int c) {
    return switch (c) {
      case '+' -> Token.PLUS;
      case '-' -> Token.MINUS;
      case '*' -> Token.STAR;
      case '/' -> Token.SLASH;
      case '%' -> Token.PERCENT;
      case '^' -> Token.CARET;
      case '<' -> Token.LESS;
      case '>' -> Token.GREATER;
      case '=' -> Token.EQUAL;
      default -> Token.OPERATOR_SYMBOL;
    };
  }

  private static Token doubleCharacterOperator(int first, int second) {
    if (second == '=') {
      return switch (first) {
        case '<' -> Token.LESS_EQUALS;
        case '>' -> Token.GREATER_EQUALS;
        case '!' -> Token.NOT_EQUALS;
        default -> Token.OPERATOR_SYMBOL;
      };
    }
    if (second == '>') {
      return switch (first) {
        case '<' -> Token.NOT_EQUALS;
        case '=' -> Token.EQUALS_GREATER;
        default -> Token.OPERATOR_SYMBOL;
      };
    }
    return Token.OPERATOR_SYMBOL;
  }

  private void punctuation(int start, int c) {
    switch (c) {
      case '\'' -> quoted(start, start + 1, Token.STRING_LITERAL, "unterminated quoted string");
      case '"' -> quotedIdentifier(start, start + 1);
      case '$' -> dollar(start);
      case '(' -> found(Token.LEFT_PAREN, start + 1);
      case ')' -> found(Token.RIGHT_PAREN, start + 1);
      case '[' -> found(Token.LEFT_BRACKET, start + 1);
      case ']' -> found(Token.RIGHT_BRACKET, start + 1);
      case ',' -> found(Token.COMMA, start + 1);
      case ';' -> found(Token.SEMICOLON, start + 1);
      case '.' -> {
        if (is(start + 1, DIGIT)) {
          exponent(start, decimalDigits(start + 1), false);
        } else if (at(start + 1) == '.') {
          found(Token.DOT_DOT, start + 2);
        } else {
          found(Token.DOT, start + 1);
        }
      }
      case ':' -> {
        if (at(start + 1) == ':') {
          found(Token.TYPECAST, start + 2);
        } else if (at(start + 1) == '=') {
          found(Token.COLON_EQUALS, start + 2);
        } else {
          found(Token.COLON, start + 1);
        }
      }
      default -> found(Token.OTHER_CHARACTER, start + 1);
    }
  }
}
