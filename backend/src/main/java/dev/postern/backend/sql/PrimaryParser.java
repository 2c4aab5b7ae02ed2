package dev.postern.backend.sql;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.sql.Expression.ArrayConstructor;
import dev.postern.backend.sql.Expression.ArraySubquery;
import dev.postern.backend.sql.Expression.BitStringConstant;
import dev.postern.backend.sql.Expression.BooleanConstant;
import dev.postern.backend.sql.Expression.CaseExpression;
import dev.postern.backend.sql.Expression.CaseWhen;
import dev.postern.backend.sql.Expression.ColumnReference;
import dev.postern.backend.sql.Expression.ExistsSubquery;
import dev.postern.backend.sql.Expression.Grouping;
import dev.postern.backend.sql.Expression.Indirection;
import dev.postern.backend.sql.Expression.NullConstant;
import dev.postern.backend.sql.Expression.ParameterReference;
import dev.postern.backend.sql.Expression.RowConstructor;
import dev.postern.backend.sql.Expression.ScalarSubquery;
import dev.postern.backend.sql.Expression.StarReference;
import dev.postern.backend.sql.Expression.StringConstant;
import dev.postern.backend.sql.Expression.TypeCast;
import dev.postern.backend.sql.IndirectionElement.AllFields;
import dev.postern.backend.sql.IndirectionElement.FieldSelection;
import dev.postern.backend.sql.IndirectionElement.Slice;
import dev.postern.backend.sql.IndirectionElement.Subscript;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Operands: constants, columns, parameters, parentheses, CASE, ARRAY, ROW, subqueries. */
abstract class PrimaryParser extends ExpressionParser {
  PrimaryParser(byte[] text, int offset, int length) {
    super(text, offset, length);
  }

  /** Whether a query begins at the current token. */
  abstract boolean atQuery();

  /** A query without parentheses around it. */
  abstract SelectStatement query();

  /** The rest of a query that began with one in parentheses. */
  abstract SelectStatement queryAfter(SelectStatement first);

  /** A call; the current token is the parenthesis after the name. */
  abstract Expression call(QualifiedName name);

  /**
   * A form with a syntax of its own that begins with the current key word, without FILTER and OVER;
   * null where it begins none.
   */
  abstract @Nullable Expression specialForm();

  /** FILTER and OVER after what may have them. */
  abstract Expression withFilterAndOver(Expression call);

  @Override
  final Expression primary() {
    int position = position();
    switch (token) {
      case IDENTIFIER -> {
        return nameOrCall();
      }
      case INTEGER_LITERAL, NUMERIC_LITERAL -> {
        return unsignedNumber(position, false);
      }
      case STRING_LITERAL -> {
        return new StringConstant(position, string());
      }
      case PARAMETER_SYMBOL -> {
        return parameter(position);
      }
      case LEFT_PAREN -> {
        return parenthesized();
      }
      case TRUE, FALSE -> {
        boolean value = token == Token.TRUE;
        advance();
        return new BooleanConstant(position, value);
      }
      case NULL -> {
        advance();
        return new NullConstant(position);
      }
      case BIT_STRING_LITERAL, HEX_STRING_LITERAL -> {
        boolean hexadecimal = token == Token.HEX_STRING_LITERAL;
        String digits = bitStringText();
        advance();
        return new BitStringConstant(position, hexadecimal, digits);
      }
      case CASE -> {
        return caseExpression();
      }
      case ARRAY -> {
        return array(position);
      }
      case UNIQUE -> {
        advance();
        if (accept(Token.NULLS)) {
          accept(Token.NOT);
          expect(Token.DISTINCT);
        }
        parenthesizedQuery();
        throw error(
            SqlState.FEATURE_NOT_SUPPORTED, "UNIQUE predicate is not yet implemented", position);
      }
      default -> {
        return wordedPrimary(position);
      }
    }
  }

  private Expression wordedPrimary(int position) {
    if (peek() == Token.LEFT_PAREN) {
      switch (token) {
        case EXISTS -> {
          advance();
          return new ExistsSubquery(position, parenthesizedQuery());
        }
        case ROW -> {
          advance();
          return explicitRow(position);
        }
        case GROUPING -> {
          advance();
          expect(Token.LEFT_PAREN);
          List<Expression> arguments = expressionList();
          expect(Token.RIGHT_PAREN);
          return new Grouping(position, arguments);
        }
        default -> {}
      }
    }
    Expression form = specialForm();
    if (form != null) {
      return form instanceof JsonExpression ? withFilterAndOver(form) : form;
    }
    if (atConstantType()) {
      return typedConstant(position);
    }
    return nameOrCall();
  }

  private Expression parameter(int position) {
    int number = parameterNumber();
    highestParameter = Math.max(highestParameter, number);
    advance();
    return indirection(new ParameterReference(position, number));
  }

  /** {@code type 'text'} with one of SQL's own type names. */
  private Expression typedConstant(int position) {
    boolean interval = token == Token.INTERVAL;
    TypeName type = builtInType(true);
    if (type == null) {
      throw syntaxError();
    }
    int at = position();
    StringConstant value = new StringConstant(at, string());
    if (interval && type.modifiers().isEmpty()) {
      type = systemType(position, "interval", intervalFields());
    }
    return new TypeCast(-1, value, type);
  }

  // Names.

  /** A column, a call, or a constant of a named type. */
  private Expression nameOrCall() {
    int position = position();
    Token first = token;
    if (!isColumnName(first) && !isTypeFunctionName(first)) {
      throw syntaxError();
    }
    String name = identifierText();
    advance();
    switch (token) {
      case LEFT_PAREN -> {
        if (!isTypeFunctionName(first)) {
          throw syntaxError();
        }
        return call(new QualifiedName(position, List.of(name)));
      }
      case STRING_LITERAL -> {
        if (!isTypeFunctionName(first)) {
          throw syntaxError();
        }
        return namedTypeConstant(new QualifiedName(position, List.of(name)), List.of());
      }
      case DOT, LEFT_BRACKET -> {
        if (!isColumnName(first)) {
          throw syntaxError();
        }
        return qualified(position, name);
      }
      default -> {
        if (!isColumnName(first)) {
          throw syntaxError();
        }
        return new ColumnReference(position, List.of(name));
      }
    }
  }

  /** {@code name 'text'} and {@code name(modifiers) 'text'}; the current token is the string. */
  final Expression namedTypeConstant(QualifiedName name, List<Expression> modifiers) {
    TypeName type = new TypeName(name.position(), name.parts(), false, false, modifiers, List.of());
    return new TypeCast(-1, new StringConstant(position(), string()), type);
  }

  private Expression qualified(int position, String first) {
    int mark = mark();
    push(first);
    while (token == Token.DOT && peek() != Token.STAR) {
      advance();
      push(label());
    }
    List<String> names = popList(mark);
    switch (token) {
      case DOT -> {
        advance();
        advance();
        if (token == Token.DOT || token == Token.LEFT_BRACKET) {
          indirectionElements();
          throw errorNear("improper use of \"*\"");
        }
        return new StarReference(position, names);
      }
      case LEFT_BRACKET -> {
        return indirection(new ColumnReference(position, names));
      }
      case LEFT_PAREN -> {
        return call(new QualifiedName(position, names));
      }
      case STRING_LITERAL -> {
        return namedTypeConstant(new QualifiedName(position, names), List.of());
      }
      default -> {
        return new ColumnReference(position, names);
      }
    }
  }

  /** Fields and subscripts after a value, if there are any. */
  final Expression indirection(Expression argument) {
    if (token != Token.DOT && token != Token.LEFT_BRACKET) {
      return argument;
    }
    return new Indirection(argument.position(), argument, checkedIndirection());
  }

  /** Fields and subscripts, {@code *} being the last if it is there. */
  final List<IndirectionElement> checkedIndirection() {
    List<IndirectionElement> elements = indirectionElements();
    for (int i = 0; i < elements.size() - 1; i++) {
      if (elements.get(i) instanceof AllFields) {
        throw errorNear("improper use of \"*\"");
      }
    }
    return elements;
  }

  @Override
  final SqlError subscriptedName() {
    checkedIndirection();
    return syntaxError();
  }

  private List<IndirectionElement> indirectionElements() {
    int mark = mark();
    while (true) {
      int position = position();
      if (accept(Token.DOT)) {
        push(accept(Token.STAR) ? new AllFields(position) : new FieldSelection(position, label()));
      } else if (accept(Token.LEFT_BRACKET)) {
        push(subscript(position));
      } else {
        return popList(mark);
      }
    }
  }

  private IndirectionElement subscript(int position) {
    Expression lower = token == Token.COLON ? null : expression();
    if (lower != null && accept(Token.RIGHT_BRACKET)) {
      return new Subscript(position, lower);
    }
    expect(Token.COLON);
    Expression upper = token == Token.RIGHT_BRACKET ? null : expression();
    expect(Token.RIGHT_BRACKET);
    return new Slice(position, lower, upper);
  }

  // Parentheses. Whether "((" begins a query or an expression is only known further in.

  private Expression parenthesized() {
    int position = position();
    Node inside = insideParentheses();
    if (inside instanceof SelectStatement query) {
      return indirection(new ScalarSubquery(position, query));
    }
    return afterParenthesis((Expression) inside);
  }

  /** What may follow an expression in parentheses directly. */
  private Expression afterParenthesis(Expression inside) {
    if (inside instanceof RowConstructor row && !row.explicit() && row.position() == lastOpening) {
      return inside;
    }
    return indirection(inside);
  }

  /** Position of the parenthesis that was closed last. */
  private int lastOpening = -1;

  @Override
  final SelectStatement parenthesizedQuery() {
    if (token != Token.LEFT_PAREN) {
      throw syntaxError();
    }
    enter();
    advance();
    SelectStatement query;
    if (token == Token.LEFT_PAREN) {
      query = parenthesizedQuery();
      query = queryAfter(query);
    } else if (atQuery() || token == Token.VALUES) {
      query = query();
    } else {
      throw syntaxError();
    }
    expect(Token.RIGHT_PAREN);
    leave();
    return query;
  }

  @Override
  final Node queryOrExpressionInParentheses() {
    return insideParentheses(false);
  }

  @Override
  final Node queryOrListInParentheses() {
    int position = position();
    expect(Token.LEFT_PAREN);
    if (atQuery()) {
      SelectStatement query = query();
      expect(Token.RIGHT_PAREN);
      return query;
    }
    Expression first;
    if (token == Token.LEFT_PAREN) {
      int innerPosition = position();
      Node inner = insideParentheses();
      if (inner instanceof SelectStatement query) {
        if (token == Token.RIGHT_PAREN || continuesQuery()) {
          SelectStatement whole = queryAfter(query);
          expect(Token.RIGHT_PAREN);
          return whole;
        }
        first = indirection(new ScalarSubquery(innerPosition, query));
      } else {
        first = afterParenthesis((Expression) inner);
      }
      first = operatorsAfter(overlapsAfter(first));
    } else {
      first = expression();
    }
    int mark = mark();
    push(first);
    while (accept(Token.COMMA)) {
      push(expression());
    }
    List<Expression> elements = popList(mark);
    expect(Token.RIGHT_PAREN);
    return new RowConstructor(position, elements, false);
  }

  private boolean continuesQuery() {
    return switch (token) {
      case UNION, INTERSECT, EXCEPT, ORDER, LIMIT, OFFSET, FETCH, FOR -> true;
      default -> false;
    };
  }

  /** A query, an expression or an implicit row with its parentheses. */
  private Node insideParentheses() {
    return insideParentheses(true);
  }

  private Node insideParentheses(boolean rowAllowed) {
    enter();
    int position = position();
    expect(Token.LEFT_PAREN);
    Node result;
    if (atQuery()) {
      result = query();
    } else if (token == Token.LEFT_PAREN) {
      result = insideTwoParentheses(position, rowAllowed);
    } else {
      result = rowOrExpression(position, expression(), rowAllowed);
    }
    lastOpening = position;
    expect(Token.RIGHT_PAREN);
    leave();
    return result;
  }

  private Node insideTwoParentheses(int position, boolean rowAllowed) {
    int innerPosition = position();
    Node inner = insideParentheses();
    if (inner instanceof SelectStatement query) {
      if (token == Token.RIGHT_PAREN) {
        return query;
      }
      if (continuesQuery()) {
        return queryAfter(query);
      }
      Expression first = indirection(new ScalarSubquery(innerPosition, query));
      return rowOrExpression(position, operatorsAfter(first), rowAllowed);
    }
    Expression first = overlapsAfter(afterParenthesis((Expression) inner));
    return rowOrExpression(position, operatorsAfter(first), rowAllowed);
  }

  private Node rowOrExpression(int position, Expression first, boolean rowAllowed) {
    if (token != Token.COMMA || !rowAllowed) {
      return first;
    }
    int mark = mark();
    push(first);
    while (accept(Token.COMMA)) {
      push(expression());
    }
    return new RowConstructor(position, popList(mark), false);
  }

  private Expression explicitRow(int position) {
    expect(Token.LEFT_PAREN);
    List<Expression> elements = token == Token.RIGHT_PAREN ? List.of() : expressionList();
    expect(Token.RIGHT_PAREN);
    return new RowConstructor(position, elements, true);
  }

  // CASE and ARRAY.

  private Expression caseExpression() {
    int position = position();
    advance();
    Expression argument = token == Token.WHEN ? null : expression();
    int mark = mark();
    do {
      int at = position();
      expect(Token.WHEN);
      Expression condition = expression();
      expect(Token.THEN);
      push(new CaseWhen(at, condition, expression()));
    } while (token == Token.WHEN);
    List<CaseWhen> whens = popList(mark);
    Expression otherwise = accept(Token.ELSE) ? expression() : null;
    expect(Token.END);
    return new CaseExpression(position, argument, whens, otherwise);
  }

  private Expression array(int position) {
    advance();
    if (token == Token.LEFT_PAREN) {
      return new ArraySubquery(position, parenthesizedQuery());
    }
    if (token != Token.LEFT_BRACKET) {
      throw syntaxError();
    }
    return arrayElements(position);
  }

  private ArrayConstructor arrayElements(int position) {
    enter();
    expect(Token.LEFT_BRACKET);
    int mark = mark();
    if (token == Token.LEFT_BRACKET) {
      do {
        if (token != Token.LEFT_BRACKET) {
          throw syntaxError();
        }
        push(arrayElements(position()));
      } while (accept(Token.COMMA));
    } else if (token != Token.RIGHT_BRACKET) {
      do {
        push(expression());
      } while (accept(Token.COMMA));
    }
    expect(Token.RIGHT_BRACKET);
    leave();
    return new ArrayConstructor(position, popList(mark));
  }
}
