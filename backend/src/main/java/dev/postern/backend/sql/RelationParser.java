package dev.postern.backend.sql;

import dev.postern.backend.error.SqlState;
import dev.postern.backend.sql.Expression.FunctionCall;
import dev.postern.backend.sql.QueryClause.IndexElement;
import dev.postern.backend.sql.QueryClause.NullsOrder;
import dev.postern.backend.sql.QueryClause.Persistence;
import dev.postern.backend.sql.QueryClause.SortDirection;
import dev.postern.backend.sql.RelationStatement.CheckOption;
import dev.postern.backend.sql.RelationStatement.CreateIndexStatement;
import dev.postern.backend.sql.RelationStatement.CreatePolicyStatement;
import dev.postern.backend.sql.RelationStatement.CreateRuleStatement;
import dev.postern.backend.sql.RelationStatement.CreateSchemaStatement;
import dev.postern.backend.sql.RelationStatement.CreateSequenceStatement;
import dev.postern.backend.sql.RelationStatement.CreateStatisticsStatement;
import dev.postern.backend.sql.RelationStatement.CreateTriggerStatement;
import dev.postern.backend.sql.RelationStatement.CreateViewStatement;
import dev.postern.backend.sql.RelationStatement.Event;
import dev.postern.backend.sql.RelationStatement.RefreshMaterializedViewStatement;
import dev.postern.backend.sql.RelationStatement.TransitionTable;
import dev.postern.backend.sql.RelationStatement.TriggerTiming;
import dev.postern.backend.sql.TableElement.ConstraintAttributes;
import dev.postern.backend.sql.TableReference.RelationReference;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Indexes, sequences, views, schemas, statistics, triggers, rules, policies. */
abstract class RelationParser extends MaintenanceParser {
  RelationParser(byte[] text, int offset, int length) {
    super(text, offset, length);
  }

  /** A statement that may stand inside CREATE SCHEMA, or null. */
  abstract @Nullable Statement optionalSchemaElement();

  /** The rest of CREATE INDEX; the current token is UNIQUE or INDEX. */
  final Statement createIndex(int position) {
    boolean unique = accept(Token.UNIQUE);
    expect(Token.INDEX);
    boolean concurrently = accept(Token.CONCURRENTLY);
    boolean ifNotExists = acceptIfNotExists();
    String name = token == Token.ON ? null : columnName();
    if (ifNotExists && name == null) {
      throw syntaxError();
    }
    expect(Token.ON);
    RelationReference relation = relationExpression();
    String accessMethod = accept(Token.USING) ? columnName() : null;
    expect(Token.LEFT_PAREN);
    List<IndexElement> elements = indexElements();
    expect(Token.RIGHT_PAREN);
    List<IndexElement> include = List.of();
    if (accept(Token.INCLUDE)) {
      expect(Token.LEFT_PAREN);
      include = indexElements();
      expect(Token.RIGHT_PAREN);
    }
    boolean notDistinct = nullsNotDistinct();
    List<Option> options = optionalWithOptions();
    String tablespace = accept(Token.TABLESPACE) ? columnName() : null;
    Expression where = accept(Token.WHERE) ? expression() : null;
    return new CreateIndexStatement(
        position,
        unique,
        concurrently,
        ifNotExists,
        name,
        relation,
        accessMethod,
        elements,
        include,
        notDistinct,
        options,
        tablespace,
        where);
  }

  /** The rest of CREATE SEQUENCE; the current token is SEQUENCE. */
  final Statement createSequence(int position, Persistence persistence) {
    expect(Token.SEQUENCE);
    boolean ifNotExists = acceptIfNotExists();
    QualifiedName name = relationName();
    return new CreateSequenceStatement(position, persistence, ifNotExists, name, sequenceOptions());
  }

  /** The rest of CREATE VIEW; the current token is RECURSIVE or VIEW. */
  final Statement createView(int position, boolean orReplace, Persistence persistence) {
    boolean recursive = accept(Token.RECURSIVE);
    expect(Token.VIEW);
    QualifiedName name = relationName();
    List<String> columns = recursive ? nameList() : optionalNameList();
    List<Option> options = optionalWithOptions();
    expect(Token.AS);
    if (!atQueryOrParenthesis()) {
      throw syntaxError();
    }
    SelectStatement query = query();
    CheckOption checkOption = CheckOption.NONE;
    int at = position();
    if (accept(Token.WITH)) {
      checkOption = CheckOption.CASCADED;
      if (accept(Token.LOCAL)) {
        checkOption = CheckOption.LOCAL;
      } else {
        accept(Token.CASCADED);
      }
      expect(Token.CHECK, Token.OPTION);
      if (recursive) {
        throw error(
            SqlState.FEATURE_NOT_SUPPORTED,
            "WITH CHECK OPTION not supported on recursive views",
            at);
      }
    }
    return new CreateViewStatement(
        position, orReplace, persistence, recursive, name, columns, options, query, checkOption);
  }

  final Statement refresh() {
    int position = position();
    expect(Token.REFRESH);
    expect(Token.MATERIALIZED, Token.VIEW);
    boolean concurrently = accept(Token.CONCURRENTLY);
    QualifiedName name = relationName();
    return new RefreshMaterializedViewStatement(position, concurrently, name, withData());
  }

  /** The rest of CREATE SCHEMA; the current token is SCHEMA. */
  final Statement createSchema(int position) {
    expect(Token.SCHEMA);
    boolean ifNotExists = acceptIfNotExists();
    String name = null;
    RoleName authorization = null;
    if (token != Token.AUTHORIZATION) {
      name = columnName();
    }
    if (accept(Token.AUTHORIZATION)) {
      authorization = role();
    }
    int mark = mark();
    while (true) {
      int at = position();
      Statement element = optionalSchemaElement();
      if (element == null) {
        break;
      }
      if (ifNotExists) {
        throw error(
            SqlState.FEATURE_NOT_SUPPORTED,
            "CREATE SCHEMA IF NOT EXISTS cannot include schema elements",
            at);
      }
      push(element);
    }
    return new CreateSchemaStatement(position, ifNotExists, name, authorization, popList(mark));
  }

  /** The rest of CREATE STATISTICS; the current token is STATISTICS. */
  final Statement createStatistics(int position) {
    expect(Token.STATISTICS);
    boolean ifNotExists = acceptIfNotExists();
    QualifiedName name = null;
    if (ifNotExists || isColumnName(token)) {
      name = anyName();
    }
    List<String> kinds = optionalNameList();
    expect(Token.ON);
    int mark = mark();
    do {
      push(statisticsParameter());
    } while (accept(Token.COMMA));
    List<IndexElement> expressions = popList(mark);
    expect(Token.FROM);
    return new CreateStatisticsStatement(
        position, ifNotExists, name, kinds, expressions, tableReferences());
  }

  private IndexElement statisticsParameter() {
    int position = position();
    String name = null;
    Expression value;
    if (accept(Token.LEFT_PAREN)) {
      value = expression();
      expect(Token.RIGHT_PAREN);
    } else {
      value = columnOrWindowlessCall();
      if (value instanceof Expression.ColumnReference column) {
        name = column.name();
        value = null;
      }
    }
    return new IndexElement(
        position, name, value, null, null, List.of(), SortDirection.DEFAULT, NullsOrder.DEFAULT);
  }

  // Triggers.

  /** The rest of CREATE [CONSTRAINT] TRIGGER; the current token is CONSTRAINT or TRIGGER. */
  final Statement createTrigger(int position, boolean orReplace) {
    boolean constraint = accept(Token.CONSTRAINT);
    expect(Token.TRIGGER);
    String name = columnName();
    TriggerTiming timing = timing(constraint);
    int mark = mark();
    List<String> columns = List.of();
    do {
      int eventAt = position();
      Event event = triggerEvent();
      if (event == Event.UPDATE && accept(Token.OF)) {
        columns = names();
      }
      for (int i = mark; i < mark(); i++) {
        if (pushed(i) == event) {
          throw error("duplicate trigger events specified", eventAt);
        }
      }
      push(event);
    } while (accept(Token.OR));
    List<Event> events = popList(mark);
    expect(Token.ON);
    QualifiedName relation = relationName();
    QualifiedName from = null;
    ConstraintAttributes attributes = ConstraintAttributes.NONE;
    List<TransitionTable> transitions = List.of();
    boolean forEachRow = false;
    if (constraint) {
      from = accept(Token.FROM) ? relationName() : null;
      attributes = attributes("TRIGGER", DEFERRABLE);
      expect(Token.FOR);
      expect(Token.EACH, Token.ROW);
      forEachRow = true;
      if (orReplace) {
        throw error(
            SqlState.FEATURE_NOT_SUPPORTED,
            "CREATE OR REPLACE CONSTRAINT TRIGGER is not supported",
            -1);
      }
    } else {
      transitions = transitions();
      forEachRow = forEachRow();
    }
    Expression when = null;
    if (accept(Token.WHEN)) {
      expect(Token.LEFT_PAREN);
      when = expression();
      expect(Token.RIGHT_PAREN);
    }
    expect(Token.EXECUTE);
    if (!accept(Token.FUNCTION)) {
      expect(Token.PROCEDURE);
    }
    QualifiedName function = functionName();
    expect(Token.LEFT_PAREN);
    List<String> arguments = triggerArguments();
    return new CreateTriggerStatement(
        position,
        orReplace,
        constraint,
        name,
        timing,
        events,
        columns,
        relation,
        from,
        attributes,
        transitions,
        forEachRow,
        when,
        function,
        arguments);
  }

  private TriggerTiming timing(boolean constraint) {
    if (!constraint) {
      if (accept(Token.BEFORE)) {
        return TriggerTiming.BEFORE;
      }
      if (accept(Token.INSTEAD)) {
        expect(Token.OF);
        return TriggerTiming.INSTEAD_OF;
      }
    }
    expect(Token.AFTER);
    return TriggerTiming.AFTER;
  }

  private Event triggerEvent() {
    Event event =
        switch (token) {
          case INSERT -> Event.INSERT;
          case DELETE -> Event.DELETE;
          case UPDATE -> Event.UPDATE;
          case TRUNCATE -> Event.TRUNCATE;
          default -> throw syntaxError();
        };
    advance();
    return event;
  }

  private List<TransitionTable> transitions() {
    if (!accept(Token.REFERENCING)) {
      return List.of();
    }
    int mark = mark();
    do {
      boolean isNew = accept(Token.NEW);
      if (!isNew) {
        expect(Token.OLD);
      }
      boolean isTable = accept(Token.TABLE);
      if (!isTable) {
        expect(Token.ROW);
      }
      accept(Token.AS);
      push(new TransitionTable(isNew, isTable, columnName()));
    } while (token == Token.NEW || token == Token.OLD);
    return popList(mark);
  }

  private boolean forEachRow() {
    if (!accept(Token.FOR)) {
      return false;
    }
    accept(Token.EACH);
    if (accept(Token.ROW)) {
      return true;
    }
    expect(Token.STATEMENT);
    return false;
  }

  /** {@code 1, 'x', word)} as strings, with the closing parenthesis. */
  private List<String> triggerArguments() {
    int mark = mark();
    if (accept(Token.RIGHT_PAREN)) {
      return List.of();
    }
    // PostgreSQL's grammar lets a list begin with a comma.
    accept(Token.COMMA);
    do {
      if (token == Token.INTEGER_LITERAL && integerValue() >= 0) {
        push(Integer.toString(integer()));
      } else if (token == Token.INTEGER_LITERAL || token == Token.NUMERIC_LITERAL) {
        push(numberText());
        advance();
      } else if (token == Token.STRING_LITERAL) {
        push(string());
      } else {
        push(label());
      }
    } while (accept(Token.COMMA));
    expect(Token.RIGHT_PAREN);
    return popList(mark);
  }

  // Rules.

  /** The rest of CREATE RULE; the current token is RULE. */
  final Statement createRule(int position, boolean orReplace) {
    expect(Token.RULE);
    String name = columnName();
    expect(Token.AS, Token.ON);
    Event event =
        switch (token) {
          case SELECT -> Event.SELECT;
          case INSERT -> Event.INSERT;
          case UPDATE -> Event.UPDATE;
          case DELETE -> Event.DELETE;
          default -> throw syntaxError();
        };
    advance();
    expect(Token.TO);
    QualifiedName relation = relationName();
    Expression where = accept(Token.WHERE) ? expression() : null;
    expect(Token.DO);
    boolean instead = accept(Token.INSTEAD);
    if (!instead) {
      accept(Token.ALSO);
    }
    return new CreateRuleStatement(
        position, orReplace, name, event, relation, where, instead, ruleActions());
  }

  private List<Statement> ruleActions() {
    if (accept(Token.NOTHING)) {
      return List.of();
    }
    int mark = mark();
    if (token == Token.LEFT_PAREN && !beginsQueryInParentheses()) {
      advance();
      do {
        if (token != Token.SEMICOLON && token != Token.RIGHT_PAREN) {
          push(ruleAction());
        }
      } while (accept(Token.SEMICOLON));
      expect(Token.RIGHT_PAREN);
      return popList(mark);
    }
    push(ruleAction());
    return popList(mark);
  }

  /** A parenthesis opens a list of actions unless it is doubled, as it then can only be a query. */
  private boolean beginsQueryInParentheses() {
    return peek() == Token.LEFT_PAREN && peek(2) == Token.LEFT_PAREN;
  }

  private Statement ruleAction() {
    return token == Token.NOTIFY ? notification() : ruleQuery();
  }

  private Statement ruleQuery() {
    Statement statement = preparableStatement();
    if (statement instanceof DataStatement.MergeStatement) {
      throw syntaxError();
    }
    return statement;
  }

  // Policies.

  /** The rest of CREATE POLICY; the current token is POLICY. */
  final Statement createPolicy(int position) {
    expect(Token.POLICY);
    String name = columnName();
    expect(Token.ON);
    QualifiedName relation = relationName();
    boolean permissive = true;
    if (accept(Token.AS)) {
      int at = position();
      if (token != Token.IDENTIFIER) {
        throw syntaxError();
      }
      String word = identifierText();
      advance();
      permissive = word.equals("permissive");
      if (!permissive && !word.equals("restrictive")) {
        throw error("unrecognized row security option \"" + word + "\"", at)
            .hint("Only PERMISSIVE or RESTRICTIVE policies are supported currently.");
      }
    }
    String command = accept(Token.FOR) ? policyCommand() : "all";
    List<RoleName> roles =
        accept(Token.TO) ? roles() : List.of(new RoleName(-1, RoleName.Kind.PUBLIC, "public"));
    Expression using = optionalParenthesized(Token.USING);
    Expression check = null;
    if (accept(Token.WITH)) {
      expect(Token.CHECK, Token.LEFT_PAREN);
      check = expression();
      expect(Token.RIGHT_PAREN);
    }
    return new CreatePolicyStatement(
        position, name, relation, permissive, command, roles, using, check);
  }

  private String policyCommand() {
    switch (token) {
      case ALL, SELECT, INSERT, UPDATE, DELETE -> {
        String word = identifierText();
        advance();
        return word;
      }
      default -> throw syntaxError();
    }
  }

  final @Nullable Expression optionalParenthesized(Token word) {
    if (!accept(word)) {
      return null;
    }
    expect(Token.LEFT_PAREN);
    Expression value = expression();
    expect(Token.RIGHT_PAREN);
    return value;
  }

  /** The call of CALL. */
  final FunctionCall routineCall() {
    QualifiedName name = functionName();
    if (token != Token.LEFT_PAREN) {
      throw syntaxError();
    }
    return application(name);
  }
}
