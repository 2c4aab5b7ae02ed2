package dev.postern.backend.sql;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.sql.QueryClause.Persistence;
import dev.postern.backend.sql.RoutineStatement.CallStatement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The topmost layer: which statement begins with which word, and the texts between semicolons. */
final class StatementParser extends AlterParser {
  StatementParser(byte[] text, int offset, int length) {
    super(text, offset, length);
  }

  /** Every statement of the text. */
  List<ParsedStatement> statements() {
    advance();
    ParsedStatement only = null;
    List<ParsedStatement> all = null;
    while (token != Token.END_OF_INPUT) {
      int start = position();
      highestParameter = 0;
      Statement tree = optionalStatement();
      if (token != Token.SEMICOLON && token != Token.END_OF_INPUT) {
        throw syntaxError();
      }
      if (tree != null) {
        int end = token == Token.SEMICOLON ? position() : endPosition();
        ParsedStatement parsed = new ParsedStatement(tree, start, end - start, highestParameter);
        if (only == null) {
          only = parsed;
        } else {
          if (all == null) {
            all = new ArrayList<>();
            all.add(only);
          }
          all.add(parsed);
        }
      }
      accept(Token.SEMICOLON);
    }
    if (all != null) {
      return List.copyOf(all);
    }
    return only == null ? List.of() : List.of(only);
  }

  /** The whole text as one expression. */
  Expression wholeExpression() {
    advance();
    Expression expression = expression();
    endOfText();
    return expression;
  }

  /** The whole text as one type name. */
  TypeName wholeTypeName() {
    advance();
    TypeName type = typeName();
    endOfText();
    return type;
  }

  private void endOfText() {
    if (token != Token.END_OF_INPUT) {
      throw syntaxError();
    }
  }

  @Override
  @Nullable Statement optionalStatement() {
    switch (token) {
      case SELECT, INSERT, UPDATE, DELETE, WITH, WITH_LA, VALUES, TABLE, MERGE, LEFT_PAREN -> {
        return optionalPreparableStatement();
      }
      case BEGIN, START, COMMIT, END, ABORT, SAVEPOINT, RELEASE, ROLLBACK -> {
        return transaction();
      }
      case SET -> {
        return set();
      }
      case SHOW -> {
        return show();
      }
      case RESET -> {
        return reset();
      }
      case SEMICOLON, END_OF_INPUT -> {
        return null;
      }
      default -> {
        return otherStatement();
      }
    }
  }

  private Statement otherStatement() {
    switch (token) {
      case CREATE -> {
        return create();
      }
      case ALTER -> {
        return alter();
      }
      case DROP -> {
        return drop();
      }
      case COPY -> {
        return copy();
      }
      case EXPLAIN -> {
        return explain();
      }
      case TRUNCATE -> {
        return truncate();
      }
      case PREPARE -> {
        return prepare();
      }
      case EXECUTE -> {
        return execute();
      }
      case DEALLOCATE -> {
        return deallocate();
      }
      case DECLARE -> {
        return declare();
      }
      case FETCH, MOVE -> {
        return fetch();
      }
      case CLOSE -> {
        return close();
      }
      case LISTEN -> {
        return listen();
      }
      case UNLISTEN -> {
        return unlisten();
      }
      case NOTIFY -> {
        return notification();
      }
      case LOCK -> {
        return lock();
      }
      case DISCARD -> {
        return discard();
      }
      case LOAD -> {
        return load();
      }
      case VACUUM -> {
        return vacuum();
      }
      case ANALYZE, ANALYSE -> {
        return analyze();
      }
      case CLUSTER -> {
        return cluster();
      }
      case REINDEX -> {
        return reindex();
      }
      case CHECKPOINT -> {
        return checkpoint();
      }
      case REFRESH -> {
        return refresh();
      }
      case COMMENT -> {
        return comment();
      }
      case SECURITY -> {
        return securityLabel();
      }
      case GRANT -> {
        return grant();
      }
      case REVOKE -> {
        return revoke();
      }
      case REASSIGN -> {
        return reassignOwned();
      }
      case DO -> {
        return doBlock();
      }
      case CALL -> {
        int position = position();
        advance();
        return new CallStatement(position, routineCall());
      }
      case IMPORT -> {
        return importForeignSchema();
      }
      default -> throw syntaxError();
    }
  }

  @Override
  Statement explainableStatement() {
    switch (token) {
      case CREATE -> {
        int position = position();
        advance();
        Persistence persistence = persistence();
        Statement statement =
            token == Token.MATERIALIZED && persistence != Persistence.TEMPORARY
                ? createMaterializedView(position, persistence)
                : createTableAsOnly(position, persistence);
        if (!(statement instanceof TableStatement.CreateTableAsStatement)) {
          throw syntaxError();
        }
        return statement;
      }
      case DECLARE -> {
        return declare();
      }
      case REFRESH -> {
        return refresh();
      }
      case EXECUTE -> {
        return execute();
      }
      default -> {
        return preparableStatement();
      }
    }
  }

  /** Whether what is created after this word may be an element of CREATE SCHEMA. */
  private static boolean beginsSchemaElement(Token token) {
    return switch (token) {
      case TABLE,
          TEMPORARY,
          TEMP,
          LOCAL,
          GLOBAL,
          UNLOGGED,
          UNIQUE,
          INDEX,
          SEQUENCE,
          CONSTRAINT,
          TRIGGER,
          OR,
          VIEW,
          RECURSIVE ->
          true;
      default -> false;
    };
  }

  private Statement createTableAsOnly(int position, Persistence persistence) {
    tableForms = TableForms.WITH_QUERY;
    Statement statement = createTable(position, persistence);
    tableForms = TableForms.ALL;
    return statement;
  }

  @Override
  @Nullable Statement optionalSchemaElement() {
    switch (token) {
      case CREATE -> {
        int position = position();
        if (!beginsSchemaElement(peek())) {
          advance();
          throw syntaxError();
        }
        tableForms = TableForms.WITHOUT_QUERY;
        Statement element = create();
        tableForms = TableForms.ALL;
        return switch (element) {
          case TableStatement.CreateTableStatement t when t.server() == null -> t;
          case RelationStatement.CreateIndexStatement i -> i;
          case RelationStatement.CreateSequenceStatement s -> s;
          case RelationStatement.CreateTriggerStatement t -> t;
          case RelationStatement.CreateViewStatement v -> v;
          default -> throw error("syntax error", position);
        };
      }
      case GRANT -> {
        return grant();
      }
      default -> {
        return null;
      }
    }
  }

  // CREATE.

  private Statement create() {
    int position = position();
    expect(Token.CREATE);
    boolean orReplace = false;
    if (accept(Token.OR)) {
      expect(Token.REPLACE);
      orReplace = true;
    }
    switch (token) {
      case FUNCTION, PROCEDURE -> {
        return createFunction(position, orReplace);
      }
      case AGGREGATE -> {
        return createAggregate(position, orReplace);
      }
      case RULE -> {
        return createRule(position, orReplace);
      }
      case TRIGGER, CONSTRAINT -> {
        return createTrigger(position, orReplace);
      }
      case TRANSFORM -> {
        return createTransform(position, orReplace);
      }
      case TRUSTED, PROCEDURAL, LANGUAGE -> {
        return createLanguage(position, orReplace);
      }
      case TEMPORARY, TEMP, LOCAL, GLOBAL, UNLOGGED, VIEW, RECURSIVE -> {
        return createRelation(position, orReplace);
      }
      default -> {}
    }
    if (orReplace) {
      throw syntaxError();
    }
    return createOther(position);
  }

  /** What may be temporary: tables, sequences, views. */
  private Statement createRelation(int position, boolean orReplace) {
    Persistence persistence = persistence();
    switch (token) {
      case VIEW, RECURSIVE -> {
        return createView(position, orReplace, persistence);
      }
      case TABLE -> {
        if (orReplace) {
          throw syntaxError();
        }
        return createTable(position, persistence);
      }
      case SEQUENCE -> {
        if (orReplace) {
          throw syntaxError();
        }
        return createSequence(position, persistence);
      }
      case MATERIALIZED -> {
        if (orReplace || persistence == Persistence.TEMPORARY) {
          throw syntaxError();
        }
        return createMaterializedView(position, persistence);
      }
      default -> throw syntaxError();
    }
  }

  private Statement createOther(int position) {
    switch (token) {
      case TABLE, SEQUENCE, MATERIALIZED -> {
        return createRelation(position, false);
      }
      case UNIQUE, INDEX -> {
        return createIndex(position);
      }
      case SCHEMA -> {
        return createSchema(position);
      }
      case DATABASE -> {
        return createDatabase(position);
      }
      case TABLESPACE -> {
        return createTablespace(position);
      }
      case USER -> {
        if (peek() == Token.MAPPING && (peek(2) == Token.FOR || peek(2) == Token.IF)) {
          advance();
          return createUserMapping(position);
        }
        return createRole(position);
      }
      case ROLE, GROUP -> {
        return createRole(position);
      }
      case TYPE -> {
        return createType(position);
      }
      case DOMAIN -> {
        return createDomain(position);
      }
      case EXTENSION -> {
        return createExtension(position);
      }
      case STATISTICS -> {
        return createStatistics(position);
      }
      case POLICY -> {
        return createPolicy(position);
      }
      case OPERATOR -> {
        return createOperator(position);
      }
      case TEXT -> {
        return createTextSearch(position);
      }
      case COLLATION -> {
        return createCollation(position);
      }
      case DEFAULT, CONVERSION -> {
        return createConversion(position);
      }
      case CAST -> {
        return createCast(position);
      }
      case EVENT -> {
        return createEventTrigger(position);
      }
      case ACCESS -> {
        return createAccessMethod(position);
      }
      case FOREIGN -> {
        advance();
        if (token == Token.TABLE) {
          return createForeignTable(position);
        }
        expect(Token.DATA, Token.WRAPPER);
        return foreignDataWrapper(position, columnName(), true);
      }
      case SERVER -> {
        return createServer(position);
      }
      case PUBLICATION -> {
        return createPublication(position);
      }
      case SUBSCRIPTION -> {
        return createSubscription(position);
      }
      case ASSERTION -> {
        advance();
        anyName();
        expect(Token.CHECK, Token.LEFT_PAREN);
        expression();
        expect(Token.RIGHT_PAREN);
        attributeBits();
        throw new SqlError("0A000", "CREATE ASSERTION is not yet implemented");
      }
      default -> throw syntaxError();
    }
  }

  // DROP.

  private Statement drop() {
    int position = position();
    expect(Token.DROP);
    switch (token) {
      case DATABASE -> {
        return dropDatabase(position);
      }
      case TABLESPACE -> {
        advance();
        boolean ifExists = acceptIfExists();
        return new DatabaseStatement.DropTablespaceStatement(position, ifExists, columnName());
      }
      case USER -> {
        if (peek() == Token.MAPPING && (peek(2) == Token.FOR || peek(2) == Token.IF)) {
          advance();
          return dropUserMapping(position);
        }
        return dropRole(position);
      }
      case ROLE, GROUP -> {
        return dropRole(position);
      }
      case OWNED -> {
        return dropOwned(position);
      }
      case SUBSCRIPTION -> {
        return dropSubscription(position);
      }
      default -> {
        return dropObject(position);
      }
    }
  }
}
