package dev.postern.backend.sql;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The lowest layer of the parser: the current token, a few tokens of look-ahead, the errors.
 *
 * <p>The parser is one object built from layers, each an abstract class over the one below: names,
 * types, expressions, queries, statements. A layer calls the ones below it, and those above only
 * through the abstract methods it declares. Used by one thread for one text.
 */
abstract class TokenReader {
  private static final int LOOK_AHEAD = 8;

  /**
   * Nested expressions, queries and joins that are read before the parser gives up. PostgreSQL's
   * own limit depends on what is nested, between 5,000 and 10,000 parentheses.
   */
  private static final int DEEPEST = 2_500;

  private final byte[] text;
  private final int base;
  private final Lexer lexer;
  private final LexemeReader lexemes;

  private final Token[] aheadTokens = new Token[LOOK_AHEAD];
  private final int[] aheadStarts = new int[LOOK_AHEAD];
  private final int[] aheadEnds = new int[LOOK_AHEAD];
  private int aheadFirst;
  private int aheadCount;

  /** The current token. */
  Token token = Token.END_OF_INPUT;

  private int start;
  private int end;

  private int depth;

  /** The highest parameter number seen since it was last set to 0. */
  int highestParameter;

  /** Elements of the lists that are being read; see {@link #push} and {@link #popList}. */
  private @Nullable Object[] stack = new @Nullable Object[12];

  private int top;

  TokenReader(byte[] text, int offset, int length) {
    this.text = text;
    base = offset;
    lexer = new Lexer(text, offset, offset + length);
    lexemes = new LexemeReader(text, offset, offset + length);
  }

  // Tokens.

  /** Goes on to the next token; fails where it is malformed. */
  final void advance() {
    if (aheadCount > 0) {
      token = aheadTokens[aheadFirst];
      start = aheadStarts[aheadFirst];
      end = aheadEnds[aheadFirst];
      aheadFirst = (aheadFirst + 1) & (LOOK_AHEAD - 1);
      aheadCount--;
    } else {
      lexer.advance();
      token = lexer.token;
      start = lexer.tokenStart;
      end = lexer.tokenEnd;
    }
    switch (token) {
      case NOT, NULLS, WITH, WITHOUT, FORMAT -> lookBehindWord();
      case IDENTIFIER, STRING_LITERAL -> {
        if (lexemes.isUnicodeForm(start, end)) {
          joinUnicodeEscape();
        }
      }
      case MALFORMED -> throw malformed();
      default -> {}
    }
  }

  /** Some words are another token before certain others (PostgreSQL's grammar does likewise). */
  private void lookBehindWord() {
    Token following = peek();
    switch (token) {
      case NOT -> {
        switch (following) {
          case BETWEEN, IN, LIKE, ILIKE, SIMILAR -> token = Token.NOT_LA;
          default -> {}
        }
      }
      case NULLS -> {
        if (following == Token.FIRST || following == Token.LAST) {
          token = Token.NULLS_LA;
        }
      }
      case WITH -> {
        if (following == Token.TIME || following == Token.ORDINALITY) {
          token = Token.WITH_LA;
        }
      }
      case WITHOUT -> {
        if (following == Token.TIME) {
          token = Token.WITHOUT_LA;
        }
      }
      default -> {
        if (following == Token.JSON) {
          token = Token.FORMAT_LA;
        }
      }
    }
  }

  /** Makes {@code UESCAPE 'c'} a part of the U& token before it. */
  private void joinUnicodeEscape() {
    if (peek() != Token.UESCAPE) {
      return;
    }
    Token escape = peek(2);
    int second = (aheadFirst + 1) & (LOOK_AHEAD - 1);
    int escapeEnd = aheadEnds[second];
    if (escape != Token.STRING_LITERAL) {
      start = aheadStarts[second];
      end = escapeEnd;
      token = escape;
      throw errorNear("UESCAPE must be followed by a simple string literal");
    }
    end = escapeEnd;
    aheadFirst = (aheadFirst + 2) & (LOOK_AHEAD - 1);
    aheadCount -= 2;
  }

  private SqlError malformed() {
    Lexer again = new Lexer(text, start, lexemes.end());
    again.advance();
    return errorNear(String.valueOf(again.problem));
  }

  /** The kind of the token after the current one, as the lexer has it. */
  final Token peek() {
    return peek(1);
  }

  /** The kind of the n-th token after the current one, n being at most 8. */
  final Token peek(int n) {
    while (aheadCount < n) {
      lexer.advance();
      int slot = (aheadFirst + aheadCount) & (LOOK_AHEAD - 1);
      aheadTokens[slot] = lexer.token;
      aheadStarts[slot] = lexer.tokenStart;
      aheadEnds[slot] = lexer.tokenEnd;
      aheadCount++;
    }
    return aheadTokens[(aheadFirst + n - 1) & (LOOK_AHEAD - 1)];
  }

  /** Takes the current token if it is this one. */
  final boolean accept(Token expected) {
    if (token != expected) {
      return false;
    }
    advance();
    return true;
  }

  /** Takes two tokens if they are these. */
  final boolean accept(Token first, Token second) {
    if (token != first || peek() != second) {
      return false;
    }
    advance();
    advance();
    return true;
  }

  /** Takes the current token, which must be this one. */
  final void expect(Token expected) {
    if (token != expected) {
      throw syntaxError();
    }
    advance();
  }

  final void expect(Token first, Token second) {
    expect(first);
    expect(second);
  }

  /** Position of the current token, as nodes carry it. */
  final int position() {
    return start - base;
  }

  /** The bytes of the text left of the current token, for a statement's length. */
  final int endPosition() {
    return lexemes.end() - base;
  }

  // Values of the current token.

  final String identifierText() {
    return token == Token.IDENTIFIER ? lexemes.identifier(start, end) : Keywords.word(token);
  }

  final String stringText() {
    return lexemes.string(start, end);
  }

  final String bitStringText() {
    return lexemes.bitString(start, end);
  }

  /** The value of an INTEGER_LITERAL, or -1 where it does not fit int4. */
  final int integerValue() {
    return lexemes.integer(start, end);
  }

  final String numberText() {
    return lexemes.number(start, end);
  }

  final String symbolText() {
    return OperatorSymbols.symbol(text, start, end);
  }

  final int parameterNumber() {
    int number = 0;
    for (int i = start + 1; i < end; i++) {
      number = number * 10 + text[i] - '0';
    }
    return number;
  }

  // Errors.

  /** {@code syntax error at or near "token"}, or at end of input. */
  final SqlError syntaxError() {
    return errorNear("syntax error");
  }

  /** A message about the current token, in the words of PostgreSQL's parser. */
  final SqlError errorNear(String message) {
    if (start >= lexemes.end()) {
      return error(message + " at end of input", position());
    }
    String near = new String(text, start, end - start, StandardCharsets.UTF_8);
    return error(message + " at or near \"" + near + "\"", position());
  }

  /** A 42601 at a node's position. */
  final SqlError error(String message, int position) {
    return error(SqlState.SYNTAX_ERROR, message, position);
  }

  final SqlError error(String sqlState, String message, int position) {
    return new SqlError(sqlState, message).at(SourcePosition.character(text, base, position));
  }

  /** Goes one level deeper; every call is matched by {@link #leave} unless it fails. */
  final void enter() {
    if (++depth > DEEPEST) {
      throw tooDeep();
    }
  }

  /** Fails where a tree would become deeper than nesting may be. */
  static void checkDepth(int levels) {
    if (levels > DEEPEST) {
      throw tooDeep();
    }
  }

  final void leave() {
    depth--;
  }

  static SqlError tooDeep() {
    return new SqlError(SqlState.STATEMENT_TOO_COMPLEX, "stack depth limit exceeded")
        .hint(
            "Increase the configuration parameter \"max_stack_depth\" (currently 2048kB), after"
                + " ensuring the platform's stack depth limit is adequate.");
  }

  // Lists: elements are pushed while they are read and then taken off as one immutable list.

  final int mark() {
    return top;
  }

  final void push(Object element) {
    if (top == stack.length) {
      stack = Arrays.copyOf(stack, top * 2);
    }
    stack[top++] = element;
  }

  /** What was pushed at an index, from a mark up to the current one. */
  final @Nullable Object pushed(int index) {
    return stack[index];
  }

  /** Everything pushed since the mark. */
  @SuppressWarnings({"unchecked", "NullAway"})
  final <T> List<T> popList(int mark) {
    int size = top - mark;
    Object[] from = stack;
    top = mark;
    List<?> list =
        switch (size) {
          case 0 -> List.of();
          case 1 -> List.of(from[mark]);
          case 2 -> List.of(from[mark], from[mark + 1]);
          default -> List.of(Arrays.copyOfRange(from, mark, mark + size));
        };
    Arrays.fill(from, mark, mark + size, null);
    return (List<T>) list;
  }
}
