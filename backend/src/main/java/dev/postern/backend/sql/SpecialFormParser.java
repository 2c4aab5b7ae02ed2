package dev.postern.backend.sql;

import dev.postern.backend.sql.Expression.CallSyntax;
import dev.postern.backend.sql.Expression.Coalesce;
import dev.postern.backend.sql.Expression.FunctionCall;
import dev.postern.backend.sql.Expression.IntegerConstant;
import dev.postern.backend.sql.Expression.MergeAction;
import dev.postern.backend.sql.Expression.MinMax;
import dev.postern.backend.sql.Expression.NullIf;
import dev.postern.backend.sql.Expression.SqlValueFunction;
import dev.postern.backend.sql.Expression.StringConstant;
import dev.postern.backend.sql.Expression.TypeCast;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Functions with a syntax of their own: CURRENT_DATE, CAST, EXTRACT, SUBSTRING, TRIM, COALESCE, …
 */
abstract class SpecialFormParser extends CallParser {
  SpecialFormParser(byte[] text, int offset, int length) {
    super(text, offset, length);
  }

  /** An SQL/JSON form at the current key word, or null. */
  abstract @Nullable Expression jsonForm();

  /** An SQL/XML form at the current key word, or null. */
  abstract @Nullable Expression xmlForm();

  @Override
  final @Nullable Expression specialForm() {
    int position = position();
    switch (token) {
      case CURRENT_DATE -> {
        return valueFunction(position, SqlValueFunction.Kind.CURRENT_DATE);
      }
      case CURRENT_TIME -> {
        return timeFunction(position, SqlValueFunction.Kind.CURRENT_TIME);
      }
      case CURRENT_TIMESTAMP -> {
        return timeFunction(position, SqlValueFunction.Kind.CURRENT_TIMESTAMP);
      }
      case LOCALTIME -> {
        return timeFunction(position, SqlValueFunction.Kind.LOCALTIME);
      }
      case LOCALTIMESTAMP -> {
        return timeFunction(position, SqlValueFunction.Kind.LOCALTIMESTAMP);
      }
      case CURRENT_ROLE -> {
        return valueFunction(position, SqlValueFunction.Kind.CURRENT_ROLE);
      }
      case CURRENT_USER -> {
        return valueFunction(position, SqlValueFunction.Kind.CURRENT_USER);
      }
      case USER -> {
        return valueFunction(position, SqlValueFunction.Kind.USER);
      }
      case SESSION_USER -> {
        return valueFunction(position, SqlValueFunction.Kind.SESSION_USER);
      }
      case CURRENT_CATALOG -> {
        return valueFunction(position, SqlValueFunction.Kind.CURRENT_CATALOG);
      }
      case CURRENT_SCHEMA -> {
        if (peek() == Token.LEFT_PAREN) {
          return null;
        }
        return valueFunction(position, SqlValueFunction.Kind.CURRENT_SCHEMA);
      }
      case SYSTEM_USER -> {
        advance();
        return sqlCall(position, "system_user", List.of());
      }
      case CAST -> {
        advance();
        expect(Token.LEFT_PAREN);
        Expression argument = expression();
        expect(Token.AS);
        TypeName type = typeName();
        expect(Token.RIGHT_PAREN);
        return new TypeCast(position, argument, type);
      }
      case COLLATION -> {
        return peek() == Token.FOR ? collationFor(position) : null;
      }
      default -> {
        return peek() == Token.LEFT_PAREN ? formWithParentheses(position) : null;
      }
    }
  }

  private Expression valueFunction(int position, SqlValueFunction.Kind kind) {
    advance();
    return new SqlValueFunction(position, kind, -1);
  }

  private Expression timeFunction(int position, SqlValueFunction.Kind kind) {
    advance();
    int precision = -1;
    if (accept(Token.LEFT_PAREN)) {
      precision = integer();
      expect(Token.RIGHT_PAREN);
    }
    return new SqlValueFunction(position, kind, precision);
  }

  private Expression collationFor(int position) {
    advance();
    advance();
    expect(Token.LEFT_PAREN);
    Expression argument = expression();
    expect(Token.RIGHT_PAREN);
    return sqlCall(position, "pg_collation_for", List.of(argument));
  }

  private @Nullable Expression formWithParentheses(int position) {
    switch (token) {
      case COALESCE -> {
        return new Coalesce(position, openedExpressions());
      }
      case GREATEST -> {
        return new MinMax(position, true, openedExpressions());
      }
      case LEAST -> {
        return new MinMax(position, false, openedExpressions());
      }
      case NULLIF -> {
        open();
        Expression left = expression();
        expect(Token.COMMA);
        Expression right = expression();
        expect(Token.RIGHT_PAREN);
        return new NullIf(position, left, right);
      }
      case EXTRACT -> {
        return extract(position);
      }
      case NORMALIZE -> {
        return normalize(position);
      }
      case OVERLAY -> {
        return overlay(position);
      }
      case POSITION -> {
        return position(position);
      }
      case SUBSTRING -> {
        return substring(position);
      }
      case TREAT -> {
        open();
        Expression argument = expression();
        expect(Token.AS);
        TypeName type = typeName();
        expect(Token.RIGHT_PAREN);
        return new FunctionCall(
            position,
            new QualifiedName(position, List.of("pg_catalog", type.name())),
            List.of(argument),
            CallSyntax.EXPLICIT);
      }
      case TRIM -> {
        return trim(position);
      }
      case MERGE_ACTION -> {
        open();
        expect(Token.RIGHT_PAREN);
        return new MergeAction(position);
      }
      default -> {
        Expression json = jsonForm();
        return json != null ? json : xmlForm();
      }
    }
  }

  /** Takes the key word and its parenthesis. */
  final void open() {
    advance();
    expect(Token.LEFT_PAREN);
  }

  private List<Expression> openedExpressions() {
    open();
    List<Expression> list = expressionList();
    expect(Token.RIGHT_PAREN);
    return list;
  }

  private Expression extract(int position) {
    open();
    int at = position();
    String field;
    switch (token) {
      case STRING_LITERAL -> field = string();
      case IDENTIFIER, YEAR, MONTH, DAY, HOUR, MINUTE, SECOND -> {
        field = identifierText();
        advance();
      }
      default -> throw syntaxError();
    }
    expect(Token.FROM);
    Expression source = expression();
    expect(Token.RIGHT_PAREN);
    return sqlCall(position, "extract", List.of(new StringConstant(at, field), source));
  }

  private Expression normalize(int position) {
    open();
    Expression argument = expression();
    List<Expression> arguments = List.of(argument);
    if (accept(Token.COMMA)) {
      int at = position();
      String form = normalForm();
      if (form == null) {
        throw syntaxError();
      }
      arguments = List.of(argument, new StringConstant(at, form));
    }
    expect(Token.RIGHT_PAREN);
    return sqlCall(position, "normalize", arguments);
  }

  private Expression overlay(int position) {
    open();
    if (atPlainArguments()) {
      return plainCall(position, "overlay", List.of(), false);
    }
    Expression source = expression();
    if (token != Token.PLACING) {
      return plainCall(position, "overlay", List.of(source), true);
    }
    advance();
    Expression replacement = expression();
    expect(Token.FROM);
    Expression from = expression();
    List<Expression> arguments = List.of(source, replacement, from);
    if (accept(Token.FOR)) {
      arguments = List.of(source, replacement, from, expression());
    }
    expect(Token.RIGHT_PAREN);
    return sqlCall(position, "overlay", arguments);
  }

  private boolean atPlainArguments() {
    if (token == Token.RIGHT_PAREN) {
      return true;
    }
    return isTypeFunctionName(token)
        && (peek() == Token.EQUALS_GREATER || peek() == Token.COLON_EQUALS);
  }

  /** The rest of {@code overlay(a, b)} or {@code substring(a, b)} in ordinary syntax. */
  private Expression plainCall(
      int position, String function, List<Expression> first, boolean afterFirst) {
    int mark = mark();
    for (Expression argument : first) {
      push(argument);
    }
    if (afterFirst) {
      while (accept(Token.COMMA)) {
        push(argument());
      }
    } else if (token != Token.RIGHT_PAREN) {
      do {
        push(argument());
      } while (accept(Token.COMMA));
    }
    List<Expression> arguments = popList(mark);
    expect(Token.RIGHT_PAREN);
    return new FunctionCall(
        position, new QualifiedName(position, List.of(function)), arguments, CallSyntax.EXPLICIT);
  }

  private Expression position(int position) {
    open();
    Expression substring = restrictedExpression();
    expect(Token.IN);
    Expression string = restrictedExpression();
    expect(Token.RIGHT_PAREN);
    return sqlCall(position, "position", List.of(string, substring));
  }

  private Expression substring(int position) {
    open();
    if (atPlainArguments()) {
      return plainCall(position, "substring", List.of(), false);
    }
    boolean outer = inSubstring;
    inSubstring = true;
    Expression source = expression();
    inSubstring = outer;
    List<Expression> arguments;
    switch (token) {
      case FROM -> {
        advance();
        Expression from = expression();
        arguments = accept(Token.FOR) ? List.of(source, from, expression()) : List.of(source, from);
      }
      case FOR -> {
        advance();
        Expression length = expression();
        if (accept(Token.FROM)) {
          arguments = List.of(source, expression(), length);
        } else {
          arguments =
              List.of(
                  source,
                  new IntegerConstant(-1, 1),
                  new TypeCast(-1, length, systemType(-1, "int4")));
        }
      }
      case SIMILAR -> {
        advance();
        Expression pattern = expression();
        expect(Token.ESCAPE);
        arguments = List.of(source, pattern, expression());
      }
      default -> {
        return plainCall(position, "substring", List.of(source), true);
      }
    }
    expect(Token.RIGHT_PAREN);
    return sqlCall(position, "substring", arguments);
  }

  private Expression trim(int position) {
    open();
    String function = "btrim";
    switch (token) {
      case BOTH -> advance();
      case LEADING -> {
        advance();
        function = "ltrim";
      }
      case TRAILING -> {
        advance();
        function = "rtrim";
      }
      default -> {}
    }
    int mark = mark();
    if (!accept(Token.FROM)) {
      Expression first = expression();
      if (accept(Token.FROM)) {
        do {
          push(expression());
        } while (accept(Token.COMMA));
        push(first);
        List<Expression> arguments = popList(mark);
        expect(Token.RIGHT_PAREN);
        return sqlCall(position, function, arguments);
      }
      push(first);
      while (accept(Token.COMMA)) {
        push(expression());
      }
    } else {
      do {
        push(expression());
      } while (accept(Token.COMMA));
    }
    List<Expression> arguments = popList(mark);
    expect(Token.RIGHT_PAREN);
    return sqlCall(position, function, arguments);
  }
}
