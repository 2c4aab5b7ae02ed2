package dev.postern.backend.sql;

import dev.postern.backend.sql.Expression.StringConstant;
import dev.postern.backend.sql.Option.Action;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lists of named settings in their several forms. */
abstract class OptionParser extends DataParser {
  OptionParser(byte[] text, int offset, int length) {
    super(text, offset, length);
  }

  /** {@code WITH (fillfactor = 70, …)}, or nothing. */
  final List<Option> optionalWithOptions() {
    return accept(Token.WITH) ? relationOptions() : List.of();
  }

  /** {@code (fillfactor = 70, toast.autovacuum_enabled)}. */
  @Override
  final List<Option> relationOptions() {
    expect(Token.LEFT_PAREN);
    int mark = mark();
    do {
      int position = position();
      String name = label();
      String namespace = null;
      if (accept(Token.DOT)) {
        namespace = name;
        name = label();
      }
      Node value = accept(Token.EQUAL) ? optionValue() : null;
      push(new Option(position, namespace, name, value, Action.UNSPECIFIED));
    } while (accept(Token.COMMA));
    expect(Token.RIGHT_PAREN);
    return popList(mark);
  }

  /** {@code (name = value, name)} as CREATE TYPE, CREATE PUBLICATION and others have it. */
  final List<Option> definition() {
    expect(Token.LEFT_PAREN);
    int mark = mark();
    do {
      int position = position();
      String name = label();
      Node value = accept(Token.EQUAL) ? optionValue() : null;
      push(new Option(position, name, value));
    } while (accept(Token.COMMA));
    expect(Token.RIGHT_PAREN);
    return popList(mark);
  }

  final List<Option> optionalWithDefinition() {
    return accept(Token.WITH) ? definition() : List.of();
  }

  /** A type, a reserved word, an operator, a number, a string, or NONE. */
  final Node optionValue() {
    int position = position();
    if (token == Token.NONE) {
      String word = identifierText();
      advance();
      return new StringConstant(position, word);
    }
    if (token == Token.OPERATOR && peek() == Token.LEFT_PAREN) {
      return operatorCall();
    }
    if (atNumber() && (token != Token.PLUS && token != Token.MINUS || isNumber(peek()))) {
      return number();
    }
    if (isOperatorSymbol(token)) {
      return operatorSymbol();
    }
    if (token == Token.STRING_LITERAL) {
      return new StringConstant(position, string());
    }
    if (token.category == Keywords.Category.RESERVED) {
      String word = identifierText();
      advance();
      return new StringConstant(position, word);
    }
    return functionType();
  }

  private static boolean isNumber(Token token) {
    return token == Token.INTEGER_LITERAL || token == Token.NUMERIC_LITERAL;
  }

  /**
   * {@code (name value, name)}: the options of EXPLAIN, VACUUM and others, each value a word, a
   * string or a number.
   */
  final List<Option> utilityOptions() {
    expect(Token.LEFT_PAREN);
    int mark = mark();
    do {
      int position = position();
      String name = utilityOptionName();
      push(new Option(position, name, utilityOptionValue()));
    } while (accept(Token.COMMA));
    expect(Token.RIGHT_PAREN);
    return popList(mark);
  }

  private String utilityOptionName() {
    if (token == Token.ANALYZE || token == Token.ANALYSE) {
      advance();
      return "analyze";
    }
    if (token == Token.FORMAT_LA) {
      advance();
      return "format";
    }
    return nonReservedWord();
  }

  private @Nullable Node utilityOptionValue() {
    if (token == Token.COMMA || token == Token.RIGHT_PAREN) {
      return null;
    }
    return atNumber() ? number() : booleanOrString();
  }

  // OPTIONS (…) of foreign data.

  /** {@code OPTIONS (name 'value', …)}, or nothing. */
  final List<Option> optionalCreateOptions() {
    if (token != Token.OPTIONS) {
      return List.of();
    }
    advance();
    expect(Token.LEFT_PAREN);
    int mark = mark();
    do {
      push(createOption(Action.UNSPECIFIED));
    } while (accept(Token.COMMA));
    expect(Token.RIGHT_PAREN);
    return popList(mark);
  }

  private Option createOption(Action action) {
    int position = position();
    String name = label();
    int at = position();
    return new Option(position, null, name, new StringConstant(at, string()), action);
  }

  /** {@code OPTIONS (ADD name 'value', SET name 'value', DROP name)}. */
  final List<Option> alterOptions() {
    expect(Token.OPTIONS, Token.LEFT_PAREN);
    int mark = mark();
    do {
      Token following = peek();
      if (token == Token.SET && isLabel(following)) {
        advance();
        push(createOption(Action.SET));
      } else if (token == Token.ADD && isLabel(following)) {
        advance();
        push(createOption(Action.ADD));
      } else if (token == Token.DROP && isLabel(following)) {
        advance();
        int position = position();
        push(new Option(position, null, label(), null, Action.DROP));
      } else {
        push(createOption(Action.UNSPECIFIED));
      }
    } while (accept(Token.COMMA));
    expect(Token.RIGHT_PAREN);
    return popList(mark);
  }

  static Option flagOption(int position, String name, boolean value) {
    return new Option(position, name, flag(position, value));
  }

  // A sequence's options.

  /** Every sequence option from here on. */
  final List<Option> sequenceOptions() {
    int mark = mark();
    while (true) {
      Option option = optionalSequenceOption();
      if (option == null) {
        return popList(mark);
      }
      push(option);
    }
  }

  /** {@code (options)}, at least one; or nothing. */
  final List<Option> optionalSequenceOptionsInParentheses() {
    if (!accept(Token.LEFT_PAREN)) {
      return List.of();
    }
    List<Option> options = sequenceOptions();
    if (options.isEmpty()) {
      throw syntaxError();
    }
    expect(Token.RIGHT_PAREN);
    return options;
  }

  final @Nullable Option optionalSequenceOption() {
    int position = position();
    switch (token) {
      case AS -> {
        advance();
        return new Option(position, "as", simpleType(false));
      }
      case CACHE -> {
        advance();
        return new Option(position, "cache", number());
      }
      case CYCLE -> {
        advance();
        return flagOption(position, "cycle", true);
      }
      case INCREMENT -> {
        advance();
        accept(Token.BY);
        return new Option(position, "increment", number());
      }
      case LOGGED -> {
        advance();
        return new Option(position, "logged", null);
      }
      case UNLOGGED -> {
        advance();
        return new Option(position, "unlogged", null);
      }
      case MAXVALUE -> {
        advance();
        return new Option(position, "maxvalue", number());
      }
      case MINVALUE -> {
        advance();
        return new Option(position, "minvalue", number());
      }
      case NO -> {
        advance();
        return noSequenceOption(position);
      }
      case OWNED -> {
        advance();
        expect(Token.BY);
        return new Option(position, "owned_by", anyName());
      }
      case SEQUENCE -> {
        advance();
        expect(Token.NAME);
        return new Option(position, "sequence_name", anyName());
      }
      case START -> {
        advance();
        accept(Token.WITH);
        return new Option(position, "start", number());
      }
      case RESTART -> {
        advance();
        if (!accept(Token.WITH) && !atNumber()) {
          return new Option(position, "restart", null);
        }
        return new Option(position, "restart", number());
      }
      default -> {
        return null;
      }
    }
  }

  private Option noSequenceOption(int position) {
    if (accept(Token.CYCLE)) {
      return flagOption(position, "cycle", false);
    }
    if (accept(Token.MAXVALUE)) {
      return new Option(position, "maxvalue", null);
    }
    expect(Token.MINVALUE);
    return new Option(position, "minvalue", null);
  }
}
