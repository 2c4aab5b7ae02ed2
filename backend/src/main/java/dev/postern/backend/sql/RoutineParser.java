package dev.postern.backend.sql;

import dev.postern.backend.sql.AlterTableAction.FiringMode;
import dev.postern.backend.sql.Expression.RowConstructor;
import dev.postern.backend.sql.Expression.StringConstant;
import dev.postern.backend.sql.ObjectReference.ArgumentMode;
import dev.postern.backend.sql.ObjectReference.RoutineObject;
import dev.postern.backend.sql.RoutineClause.AsClause;
import dev.postern.backend.sql.RoutineClause.AtomicBody;
import dev.postern.backend.sql.RoutineClause.Characteristic;
import dev.postern.backend.sql.RoutineClause.FunctionSetting;
import dev.postern.backend.sql.RoutineClause.ReturnBody;
import dev.postern.backend.sql.RoutineClause.ReturnedColumn;
import dev.postern.backend.sql.RoutineClause.RoutineParameter;
import dev.postern.backend.sql.RoutineStatement.AlterEventTriggerStatement;
import dev.postern.backend.sql.RoutineStatement.AlterFunctionStatement;
import dev.postern.backend.sql.RoutineStatement.CreateEventTriggerStatement;
import dev.postern.backend.sql.RoutineStatement.CreateFunctionStatement;
import dev.postern.backend.sql.RoutineStatement.CreateLanguageStatement;
import dev.postern.backend.sql.RoutineStatement.DoStatement;
import dev.postern.backend.sql.RoutineStatement.EventTriggerFilter;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Functions, procedures, languages, event triggers, DO. */
abstract class RoutineParser extends RoleParser {
  RoutineParser(byte[] text, int offset, int length) {
    super(text, offset, length);
  }

  /** Any statement, or null where none begins; for BEGIN ATOMIC. */
  abstract @Nullable Statement optionalStatement();

  /** The rest of CREATE FUNCTION or PROCEDURE; the current token is that word. */
  final Statement createFunction(int position, boolean orReplace) {
    boolean procedure = token == Token.PROCEDURE;
    advance();
    QualifiedName name = functionName();
    expect(Token.LEFT_PAREN);
    int mark = mark();
    if (token != Token.RIGHT_PAREN) {
      do {
        push(parameter(true));
      } while (accept(Token.COMMA));
    }
    List<RoutineParameter> parameters = popList(mark);
    expect(Token.RIGHT_PAREN);
    TypeName returns = null;
    List<ReturnedColumn> table = List.of();
    if (!procedure && accept(Token.RETURNS)) {
      if (token == Token.TABLE) {
        table = returnedTable();
      } else {
        returns = functionType();
      }
    }
    List<RoutineClause> clauses = routineClauses(true);
    RoutineClause body = optionalBody();
    return new CreateFunctionStatement(
        position, orReplace, procedure, name, parameters, returns, table, clauses, body);
  }

  final RoutineParameter parameter(boolean defaultAllowed) {
    int position = position();
    ArgumentMode mode = argumentMode();
    String name = null;
    if (namesParameter()) {
      name = typeFunctionName();
      if (mode == ArgumentMode.DEFAULT) {
        mode = argumentMode();
      }
    }
    TypeName type = functionType();
    Expression defaultValue = null;
    if (defaultAllowed && (accept(Token.DEFAULT) || accept(Token.EQUAL))) {
      defaultValue = expression();
    }
    return new RoutineParameter(position, mode, name, type, defaultValue);
  }

  private List<ReturnedColumn> returnedTable() {
    advance();
    expect(Token.LEFT_PAREN);
    int mark = mark();
    do {
      int position = position();
      String name = typeFunctionName();
      push(new ReturnedColumn(position, name, functionType()));
    } while (accept(Token.COMMA));
    expect(Token.RIGHT_PAREN);
    return popList(mark);
  }

  private List<RoutineClause> routineClauses(boolean creating) {
    int mark = mark();
    while (true) {
      RoutineClause clause = optionalClause(creating);
      if (clause == null) {
        return popList(mark);
      }
      push(clause);
    }
  }

  private static Characteristic word(int position, String name, String value) {
    return new Characteristic(
        position, new Option(position, name, new StringConstant(position, value)));
  }

  private static Characteristic truth(int position, String name, boolean value) {
    return new Characteristic(position, flagOption(position, name, value));
  }

  private @Nullable RoutineClause optionalClause(boolean creating) {
    int position = position();
    if (creating) {
      switch (token) {
        case AS -> {
          advance();
          String first = string();
          List<String> definition = accept(Token.COMMA) ? List.of(first, string()) : List.of(first);
          return new AsClause(position, definition);
        }
        case LANGUAGE -> {
          advance();
          return word(position, "language", nonReservedWordOrString());
        }
        case TRANSFORM -> {
          advance();
          return transform(position);
        }
        case WINDOW -> {
          advance();
          return truth(position, "window", true);
        }
        default -> {}
      }
    }
    return commonClause(position);
  }

  private RoutineClause transform(int position) {
    int mark = mark();
    int at = position();
    do {
      expect(Token.FOR, Token.TYPE);
      TypeName type = typeName();
      push(new Expression.TypeCast(-1, new Expression.NullConstant(-1), type));
    } while (accept(Token.COMMA));
    RowConstructor types = new RowConstructor(at, popList(mark), false);
    return new Characteristic(position, new Option(position, "transform", types));
  }

  private @Nullable RoutineClause commonClause(int position) {
    switch (token) {
      case CALLED -> {
        advance();
        expect(Token.ON, Token.NULL);
        expect(Token.INPUT);
        return truth(position, "strict", false);
      }
      case RETURNS -> {
        advance();
        expect(Token.NULL, Token.ON);
        expect(Token.NULL, Token.INPUT);
        return truth(position, "strict", true);
      }
      case STRICT -> {
        advance();
        return truth(position, "strict", true);
      }
      case IMMUTABLE, STABLE, VOLATILE -> {
        String value = identifierText();
        advance();
        return word(position, "volatility", value);
      }
      case EXTERNAL -> {
        advance();
        return security(position);
      }
      case SECURITY -> {
        return security(position);
      }
      case LEAKPROOF -> {
        advance();
        return truth(position, "leakproof", true);
      }
      case NOT -> {
        advance();
        expect(Token.LEAKPROOF);
        return truth(position, "leakproof", false);
      }
      case COST -> {
        advance();
        return new Characteristic(position, new Option(position, "cost", number()));
      }
      case ROWS -> {
        advance();
        return new Characteristic(position, new Option(position, "rows", number()));
      }
      case SUPPORT -> {
        advance();
        return new Characteristic(position, new Option(position, "support", anyName()));
      }
      case PARALLEL -> {
        advance();
        return word(position, "parallel", columnName());
      }
      case SET, RESET -> {
        SettingStatement setting = optionalSetOrReset();
        if (setting == null) {
          throw syntaxError();
        }
        return new FunctionSetting(position, setting);
      }
      default -> {
        return null;
      }
    }
  }

  private RoutineClause security(int position) {
    expect(Token.SECURITY);
    boolean definer = accept(Token.DEFINER);
    if (!definer) {
      expect(Token.INVOKER);
    }
    return truth(position, "security", definer);
  }

  private @Nullable RoutineClause optionalBody() {
    int position = position();
    if (accept(Token.RETURN)) {
      return new ReturnBody(position, expression());
    }
    if (!accept(Token.BEGIN)) {
      return null;
    }
    expect(Token.ATOMIC);
    int mark = mark();
    while (token != Token.END) {
      int at = position();
      if (accept(Token.RETURN)) {
        push(new ReturnBody(at, expression()));
        expect(Token.SEMICOLON);
        continue;
      }
      Statement statement = optionalStatement();
      if (statement != null) {
        push(statement);
      }
      expect(Token.SEMICOLON);
    }
    advance();
    return new AtomicBody(position, popList(mark));
  }

  /** The characteristics of ALTER FUNCTION; null where the statement is another form of it. */
  final @Nullable Statement alterFunction(int position, ObjectType type, RoutineObject routine) {
    int mark = mark();
    while (true) {
      RoutineClause clause = optionalClause(false);
      if (clause == null) {
        break;
      }
      push(clause);
    }
    List<RoutineClause> clauses = popList(mark);
    if (clauses.isEmpty()) {
      return null;
    }
    accept(Token.RESTRICT);
    return new AlterFunctionStatement(position, type, routine, clauses);
  }

  final Statement doBlock() {
    int position = position();
    expect(Token.DO);
    String language = null;
    int mark = mark();
    while (token == Token.STRING_LITERAL || token == Token.LANGUAGE) {
      if (accept(Token.LANGUAGE)) {
        language = nonReservedWordOrString();
      } else {
        push(string());
      }
    }
    List<String> code = popList(mark);
    if (code.isEmpty() && language == null) {
      throw syntaxError();
    }
    return new DoStatement(position, language, code);
  }

  /** The rest of CREATE LANGUAGE; the current token is after OR REPLACE. */
  final Statement createLanguage(int position, boolean orReplace) {
    boolean trusted = accept(Token.TRUSTED);
    accept(Token.PROCEDURAL);
    expect(Token.LANGUAGE);
    String name = columnName();
    QualifiedName handler = null;
    QualifiedName inline = null;
    QualifiedName validator = null;
    if (accept(Token.HANDLER)) {
      handler = anyName();
      inline = accept(Token.INLINE) ? anyName() : null;
      if (accept(Token.VALIDATOR)) {
        validator = anyName();
      } else if (accept(Token.NO)) {
        expect(Token.VALIDATOR);
      }
    }
    return new CreateLanguageStatement(
        position, orReplace, trusted, name, handler, inline, validator);
  }

  // Event triggers.

  /** The rest of CREATE EVENT TRIGGER; the current token is EVENT. */
  final Statement createEventTrigger(int position) {
    expect(Token.EVENT, Token.TRIGGER);
    String name = columnName();
    expect(Token.ON);
    String event = label();
    int mark = mark();
    if (accept(Token.WHEN)) {
      do {
        String variable = columnName();
        expect(Token.IN, Token.LEFT_PAREN);
        List<String> values = strings();
        expect(Token.RIGHT_PAREN);
        push(new EventTriggerFilter(variable, values));
      } while (accept(Token.AND));
    }
    List<EventTriggerFilter> filters = popList(mark);
    expect(Token.EXECUTE);
    if (!accept(Token.FUNCTION)) {
      expect(Token.PROCEDURE);
    }
    QualifiedName function = functionName();
    expect(Token.LEFT_PAREN, Token.RIGHT_PAREN);
    return new CreateEventTriggerStatement(position, name, event, filters, function);
  }

  /** ENABLE or DISABLE of ALTER EVENT TRIGGER, or null. */
  final @Nullable Statement alterEventTrigger(int position, String name) {
    FiringMode mode;
    if (accept(Token.DISABLE)) {
      mode = FiringMode.DISABLE;
    } else if (accept(Token.ENABLE)) {
      mode = FiringMode.ENABLE;
      if (accept(Token.REPLICA)) {
        mode = FiringMode.ENABLE_REPLICA;
      } else if (accept(Token.ALWAYS)) {
        mode = FiringMode.ENABLE_ALWAYS;
      }
    } else {
      return null;
    }
    return new AlterEventTriggerStatement(position, name, mode);
  }
}
