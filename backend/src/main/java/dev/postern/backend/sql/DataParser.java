package dev.postern.backend.sql;

import dev.postern.backend.sql.DataStatement.DeleteStatement;
import dev.postern.backend.sql.DataStatement.InsertStatement;
import dev.postern.backend.sql.DataStatement.MergeStatement;
import dev.postern.backend.sql.DataStatement.UpdateStatement;
import dev.postern.backend.sql.Expression.CurrentOf;
import dev.postern.backend.sql.QueryClause.Alias;
import dev.postern.backend.sql.QueryClause.Assignment;
import dev.postern.backend.sql.QueryClause.AssignmentTarget;
import dev.postern.backend.sql.QueryClause.ColumnAssignment;
import dev.postern.backend.sql.QueryClause.ConflictTarget;
import dev.postern.backend.sql.QueryClause.IndexElement;
import dev.postern.backend.sql.QueryClause.MatchKind;
import dev.postern.backend.sql.QueryClause.MergeAct;
import dev.postern.backend.sql.QueryClause.MergeDelete;
import dev.postern.backend.sql.QueryClause.MergeDoNothing;
import dev.postern.backend.sql.QueryClause.MergeInsert;
import dev.postern.backend.sql.QueryClause.MergeUpdate;
import dev.postern.backend.sql.QueryClause.MergeWhen;
import dev.postern.backend.sql.QueryClause.MultipleAssignment;
import dev.postern.backend.sql.QueryClause.NullsOrder;
import dev.postern.backend.sql.QueryClause.OnConflictClause;
import dev.postern.backend.sql.QueryClause.Overriding;
import dev.postern.backend.sql.QueryClause.ReturningClause;
import dev.postern.backend.sql.QueryClause.SortDirection;
import dev.postern.backend.sql.QueryClause.WithClause;
import dev.postern.backend.sql.TableReference.RelationReference;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** INSERT, UPDATE, DELETE, MERGE. */
abstract class DataParser extends QueryParser {
  DataParser(byte[] text, int offset, int length) {
    super(text, offset, length);
  }

  /** An operator class's options, as any list of settings. */
  abstract List<Option> relationOptions();

  @Override
  final Statement preparableStatement() {
    Statement statement = optionalPreparableStatement();
    if (statement == null) {
      throw syntaxError();
    }
    return statement;
  }

  /** A query or a data statement if one begins here. */
  final @Nullable Statement optionalPreparableStatement() {
    WithClause with = optionalWith();
    return switch (token) {
      case SELECT, VALUES, TABLE, LEFT_PAREN -> queryWith(with);
      case INSERT -> insert(with);
      case UPDATE -> update(with);
      case DELETE -> delete(with);
      case MERGE -> merge(with);
      default -> {
        if (with != null) {
          throw syntaxError();
        }
        yield null;
      }
    };
  }

  // INSERT.

  private InsertStatement insert(@Nullable WithClause with) {
    int position = position();
    advance();
    expect(Token.INTO);
    QualifiedName name = relationName();
    Alias alias = null;
    if (accept(Token.AS)) {
      int at = position();
      alias = new Alias(at, columnName(), List.of());
    }
    RelationReference target = new RelationReference(name.position(), name, false, alias);
    List<AssignmentTarget> columns = List.of();
    Overriding overriding = Overriding.NONE;
    SelectStatement source = null;
    if (accept(Token.DEFAULT)) {
      expect(Token.VALUES);
    } else {
      if (token == Token.LEFT_PAREN && !queryAfterParenthesis()) {
        advance();
        columns = insertColumns();
        expect(Token.RIGHT_PAREN);
      }
      overriding = overriding();
      if (!atQueryOrParenthesis()) {
        throw syntaxError();
      }
      source = query();
    }
    OnConflictClause onConflict = token == Token.ON ? onConflict() : null;
    return new InsertStatement(
        position, with, target, columns, overriding, source, onConflict, returning());
  }

  private boolean queryAfterParenthesis() {
    return switch (peek()) {
      case SELECT, WITH, TABLE, LEFT_PAREN -> true;
      case VALUES -> peek(2) == Token.LEFT_PAREN;
      default -> false;
    };
  }

  private Overriding overriding() {
    if (!accept(Token.OVERRIDING)) {
      return Overriding.NONE;
    }
    Overriding overriding = Overriding.USER;
    if (accept(Token.SYSTEM)) {
      overriding = Overriding.SYSTEM;
    } else {
      expect(Token.USER);
    }
    expect(Token.VALUE);
    return overriding;
  }

  private List<AssignmentTarget> insertColumns() {
    int mark = mark();
    do {
      push(assignmentTarget());
    } while (accept(Token.COMMA));
    return popList(mark);
  }

  private AssignmentTarget assignmentTarget() {
    int position = position();
    String name = columnName();
    if (token != Token.DOT && token != Token.LEFT_BRACKET) {
      return new AssignmentTarget(position, name, List.of());
    }
    return new AssignmentTarget(position, name, checkedIndirection());
  }

  private OnConflictClause onConflict() {
    int position = position();
    advance();
    expect(Token.CONFLICT);
    ConflictTarget target = null;
    int at = position();
    if (accept(Token.LEFT_PAREN)) {
      List<IndexElement> elements = indexElements();
      expect(Token.RIGHT_PAREN);
      Expression where = accept(Token.WHERE) ? expression() : null;
      target = new ConflictTarget(at, elements, where, null);
    } else if (accept(Token.ON)) {
      expect(Token.CONSTRAINT);
      target = new ConflictTarget(at, List.of(), null, columnName());
    }
    expect(Token.DO);
    if (accept(Token.NOTHING)) {
      return new OnConflictClause(position, target, true, List.of(), null);
    }
    expect(Token.UPDATE, Token.SET);
    List<Assignment> assignments = assignments();
    Expression where = accept(Token.WHERE) ? expression() : null;
    return new OnConflictClause(position, target, false, assignments, where);
  }

  private @Nullable ReturningClause returning() {
    if (token != Token.RETURNING) {
      return null;
    }
    int position = position();
    advance();
    String oldName = null;
    String newName = null;
    if (accept(Token.WITH)) {
      expect(Token.LEFT_PAREN);
      do {
        int at = position();
        boolean old = accept(Token.OLD);
        if (!old) {
          expect(Token.NEW);
        }
        expect(Token.AS);
        String name = columnName();
        if ((old ? oldName : newName) != null) {
          throw error((old ? "OLD" : "NEW") + " cannot be specified multiple times", at);
        }
        if (old) {
          oldName = name;
        } else {
          newName = name;
        }
      } while (accept(Token.COMMA));
      expect(Token.RIGHT_PAREN);
    }
    return new ReturningClause(position, oldName, newName, targets());
  }

  // UPDATE and DELETE.

  /** A relation that is changed, with an alias; SET is not one. */
  private RelationReference changedRelation() {
    RelationReference relation = relationExpression();
    int at = position();
    if (!accept(Token.AS)) {
      if (token == Token.SET || !isColumnName(token)) {
        return relation;
      }
    } else {
      at = position();
    }
    Alias alias = new Alias(at, columnName(), List.of());
    return new RelationReference(relation.position(), relation.name(), relation.only(), alias);
  }

  private UpdateStatement update(@Nullable WithClause with) {
    int position = position();
    advance();
    RelationReference target = changedRelation();
    expect(Token.SET);
    List<Assignment> assignments = assignments();
    List<TableReference> from = accept(Token.FROM) ? tableReferences() : List.of();
    Expression where = whereOrCurrentOf();
    return new UpdateStatement(position, with, target, assignments, from, where, returning());
  }

  private List<Assignment> assignments() {
    int mark = mark();
    do {
      push(assignment());
    } while (accept(Token.COMMA));
    return popList(mark);
  }

  private Assignment assignment() {
    int position = position();
    if (accept(Token.LEFT_PAREN)) {
      List<AssignmentTarget> targets = insertColumns();
      expect(Token.RIGHT_PAREN);
      expect(Token.EQUAL);
      return new MultipleAssignment(position, targets, expression());
    }
    AssignmentTarget target = assignmentTarget();
    expect(Token.EQUAL);
    return new ColumnAssignment(position, target, expression());
  }

  private DeleteStatement delete(@Nullable WithClause with) {
    int position = position();
    advance();
    expect(Token.FROM);
    RelationReference target = changedRelation();
    List<TableReference> using = accept(Token.USING) ? tableReferences() : List.of();
    Expression where = whereOrCurrentOf();
    return new DeleteStatement(position, with, target, using, where, returning());
  }

  private @Nullable Expression whereOrCurrentOf() {
    if (!accept(Token.WHERE)) {
      return null;
    }
    int position = position();
    if (token == Token.CURRENT && peek() == Token.OF) {
      advance();
      advance();
      return new CurrentOf(position, columnName());
    }
    return expression();
  }

  // MERGE.

  private MergeStatement merge(@Nullable WithClause with) {
    int position = position();
    advance();
    expect(Token.INTO);
    RelationReference target = changedRelation();
    expect(Token.USING);
    TableReference source = tableReference();
    expect(Token.ON);
    Expression on = expression();
    int mark = mark();
    do {
      push(mergeWhen());
    } while (token == Token.WHEN);
    List<MergeWhen> whens = popList(mark);
    return new MergeStatement(position, with, target, source, on, whens, returning());
  }

  private MergeWhen mergeWhen() {
    int position = position();
    expect(Token.WHEN);
    MatchKind kind = MatchKind.MATCHED;
    if (accept(Token.NOT)) {
      expect(Token.MATCHED);
      kind = MatchKind.NOT_MATCHED_BY_TARGET;
      if (accept(Token.BY)) {
        if (accept(Token.SOURCE)) {
          kind = MatchKind.NOT_MATCHED_BY_SOURCE;
        } else {
          expect(Token.TARGET);
        }
      }
    } else {
      expect(Token.MATCHED);
    }
    Expression condition = accept(Token.AND) ? expression() : null;
    expect(Token.THEN);
    return new MergeWhen(position, kind, condition, mergeAct(kind));
  }

  private MergeAct mergeAct(MatchKind kind) {
    int position = position();
    boolean inserting = kind == MatchKind.NOT_MATCHED_BY_TARGET;
    switch (token) {
      case DO -> {
        advance();
        expect(Token.NOTHING);
        return new MergeDoNothing(position);
      }
      case INSERT -> {
        if (!inserting) {
          throw syntaxError();
        }
        advance();
        return mergeInsert(position);
      }
      case UPDATE -> {
        if (inserting) {
          throw syntaxError();
        }
        advance();
        expect(Token.SET);
        return new MergeUpdate(position, assignments());
      }
      case DELETE -> {
        if (inserting) {
          throw syntaxError();
        }
        advance();
        return new MergeDelete(position);
      }
      default -> throw syntaxError();
    }
  }

  private MergeInsert mergeInsert(int position) {
    if (accept(Token.DEFAULT)) {
      expect(Token.VALUES);
      return new MergeInsert(position, List.of(), Overriding.NONE, List.of());
    }
    List<AssignmentTarget> columns = List.of();
    if (accept(Token.LEFT_PAREN)) {
      columns = insertColumns();
      expect(Token.RIGHT_PAREN);
    }
    Overriding overriding = overriding();
    expect(Token.VALUES, Token.LEFT_PAREN);
    List<Expression> values = expressionList();
    expect(Token.RIGHT_PAREN);
    return new MergeInsert(position, columns, overriding, values);
  }

  // Index elements, as ON CONFLICT and CREATE INDEX use them.

  final List<IndexElement> indexElements() {
    int mark = mark();
    do {
      push(indexElement());
    } while (accept(Token.COMMA));
    return popList(mark);
  }

  final IndexElement indexElement() {
    int position = position();
    String name = null;
    Expression value = null;
    if (token == Token.LEFT_PAREN) {
      advance();
      value = expression();
      expect(Token.RIGHT_PAREN);
    } else {
      value = columnOrWindowlessCall();
      if (value instanceof Expression.ColumnReference column) {
        name = column.name();
        value = null;
      }
    }
    QualifiedName collation = accept(Token.COLLATE) ? anyName() : null;
    QualifiedName operatorClass = null;
    List<Option> options = List.of();
    if (isColumnName(token)) {
      operatorClass = anyName();
      if (token == Token.LEFT_PAREN) {
        options = relationOptions();
      }
    }
    SortDirection direction = sortDirection();
    NullsOrder nulls = nullsOrder();
    return new IndexElement(
        position, name, value, collation, operatorClass, options, direction, nulls);
  }

  /** A column's name, or a call without FILTER and OVER. */
  final Expression columnOrWindowlessCall() {
    int position = position();
    Expression form = specialForm();
    if (form != null) {
      return form;
    }
    if (isColumnName(token) && peek() != Token.LEFT_PAREN && peek() != Token.DOT) {
      return new Expression.ColumnReference(position, List.of(columnName()));
    }
    QualifiedName name = functionName();
    if (token != Token.LEFT_PAREN) {
      throw syntaxError();
    }
    return application(name);
  }
}
