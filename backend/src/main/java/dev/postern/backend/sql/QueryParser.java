package dev.postern.backend.sql;

import dev.postern.backend.sql.Expression.NullConstant;
import dev.postern.backend.sql.Expression.RowConstructor;
import dev.postern.backend.sql.Expression.StarReference;
import dev.postern.backend.sql.QueryBody.Distinctness;
import dev.postern.backend.sql.QueryBody.SelectBody;
import dev.postern.backend.sql.QueryBody.SetOperation;
import dev.postern.backend.sql.QueryBody.SetOperator;
import dev.postern.backend.sql.QueryClause.CommonTableExpression;
import dev.postern.backend.sql.QueryClause.CycleClause;
import dev.postern.backend.sql.QueryClause.LimitClause;
import dev.postern.backend.sql.QueryClause.LockStrength;
import dev.postern.backend.sql.QueryClause.LockWait;
import dev.postern.backend.sql.QueryClause.LockingClause;
import dev.postern.backend.sql.QueryClause.Materialization;
import dev.postern.backend.sql.QueryClause.SearchClause;
import dev.postern.backend.sql.QueryClause.SortItem;
import dev.postern.backend.sql.QueryClause.TargetItem;
import dev.postern.backend.sql.QueryClause.WithClause;
import dev.postern.backend.sql.TableReference.RelationReference;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Queries: SELECT, VALUES, TABLE, set operations, WITH, and what follows them. */
abstract class QueryParser extends SelectParser {
  QueryParser(byte[] text, int offset, int length) {
    super(text, offset, length);
  }

  /** A statement that may stand in WITH, COPY, PREPARE and EXPLAIN: a query or a data statement. */
  abstract Statement preparableStatement();

  @Override
  final boolean atQuery() {
    return switch (token) {
      case SELECT, WITH, TABLE -> true;
      case VALUES -> peek() == Token.LEFT_PAREN;
      default -> false;
    };
  }

  /** Whether a query, perhaps in parentheses, must begin here. */
  final boolean atQueryOrParenthesis() {
    return token == Token.LEFT_PAREN || token == Token.VALUES || atQuery();
  }

  @Override
  final SelectStatement query() {
    enter();
    SelectStatement query = queryWith(optionalWith());
    leave();
    return query;
  }

  /** The rest of a query of which the WITH was read already. */
  final SelectStatement queryWith(@Nullable WithClause with) {
    SelectStatement first = setOperand();
    return options(setOperations(first, LOWEST_SET), with);
  }

  @Override
  final SelectStatement queryAfter(SelectStatement first) {
    return options(setOperations(first, LOWEST_SET), null);
  }

  // Set operations: INTERSECT binds tighter than UNION and EXCEPT.

  private static final int LOWEST_SET = 0;
  private static final int UNION_LEVEL = 1;
  private static final int INTERSECT_LEVEL = 2;

  private SelectStatement setOperations(SelectStatement first, int least) {
    SelectStatement left = first;
    while (true) {
      SetOperator operator;
      int level = UNION_LEVEL;
      switch (token) {
        case UNION -> operator = SetOperator.UNION;
        case EXCEPT -> operator = SetOperator.EXCEPT;
        case INTERSECT -> {
          operator = SetOperator.INTERSECT;
          level = INTERSECT_LEVEL;
        }
        default -> {
          return left;
        }
      }
      if (level <= least) {
        return left;
      }
      advance();
      boolean all = accept(Token.ALL);
      if (!all) {
        accept(Token.DISTINCT);
      }
      SelectStatement right = setOperations(setOperand(), level);
      left = bare(new SetOperation(left.position(), operator, all, left, right));
    }
  }

  private static SelectStatement bare(QueryBody body) {
    return new SelectStatement(body.position(), null, body, List.of(), null, List.of());
  }

  private SelectStatement setOperand() {
    switch (token) {
      case LEFT_PAREN -> {
        return parenthesizedQuery();
      }
      case SELECT -> {
        return bare(select());
      }
      case VALUES -> {
        return bare(values());
      }
      case TABLE -> {
        int position = position();
        advance();
        RelationReference relation = relationExpression();
        return bare(
            new SelectBody(
                position,
                Distinctness.ALL,
                List.of(),
                List.of(new TargetItem(-1, new StarReference(-1, List.of()), null)),
                null,
                List.of(relation),
                null,
                null,
                null,
                List.of()));
      }
      default -> throw syntaxError();
    }
  }

  // WITH.

  final @Nullable WithClause optionalWith() {
    if (token != Token.WITH && token != Token.WITH_LA) {
      return null;
    }
    int position = position();
    advance();
    boolean recursive = token == Token.RECURSIVE && isColumnName(peek());
    if (recursive) {
      advance();
    }
    int mark = mark();
    do {
      push(commonTableExpression());
    } while (accept(Token.COMMA));
    return new WithClause(position, recursive, popList(mark));
  }

  private CommonTableExpression commonTableExpression() {
    int position = position();
    String name = columnName();
    List<String> columns = optionalNameList();
    expect(Token.AS);
    Materialization materialization = Materialization.DEFAULT;
    if (accept(Token.MATERIALIZED)) {
      materialization = Materialization.ALWAYS;
    } else if (accept(Token.NOT)) {
      expect(Token.MATERIALIZED);
      materialization = Materialization.NEVER;
    }
    expect(Token.LEFT_PAREN);
    Statement statement = preparableStatement();
    expect(Token.RIGHT_PAREN);
    SearchClause search = token == Token.SEARCH ? search() : null;
    CycleClause cycle = token == Token.CYCLE ? cycle() : null;
    return new CommonTableExpression(
        position, name, columns, materialization, statement, search, cycle);
  }

  private SearchClause search() {
    int position = position();
    advance();
    boolean breadth = accept(Token.BREADTH);
    if (!breadth) {
      expect(Token.DEPTH);
    }
    expect(Token.FIRST, Token.BY);
    List<String> columns = names();
    expect(Token.SET);
    return new SearchClause(position, breadth, columns, columnName());
  }

  private CycleClause cycle() {
    int position = position();
    advance();
    List<String> columns = names();
    expect(Token.SET);
    String mark = columnName();
    Expression value = NameParser.flag(-1, true);
    Expression otherwise = NameParser.flag(-1, false);
    if (accept(Token.TO)) {
      value = constant();
      expect(Token.DEFAULT);
      otherwise = constant();
    }
    expect(Token.USING);
    return new CycleClause(position, columns, mark, value, otherwise, columnName());
  }

  /** A constant with or without a type, as the grammar's AexprConst. */
  private Expression constant() {
    int position = position();
    switch (token) {
      case LEFT_PAREN, CASE, ARRAY, PARAMETER_SYMBOL -> throw syntaxError();
      default -> {}
    }
    Expression value = primary();
    boolean constant =
        value instanceof Expression.Constant
            || value instanceof Expression.TypeCast cast && cast.position() < 0;
    if (!constant) {
      throw error("syntax error", position);
    }
    return value;
  }

  // ORDER BY, LIMIT, locking.

  private SelectStatement options(SelectStatement query, @Nullable WithClause with) {
    int orderPosition = position();
    List<SortItem> orderBy = optionalOrderBy();
    LimitClause limit = null;
    List<LockingClause> locking = List.of();
    switch (token) {
      case LIMIT, OFFSET, FETCH -> {
        limit = limit(orderBy.isEmpty() && query.orderBy().isEmpty());
        if (token == Token.FOR) {
          locking = locking();
        }
      }
      case FOR -> {
        locking = locking();
        if (token == Token.LIMIT || token == Token.OFFSET || token == Token.FETCH) {
          limit = limit(orderBy.isEmpty() && query.orderBy().isEmpty());
        }
      }
      default -> {}
    }
    if (orderBy.isEmpty() && limit == null && locking.isEmpty() && with == null) {
      return query;
    }
    return merged(query, with, orderPosition, orderBy, limit, locking);
  }

  /** Adds clauses to a query that may have had parentheses and clauses of its own. */
  private SelectStatement merged(
      SelectStatement query,
      @Nullable WithClause with,
      int orderPosition,
      List<SortItem> orderBy,
      @Nullable LimitClause limit,
      List<LockingClause> locking) {
    if (!orderBy.isEmpty() && !query.orderBy().isEmpty()) {
      throw error("multiple ORDER BY clauses not allowed", orderBy.get(0).position());
    }
    LimitClause whole = limit;
    LimitClause inner = query.limit();
    if (inner != null) {
      whole = inner;
      if (limit != null) {
        whole = mergedLimit(inner, limit);
      }
    }
    if (with != null && query.with() != null) {
      throw error("multiple WITH clauses not allowed", with.position());
    }
    List<LockingClause> locks = query.locking();
    if (!locking.isEmpty()) {
      List<LockingClause> both = new ArrayList<>(locks);
      both.addAll(locking);
      locks = List.copyOf(both);
    }
    if (whole != null && whole.withTies()) {
      checkTies(whole, locks);
    }
    return new SelectStatement(
        with != null ? with.position() : query.position(),
        with != null ? with : query.with(),
        query.body(),
        orderBy.isEmpty() ? query.orderBy() : orderBy,
        whole,
        locks);
  }

  private LimitClause mergedLimit(LimitClause inner, LimitClause outer) {
    if (inner.offset() != null && outer.offset() != null) {
      throw error("multiple OFFSET clauses not allowed", outer.offset().position());
    }
    if (inner.count() != null && outer.count() != null) {
      throw error("multiple LIMIT clauses not allowed", outer.count().position());
    }
    return new LimitClause(
        inner.position(),
        inner.count() != null ? inner.count() : outer.count(),
        inner.offset() != null ? inner.offset() : outer.offset(),
        inner.withTies() || outer.withTies());
  }

  private void checkTies(LimitClause limit, List<LockingClause> locks) {
    for (LockingClause lock : locks) {
      if (lock.lockWait() == LockWait.SKIP_LOCKED) {
        throw error("SKIP LOCKED and WITH TIES options cannot be used together", limit.position());
      }
    }
  }

  private LimitClause limit(boolean unordered) {
    int position = position();
    Expression count = null;
    Expression offset = null;
    boolean withTies = false;
    int tiesPosition = -1;
    for (int i = 0; i < 2; i++) {
      if (token == Token.OFFSET && offset == null) {
        advance();
        offset = offset();
      } else if (token == Token.LIMIT && count == null) {
        int at = position();
        advance();
        count = limitCount(at);
      } else if (token == Token.FETCH && count == null) {
        advance();
        count = fetchCount();
        if (accept(Token.ONLY)) {
          continue;
        }
        tiesPosition = position();
        expect(Token.WITH, Token.TIES);
        withTies = true;
      }
    }
    if (withTies && unordered) {
      throw error("WITH TIES cannot be specified without ORDER BY clause", tiesPosition);
    }
    return new LimitClause(position, count, offset, withTies);
  }

  private Expression limitCount(int limitPosition) {
    int position = position();
    if (accept(Token.ALL)) {
      return new NullConstant(position);
    }
    Expression count = expression();
    if (token == Token.COMMA) {
      advance();
      expression();
      throw error("LIMIT #,# syntax is not supported", limitPosition)
          .hint("Use separate LIMIT and OFFSET clauses.");
    }
    return count;
  }

  private Expression offset() {
    if (token == Token.PLUS || token == Token.MINUS) {
      Expression value = expression();
      if (value instanceof Expression.Constant
          || value instanceof Expression.PrefixOperation signed
              && signed.operand() instanceof Expression.Constant) {
        acceptRows();
      }
      return value;
    }
    switch (token) {
      case NOT, NOT_LA, OPERATOR_SYMBOL, OPERATOR, DEFAULT -> {
        return expression();
      }
      default -> {}
    }
    Expression first = primary();
    if (acceptRows()) {
      return first;
    }
    return operatorsAfter(overlapsAfter(first));
  }

  private boolean acceptRows() {
    return accept(Token.ROW) || accept(Token.ROWS);
  }

  /** {@code FIRST | NEXT [count] ROW | ROWS}. */
  private Expression fetchCount() {
    if (!accept(Token.FIRST)) {
      expect(Token.NEXT);
    }
    // Either word may also be the name of a column.
    if ((peek() == Token.ONLY || peek() == Token.WITH) && acceptRows()) {
      return new Expression.IntegerConstant(-1, 1);
    }
    int position = position();
    Expression count;
    if (accept(Token.PLUS)) {
      OperatorName plus = new OperatorName(position, List.of(), "+");
      count = new Expression.PrefixOperation(position, plus, unsignedNumber(position(), false));
    } else if (accept(Token.MINUS)) {
      count = unsignedNumber(position, true);
    } else {
      count = primary();
      if (count instanceof RowConstructor row && !row.explicit() && row.elements().isEmpty()) {
        throw syntaxError();
      }
    }
    if (!acceptRows()) {
      throw syntaxError();
    }
    return count;
  }

  private List<LockingClause> locking() {
    int mark = mark();
    while (token == Token.FOR) {
      int position = position();
      advance();
      if (accept(Token.READ)) {
        expect(Token.ONLY);
        return popList(mark);
      }
      LockStrength strength = lockStrength();
      List<QualifiedName> tables = accept(Token.OF) ? relationNames() : List.of();
      LockWait wait = LockWait.BLOCK;
      if (accept(Token.NOWAIT)) {
        wait = LockWait.NOWAIT;
      } else if (accept(Token.SKIP)) {
        expect(Token.LOCKED);
        wait = LockWait.SKIP_LOCKED;
      }
      push(new LockingClause(position, strength, tables, wait));
    }
    return popList(mark);
  }

  private LockStrength lockStrength() {
    switch (token) {
      case UPDATE -> {
        advance();
        return LockStrength.UPDATE;
      }
      case NO -> {
        advance();
        expect(Token.KEY, Token.UPDATE);
        return LockStrength.NO_KEY_UPDATE;
      }
      case SHARE -> {
        advance();
        return LockStrength.SHARE;
      }
      case KEY -> {
        advance();
        expect(Token.SHARE);
        return LockStrength.KEY_SHARE;
      }
      default -> throw syntaxError();
    }
  }
}
