package dev.postern.backend.sql;

import dev.postern.backend.sql.QueryClause.Persistence;
import dev.postern.backend.sql.TableElement.PartitionBound;
import dev.postern.backend.sql.TableElement.PartitionSpecification;
import dev.postern.backend.sql.TableStatement.CreateTableAsStatement;
import dev.postern.backend.sql.TableStatement.CreateTableStatement;
import dev.postern.backend.sql.TableStatement.OnCommit;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** CREATE TABLE in its forms. */
abstract class TableParser extends TableElementParser {
  TableParser(byte[] text, int offset, int length) {
    super(text, offset, length);
  }

  abstract Statement execute();

  /** {@code TEMP}, {@code LOCAL TEMPORARY}, {@code UNLOGGED}, or nothing. */
  final Persistence persistence() {
    switch (token) {
      case TEMPORARY, TEMP -> {
        advance();
        return Persistence.TEMPORARY;
      }
      case LOCAL, GLOBAL -> {
        advance();
        if (!accept(Token.TEMPORARY)) {
          expect(Token.TEMP);
        }
        return Persistence.TEMPORARY;
      }
      case UNLOGGED -> {
        advance();
        return Persistence.UNLOGGED;
      }
      default -> {
        return Persistence.PERMANENT;
      }
    }
  }

  /** The rest of CREATE … TABLE; the current token is TABLE. */
  final Statement createTable(int position, Persistence persistence) {
    expect(Token.TABLE);
    boolean ifNotExists = acceptIfNotExists();
    QualifiedName name = relationName();
    switch (token) {
      case OF -> {
        advance();
        int at = position();
        QualifiedName type = anyName();
        TypeName ofType = new TypeName(at, type.parts(), false, false, List.of(), List.of());
        List<TableElement> elements = optionalTypedElements();
        return table(
            position, persistence, ifNotExists, name, ofType, null, null, elements, List.of());
      }
      case PARTITION -> {
        advance();
        expect(Token.OF);
        QualifiedName parent = relationName();
        List<TableElement> elements = optionalTypedElements();
        PartitionBound bound = partitionBound();
        return table(
            position, persistence, ifNotExists, name, null, parent, bound, elements, List.of());
      }
      case LEFT_PAREN -> {
        if (beginsColumnNames()) {
          return createTableAs(position, persistence, ifNotExists, name, nameList());
        }
        List<TableElement> elements = tableElements();
        List<QualifiedName> inherits = List.of();
        if (accept(Token.INHERITS)) {
          expect(Token.LEFT_PAREN);
          inherits = relationNames();
          expect(Token.RIGHT_PAREN);
        }
        return table(
            position, persistence, ifNotExists, name, null, null, null, elements, inherits);
      }
      default -> {
        return createTableAs(position, persistence, ifNotExists, name, List.of());
      }
    }
  }

  /** Where only some forms of CREATE TABLE may stand. */
  enum TableForms {
    ALL,
    WITHOUT_QUERY,
    WITH_QUERY
  }

  TableForms tableForms = TableForms.ALL;

  /** Whether {@code (a, b} or {@code (a)} follows: the columns of CREATE TABLE AS. */
  private boolean beginsColumnNames() {
    if (tableForms != TableForms.ALL) {
      return tableForms == TableForms.WITH_QUERY;
    }
    return isColumnName(peek()) && (peek(2) == Token.COMMA || peek(2) == Token.RIGHT_PAREN);
  }

  private CreateTableStatement table(
      int position,
      Persistence persistence,
      boolean ifNotExists,
      QualifiedName name,
      @Nullable TypeName ofType,
      @Nullable QualifiedName partitionOf,
      @Nullable PartitionBound bound,
      List<TableElement> elements,
      List<QualifiedName> inherits) {
    PartitionSpecification partitionBy = optionalPartitionBy();
    String accessMethod = accept(Token.USING) ? columnName() : null;
    List<Option> options = tableOptions();
    OnCommit onCommit = onCommit();
    String tablespace = accept(Token.TABLESPACE) ? columnName() : null;
    return new CreateTableStatement(
        position,
        persistence,
        ifNotExists,
        name,
        ofType,
        partitionOf,
        bound,
        elements,
        inherits,
        partitionBy,
        accessMethod,
        options,
        onCommit,
        tablespace,
        null,
        List.of());
  }

  /** {@code WITH (…)}, {@code WITHOUT OIDS}, or nothing. */
  private List<Option> tableOptions() {
    if (accept(Token.WITHOUT)) {
      expect(Token.OIDS);
      return List.of();
    }
    return optionalWithOptions();
  }

  private OnCommit onCommit() {
    if (!accept(Token.ON)) {
      return OnCommit.UNSPECIFIED;
    }
    expect(Token.COMMIT);
    switch (token) {
      case DROP -> {
        advance();
        return OnCommit.DROP;
      }
      case DELETE -> {
        advance();
        expect(Token.ROWS);
        return OnCommit.DELETE_ROWS;
      }
      default -> {
        expect(Token.PRESERVE, Token.ROWS);
        return OnCommit.PRESERVE_ROWS;
      }
    }
  }

  private CreateTableAsStatement createTableAs(
      int position,
      Persistence persistence,
      boolean ifNotExists,
      QualifiedName name,
      List<String> columns) {
    String accessMethod = accept(Token.USING) ? columnName() : null;
    List<Option> options = tableOptions();
    OnCommit onCommit = onCommit();
    String tablespace = accept(Token.TABLESPACE) ? columnName() : null;
    expect(Token.AS);
    Statement query;
    if (token == Token.EXECUTE) {
      query = execute();
    } else if (atQueryOrParenthesis()) {
      query = query();
    } else {
      throw syntaxError();
    }
    return new CreateTableAsStatement(
        position,
        false,
        persistence,
        ifNotExists,
        name,
        columns,
        accessMethod,
        options,
        onCommit,
        tablespace,
        query,
        withData());
  }

  /** {@code WITH DATA}, {@code WITH NO DATA}, or nothing. */
  final boolean withData() {
    if (!accept(Token.WITH)) {
      return true;
    }
    boolean no = accept(Token.NO);
    expect(Token.DATA);
    return !no;
  }

  /** The rest of CREATE MATERIALIZED VIEW; the current token is MATERIALIZED. */
  final Statement createMaterializedView(int position, Persistence persistence) {
    expect(Token.MATERIALIZED, Token.VIEW);
    boolean ifNotExists = acceptIfNotExists();
    QualifiedName name = relationName();
    List<String> columns = optionalNameList();
    String accessMethod = accept(Token.USING) ? columnName() : null;
    List<Option> options = optionalWithOptions();
    String tablespace = accept(Token.TABLESPACE) ? columnName() : null;
    expect(Token.AS);
    if (!atQueryOrParenthesis()) {
      throw syntaxError();
    }
    SelectStatement query = query();
    return new CreateTableAsStatement(
        position,
        true,
        persistence,
        ifNotExists,
        name,
        columns,
        accessMethod,
        options,
        OnCommit.UNSPECIFIED,
        tablespace,
        query,
        withData());
  }

  /** The rest of CREATE FOREIGN TABLE; the current token is TABLE. */
  final Statement createForeignTable(int position) {
    expect(Token.TABLE);
    boolean ifNotExists = acceptIfNotExists();
    QualifiedName name = relationName();
    QualifiedName parent = null;
    PartitionBound bound = null;
    List<TableElement> elements;
    List<QualifiedName> inherits = List.of();
    if (accept(Token.PARTITION)) {
      expect(Token.OF);
      parent = relationName();
      elements = optionalTypedElements();
      bound = partitionBound();
    } else {
      elements = tableElements();
      if (accept(Token.INHERITS)) {
        expect(Token.LEFT_PAREN);
        inherits = relationNames();
        expect(Token.RIGHT_PAREN);
      }
    }
    expect(Token.SERVER);
    String server = columnName();
    return new CreateTableStatement(
        position,
        Persistence.PERMANENT,
        ifNotExists,
        name,
        null,
        parent,
        bound,
        elements,
        inherits,
        null,
        null,
        List.of(),
        OnCommit.UNSPECIFIED,
        null,
        server,
        optionalCreateOptions());
  }
}
