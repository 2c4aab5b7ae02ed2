package dev.postern.backend.sql;

import dev.postern.backend.sql.SessionStatement.ClosePortalStatement;
import dev.postern.backend.sql.SessionStatement.CursorOptions;
import dev.postern.backend.sql.SessionStatement.DeallocateStatement;
import dev.postern.backend.sql.SessionStatement.DeclareCursorStatement;
import dev.postern.backend.sql.SessionStatement.DiscardStatement;
import dev.postern.backend.sql.SessionStatement.ExecuteStatement;
import dev.postern.backend.sql.SessionStatement.FetchDirection;
import dev.postern.backend.sql.SessionStatement.FetchStatement;
import dev.postern.backend.sql.SessionStatement.ListenStatement;
import dev.postern.backend.sql.SessionStatement.LoadStatement;
import dev.postern.backend.sql.SessionStatement.LockMode;
import dev.postern.backend.sql.SessionStatement.LockStatement;
import dev.postern.backend.sql.SessionStatement.NotifyStatement;
import dev.postern.backend.sql.SessionStatement.PrepareStatement;
import dev.postern.backend.sql.SessionStatement.UnlistenStatement;
import dev.postern.backend.sql.TableReference.RelationReference;
import java.util.List;

/** Prepared statements, cursors, notifications, LOCK, DISCARD, LOAD. */
abstract class SessionParser extends TableParser {
  SessionParser(byte[] text, int offset, int length) {
    super(text, offset, length);
  }

  final Statement prepare() {
    int position = position();
    expect(Token.PREPARE);
    if (token == Token.TRANSACTION && peek() == Token.STRING_LITERAL) {
      advance();
      return new TransactionStatement.PrepareTransactionStatement(position, string());
    }
    String name = columnName();
    List<TypeName> types = List.of();
    if (accept(Token.LEFT_PAREN)) {
      types = typeNames();
      expect(Token.RIGHT_PAREN);
    }
    expect(Token.AS);
    return new PrepareStatement(position, name, types, preparableStatement());
  }

  final List<TypeName> typeNames() {
    int mark = mark();
    do {
      push(typeName());
    } while (accept(Token.COMMA));
    return popList(mark);
  }

  @Override
  final ExecuteStatement execute() {
    int position = position();
    expect(Token.EXECUTE);
    String name = columnName();
    List<Expression> parameters = List.of();
    if (accept(Token.LEFT_PAREN)) {
      parameters = expressionList();
      expect(Token.RIGHT_PAREN);
    }
    return new ExecuteStatement(position, name, parameters);
  }

  final Statement deallocate() {
    int position = position();
    expect(Token.DEALLOCATE);
    if (token == Token.PREPARE && (peek() == Token.ALL || isColumnName(peek()))) {
      advance();
    }
    if (accept(Token.ALL)) {
      return new DeallocateStatement(position, null);
    }
    return new DeallocateStatement(position, columnName());
  }

  // Cursors.

  final Statement declare() {
    int position = position();
    expect(Token.DECLARE);
    String name = columnName();
    boolean binary = false;
    boolean scroll = false;
    boolean noScroll = false;
    boolean insensitive = false;
    boolean asensitive = false;
    while (token != Token.CURSOR) {
      switch (token) {
        case BINARY -> binary = true;
        case SCROLL -> scroll = true;
        case INSENSITIVE -> insensitive = true;
        case ASENSITIVE -> asensitive = true;
        case NO -> {
          advance();
          if (token != Token.SCROLL) {
            throw syntaxError();
          }
          noScroll = true;
        }
        default -> throw syntaxError();
      }
      advance();
    }
    advance();
    boolean hold = false;
    if (accept(Token.WITH)) {
      expect(Token.HOLD);
      hold = true;
    } else if (accept(Token.WITHOUT)) {
      expect(Token.HOLD);
    }
    expect(Token.FOR);
    if (!atQueryOrParenthesis()) {
      throw syntaxError();
    }
    CursorOptions options =
        new CursorOptions(binary, scroll, noScroll, insensitive, asensitive, hold);
    return new DeclareCursorStatement(position, name, options, query());
  }

  /** FETCH or MOVE. */
  final Statement fetch() {
    int position = position();
    boolean move = token == Token.MOVE;
    advance();
    FetchDirection direction = FetchDirection.FORWARD;
    long count = 1;
    Token following = peek();
    boolean namesCursor =
        isColumnName(token) && (following == Token.SEMICOLON || following == Token.END_OF_INPUT);
    if (!namesCursor) {
      switch (token) {
        case NEXT -> advance();
        case PRIOR -> {
          advance();
          direction = FetchDirection.BACKWARD;
        }
        case FIRST -> {
          advance();
          direction = FetchDirection.ABSOLUTE;
        }
        case LAST -> {
          advance();
          direction = FetchDirection.ABSOLUTE;
          count = -1;
        }
        case ABSOLUTE -> {
          advance();
          direction = FetchDirection.ABSOLUTE;
          count = signedInteger();
        }
        case RELATIVE -> {
          advance();
          direction = FetchDirection.RELATIVE;
          count = signedInteger();
        }
        case ALL -> {
          advance();
          count = FetchStatement.ALL;
        }
        case FORWARD, BACKWARD -> {
          direction = token == Token.FORWARD ? FetchDirection.FORWARD : FetchDirection.BACKWARD;
          advance();
          if (accept(Token.ALL)) {
            count = FetchStatement.ALL;
          } else if (atNumber()) {
            count = signedInteger();
          }
        }
        default -> {
          if (atNumber()) {
            count = signedInteger();
          }
        }
      }
      if (!accept(Token.FROM)) {
        accept(Token.IN);
      }
    }
    return new FetchStatement(position, move, direction, count, columnName());
  }

  final Statement close() {
    int position = position();
    expect(Token.CLOSE);
    return new ClosePortalStatement(position, accept(Token.ALL) ? null : columnName());
  }

  // Notifications, locks and the rest.

  final Statement listen() {
    int position = position();
    expect(Token.LISTEN);
    return new ListenStatement(position, columnName());
  }

  final Statement unlisten() {
    int position = position();
    expect(Token.UNLISTEN);
    return new UnlistenStatement(position, accept(Token.STAR) ? null : columnName());
  }

  final NotifyStatement notification() {
    int position = position();
    expect(Token.NOTIFY);
    String channel = columnName();
    return new NotifyStatement(position, channel, accept(Token.COMMA) ? string() : null);
  }

  final Statement lock() {
    int position = position();
    expect(Token.LOCK);
    accept(Token.TABLE);
    List<RelationReference> relations = relationExpressions();
    LockMode mode = LockMode.ACCESS_EXCLUSIVE;
    if (accept(Token.IN)) {
      mode = lockMode();
      expect(Token.MODE);
    }
    return new LockStatement(position, relations, mode, accept(Token.NOWAIT));
  }

  private LockMode lockMode() {
    switch (token) {
      case ACCESS -> {
        advance();
        if (accept(Token.SHARE)) {
          return LockMode.ACCESS_SHARE;
        }
        expect(Token.EXCLUSIVE);
        return LockMode.ACCESS_EXCLUSIVE;
      }
      case ROW -> {
        advance();
        if (accept(Token.SHARE)) {
          return LockMode.ROW_SHARE;
        }
        expect(Token.EXCLUSIVE);
        return LockMode.ROW_EXCLUSIVE;
      }
      case SHARE -> {
        advance();
        if (accept(Token.UPDATE)) {
          expect(Token.EXCLUSIVE);
          return LockMode.SHARE_UPDATE_EXCLUSIVE;
        }
        if (accept(Token.ROW)) {
          expect(Token.EXCLUSIVE);
          return LockMode.SHARE_ROW_EXCLUSIVE;
        }
        return LockMode.SHARE;
      }
      default -> {
        expect(Token.EXCLUSIVE);
        return LockMode.EXCLUSIVE;
      }
    }
  }

  final Statement discard() {
    int position = position();
    expect(Token.DISCARD);
    DiscardStatement.Target target =
        switch (token) {
          case ALL -> DiscardStatement.Target.ALL;
          case PLANS -> DiscardStatement.Target.PLANS;
          case SEQUENCES -> DiscardStatement.Target.SEQUENCES;
          case TEMP, TEMPORARY -> DiscardStatement.Target.TEMP;
          default -> throw syntaxError();
        };
    advance();
    return new DiscardStatement(position, target);
  }

  final Statement load() {
    int position = position();
    expect(Token.LOAD);
    return new LoadStatement(position, string());
  }
}
