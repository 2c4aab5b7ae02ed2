package dev.postern.backend.sql;

import dev.postern.backend.sql.Expression.BooleanConstant;
import dev.postern.backend.sql.Expression.Constant;
import dev.postern.backend.sql.Expression.IntegerConstant;
import dev.postern.backend.sql.Expression.NumericConstant;
import dev.postern.backend.sql.Expression.StringConstant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Names, operators and plain constants, as many statements use them. */
abstract class NameParser extends TokenReader {
  private static final int LONGEST_RELATION_NAME = 3;

  NameParser(byte[] text, int offset, int length) {
    super(text, offset, length);
  }

  // What kinds of word the current token may be.

  static boolean isColumnName(Token token) {
    return token == Token.IDENTIFIER
        || token.category == Keywords.Category.UNRESERVED
        || token.category == Keywords.Category.COLUMN_NAME;
  }

  static boolean isTypeFunctionName(Token token) {
    return token == Token.IDENTIFIER
        || token.category == Keywords.Category.UNRESERVED
        || token.category == Keywords.Category.TYPE_FUNCTION_NAME;
  }

  static boolean isNonReserved(Token token) {
    return isColumnName(token) || token.category == Keywords.Category.TYPE_FUNCTION_NAME;
  }

  static boolean isLabel(Token token) {
    return token == Token.IDENTIFIER || token.category != null;
  }

  /** A name of a column, a table, an alias. */
  final String columnName() {
    return word(isColumnName(token));
  }

  /** A name of a type or a function. */
  final String typeFunctionName() {
    return word(isTypeFunctionName(token));
  }

  final String nonReservedWord() {
    return word(isNonReserved(token));
  }

  /** Any word: after AS, after a dot. */
  final String label() {
    return word(isLabel(token));
  }

  private String word(boolean fits) {
    if (!fits) {
      throw syntaxError();
    }
    String word = identifierText();
    advance();
    return word;
  }

  final String nonReservedWordOrString() {
    return token == Token.STRING_LITERAL ? string() : nonReservedWord();
  }

  /** A string constant's value. */
  final String string() {
    if (token != Token.STRING_LITERAL) {
      throw syntaxError();
    }
    String value = stringText();
    advance();
    return value;
  }

  /** {@code 'x'}, or null for NULL. */
  final @Nullable String stringOrNull() {
    return accept(Token.NULL) ? null : string();
  }

  /** An integer constant that fits int4, without a sign. */
  final int integer() {
    if (token != Token.INTEGER_LITERAL || integerValue() < 0) {
      throw syntaxError();
    }
    int value = integerValue();
    advance();
    return value;
  }

  final int signedInteger() {
    if (accept(Token.MINUS)) {
      return -integer();
    }
    accept(Token.PLUS);
    return integer();
  }

  final boolean atNumber() {
    return switch (token) {
      case INTEGER_LITERAL, NUMERIC_LITERAL, PLUS, MINUS -> true;
      default -> false;
    };
  }

  /** A number constant, perhaps with a sign. */
  final Constant number() {
    int position = position();
    boolean negative = false;
    if (token == Token.PLUS || token == Token.MINUS) {
      negative = token == Token.MINUS;
      advance();
    }
    return unsignedNumber(position, negative);
  }

  final Constant unsignedNumber(int position, boolean negative) {
    int value = token == Token.INTEGER_LITERAL ? integerValue() : -1;
    Constant constant;
    if (value >= 0) {
      constant = new IntegerConstant(position, negative ? -value : value);
    } else if (token == Token.NUMERIC_LITERAL || token == Token.INTEGER_LITERAL) {
      String digits = numberText();
      constant = new NumericConstant(position, negative ? "-" + digits : digits);
    } else {
      throw syntaxError();
    }
    advance();
    return constant;
  }

  /** {@code TRUE}, {@code FALSE}, {@code ON}, or another word, as the value of a setting. */
  final StringConstant booleanOrString() {
    int position = position();
    if (token == Token.TRUE || token == Token.FALSE || token == Token.ON) {
      String word = identifierText();
      advance();
      return new StringConstant(position, word);
    }
    return new StringConstant(position, nonReservedWordOrString());
  }

  static BooleanConstant flag(int position, boolean value) {
    return new BooleanConstant(position, value);
  }

  /** A name that may be qualified. */
  final QualifiedName anyName() {
    int position = position();
    String first = columnName();
    if (token != Token.DOT) {
      return new QualifiedName(position, List.of(first));
    }
    int mark = mark();
    push(first);
    while (accept(Token.DOT)) {
      push(label());
    }
    return new QualifiedName(position, popList(mark));
  }

  /** The error of a subscript after a relation's name: PostgreSQL reads it before it complains. */
  abstract RuntimeException subscriptedName();

  /** A relation's name: at most catalog, schema and name. */
  final QualifiedName relationName() {
    int position = position();
    String first = columnName();
    if (token != Token.DOT && token != Token.LEFT_BRACKET) {
      return new QualifiedName(position, List.of(first));
    }
    int mark = mark();
    push(first);
    while (accept(Token.DOT)) {
      if (token == Token.STAR) {
        // Read as far as PostgreSQL's grammar does, which then finds that it is no name.
        advance();
        throw syntaxError();
      }
      push(label());
    }
    if (token == Token.LEFT_BRACKET) {
      throw subscriptedName();
    }
    QualifiedName name = new QualifiedName(position, popList(mark));
    if (name.parts().size() > LONGEST_RELATION_NAME) {
      throw error(
          "improper qualified name (too many dotted names): " + dotted(name.parts()), position);
    }
    return name;
  }

  final List<QualifiedName> relationNames() {
    int mark = mark();
    do {
      push(relationName());
    } while (accept(Token.COMMA));
    return popList(mark);
  }

  final List<QualifiedName> anyNames() {
    int mark = mark();
    do {
      push(anyName());
    } while (accept(Token.COMMA));
    return popList(mark);
  }

  static String dotted(List<String> parts) {
    return String.join(".", parts);
  }

  /** {@code a, b, c}. */
  final List<String> names() {
    int mark = mark();
    do {
      push(columnName());
    } while (accept(Token.COMMA));
    return popList(mark);
  }

  /** {@code (a, b, c)}, or nothing. */
  final List<String> optionalNameList() {
    return token == Token.LEFT_PAREN ? nameList() : List.of();
  }

  /** {@code (a, b, c)}. */
  final List<String> nameList() {
    expect(Token.LEFT_PAREN);
    List<String> names = names();
    expect(Token.RIGHT_PAREN);
    return names;
  }

  final List<String> strings() {
    int mark = mark();
    do {
      push(string());
    } while (accept(Token.COMMA));
    return popList(mark);
  }

  // Operators.

  /** Whether the token is an operator's symbol. */
  static boolean isOperatorSymbol(Token token) {
    return switch (token) {
      case OPERATOR_SYMBOL,
          PLUS,
          MINUS,
          STAR,
          SLASH,
          PERCENT,
          CARET,
          LESS,
          GREATER,
          EQUAL,
          LESS_EQUALS,
          GREATER_EQUALS,
          NOT_EQUALS ->
          true;
      default -> false;
    };
  }

  /** A bare symbol. */
  final OperatorName operatorSymbol() {
    if (!isOperatorSymbol(token)) {
      throw syntaxError();
    }
    int position = position();
    String symbol = symbolText();
    advance();
    return new OperatorName(position, List.of(), symbol);
  }

  /** {@code schema.symbol}: as in DROP OPERATOR, and inside OPERATOR(…). */
  final OperatorName anyOperator() {
    int position = position();
    int mark = mark();
    while (isColumnName(token)) {
      push(columnName());
      expect(Token.DOT);
    }
    List<String> schema = popList(mark);
    OperatorName symbol = operatorSymbol();
    return schema.isEmpty() ? symbol : new OperatorName(position, schema, symbol.symbol());
  }

  /** {@code OPERATOR(schema.symbol)}; the position is that of the word. */
  final OperatorName operatorCall() {
    int position = position();
    expect(Token.OPERATOR, Token.LEFT_PAREN);
    OperatorName name = anyOperator();
    expect(Token.RIGHT_PAREN);
    return new OperatorName(position, name.schema(), name.symbol());
  }

  // Roles.

  /** A role; PUBLIC is one here, and "none" is refused. */
  final RoleName role() {
    int position = position();
    switch (token) {
      case CURRENT_ROLE -> {
        advance();
        return new RoleName(position, RoleName.Kind.CURRENT_ROLE, "current_role");
      }
      case CURRENT_USER -> {
        advance();
        return new RoleName(position, RoleName.Kind.CURRENT_USER, "current_user");
      }
      case SESSION_USER -> {
        advance();
        return new RoleName(position, RoleName.Kind.SESSION_USER, "session_user");
      }
      default -> {}
    }
    String name = nonReservedWord();
    if (name.equals("public")) {
      return new RoleName(position, RoleName.Kind.PUBLIC, name);
    }
    if (name.equals("none")) {
      throw error("42939", "role name \"none\" is reserved", position);
    }
    return new RoleName(position, RoleName.Kind.NAMED, name);
  }

  final List<RoleName> roles() {
    int mark = mark();
    do {
      push(role());
    } while (accept(Token.COMMA));
    return popList(mark);
  }

  /** A role that is named, neither PUBLIC nor one of the words for the current one. */
  final String roleId() {
    int position = position();
    RoleName role = role();
    return switch (role.kind()) {
      case NAMED -> role.name();
      case PUBLIC -> throw error("42939", "role name \"public\" is reserved", position);
      case CURRENT_ROLE -> throw roleIdError("CURRENT_ROLE", position);
      case CURRENT_USER -> throw roleIdError("CURRENT_USER", position);
      case SESSION_USER -> throw roleIdError("SESSION_USER", position);
    };
  }

  private RuntimeException roleIdError(String word, int position) {
    return error("42939", word + " cannot be used as a role name here", position);
  }

  /** A WITH that says nothing. */
  final boolean acceptNoiseWith() {
    return accept(Token.WITH) || accept(Token.WITH_LA);
  }

  final boolean acceptIfExists() {
    return accept(Token.IF, Token.EXISTS);
  }

  /** {@code IF EXISTS} where no name could stand instead. */
  final boolean ifExistsBeforeNoName() {
    if (!accept(Token.IF)) {
      return false;
    }
    expect(Token.EXISTS);
    return true;
  }

  final boolean acceptIfNotExists() {
    if (token != Token.IF || peek() != Token.NOT) {
      return false;
    }
    advance();
    expect(Token.NOT, Token.EXISTS);
    return true;
  }
}
