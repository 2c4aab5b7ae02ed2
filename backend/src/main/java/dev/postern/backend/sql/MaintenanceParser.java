package dev.postern.backend.sql;

import dev.postern.backend.sql.Expression.RowConstructor;
import dev.postern.backend.sql.Expression.StarReference;
import dev.postern.backend.sql.Expression.StringConstant;
import dev.postern.backend.sql.MaintenanceStatement.CheckpointStatement;
import dev.postern.backend.sql.MaintenanceStatement.ClusterStatement;
import dev.postern.backend.sql.MaintenanceStatement.CopyStatement;
import dev.postern.backend.sql.MaintenanceStatement.ExplainStatement;
import dev.postern.backend.sql.MaintenanceStatement.ReindexStatement;
import dev.postern.backend.sql.MaintenanceStatement.TruncateStatement;
import dev.postern.backend.sql.MaintenanceStatement.VacuumRelation;
import dev.postern.backend.sql.MaintenanceStatement.VacuumStatement;
import dev.postern.backend.sql.ObjectStatement.DropBehavior;
import dev.postern.backend.sql.TableReference.RelationReference;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** COPY, EXPLAIN, TRUNCATE, VACUUM and the like. */
abstract class MaintenanceParser extends SessionParser {
  MaintenanceParser(byte[] text, int offset, int length) {
    super(text, offset, length);
  }

  /**
   * A statement that EXPLAIN takes: a preparable one, CREATE TABLE AS, DECLARE, REFRESH, EXECUTE.
   */
  abstract Statement explainableStatement();

  final DropBehavior dropBehavior() {
    if (accept(Token.CASCADE)) {
      return DropBehavior.CASCADE;
    }
    accept(Token.RESTRICT);
    return DropBehavior.RESTRICT;
  }

  // COPY.

  final Statement copy() {
    int position = position();
    expect(Token.COPY);
    int mark = mark();
    int binaryAt = position();
    if (token == Token.BINARY) {
      advance();
      push(new Option(binaryAt, "format", new StringConstant(binaryAt, "binary")));
    }
    if (token == Token.LEFT_PAREN && mark == mark()) {
      return copyQuery(position);
    }
    QualifiedName name = relationName();
    RelationReference relation = new RelationReference(name.position(), name, false, null);
    List<String> columns = optionalNameList();
    boolean from = accept(Token.FROM);
    if (!from) {
      expect(Token.TO);
    }
    boolean program = accept(Token.PROGRAM);
    int filePosition = position();
    String file = copyFile(from);
    if (program && file == null) {
      throw error("STDIN/STDOUT not allowed with PROGRAM", filePosition);
    }
    if (token == Token.DELIMITERS || token == Token.USING) {
      accept(Token.USING);
      int at = position();
      expect(Token.DELIMITERS);
      push(new Option(at, "delimiter", new StringConstant(position(), string())));
    }
    copyOptions();
    List<Option> options = popList(mark);
    Expression where = null;
    int whereAt = position();
    if (accept(Token.WHERE)) {
      where = expression();
      if (!from) {
        throw error("WHERE clause not allowed with COPY TO", whereAt)
            .hint("Try the COPY (SELECT ... WHERE ...) TO variant.");
      }
    }
    return new CopyStatement(
        position, relation, columns, null, from, program, file, options, where);
  }

  private Statement copyQuery(int position) {
    expect(Token.LEFT_PAREN);
    Statement query = preparableStatement();
    expect(Token.RIGHT_PAREN, Token.TO);
    boolean program = accept(Token.PROGRAM);
    int at = position();
    String file = copyFile(false);
    if (program && file == null) {
      throw error("STDIN/STDOUT not allowed with PROGRAM", at);
    }
    int mark = mark();
    copyOptions();
    return new CopyStatement(
        position, null, List.of(), query, false, program, file, popList(mark), null);
  }

  private @Nullable String copyFile(boolean from) {
    if (accept(Token.STDIN) || accept(Token.STDOUT)) {
      return null;
    }
    return string();
  }

  /** Pushes the options, in the old or the new form. */
  private void copyOptions() {
    acceptNoiseWith();
    if (accept(Token.LEFT_PAREN)) {
      do {
        push(copyOption());
      } while (accept(Token.COMMA));
      expect(Token.RIGHT_PAREN);
      return;
    }
    while (true) {
      Option option = oldCopyOption();
      if (option == null) {
        return;
      }
      push(option);
    }
  }

  private Option copyOption() {
    int position = position();
    String name;
    if (token == Token.FORMAT_LA) {
      advance();
      name = "format";
    } else {
      name = label();
    }
    int at = position();
    switch (token) {
      case COMMA, RIGHT_PAREN -> {
        return new Option(position, name, null);
      }
      case STAR -> {
        advance();
        return new Option(position, name, new StarReference(at, List.of()));
      }
      case DEFAULT -> {
        advance();
        return new Option(position, name, new StringConstant(at, "default"));
      }
      case LEFT_PAREN -> {
        advance();
        int mark = mark();
        do {
          int itemAt = position();
          push(new StringConstant(itemAt, booleanOrString().value()));
        } while (accept(Token.COMMA));
        List<Expression> items = popList(mark);
        expect(Token.RIGHT_PAREN);
        return new Option(position, name, new RowConstructor(at, items, false));
      }
      default -> {
        return new Option(position, name, atNumber() ? number() : booleanOrString());
      }
    }
  }

  private @Nullable Option oldCopyOption() {
    int position = position();
    switch (token) {
      case BINARY -> {
        advance();
        return new Option(position, "format", new StringConstant(position, "binary"));
      }
      case FREEZE -> {
        advance();
        return new Option(position, "freeze", new StringConstant(position, "true"));
      }
      case DELIMITER -> {
        return oldStringOption(position, "delimiter");
      }
      case NULL -> {
        return oldStringOption(position, "null");
      }
      case CSV -> {
        advance();
        return new Option(position, "format", new StringConstant(position, "csv"));
      }
      case HEADER -> {
        advance();
        return new Option(position, "header", new StringConstant(position, "true"));
      }
      case QUOTE -> {
        return oldStringOption(position, "quote");
      }
      case ESCAPE -> {
        return oldStringOption(position, "escape");
      }
      case ENCODING -> {
        advance();
        return new Option(position, "encoding", new StringConstant(position(), string()));
      }
      case FORCE -> {
        advance();
        return forceOption(position);
      }
      default -> {
        return null;
      }
    }
  }

  private Option oldStringOption(int position, String name) {
    advance();
    accept(Token.AS);
    return new Option(position, name, new StringConstant(position(), string()));
  }

  private Option forceOption(int position) {
    String name;
    if (accept(Token.QUOTE)) {
      name = "force_quote";
    } else if (accept(Token.NOT)) {
      expect(Token.NULL);
      name = "force_not_null";
    } else {
      expect(Token.NULL);
      name = "force_null";
    }
    int at = position();
    if (accept(Token.STAR)) {
      return new Option(position, name, new StarReference(at, List.of()));
    }
    int mark = mark();
    do {
      int itemAt = position();
      push(new StringConstant(itemAt, columnName()));
    } while (accept(Token.COMMA));
    return new Option(position, name, new RowConstructor(at, popList(mark), false));
  }

  // EXPLAIN.

  final Statement explain() {
    int position = position();
    expect(Token.EXPLAIN);
    List<Option> options = List.of();
    if (token == Token.LEFT_PAREN && isExplainOption(peek())) {
      options = utilityOptions();
    } else if (token != Token.LEFT_PAREN) {
      int mark = mark();
      int at = position();
      if (token == Token.ANALYZE || token == Token.ANALYSE) {
        advance();
        push(new Option(at, "analyze", null));
      }
      int verboseAt = position();
      if (accept(Token.VERBOSE)) {
        push(new Option(verboseAt, "verbose", null));
      }
      options = popList(mark);
    }
    return new ExplainStatement(position, options, explainableStatement());
  }

  /** Whether a parenthesis before this token opens options rather than a query. */
  private static boolean isExplainOption(Token token) {
    return isNonReserved(token) && token != Token.VALUES
        || token == Token.ANALYZE
        || token == Token.ANALYSE
        || token == Token.FORMAT_LA;
  }

  // TRUNCATE, VACUUM, ANALYZE, CLUSTER, REINDEX, CHECKPOINT.

  final Statement truncate() {
    int position = position();
    expect(Token.TRUNCATE);
    accept(Token.TABLE);
    List<RelationReference> relations = relationExpressions();
    boolean restart = false;
    if (accept(Token.RESTART)) {
      expect(Token.IDENTITY);
      restart = true;
    } else if (accept(Token.CONTINUE)) {
      expect(Token.IDENTITY);
    }
    return new TruncateStatement(position, relations, restart, dropBehavior());
  }

  final Statement vacuum() {
    int position = position();
    expect(Token.VACUUM);
    List<Option> options;
    if (token == Token.LEFT_PAREN) {
      options = utilityOptions();
    } else {
      int mark = mark();
      pushFlag(Token.FULL, "full");
      pushFlag(Token.FREEZE, "freeze");
      pushFlag(Token.VERBOSE, "verbose");
      int at = position();
      if (token == Token.ANALYZE || token == Token.ANALYSE) {
        advance();
        push(new Option(at, "analyze", null));
      }
      options = popList(mark);
    }
    return new VacuumStatement(position, true, options, vacuumRelations());
  }

  private void pushFlag(Token word, String name) {
    int at = position();
    if (accept(word)) {
      push(new Option(at, name, null));
    }
  }

  final Statement analyze() {
    int position = position();
    advance();
    List<Option> options;
    if (token == Token.LEFT_PAREN) {
      options = utilityOptions();
    } else {
      int mark = mark();
      pushFlag(Token.VERBOSE, "verbose");
      options = popList(mark);
    }
    return new VacuumStatement(position, false, options, vacuumRelations());
  }

  private List<VacuumRelation> vacuumRelations() {
    if (!isColumnName(token) && token != Token.ONLY) {
      return List.of();
    }
    int mark = mark();
    do {
      RelationReference relation = relationExpression();
      push(new VacuumRelation(relation, optionalNameList()));
    } while (accept(Token.COMMA));
    return popList(mark);
  }

  final Statement cluster() {
    int position = position();
    expect(Token.CLUSTER);
    List<Option> options = List.of();
    if (token == Token.LEFT_PAREN) {
      options = utilityOptions();
    } else {
      int mark = mark();
      pushFlag(Token.VERBOSE, "verbose");
      options = popList(mark);
    }
    if (!isColumnName(token)) {
      return new ClusterStatement(position, options, null, null);
    }
    QualifiedName name = relationName();
    if (accept(Token.ON)) {
      if (name.parts().size() != 1) {
        throw syntaxError();
      }
      return new ClusterStatement(position, options, relationName(), name.name());
    }
    String index = accept(Token.USING) ? columnName() : null;
    return new ClusterStatement(position, options, name, index);
  }

  final Statement reindex() {
    int position = position();
    expect(Token.REINDEX);
    int mark = mark();
    List<Option> options = token == Token.LEFT_PAREN ? utilityOptions() : List.of();
    ReindexStatement.Kind kind =
        switch (token) {
          case INDEX -> ReindexStatement.Kind.INDEX;
          case TABLE -> ReindexStatement.Kind.TABLE;
          case SCHEMA -> ReindexStatement.Kind.SCHEMA;
          case SYSTEM -> ReindexStatement.Kind.SYSTEM;
          case DATABASE -> ReindexStatement.Kind.DATABASE;
          default -> throw syntaxError();
        };
    advance();
    int at = position();
    if (accept(Token.CONCURRENTLY)) {
      for (Option option : options) {
        push(option);
      }
      push(new Option(at, "concurrently", null));
      options = popList(mark);
    }
    QualifiedName name = null;
    switch (kind) {
      case INDEX, TABLE -> name = relationName();
      case SCHEMA -> {
        int nameAt = position();
        name = new QualifiedName(nameAt, List.of(columnName()));
      }
      case SYSTEM, DATABASE -> {
        if (isColumnName(token)) {
          int nameAt = position();
          name = new QualifiedName(nameAt, List.of(columnName()));
        }
      }
    }
    return new ReindexStatement(position, kind, options, name);
  }

  final Statement checkpoint() {
    int position = position();
    expect(Token.CHECKPOINT);
    return new CheckpointStatement(position);
  }
}
