package dev.postern.backend.sql;

import dev.postern.backend.sql.DatabaseStatement.AlterDatabaseRefreshCollationStatement;
import dev.postern.backend.sql.DatabaseStatement.AlterDatabaseSetStatement;
import dev.postern.backend.sql.DatabaseStatement.AlterDatabaseStatement;
import dev.postern.backend.sql.DatabaseStatement.AlterSystemStatement;
import dev.postern.backend.sql.DatabaseStatement.CreateDatabaseStatement;
import dev.postern.backend.sql.DatabaseStatement.CreateTablespaceStatement;
import dev.postern.backend.sql.DatabaseStatement.DropDatabaseStatement;
import dev.postern.backend.sql.Expression.StringConstant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Databases, tablespaces, ALTER SYSTEM. */
abstract class DatabaseParser extends AlterTableParser {
  DatabaseParser(byte[] text, int offset, int length) {
    super(text, offset, length);
  }

  /** The rest of CREATE DATABASE; the current token is DATABASE. */
  final Statement createDatabase(int position) {
    expect(Token.DATABASE);
    String name = columnName();
    acceptNoiseWith();
    return new CreateDatabaseStatement(position, name, databaseOptions());
  }

  private boolean atDatabaseOption() {
    return switch (token) {
      case IDENTIFIER, CONNECTION, ENCODING, LOCATION, OWNER, TABLESPACE, TEMPLATE -> true;
      default -> false;
    };
  }

  private List<Option> databaseOptions() {
    int mark = mark();
    while (atDatabaseOption()) {
      int position = position();
      String name;
      if (token == Token.CONNECTION) {
        advance();
        expect(Token.LIMIT);
        name = "connection_limit";
      } else {
        name = identifierText();
        advance();
      }
      accept(Token.EQUAL);
      push(new Option(position, name, databaseOptionValue()));
    }
    return popList(mark);
  }

  private @Nullable Node databaseOptionValue() {
    if (accept(Token.DEFAULT)) {
      return null;
    }
    if (atNumber()) {
      return number();
    }
    int position = position();
    return new StringConstant(position, booleanOrString().value());
  }

  /** The rest of ALTER DATABASE but RENAME and OWNER; null where it is one of these. */
  final @Nullable Statement alterDatabase(int position, String name) {
    if (token == Token.REFRESH) {
      advance();
      expect(Token.COLLATION, Token.VERSION);
      return new AlterDatabaseRefreshCollationStatement(position, name);
    }
    if (token == Token.SET && peek() == Token.TABLESPACE) {
      advance();
      int at = position();
      advance();
      int valueAt = position();
      Option tablespace = new Option(at, "tablespace", new StringConstant(valueAt, columnName()));
      return new AlterDatabaseStatement(position, name, List.of(tablespace));
    }
    SettingStatement setting = optionalSetOrReset();
    if (setting != null) {
      return new AlterDatabaseSetStatement(position, name, setting);
    }
    if (token == Token.WITH || atDatabaseOption() && token != Token.OWNER) {
      accept(Token.WITH);
      return new AlterDatabaseStatement(position, name, databaseOptions());
    }
    if (token == Token.OWNER && peek() != Token.TO) {
      return new AlterDatabaseStatement(position, name, databaseOptions());
    }
    if (token == Token.SEMICOLON || token == Token.END_OF_INPUT) {
      return new AlterDatabaseStatement(position, name, List.of());
    }
    return null;
  }

  /** The rest of DROP DATABASE; the current token is DATABASE. */
  final Statement dropDatabase(int position) {
    expect(Token.DATABASE);
    boolean ifExists = acceptIfExists();
    String name = columnName();
    List<Option> options = List.of();
    boolean with = acceptNoiseWith();
    if (with || token == Token.LEFT_PAREN) {
      expect(Token.LEFT_PAREN);
      int mark = mark();
      do {
        int at = position();
        expect(Token.FORCE);
        push(new Option(at, "force", null));
      } while (accept(Token.COMMA));
      options = popList(mark);
      expect(Token.RIGHT_PAREN);
    }
    return new DropDatabaseStatement(position, ifExists, name, options);
  }

  /** The rest of CREATE TABLESPACE; the current token is TABLESPACE. */
  final Statement createTablespace(int position) {
    expect(Token.TABLESPACE);
    String name = columnName();
    RoleName owner = accept(Token.OWNER) ? role() : null;
    expect(Token.LOCATION);
    String location = string();
    return new CreateTablespaceStatement(position, name, owner, location, optionalWithOptions());
  }

  /** The rest of ALTER SYSTEM; the current token is SYSTEM. */
  final Statement alterSystem(int position) {
    expect(Token.SYSTEM);
    int at = position();
    if (token == Token.RESET) {
      return new AlterSystemStatement(position, reset());
    }
    expect(Token.SET);
    return new AlterSystemStatement(position, setMore(at, false));
  }
}
