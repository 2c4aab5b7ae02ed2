package dev.postern.backend.sql;

import dev.postern.backend.error.SqlState;
import dev.postern.backend.sql.Expression.CallSyntax;
import dev.postern.backend.sql.Expression.FunctionCall;
import dev.postern.backend.sql.Expression.NamedArgument;
import dev.postern.backend.sql.QueryClause.FrameBound;
import dev.postern.backend.sql.QueryClause.FrameBoundKind;
import dev.postern.backend.sql.QueryClause.FrameExclusion;
import dev.postern.backend.sql.QueryClause.FrameUnits;
import dev.postern.backend.sql.QueryClause.NullsOrder;
import dev.postern.backend.sql.QueryClause.SortDirection;
import dev.postern.backend.sql.QueryClause.SortItem;
import dev.postern.backend.sql.QueryClause.WindowFrame;
import dev.postern.backend.sql.QueryClause.WindowSpecification;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Calls with their arguments, aggregates' clauses, and windows. */
abstract class CallParser extends PrimaryParser {
  CallParser(byte[] text, int offset, int length) {
    super(text, offset, length);
  }

  /** A call with all that may follow it, or a constant of a named type with modifiers. */
  @Override
  final Expression call(QualifiedName name) {
    FunctionCall call = application(name);
    if (token == Token.STRING_LITERAL && isTypeWithModifiers(call)) {
      checkModifiers(call);
      return namedTypeConstant(name, call.arguments());
    }
    return withFilterAndOver(withinGroup(call));
  }

  private static boolean isTypeWithModifiers(FunctionCall call) {
    return !call.star() && !call.distinct() && !call.variadic() && !call.arguments().isEmpty();
  }

  private void checkModifiers(FunctionCall call) {
    for (Expression argument : call.arguments()) {
      if (argument instanceof NamedArgument named) {
        throw error("type modifier cannot have parameter name", named.position());
      }
    }
    if (!call.orderBy().isEmpty()) {
      throw error("type modifier cannot have ORDER BY", call.position());
    }
  }

  /** {@code name(…)} alone; the current token is the parenthesis. */
  final FunctionCall application(QualifiedName name) {
    int position = name.position();
    expect(Token.LEFT_PAREN);
    if (accept(Token.RIGHT_PAREN)) {
      return new FunctionCall(position, name, List.of(), CallSyntax.EXPLICIT);
    }
    if (accept(Token.STAR)) {
      expect(Token.RIGHT_PAREN);
      return new FunctionCall(
          position,
          name,
          List.of(),
          false,
          false,
          true,
          List.of(),
          false,
          null,
          null,
          CallSyntax.EXPLICIT);
    }
    boolean distinct = false;
    boolean variadic = false;
    boolean quantified = token == Token.ALL || token == Token.DISTINCT;
    if (quantified) {
      distinct = token == Token.DISTINCT;
      advance();
    }
    int mark = mark();
    do {
      if (!quantified && accept(Token.VARIADIC)) {
        push(argument());
        variadic = true;
        break;
      }
      push(argument());
    } while (accept(Token.COMMA));
    List<Expression> arguments = popList(mark);
    List<SortItem> orderBy = optionalOrderBy();
    expect(Token.RIGHT_PAREN);
    return new FunctionCall(
        position,
        name,
        arguments,
        variadic,
        distinct,
        false,
        orderBy,
        false,
        null,
        null,
        CallSyntax.EXPLICIT);
  }

  final Expression argument() {
    if (isTypeFunctionName(token)) {
      Token following = peek();
      if (following == Token.EQUALS_GREATER || following == Token.COLON_EQUALS) {
        int position = position();
        String name = identifierText();
        advance();
        advance();
        return new NamedArgument(position, name, expression());
      }
    }
    return expression();
  }

  private FunctionCall withinGroup(FunctionCall call) {
    if (token != Token.WITHIN) {
      return call;
    }
    int position = position();
    advance();
    expect(Token.GROUP, Token.LEFT_PAREN);
    if (token != Token.ORDER) {
      throw syntaxError();
    }
    List<SortItem> orderBy = optionalOrderBy();
    expect(Token.RIGHT_PAREN);
    if (!call.orderBy().isEmpty()) {
      throw error("cannot use multiple ORDER BY clauses with WITHIN GROUP", position);
    }
    if (call.distinct()) {
      throw error("cannot use DISTINCT with WITHIN GROUP", position);
    }
    if (call.variadic()) {
      throw error("cannot use VARIADIC with WITHIN GROUP", position);
    }
    return new FunctionCall(
        call.position(),
        call.name(),
        call.arguments(),
        false,
        false,
        call.star(),
        orderBy,
        true,
        null,
        null,
        CallSyntax.EXPLICIT);
  }

  @Override
  final Expression withFilterAndOver(Expression call) {
    if (token != Token.FILTER && token != Token.OVER) {
      return call;
    }
    return switch (call) {
      case FunctionCall f ->
          new FunctionCall(
              f.position(),
              f.name(),
              f.arguments(),
              f.variadic(),
              f.distinct(),
              f.star(),
              f.orderBy(),
              f.withinGroup(),
              filter(),
              over(),
              f.syntax());
      case JsonExpression.ObjectAggregate a ->
          new JsonExpression.ObjectAggregate(
              a.position(), a.member(), a.nulls(), a.unique(), a.output(), filter(), over());
      case JsonExpression.ArrayAggregate a ->
          new JsonExpression.ArrayAggregate(
              a.position(), a.element(), a.orderBy(), a.nulls(), a.output(), filter(), over());
      default -> call;
    };
  }

  private @Nullable Expression filter() {
    if (!accept(Token.FILTER)) {
      return null;
    }
    expect(Token.LEFT_PAREN, Token.WHERE);
    Expression condition = expression();
    expect(Token.RIGHT_PAREN);
    return condition;
  }

  private @Nullable WindowSpecification over() {
    if (!accept(Token.OVER)) {
      return null;
    }
    int position = position();
    if (token == Token.LEFT_PAREN) {
      return windowSpecification();
    }
    return new WindowSpecification(position, columnName(), null, List.of(), List.of(), null);
  }

  // ORDER BY.

  final List<SortItem> optionalOrderBy() {
    if (token != Token.ORDER) {
      return List.of();
    }
    advance();
    expect(Token.BY);
    int mark = mark();
    do {
      push(sortItem());
    } while (accept(Token.COMMA));
    return popList(mark);
  }

  private SortItem sortItem() {
    int position = position();
    Expression value = expression();
    OperatorName operator = null;
    SortDirection direction = SortDirection.DEFAULT;
    if (accept(Token.USING)) {
      direction = SortDirection.USING;
      operator = token == Token.OPERATOR ? operatorCall() : operatorSymbol();
    } else {
      direction = sortDirection();
    }
    return new SortItem(position, value, direction, operator, nullsOrder());
  }

  final SortDirection sortDirection() {
    if (accept(Token.ASC)) {
      return SortDirection.ASCENDING;
    }
    return accept(Token.DESC) ? SortDirection.DESCENDING : SortDirection.DEFAULT;
  }

  final NullsOrder nullsOrder() {
    if (!accept(Token.NULLS_LA)) {
      return NullsOrder.DEFAULT;
    }
    if (accept(Token.FIRST)) {
      return NullsOrder.FIRST;
    }
    expect(Token.LAST);
    return NullsOrder.LAST;
  }

  // Windows.

  /** {@code (base PARTITION BY … ORDER BY … frame)}. */
  final WindowSpecification windowSpecification() {
    int position = position();
    expect(Token.LEFT_PAREN);
    String base = null;
    switch (token) {
      case PARTITION, RANGE, ROWS, GROUPS -> {}
      default -> {
        if (isColumnName(token)) {
          base = columnName();
        }
      }
    }
    List<Expression> partitionBy = List.of();
    if (accept(Token.PARTITION)) {
      expect(Token.BY);
      partitionBy = expressionList();
    }
    List<SortItem> orderBy = optionalOrderBy();
    WindowFrame frame = frame();
    expect(Token.RIGHT_PAREN);
    return new WindowSpecification(position, null, base, partitionBy, orderBy, frame);
  }

  private @Nullable WindowFrame frame() {
    int position = position();
    FrameUnits units;
    switch (token) {
      case RANGE -> units = FrameUnits.RANGE;
      case ROWS -> units = FrameUnits.ROWS;
      case GROUPS -> units = FrameUnits.GROUPS;
      default -> {
        return null;
      }
    }
    advance();
    FrameBound start;
    FrameBound end = null;
    if (accept(Token.BETWEEN)) {
      switch (token) {
        // These could be functions; but BETWEEN could be a column before them, which neither
        // binds tighter nor looser. PostgreSQL's grammar gives up here.
        case LIKE, ILIKE, SIMILAR -> throw syntaxError();
        default -> {}
      }
      start = frameBound();
      expect(Token.AND);
      end = frameBound();
    } else {
      start = frameBound();
    }
    checkFrame(start, end);
    return new WindowFrame(position, units, start, end, exclusion());
  }

  private FrameBound frameBound() {
    int position = position();
    if (token == Token.UNBOUNDED && (peek() == Token.PRECEDING || peek() == Token.FOLLOWING)) {
      advance();
      boolean preceding = accept(Token.PRECEDING);
      if (!preceding) {
        advance();
      }
      return new FrameBound(
          position,
          preceding ? FrameBoundKind.UNBOUNDED_PRECEDING : FrameBoundKind.UNBOUNDED_FOLLOWING,
          null);
    }
    if (accept(Token.CURRENT, Token.ROW)) {
      return new FrameBound(position, FrameBoundKind.CURRENT_ROW, null);
    }
    Expression offset = expression();
    if (accept(Token.PRECEDING)) {
      return new FrameBound(position, FrameBoundKind.OFFSET_PRECEDING, offset);
    }
    expect(Token.FOLLOWING);
    return new FrameBound(position, FrameBoundKind.OFFSET_FOLLOWING, offset);
  }

  private void checkFrame(FrameBound start, @Nullable FrameBound end) {
    FrameBoundKind first = start.kind();
    if (first == FrameBoundKind.UNBOUNDED_FOLLOWING) {
      throw frameError("frame start cannot be UNBOUNDED FOLLOWING", start);
    }
    if (end == null) {
      if (first == FrameBoundKind.OFFSET_FOLLOWING) {
        throw frameError("frame starting from following row cannot end with current row", start);
      }
      return;
    }
    FrameBoundKind last = end.kind();
    if (last == FrameBoundKind.UNBOUNDED_PRECEDING) {
      throw frameError("frame end cannot be UNBOUNDED PRECEDING", end);
    }
    if (first == FrameBoundKind.CURRENT_ROW && last == FrameBoundKind.OFFSET_PRECEDING) {
      throw frameError("frame starting from current row cannot have preceding rows", end);
    }
    if (first == FrameBoundKind.OFFSET_FOLLOWING
        && (last == FrameBoundKind.OFFSET_PRECEDING || last == FrameBoundKind.CURRENT_ROW)) {
      throw frameError("frame starting from following row cannot have preceding rows", end);
    }
  }

  private RuntimeException frameError(String message, FrameBound bound) {
    return error(SqlState.WINDOWING_ERROR, message, bound.position());
  }

  private FrameExclusion exclusion() {
    if (!accept(Token.EXCLUDE)) {
      return FrameExclusion.NO_OTHERS;
    }
    switch (token) {
      case CURRENT -> {
        advance();
        expect(Token.ROW);
        return FrameExclusion.CURRENT_ROW;
      }
      case GROUP -> {
        advance();
        return FrameExclusion.GROUP;
      }
      case TIES -> {
        advance();
        return FrameExclusion.TIES;
      }
      case NO -> {
        advance();
        expect(Token.OTHERS);
        return FrameExclusion.NO_OTHERS;
      }
      default -> throw syntaxError();
    }
  }
}
