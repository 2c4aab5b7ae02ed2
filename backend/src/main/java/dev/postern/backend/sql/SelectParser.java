package dev.postern.backend.sql;

import dev.postern.backend.sql.Expression.StarReference;
import dev.postern.backend.sql.QueryBody.Distinctness;
import dev.postern.backend.sql.QueryBody.SelectBody;
import dev.postern.backend.sql.QueryBody.ValuesBody;
import dev.postern.backend.sql.QueryClause.Cube;
import dev.postern.backend.sql.QueryClause.EmptyGroupingSet;
import dev.postern.backend.sql.QueryClause.GroupByClause;
import dev.postern.backend.sql.QueryClause.GroupingElement;
import dev.postern.backend.sql.QueryClause.GroupingExpression;
import dev.postern.backend.sql.QueryClause.GroupingSets;
import dev.postern.backend.sql.QueryClause.IntoClause;
import dev.postern.backend.sql.QueryClause.Persistence;
import dev.postern.backend.sql.QueryClause.Rollup;
import dev.postern.backend.sql.QueryClause.TargetItem;
import dev.postern.backend.sql.QueryClause.WindowDefinition;
import java.util.List;

/** SELECT and VALUES without what may follow them: select list, GROUP BY, WINDOW. */
abstract class SelectParser extends FromParser {
  SelectParser(byte[] text, int offset, int length) {
    super(text, offset, length);
  }

  final ValuesBody values() {
    int position = position();
    expect(Token.VALUES);
    int mark = mark();
    do {
      expect(Token.LEFT_PAREN);
      push(expressionList());
      expect(Token.RIGHT_PAREN);
    } while (accept(Token.COMMA));
    return new ValuesBody(position, popList(mark));
  }

  final SelectBody select() {
    int position = position();
    advance();
    Distinctness distinctness = Distinctness.ALL;
    List<Expression> distinctOn = List.of();
    List<TargetItem> targets;
    if (accept(Token.DISTINCT)) {
      distinctness = Distinctness.DISTINCT;
      if (accept(Token.ON)) {
        distinctness = Distinctness.DISTINCT_ON;
        expect(Token.LEFT_PAREN);
        distinctOn = expressionList();
        expect(Token.RIGHT_PAREN);
      }
      targets = targets();
    } else {
      accept(Token.ALL);
      targets = endsTargets(token) ? List.of() : targets();
    }
    IntoClause into = token == Token.INTO ? into() : null;
    List<TableReference> from = accept(Token.FROM) ? tableReferences() : List.of();
    Expression where = accept(Token.WHERE) ? expression() : null;
    GroupByClause groupBy = token == Token.GROUP ? groupBy() : null;
    Expression having = accept(Token.HAVING) ? expression() : null;
    List<WindowDefinition> windows = token == Token.WINDOW ? windows() : List.of();
    return new SelectBody(
        position, distinctness, distinctOn, targets, into, from, where, groupBy, having, windows);
  }

  /** Whether a select list that may be empty is empty. */
  private static boolean endsTargets(Token token) {
    return switch (token) {
      case INTO,
          FROM,
          WHERE,
          GROUP,
          HAVING,
          WINDOW,
          UNION,
          INTERSECT,
          EXCEPT,
          ORDER,
          LIMIT,
          OFFSET,
          FETCH,
          FOR,
          RIGHT_PAREN,
          SEMICOLON,
          WITH,
          ON,
          RETURNING,
          CREATE,
          GRANT,
          END_OF_INPUT ->
          true;
      default -> false;
    };
  }

  @Override
  final boolean endsTarget(Token following) {
    return following == Token.COMMA || endsTargets(following);
  }

  final List<TargetItem> targets() {
    int mark = mark();
    do {
      push(target());
    } while (accept(Token.COMMA));
    return popList(mark);
  }

  private TargetItem target() {
    int position = position();
    if (accept(Token.STAR)) {
      return new TargetItem(position, new StarReference(position, List.of()), null);
    }
    Expression value = targetExpression();
    String label = null;
    if (accept(Token.AS)) {
      label = label();
    } else if (token == Token.IDENTIFIER || token.bareLabel) {
      label = identifierText();
      advance();
    }
    return new TargetItem(position, value, label);
  }

  /** Whether a relation's name follows this word, rather than the word being that name. */
  private boolean namesFollow() {
    return peek() == Token.TABLE || isColumnName(peek());
  }

  private IntoClause into() {
    int position = position();
    advance();
    Persistence persistence = Persistence.PERMANENT;
    switch (token) {
      case TEMPORARY, TEMP -> {
        if (namesFollow()) {
          advance();
          persistence = Persistence.TEMPORARY;
        }
      }
      case LOCAL, GLOBAL -> {
        if (peek() == Token.TEMPORARY || peek() == Token.TEMP) {
          advance();
          advance();
          persistence = Persistence.TEMPORARY;
        }
      }
      case UNLOGGED -> {
        if (namesFollow()) {
          advance();
          persistence = Persistence.UNLOGGED;
        }
      }
      default -> {}
    }
    accept(Token.TABLE);
    return new IntoClause(position, persistence, relationName());
  }

  // GROUP BY and WINDOW.

  private GroupByClause groupBy() {
    int position = position();
    advance();
    expect(Token.BY);
    boolean distinct = accept(Token.DISTINCT);
    if (!distinct) {
      accept(Token.ALL);
    }
    return new GroupByClause(position, distinct, groupingElements());
  }

  private List<GroupingElement> groupingElements() {
    int mark = mark();
    do {
      push(groupingElement());
    } while (accept(Token.COMMA));
    return popList(mark);
  }

  private GroupingElement groupingElement() {
    int position = position();
    Token following = peek();
    if (token == Token.LEFT_PAREN && following == Token.RIGHT_PAREN) {
      advance();
      advance();
      return new EmptyGroupingSet(position);
    }
    if (token == Token.GROUPING && following == Token.SETS) {
      advance();
      advance();
      expect(Token.LEFT_PAREN);
      enter();
      List<GroupingElement> elements = groupingElements();
      leave();
      expect(Token.RIGHT_PAREN);
      return new GroupingSets(position, elements);
    }
    if ((token == Token.CUBE || token == Token.ROLLUP) && following == Token.LEFT_PAREN) {
      boolean cube = token == Token.CUBE;
      advance();
      advance();
      List<Expression> elements = expressionList();
      expect(Token.RIGHT_PAREN);
      return cube ? new Cube(position, elements) : new Rollup(position, elements);
    }
    return new GroupingExpression(position, expression());
  }

  private List<WindowDefinition> windows() {
    advance();
    int mark = mark();
    do {
      int position = position();
      String name = columnName();
      expect(Token.AS);
      push(new WindowDefinition(position, name, windowSpecification()));
    } while (accept(Token.COMMA));
    return popList(mark);
  }
}
