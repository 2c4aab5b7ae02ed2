package dev.postern.backend.sql;

import dev.postern.backend.sql.QueryClause.Alias;
import dev.postern.backend.sql.TableReference.ColumnSpecification;
import dev.postern.backend.sql.TableReference.FunctionItem;
import dev.postern.backend.sql.TableReference.FunctionReference;
import dev.postern.backend.sql.TableReference.Join;
import dev.postern.backend.sql.TableReference.JoinType;
import dev.postern.backend.sql.TableReference.JsonTable;
import dev.postern.backend.sql.TableReference.RelationReference;
import dev.postern.backend.sql.TableReference.Subquery;
import dev.postern.backend.sql.TableReference.TableSample;
import dev.postern.backend.sql.TableReference.XmlTable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** FROM: relations, functions, subqueries, joins. */
abstract class FromParser extends XmlParser {
  FromParser(byte[] text, int offset, int length) {
    super(text, offset, length);
  }

  /** {@code a, b JOIN c …}. */
  final List<TableReference> tableReferences() {
    int mark = mark();
    do {
      push(tableReference());
    } while (accept(Token.COMMA));
    return popList(mark);
  }

  final TableReference tableReference() {
    enter();
    TableReference left = joins(operand());
    leave();
    return left;
  }

  private static boolean isJoinWord(Token token) {
    return switch (token) {
      case CROSS, NATURAL, JOIN, INNER, LEFT, RIGHT, FULL -> true;
      default -> false;
    };
  }

  private TableReference joins(TableReference first) {
    TableReference left = first;
    while (isJoinWord(token)) {
      left = join(left);
    }
    return left;
  }

  private TableReference join(TableReference left) {
    int position = left.position();
    if (accept(Token.CROSS)) {
      expect(Token.JOIN);
      return new Join(
          position, JoinType.CROSS, false, left, operand(), List.of(), null, null, null);
    }
    if (accept(Token.NATURAL)) {
      JoinType type = joinType();
      return new Join(position, type, true, left, operand(), List.of(), null, null, null);
    }
    JoinType type = joinType();
    enter();
    TableReference right = joins(operand());
    leave();
    if (accept(Token.USING)) {
      List<String> columns = nameList();
      Alias alias = null;
      if (token == Token.AS) {
        advance();
        int at = position();
        alias = new Alias(at, columnName(), List.of());
      }
      return new Join(position, type, false, left, right, columns, alias, null, null);
    }
    expect(Token.ON);
    return new Join(position, type, false, left, right, List.of(), null, expression(), null);
  }

  /** The words up to and with JOIN. */
  private JoinType joinType() {
    JoinType type = JoinType.INNER;
    switch (token) {
      case LEFT -> type = JoinType.LEFT;
      case RIGHT -> type = JoinType.RIGHT;
      case FULL -> type = JoinType.FULL;
      case INNER -> {
        advance();
        expect(Token.JOIN);
        return type;
      }
      default -> {
        expect(Token.JOIN);
        return type;
      }
    }
    advance();
    accept(Token.OUTER);
    expect(Token.JOIN);
    return type;
  }

  /** A table reference that is no join, unless it is one in parentheses. */
  private TableReference operand() {
    int position = position();
    boolean lateral = accept(Token.LATERAL);
    if (token == Token.LEFT_PAREN) {
      if (lateral) {
        return new Subquery(position, true, parenthesizedQuery(), optionalAlias());
      }
      return parenthesizedOperand();
    }
    if (token == Token.ROWS && peek() == Token.FROM) {
      return rowsFrom(position, lateral);
    }
    if (peek() == Token.LEFT_PAREN) {
      if (token == Token.XMLTABLE) {
        XmlTable table = xmlTable(lateral);
        return new XmlTable(
            position,
            lateral,
            table.namespaces(),
            table.rowExpression(),
            table.document(),
            table.columns(),
            optionalAlias());
      }
      if (token == Token.JSON_TABLE) {
        JsonTable table = jsonTable(lateral);
        return new JsonTable(
            position,
            lateral,
            table.context(),
            table.path(),
            table.pathName(),
            table.passing(),
            table.columns(),
            table.onError(),
            optionalAlias());
      }
    }
    Expression form = token == Token.ONLY ? null : specialForm();
    if (form != null) {
      return function(position, lateral, form);
    }
    return relationOrFunction(position, lateral);
  }

  private TableReference relationOrFunction(int position, boolean lateral) {
    if (token == Token.ONLY) {
      if (lateral) {
        throw syntaxError();
      }
      RelationReference relation = relationExpression();
      return sampled(withAlias(relation));
    }
    Token first = token;
    if (!isColumnName(first) && !isTypeFunctionName(first)) {
      throw syntaxError();
    }
    String name = identifierText();
    advance();
    QualifiedName qualified = new QualifiedName(position, List.of(name));
    if (token == Token.DOT) {
      if (!isColumnName(first)) {
        throw syntaxError();
      }
      qualified = new QualifiedName(position, furtherNames(name));
      if (token == Token.LEFT_PAREN) {
        return function(position, lateral, application(qualified));
      }
      checkRelationName(qualified);
    } else if (token == Token.LEFT_PAREN && isTypeFunctionName(first)) {
      return function(position, lateral, application(qualified));
    }
    if (token == Token.LEFT_BRACKET && isColumnName(first)) {
      throw subscriptedName();
    }
    if (lateral || !isColumnName(first)) {
      throw syntaxError();
    }
    accept(Token.STAR);
    return sampled(withAlias(new RelationReference(position, qualified, false, null)));
  }

  private List<String> furtherNames(String first) {
    int mark = mark();
    push(first);
    while (accept(Token.DOT)) {
      if (accept(Token.STAR)) {
        throw syntaxError();
      }
      push(label());
    }
    return popList(mark);
  }

  private void checkRelationName(QualifiedName name) {
    if (name.parts().size() > 3) {
      throw error(
          "improper qualified name (too many dotted names): " + dotted(name.parts()),
          name.position());
    }
  }

  /** {@code name}, {@code name *}, {@code ONLY name}, {@code ONLY (name)}, without alias. */
  final RelationReference relationExpression() {
    int position = position();
    if (accept(Token.ONLY)) {
      QualifiedName name;
      if (accept(Token.LEFT_PAREN)) {
        name = relationName();
        expect(Token.RIGHT_PAREN);
      } else {
        name = relationName();
      }
      return new RelationReference(name.position(), name, true, null);
    }
    QualifiedName name = relationName();
    accept(Token.STAR);
    return new RelationReference(position, name, false, null);
  }

  final List<RelationReference> relationExpressions() {
    int mark = mark();
    do {
      push(relationExpression());
    } while (accept(Token.COMMA));
    return popList(mark);
  }

  private RelationReference withAlias(RelationReference relation) {
    Alias alias = optionalAlias();
    return alias == null
        ? relation
        : new RelationReference(relation.position(), relation.name(), relation.only(), alias);
  }

  private TableReference sampled(RelationReference relation) {
    if (token != Token.TABLESAMPLE) {
      return relation;
    }
    advance();
    int position = position();
    QualifiedName method = functionName();
    expect(Token.LEFT_PAREN);
    List<Expression> arguments = expressionList();
    expect(Token.RIGHT_PAREN);
    Expression repeatable = null;
    if (accept(Token.REPEATABLE)) {
      expect(Token.LEFT_PAREN);
      repeatable = expression();
      expect(Token.RIGHT_PAREN);
    }
    return new TableSample(position, relation, method, arguments, repeatable);
  }

  /** A function's name, qualified or not. */
  final QualifiedName functionName() {
    int position = position();
    Token first = token;
    if (!isColumnName(first) && !isTypeFunctionName(first)) {
      throw syntaxError();
    }
    String name = identifierText();
    advance();
    if (token == Token.DOT) {
      if (!isColumnName(first)) {
        throw syntaxError();
      }
      return new QualifiedName(position, furtherNames(name));
    }
    if (!isTypeFunctionName(first)) {
      throw syntaxError();
    }
    return new QualifiedName(position, List.of(name));
  }

  // Functions.

  private TableReference function(int position, boolean lateral, Expression call) {
    boolean ordinality = ordinality();
    List<FunctionItem> functions = List.of(new FunctionItem(call, List.of()));
    return functionReference(position, lateral, false, functions, ordinality);
  }

  private boolean ordinality() {
    if (!accept(Token.WITH_LA)) {
      return false;
    }
    expect(Token.ORDINALITY);
    return true;
  }

  private TableReference rowsFrom(int position, boolean lateral) {
    advance();
    advance();
    expect(Token.LEFT_PAREN);
    int mark = mark();
    do {
      Expression call = specialForm();
      if (call == null) {
        QualifiedName name = functionName();
        if (token != Token.LEFT_PAREN) {
          throw syntaxError();
        }
        call = application(name);
      }
      List<ColumnSpecification> columns = List.of();
      if (accept(Token.AS)) {
        expect(Token.LEFT_PAREN);
        columns = columnSpecifications();
      }
      push(new FunctionItem(call, columns));
    } while (accept(Token.COMMA));
    List<FunctionItem> functions = popList(mark);
    expect(Token.RIGHT_PAREN);
    boolean ordinality = ordinality();
    return functionReference(position, lateral, true, functions, ordinality);
  }

  /** The alias of a function, which may declare columns with types. */
  private FunctionReference functionReference(
      int position,
      boolean lateral,
      boolean rowsFrom,
      List<FunctionItem> functions,
      boolean ordinality) {
    Alias alias = null;
    List<ColumnSpecification> columns = List.of();
    int at = position();
    boolean as = accept(Token.AS);
    if (as && accept(Token.LEFT_PAREN)) {
      columns = columnSpecifications();
    } else if (as || isColumnName(token)) {
      at = position();
      String name = columnName();
      List<String> names = List.of();
      if (token == Token.LEFT_PAREN) {
        if (isColumnName(peek()) && (peek(2) == Token.COMMA || peek(2) == Token.RIGHT_PAREN)) {
          names = nameList();
        } else {
          advance();
          columns = columnSpecifications();
        }
      }
      alias = new Alias(at, name, names);
    }
    return new FunctionReference(
        position, lateral, rowsFrom, functions, ordinality, alias, columns);
  }

  /** {@code name type COLLATE c, …)} with its closing parenthesis. */
  private List<ColumnSpecification> columnSpecifications() {
    int mark = mark();
    do {
      int position = position();
      String name = columnName();
      TypeName type = typeName();
      QualifiedName collation = accept(Token.COLLATE) ? anyName() : null;
      push(new ColumnSpecification(position, name, type, collation));
    } while (accept(Token.COMMA));
    expect(Token.RIGHT_PAREN);
    return popList(mark);
  }

  // Aliases.

  /** {@code [AS] name [(columns)]}, or null. */
  final @Nullable Alias optionalAlias() {
    if (!accept(Token.AS)) {
      if (!isColumnName(token)) {
        return null;
      }
    }
    int position = position();
    String name = columnName();
    return new Alias(position, name, optionalNameList());
  }

  // Parentheses in FROM: a query or a join, known only further in.

  private TableReference parenthesizedOperand() {
    int position = position();
    Node inside = insideFromParentheses();
    if (inside instanceof SelectStatement query) {
      return new Subquery(position, false, query, optionalAlias());
    }
    return aliasedJoin((Join) inside);
  }

  private TableReference aliasedJoin(Join join) {
    Alias alias = optionalAlias();
    if (alias == null) {
      return join;
    }
    return new Join(
        join.position(),
        join.type(),
        join.natural(),
        join.left(),
        join.right(),
        join.using(),
        join.usingAlias(),
        join.on(),
        alias);
  }

  /** A query or a {@link Join} with its parentheses. */
  private Node insideFromParentheses() {
    enter();
    expect(Token.LEFT_PAREN);
    Node result;
    if (atQuery()) {
      result = query();
    } else if (token == Token.LEFT_PAREN) {
      int position = position();
      Node inner = insideFromParentheses();
      if (inner instanceof SelectStatement query) {
        result = afterInnerQuery(position, query);
      } else if (token == Token.RIGHT_PAREN) {
        result = inner;
      } else {
        result = joins(aliasedJoin((Join) inner));
      }
    } else {
      result = joins(operand());
    }
    if (!(result instanceof SelectStatement) && !(result instanceof Join)) {
      throw syntaxError();
    }
    expect(Token.RIGHT_PAREN);
    leave();
    return result;
  }

  private Node afterInnerQuery(int position, SelectStatement query) {
    switch (token) {
      case RIGHT_PAREN -> {
        return query;
      }
      case UNION, INTERSECT, EXCEPT, ORDER, LIMIT, OFFSET, FETCH, FOR -> {
        return queryAfter(query);
      }
      default -> {
        return joins(new Subquery(position, false, query, optionalAlias()));
      }
    }
  }
}
