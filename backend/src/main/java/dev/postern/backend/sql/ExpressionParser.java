package dev.postern.backend.sql;

import dev.postern.backend.sql.Expression.Between;
import dev.postern.backend.sql.Expression.BinaryOperation;
import dev.postern.backend.sql.Expression.BooleanExpression;
import dev.postern.backend.sql.Expression.BooleanTest;
import dev.postern.backend.sql.Expression.CallSyntax;
import dev.postern.backend.sql.Expression.Collate;
import dev.postern.backend.sql.Expression.DefaultValue;
import dev.postern.backend.sql.Expression.DistinctTest;
import dev.postern.backend.sql.Expression.DocumentTest;
import dev.postern.backend.sql.Expression.FunctionCall;
import dev.postern.backend.sql.Expression.InList;
import dev.postern.backend.sql.Expression.InSubquery;
import dev.postern.backend.sql.Expression.IntegerConstant;
import dev.postern.backend.sql.Expression.NotExpression;
import dev.postern.backend.sql.Expression.NullTest;
import dev.postern.backend.sql.Expression.NumericConstant;
import dev.postern.backend.sql.Expression.PatternMatch;
import dev.postern.backend.sql.Expression.PrefixOperation;
import dev.postern.backend.sql.Expression.QuantifiedComparison;
import dev.postern.backend.sql.Expression.QuantifiedSubquery;
import dev.postern.backend.sql.Expression.Quantifier;
import dev.postern.backend.sql.Expression.RowConstructor;
import dev.postern.backend.sql.Expression.StringConstant;
import dev.postern.backend.sql.Expression.TypeCast;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Expressions by precedence climbing: operators and what behaves like them (manual, chapter 4.1.6).
 * What stands between the operators is the layer above's.
 */
abstract class ExpressionParser extends TypeParser {
  // Precedences, loosest first. A comparison does not associate, and so on for the others named so.
  static final int LOWEST = 0;
  private static final int OR = 1;
  private static final int AND = 2;
  private static final int NOT = 3;
  private static final int IS = 4;
  private static final int COMPARISON = 5;
  private static final int PATTERN = 6;
  private static final int OPERATOR = 8;
  private static final int ADDITION = 9;
  private static final int MULTIPLICATION = 10;
  private static final int POWER = 11;
  private static final int AT = 12;
  private static final int COLLATE = 13;
  private static final int SIGN = 14;
  private static final int CAST = 16;
  private static final int NONE = -1;

  /** Set while the first argument of SUBSTRING is read: there SIMILAR needs no TO. */
  boolean inSubstring;

  ExpressionParser(byte[] text, int offset, int length) {
    super(text, offset, length);
  }

  /** An expression without operators around it. */
  abstract Expression primary();

  /** {@code (SELECT …)}; the current token is the parenthesis. */
  abstract SelectStatement parenthesizedQuery();

  /** Whether a query in parentheses, rather than an expression, begins here. */
  abstract Node queryOrExpressionInParentheses();

  /** A full expression. */
  final Expression expression() {
    return expression(LOWEST, false);
  }

  /** An expression without AND, OR, NOT, IS NULL, BETWEEN, IN, LIKE and their like. */
  final Expression restrictedExpression() {
    return expression(LOWEST, true);
  }

  @Override
  final List<Expression> expressionList() {
    int mark = mark();
    do {
      push(expression());
    } while (accept(Token.COMMA));
    return popList(mark);
  }

  private Expression expression(int least, boolean restricted) {
    enter();
    Expression left = prefixed(restricted);
    left = operators(left, least, restricted, false);
    leave();
    return left;
  }

  /** An expression of a select list, where words that are operators may also be its label. */
  final Expression targetExpression() {
    enter();
    Expression value = operators(prefixed(false), LOWEST, false, true);
    leave();
    return value;
  }

  /** Whether a token ends an element of a select list. */
  abstract boolean endsTarget(Token following);

  /** Goes on with an expression of which the first operand was read already. */
  final Expression operatorsAfter(Expression left) {
    return operators(left, LOWEST, false, false);
  }

  private Expression prefixed(boolean restricted) {
    int position = position();
    switch (token) {
      case PLUS -> {
        OperatorName plus = operatorSymbol();
        return new PrefixOperation(position, plus, expression(SIGN, restricted));
      }
      case MINUS -> {
        OperatorName minus = operatorSymbol();
        return negated(position, minus, expression(SIGN, restricted));
      }
      case OPERATOR_SYMBOL -> {
        OperatorName operator = operatorSymbol();
        return new PrefixOperation(position, operator, expression(OPERATOR + 1, restricted));
      }
      case OPERATOR -> {
        if (peek() != Token.LEFT_PAREN) {
          return primary();
        }
        OperatorName operator = operatorCall();
        return new PrefixOperation(position, operator, expression(OPERATOR + 1, restricted));
      }
      case NOT, NOT_LA -> {
        if (restricted) {
          throw syntaxError();
        }
        advance();
        return new NotExpression(position, expression(NOT, false));
      }
      case DEFAULT -> {
        if (restricted) {
          throw syntaxError();
        }
        advance();
        return new DefaultValue(position);
      }
      default -> {
        Expression operand = primary();
        return restricted ? operand : overlapsAfter(operand);
      }
    }
  }

  /** A sign before a number makes a negative constant, as the server's grammar does it. */
  private static Expression negated(int position, OperatorName minus, Expression operand) {
    if (operand instanceof IntegerConstant constant) {
      return new IntegerConstant(position, -constant.value());
    }
    if (operand instanceof NumericConstant constant) {
      String text = constant.text();
      return new NumericConstant(position, text.startsWith("-") ? text.substring(1) : "-" + text);
    }
    return new PrefixOperation(position, minus, operand);
  }

  /** The operand, or the OVERLAPS that follows it. */
  final Expression overlapsAfter(Expression operand) {
    return token == Token.OVERLAPS && operand instanceof RowConstructor row
        ? overlaps(row)
        : operand;
  }

  private Expression overlaps(RowConstructor left) {
    int position = position();
    advance();
    int rightPosition = position();
    if (token != Token.LEFT_PAREN && token != Token.ROW) {
      throw syntaxError();
    }
    Expression operand = primary();
    if (!(operand instanceof RowConstructor right)) {
      throw syntaxError();
    }
    if (left.elements().size() != 2) {
      throw error(
          "wrong number of parameters on left side of OVERLAPS expression", left.position());
    }
    if (right.elements().size() != 2) {
      throw error("wrong number of parameters on right side of OVERLAPS expression", rightPosition);
    }
    return sqlCall(
        position,
        "overlaps",
        List.of(
            left.elements().get(0),
            left.elements().get(1),
            right.elements().get(0),
            right.elements().get(1)));
  }

  /** A call of a function of pg_catalog that was written in SQL's own syntax. */
  static FunctionCall sqlCall(int position, String function, List<Expression> arguments) {
    return new FunctionCall(
        position,
        new QualifiedName(position, List.of("pg_catalog", function)),
        arguments,
        CallSyntax.SQL);
  }

  /** The precedence of the current token as an infix or postfix operator, or NONE. */
  private int precedence(boolean restricted) {
    return switch (token) {
      case TYPECAST -> CAST;
      case CARET -> POWER;
      case STAR, SLASH, PERCENT -> MULTIPLICATION;
      case PLUS, MINUS -> ADDITION;
      case OPERATOR_SYMBOL, OPERATOR -> OPERATOR;
      case LESS, GREATER, EQUAL, LESS_EQUALS, GREATER_EQUALS, NOT_EQUALS -> COMPARISON;
      case IS -> IS;
      case COLLATE -> restricted ? NONE : COLLATE;
      case AT -> restricted ? NONE : AT;
      case BETWEEN, IN, LIKE, ILIKE, SIMILAR, NOT_LA -> restricted ? NONE : PATTERN;
      case ISNULL, NOTNULL -> restricted ? NONE : IS;
      case AND -> restricted ? NONE : AND;
      case OR -> restricted ? NONE : OR;
      default -> NONE;
    };
  }

  private Expression operators(Expression first, int least, boolean restricted, boolean inTarget) {
    Expression left = first;
    for (int length = 0; ; length++) {
      // Each round puts what is there below a new node: a long chain is a deep tree.
      checkDepth(length);
      int precedence = precedence(restricted);
      if (precedence < least || precedence == NONE) {
        return left;
      }
      if (inTarget && token.bareLabel && endsTarget(peek())) {
        return left;
      }
      switch (precedence) {
        case CAST -> {
          int position = position();
          advance();
          left = new TypeCast(position, left, typeName());
        }
        case COMPARISON, OPERATOR, ADDITION, MULTIPLICATION, POWER ->
            left = infix(left, precedence, restricted);
        case IS -> left = is(left, restricted);
        case AND, OR -> left = chain(left, precedence, inTarget);
        case PATTERN -> {
          if (token == Token.SIMILAR && inSubstring && peek() != Token.TO) {
            return left;
          }
          left = pattern(left);
        }
        case COLLATE -> {
          int position = position();
          advance();
          left = new Collate(position, left, anyName());
        }
        default -> left = at(left);
      }
    }
  }

  private Expression infix(Expression left, int precedence, boolean restricted) {
    int position = position();
    OperatorName operator = token == Token.OPERATOR ? operatorCall() : operatorSymbol();
    if (!restricted) {
      Quantifier quantifier = quantifier();
      if (quantifier != null) {
        return quantified(position, left, operator, quantifier);
      }
    }
    Expression right = expression(precedence + 1, restricted);
    if (precedence == COMPARISON && precedence(restricted) == COMPARISON) {
      throw syntaxError();
    }
    return new BinaryOperation(position, operator, left, right);
  }

  private @Nullable Quantifier quantifier() {
    return switch (token) {
      case ANY, SOME -> {
        advance();
        yield Quantifier.ANY;
      }
      case ALL -> {
        advance();
        yield Quantifier.ALL;
      }
      default -> null;
    };
  }

  private Expression quantified(
      int position, Expression left, OperatorName operator, Quantifier quantifier) {
    if (token != Token.LEFT_PAREN) {
      throw syntaxError();
    }
    Node right = queryOrExpressionInParentheses();
    if (right instanceof SelectStatement query) {
      return new QuantifiedSubquery(position, left, operator, quantifier, query);
    }
    return new QuantifiedComparison(position, left, operator, quantifier, (Expression) right);
  }

  /** {@code AND} or {@code OR}: a chain becomes one node, however long. */
  private Expression chain(Expression left, int precedence, boolean inTarget) {
    int position = position();
    Token connective = token;
    BooleanExpression.Kind kind =
        precedence == AND ? BooleanExpression.Kind.AND : BooleanExpression.Kind.OR;
    int mark = mark();
    if (left instanceof BooleanExpression same && same.kind() == kind) {
      position = same.position();
      for (Expression argument : same.arguments()) {
        push(argument);
      }
    } else {
      push(left);
    }
    while (token == connective && !(inTarget && endsTarget(peek()))) {
      advance();
      push(expression(precedence + 1, false));
    }
    return new BooleanExpression(position, kind, popList(mark));
  }

  private Expression at(Expression left) {
    int position = position();
    advance();
    if (accept(Token.LOCAL)) {
      return sqlCall(position, "timezone", List.of(left));
    }
    expect(Token.TIME, Token.ZONE);
    Expression zone = expression(AT + 1, false);
    return sqlCall(position, "timezone", List.of(zone, left));
  }

  // [NOT] BETWEEN, IN, LIKE, ILIKE, SIMILAR TO.

  private Expression pattern(Expression left) {
    int position = position();
    boolean negated = accept(Token.NOT_LA);
    switch (token) {
      case BETWEEN -> {
        advance();
        return between(position, left, negated);
      }
      case IN -> {
        advance();
        return in(position, left, negated);
      }
      case LIKE -> {
        advance();
        return like(position, PatternMatch.Kind.LIKE, negated, left);
      }
      case ILIKE -> {
        advance();
        return like(position, PatternMatch.Kind.ILIKE, negated, left);
      }
      case SIMILAR -> {
        advance();
        expect(Token.TO);
        return like(position, PatternMatch.Kind.SIMILAR, negated, left);
      }
      default -> throw syntaxError();
    }
  }

  private Expression between(int position, Expression left, boolean negated) {
    boolean symmetric = accept(Token.SYMMETRIC);
    if (!symmetric) {
      accept(Token.ASYMMETRIC);
    }
    Expression lower = restrictedExpression();
    expect(Token.AND);
    Expression upper = expression(PATTERN + 1, false);
    checkNoSecondPattern();
    return new Between(position, left, negated, symmetric, lower, upper);
  }

  private void checkNoSecondPattern() {
    if (precedence(false) == PATTERN) {
      throw syntaxError();
    }
  }

  private Expression in(int position, Expression left, boolean negated) {
    if (token != Token.LEFT_PAREN) {
      throw syntaxError();
    }
    Node list = queryOrListInParentheses();
    if (list instanceof SelectStatement query) {
      return new InSubquery(position, left, negated, query);
    }
    return new InList(position, left, negated, ((RowConstructor) list).elements());
  }

  /** {@code (SELECT …)}, or {@code (a, b)} as a row whatever its length. */
  abstract Node queryOrListInParentheses();

  private Expression like(int position, PatternMatch.Kind kind, boolean negated, Expression left) {
    if (kind != PatternMatch.Kind.SIMILAR) {
      Quantifier quantifier = quantifier();
      if (quantifier != null) {
        PatternMatch names =
            new PatternMatch(position, kind, negated, left, new DefaultValue(-1), null);
        OperatorName operator = new OperatorName(position, List.of(), names.operator());
        return quantified(position, left, operator, quantifier);
      }
    }
    Expression pattern = expression(PATTERN + 1, false);
    Expression escape = null;
    if (accept(Token.ESCAPE)) {
      escape = expression(PATTERN + 1, false);
    }
    checkNoSecondPattern();
    return new PatternMatch(position, kind, negated, left, pattern, escape);
  }

  // IS …

  private Expression is(Expression left, boolean restricted) {
    int position = position();
    if (accept(Token.ISNULL)) {
      return new NullTest(position, left, false);
    }
    if (accept(Token.NOTNULL)) {
      return new NullTest(position, left, true);
    }
    expect(Token.IS);
    boolean negated = accept(Token.NOT);
    switch (token) {
      case DISTINCT -> {
        advance();
        expect(Token.FROM);
        Expression right = expression(IS + 1, restricted);
        if (precedence(restricted) == IS) {
          throw syntaxError();
        }
        return new DistinctTest(position, left, right, negated);
      }
      case DOCUMENT -> {
        advance();
        return new DocumentTest(position, left, negated);
      }
      default -> {}
    }
    if (restricted) {
      throw syntaxError();
    }
    switch (token) {
      case NULL -> {
        advance();
        return new NullTest(position, left, negated);
      }
      case TRUE -> {
        advance();
        return new BooleanTest(position, left, BooleanTest.Kind.TRUE, negated);
      }
      case FALSE -> {
        advance();
        return new BooleanTest(position, left, BooleanTest.Kind.FALSE, negated);
      }
      case UNKNOWN -> {
        advance();
        return new BooleanTest(position, left, BooleanTest.Kind.UNKNOWN, negated);
      }
      case JSON -> {
        advance();
        return jsonPredicate(position, left, negated);
      }
      default -> {
        return isNormalized(position, left, negated);
      }
    }
  }

  private Expression isNormalized(int position, Expression left, boolean negated) {
    int formPosition = position();
    String form = normalForm();
    expect(Token.NORMALIZED);
    Expression call =
        sqlCall(
            position,
            "is_normalized",
            form == null ? List.of(left) : List.of(left, new StringConstant(formPosition, form)));
    return negated ? new NotExpression(position, call) : call;
  }

  /** NFC, NFD, NFKC or NFKD, or null. */
  final @Nullable String normalForm() {
    switch (token) {
      case NFC -> {
        advance();
        return "NFC";
      }
      case NFD -> {
        advance();
        return "NFD";
      }
      case NFKC -> {
        advance();
        return "NFKC";
      }
      case NFKD -> {
        advance();
        return "NFKD";
      }
      default -> {
        return null;
      }
    }
  }

  /** The rest of {@code IS [NOT] JSON}. */
  private Expression jsonPredicate(int position, Expression argument, boolean negated) {
    JsonExpression.Predicate.Kind kind = JsonExpression.Predicate.Kind.ANY;
    switch (token) {
      case VALUE -> advance();
      case ARRAY -> {
        advance();
        kind = JsonExpression.Predicate.Kind.ARRAY;
      }
      case OBJECT -> {
        advance();
        kind = JsonExpression.Predicate.Kind.OBJECT;
      }
      case SCALAR -> {
        advance();
        kind = JsonExpression.Predicate.Kind.SCALAR;
      }
      default -> {}
    }
    JsonExpression.UniqueKeys unique = uniqueKeys();
    return new JsonExpression.Predicate(position, argument, null, kind, unique, negated);
  }

  /** {@code WITH UNIQUE [KEYS]}, {@code WITHOUT UNIQUE [KEYS]}, or nothing. */
  final JsonExpression.UniqueKeys uniqueKeys() {
    JsonExpression.UniqueKeys unique;
    if (accept(Token.WITH)) {
      unique = JsonExpression.UniqueKeys.WITH;
    } else if (accept(Token.WITHOUT)) {
      unique = JsonExpression.UniqueKeys.WITHOUT;
    } else {
      return JsonExpression.UniqueKeys.UNSPECIFIED;
    }
    expect(Token.UNIQUE);
    accept(Token.KEYS);
    return unique;
  }
}
