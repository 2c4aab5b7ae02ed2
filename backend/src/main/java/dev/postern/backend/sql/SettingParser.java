package dev.postern.backend.sql;

import dev.postern.backend.error.SqlState;
import dev.postern.backend.sql.Expression.IntegerConstant;
import dev.postern.backend.sql.Expression.StringConstant;
import dev.postern.backend.sql.Expression.TypeCast;
import dev.postern.backend.sql.SettingStatement.ResetAllStatement;
import dev.postern.backend.sql.SettingStatement.ResetStatement;
import dev.postern.backend.sql.SettingStatement.SetConstraintsStatement;
import dev.postern.backend.sql.SettingStatement.SetDefaultStatement;
import dev.postern.backend.sql.SettingStatement.SetFromCurrentStatement;
import dev.postern.backend.sql.SettingStatement.SetSessionCharacteristicsStatement;
import dev.postern.backend.sql.SettingStatement.SetStatement;
import dev.postern.backend.sql.SettingStatement.SetTransactionSnapshotStatement;
import dev.postern.backend.sql.SettingStatement.SetTransactionStatement;
import dev.postern.backend.sql.SettingStatement.ShowAllStatement;
import dev.postern.backend.sql.SettingStatement.ShowStatement;
import dev.postern.backend.sql.TransactionStatement.Access;
import dev.postern.backend.sql.TransactionStatement.BeginStatement;
import dev.postern.backend.sql.TransactionStatement.CommitPreparedStatement;
import dev.postern.backend.sql.TransactionStatement.CommitStatement;
import dev.postern.backend.sql.TransactionStatement.Deferrability;
import dev.postern.backend.sql.TransactionStatement.Isolation;
import dev.postern.backend.sql.TransactionStatement.IsolationLevel;
import dev.postern.backend.sql.TransactionStatement.ReleaseStatement;
import dev.postern.backend.sql.TransactionStatement.RollbackPreparedStatement;
import dev.postern.backend.sql.TransactionStatement.RollbackStatement;
import dev.postern.backend.sql.TransactionStatement.RollbackToStatement;
import dev.postern.backend.sql.TransactionStatement.SavepointStatement;
import dev.postern.backend.sql.TransactionStatement.TransactionMode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Transaction control, SET, RESET and SHOW. */
abstract class SettingParser extends OptionParser {
  SettingParser(byte[] text, int offset, int length) {
    super(text, offset, length);
  }

  // Transactions.

  /** A transaction statement; the current token is its first word. */
  final TransactionStatement transaction() {
    int position = position();
    Token first = token;
    advance();
    switch (first) {
      case BEGIN -> {
        acceptTransactionWord();
        return new BeginStatement(position, false, optionalModes());
      }
      case START -> {
        expect(Token.TRANSACTION);
        return new BeginStatement(position, true, optionalModes());
      }
      case COMMIT -> {
        if (accept(Token.PREPARED)) {
          return new CommitPreparedStatement(position, string());
        }
        acceptTransactionWord();
        return new CommitStatement(position, chain());
      }
      case END -> {
        acceptTransactionWord();
        return new CommitStatement(position, chain());
      }
      case ABORT -> {
        acceptTransactionWord();
        return new RollbackStatement(position, chain());
      }
      case SAVEPOINT -> {
        return new SavepointStatement(position, columnName());
      }
      case RELEASE -> {
        if (token == Token.SAVEPOINT && isColumnName(peek())) {
          advance();
        }
        return new ReleaseStatement(position, columnName());
      }
      case ROLLBACK -> {
        return rollback(position);
      }
      default -> throw syntaxError();
    }
  }

  private TransactionStatement rollback(int position) {
    if (accept(Token.PREPARED)) {
      return new RollbackPreparedStatement(position, string());
    }
    acceptTransactionWord();
    if (accept(Token.TO)) {
      if (token == Token.SAVEPOINT && isColumnName(peek())) {
        advance();
      }
      return new RollbackToStatement(position, columnName());
    }
    return new RollbackStatement(position, chain());
  }

  private void acceptTransactionWord() {
    if (!accept(Token.WORK)) {
      accept(Token.TRANSACTION);
    }
  }

  private boolean chain() {
    if (!accept(Token.AND)) {
      return false;
    }
    boolean no = accept(Token.NO);
    expect(Token.CHAIN);
    return !no;
  }

  private boolean atMode() {
    return switch (token) {
      case ISOLATION, READ, DEFERRABLE, NOT -> true;
      default -> false;
    };
  }

  private List<TransactionMode> optionalModes() {
    return atMode() ? modes() : List.of();
  }

  private List<TransactionMode> modes() {
    int mark = mark();
    do {
      push(mode());
    } while (accept(Token.COMMA) || atMode());
    return popList(mark);
  }

  private TransactionMode mode() {
    switch (token) {
      case ISOLATION -> {
        advance();
        expect(Token.LEVEL);
        return new Isolation(isolationLevel());
      }
      case READ -> {
        advance();
        if (accept(Token.ONLY)) {
          return new Access(true);
        }
        expect(Token.WRITE);
        return new Access(false);
      }
      case DEFERRABLE -> {
        advance();
        return new Deferrability(true);
      }
      case NOT -> {
        advance();
        expect(Token.DEFERRABLE);
        return new Deferrability(false);
      }
      default -> throw syntaxError();
    }
  }

  private IsolationLevel isolationLevel() {
    switch (token) {
      case READ -> {
        advance();
        if (accept(Token.UNCOMMITTED)) {
          return IsolationLevel.READ_UNCOMMITTED;
        }
        expect(Token.COMMITTED);
        return IsolationLevel.READ_COMMITTED;
      }
      case REPEATABLE -> {
        advance();
        expect(Token.READ);
        return IsolationLevel.REPEATABLE_READ;
      }
      case SERIALIZABLE -> {
        advance();
        return IsolationLevel.SERIALIZABLE;
      }
      default -> throw syntaxError();
    }
  }

  // SET.

  /** SET in any form, SET CONSTRAINTS too; the current token is SET. */
  final SettingStatement set() {
    int position = position();
    expect(Token.SET);
    if (token == Token.CONSTRAINTS
        && (peek() == Token.ALL || isColumnName(peek()))
        && peek() != Token.TO) {
      return setConstraints(position);
    }
    boolean local = false;
    switch (token) {
      case LOCAL -> {
        if (setFollows(peek())) {
          advance();
          local = true;
        }
      }
      case SESSION -> {
        if (setFollows(peek()) && !atCharacteristics() && peek() != Token.AUTHORIZATION) {
          advance();
        }
      }
      default -> {}
    }
    return setRest(position, local);
  }

  /** Whether {@code CHARACTERISTICS AS} follows; without AS it is a setting's name. */
  private boolean atCharacteristics() {
    return peek() == Token.CHARACTERISTICS && peek(2) == Token.AS;
  }

  /** Whether a token may begin what is set, rather than assign to a setting named before it. */
  private static boolean setFollows(Token token) {
    return token != Token.TO && token != Token.EQUAL && token != Token.DOT && token != Token.FROM;
  }

  private SettingStatement setRest(int position, boolean local) {
    if (token == Token.TRANSACTION && setFollows(peek())) {
      advance();
      if (accept(Token.SNAPSHOT)) {
        int at = position();
        return new SetTransactionSnapshotStatement(
            position, local, new StringConstant(at, string()));
      }
      return new SetTransactionStatement(position, local, modes());
    }
    if (token == Token.SESSION && atCharacteristics()) {
      advance();
      advance();
      expect(Token.AS, Token.TRANSACTION);
      return new SetSessionCharacteristicsStatement(position, local, modes());
    }
    return setMore(position, local);
  }

  /** What SET is followed by where it is a clause of ALTER ROLE and the like. */
  final SettingStatement setMore(int position, boolean local) {
    switch (token) {
      case TIME -> {
        if (peek() == Token.ZONE) {
          advance();
          advance();
          return timeZone(position, local);
        }
      }
      case CATALOG -> {
        if (setFollows(peek())) {
          advance();
          int at = position();
          string();
          throw error(SqlState.FEATURE_NOT_SUPPORTED, "current database cannot be changed", at);
        }
      }
      case SCHEMA -> {
        if (setFollows(peek())) {
          advance();
          int at = position();
          return set(position, local, "search_path", new StringConstant(at, string()));
        }
      }
      case NAMES -> {
        if (setFollows(peek())) {
          return names(position, local);
        }
      }
      case ROLE -> {
        if (setFollows(peek())) {
          advance();
          int at = position();
          return set(position, local, "role", new StringConstant(at, nonReservedWordOrString()));
        }
      }
      case SESSION -> {
        if (peek() == Token.AUTHORIZATION) {
          advance();
          advance();
          return sessionAuthorization(position, local);
        }
      }
      case XML -> {
        if (peek() == Token.OPTION) {
          advance();
          advance();
          int at = position();
          String value = token == Token.DOCUMENT ? "DOCUMENT" : "CONTENT";
          if (!accept(Token.DOCUMENT)) {
            expect(Token.CONTENT);
          }
          return set(position, local, "xmloption", new StringConstant(at, value));
        }
      }
      default -> {}
    }
    return genericSet(position, local);
  }

  private static SetStatement set(int position, boolean local, String name, Expression value) {
    return new SetStatement(position, local, name, List.of(value));
  }

  private SettingStatement names(int position, boolean local) {
    advance();
    int at = position();
    if (token == Token.STRING_LITERAL) {
      return set(position, local, "client_encoding", new StringConstant(at, string()));
    }
    accept(Token.DEFAULT);
    return new SetDefaultStatement(position, local, "client_encoding");
  }

  private SettingStatement sessionAuthorization(int position, boolean local) {
    if (accept(Token.DEFAULT)) {
      return new SetDefaultStatement(position, local, "session_authorization");
    }
    int at = position();
    return set(
        position,
        local,
        "session_authorization",
        new StringConstant(at, nonReservedWordOrString()));
  }

  private SettingStatement timeZone(int position, boolean local) {
    int at = position();
    switch (token) {
      case DEFAULT, LOCAL -> {
        advance();
        return new SetDefaultStatement(position, local, "timezone");
      }
      case STRING_LITERAL -> {
        return set(position, local, "timezone", new StringConstant(at, string()));
      }
      case IDENTIFIER -> {
        String zone = identifierText();
        advance();
        return set(position, local, "timezone", new StringConstant(at, zone));
      }
      case INTERVAL -> {
        return set(position, local, "timezone", zoneInterval(at));
      }
      default -> {
        return set(position, local, "timezone", number());
      }
    }
  }

  private Expression zoneInterval(int position) {
    advance();
    List<Expression> modifiers = List.of();
    if (accept(Token.LEFT_PAREN)) {
      modifiers =
          List.of(
              new IntegerConstant(-1, TypeName.INTERVAL_FULL_RANGE),
              new IntegerConstant(position(), integer()));
      expect(Token.RIGHT_PAREN);
    }
    int at = position();
    StringConstant value = new StringConstant(at, string());
    if (modifiers.isEmpty()) {
      int fieldsAt = position();
      modifiers = intervalFields();
      if (!modifiers.isEmpty()
          && modifiers.get(0) instanceof IntegerConstant mask
          && (mask.value() & ~(1 << 10 | 1 << 11)) != 0) {
        throw error("time zone interval must be HOUR or HOUR TO MINUTE", fieldsAt);
      }
    }
    return new TypeCast(-1, value, systemType(position, "interval", modifiers));
  }

  private SettingStatement genericSet(int position, boolean local) {
    String name = settingName();
    if (accept(Token.FROM)) {
      expect(Token.CURRENT);
      return new SetFromCurrentStatement(position, local, name);
    }
    if (!accept(Token.EQUAL)) {
      expect(Token.TO);
    }
    if (accept(Token.DEFAULT)) {
      return new SetDefaultStatement(position, local, name);
    }
    int mark = mark();
    do {
      push(atNumber() ? number() : booleanOrString());
    } while (accept(Token.COMMA));
    return new SetStatement(position, local, name, popList(mark));
  }

  /** A setting's name, dots included. */
  final String settingName() {
    String name = columnName();
    while (accept(Token.DOT)) {
      name = name + "." + columnName();
    }
    return name;
  }

  private SetConstraintsStatement setConstraints(int position) {
    advance();
    List<QualifiedName> names = List.of();
    if (!accept(Token.ALL)) {
      names = relationNames();
    }
    boolean deferred = accept(Token.DEFERRED);
    if (!deferred) {
      expect(Token.IMMEDIATE);
    }
    return new SetConstraintsStatement(position, names, deferred);
  }

  // RESET and SHOW.

  final SettingStatement reset() {
    int position = position();
    expect(Token.RESET);
    if (accept(Token.ALL)) {
      return new ResetAllStatement(position);
    }
    return new ResetStatement(position, resettableName());
  }

  final SettingStatement show() {
    int position = position();
    expect(Token.SHOW);
    if (accept(Token.ALL)) {
      return new ShowAllStatement(position);
    }
    return new ShowStatement(position, resettableName());
  }

  private String resettableName() {
    if (accept(Token.TIME, Token.ZONE)) {
      return "timezone";
    }
    if (accept(Token.TRANSACTION, Token.ISOLATION)) {
      expect(Token.LEVEL);
      return "transaction_isolation";
    }
    if (accept(Token.SESSION, Token.AUTHORIZATION)) {
      return "session_authorization";
    }
    return settingName();
  }

  /**
   * {@code SET …} or {@code RESET …} as a clause of ALTER ROLE, ALTER DATABASE, ALTER SYSTEM; or
   * null.
   */
  final @Nullable SettingStatement optionalSetOrReset() {
    int position = position();
    if (token == Token.RESET) {
      return reset();
    }
    if (token == Token.SET) {
      advance();
      return setRest(position, false);
    }
    return null;
  }
}
