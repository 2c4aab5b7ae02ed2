package dev.postern.backend.sql;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.sql.QueryClause.IndexElement;
import dev.postern.backend.sql.QueryClause.NullsOrder;
import dev.postern.backend.sql.QueryClause.SortDirection;
import dev.postern.backend.sql.TableElement.ColumnConstraint;
import dev.postern.backend.sql.TableElement.ColumnDefinition;
import dev.postern.backend.sql.TableElement.DefaultBound;
import dev.postern.backend.sql.TableElement.HashBound;
import dev.postern.backend.sql.TableElement.LikeClause;
import dev.postern.backend.sql.TableElement.LikeOption;
import dev.postern.backend.sql.TableElement.ListBound;
import dev.postern.backend.sql.TableElement.PartitionBound;
import dev.postern.backend.sql.TableElement.PartitionSpecification;
import dev.postern.backend.sql.TableElement.RangeBound;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Columns, LIKE, lists of table elements, and partition bounds. */
abstract class TableElementParser extends ConstraintParser {
  TableElementParser(byte[] text, int offset, int length) {
    super(text, offset, length);
  }

  // Columns.

  final ColumnDefinition columnDefinition() {
    int position = position();
    String name = columnName();
    TypeName type = typeName();
    String storage = null;
    if (accept(Token.STORAGE)) {
      storage = accept(Token.DEFAULT) ? "default" : columnName();
    }
    String compression = null;
    if (accept(Token.COMPRESSION)) {
      compression = accept(Token.DEFAULT) ? "default" : columnName();
    }
    List<Option> options = optionalCreateOptions();
    return qualifiedColumn(position, name, type, storage, compression, options);
  }

  /** The column's constraints and its COLLATE, which may stand among them. */
  private ColumnDefinition qualifiedColumn(
      int position,
      String name,
      @Nullable TypeName type,
      @Nullable String storage,
      @Nullable String compression,
      List<Option> options) {
    QualifiedName collation = null;
    int mark = mark();
    while (true) {
      int at = position();
      if (accept(Token.COLLATE)) {
        if (collation != null) {
          anyName();
          throw error("multiple COLLATE clauses not allowed", at);
        }
        collation = anyName();
        continue;
      }
      ColumnConstraint constraint = optionalColumnConstraint();
      if (constraint == null) {
        break;
      }
      push(constraint);
    }
    return new ColumnDefinition(
        position, name, type, storage, compression, options, collation, popList(mark));
  }

  /** A column of a typed table or a partition: {@code name [WITH OPTIONS] constraints}. */
  private ColumnDefinition columnOptions() {
    int position = position();
    String name = columnName();
    if (accept(Token.WITH)) {
      expect(Token.OPTIONS);
    }
    return qualifiedColumn(position, name, null, null, null, List.of());
  }

  // LIKE, and lists of elements.

  private LikeClause like() {
    int position = position();
    advance();
    QualifiedName source = relationName();
    Set<LikeOption> including = EnumSet.noneOf(LikeOption.class);
    while (token == Token.INCLUDING || token == Token.EXCLUDING) {
      boolean add = token == Token.INCLUDING;
      advance();
      Set<LikeOption> named = likeOptions();
      if (add) {
        including.addAll(named);
      } else {
        including.removeAll(named);
      }
    }
    return new LikeClause(position, source, Set.copyOf(including));
  }

  private Set<LikeOption> likeOptions() {
    Set<LikeOption> named =
        switch (token) {
          case COMMENTS -> EnumSet.of(LikeOption.COMMENTS);
          case COMPRESSION -> EnumSet.of(LikeOption.COMPRESSION);
          case CONSTRAINTS -> EnumSet.of(LikeOption.CONSTRAINTS);
          case DEFAULTS -> EnumSet.of(LikeOption.DEFAULTS);
          case IDENTITY -> EnumSet.of(LikeOption.IDENTITY);
          case GENERATED -> EnumSet.of(LikeOption.GENERATED);
          case INDEXES -> EnumSet.of(LikeOption.INDEXES);
          case STATISTICS -> EnumSet.of(LikeOption.STATISTICS);
          case STORAGE -> EnumSet.of(LikeOption.STORAGE);
          case ALL -> EnumSet.allOf(LikeOption.class);
          default -> throw syntaxError();
        };
    advance();
    return named;
  }

  /** {@code (columns, constraints, LIKE)}, which may be empty. */
  final List<TableElement> tableElements() {
    expect(Token.LEFT_PAREN);
    if (accept(Token.RIGHT_PAREN)) {
      return List.of();
    }
    int mark = mark();
    do {
      if (token == Token.LIKE) {
        push(like());
      } else {
        push(atTableConstraint() ? tableConstraint() : columnDefinition());
      }
    } while (accept(Token.COMMA));
    expect(Token.RIGHT_PAREN);
    return popList(mark);
  }

  /** {@code (columns without types, constraints)}, or nothing. */
  final List<TableElement> optionalTypedElements() {
    if (!accept(Token.LEFT_PAREN)) {
      return List.of();
    }
    int mark = mark();
    do {
      push(atTableConstraint() ? tableConstraint() : columnOptions());
    } while (accept(Token.COMMA));
    expect(Token.RIGHT_PAREN);
    return popList(mark);
  }

  // Partitions.

  final @Nullable PartitionSpecification optionalPartitionBy() {
    int position = position();
    if (!accept(Token.PARTITION)) {
      return null;
    }
    expect(Token.BY);
    int at = position();
    String strategy = columnName();
    expect(Token.LEFT_PAREN);
    int mark = mark();
    do {
      push(partitionKey());
    } while (accept(Token.COMMA));
    List<IndexElement> keys = popList(mark);
    expect(Token.RIGHT_PAREN);
    switch (strategy.toLowerCase(java.util.Locale.ROOT)) {
      case "list", "range", "hash" -> {}
      default ->
          throw error(
              SqlState.INVALID_PARAMETER_VALUE,
              "unrecognized partitioning strategy \"" + strategy + "\"",
              at);
    }
    return new PartitionSpecification(position, strategy, keys);
  }

  private IndexElement partitionKey() {
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
    QualifiedName collation = accept(Token.COLLATE) ? anyName() : null;
    QualifiedName operatorClass = isColumnName(token) ? anyName() : null;
    return new IndexElement(
        position,
        name,
        value,
        collation,
        operatorClass,
        List.of(),
        SortDirection.DEFAULT,
        NullsOrder.DEFAULT);
  }

  final PartitionBound partitionBound() {
    int position = position();
    if (accept(Token.DEFAULT)) {
      return new DefaultBound(position);
    }
    expect(Token.FOR, Token.VALUES);
    switch (token) {
      case WITH -> {
        advance();
        return hashBound(position);
      }
      case IN -> {
        advance();
        return new ListBound(position, parenthesizedList());
      }
      default -> {
        expect(Token.FROM);
        List<Expression> from = parenthesizedList();
        expect(Token.TO);
        return new RangeBound(position, from, parenthesizedList());
      }
    }
  }

  private List<Expression> parenthesizedList() {
    expect(Token.LEFT_PAREN);
    List<Expression> list = expressionList();
    expect(Token.RIGHT_PAREN);
    return list;
  }

  private SqlError first(@Nullable SqlError before, String message, int position) {
    return before != null ? before : error(SqlState.DUPLICATE_OBJECT, message, position);
  }

  private HashBound hashBound(int position) {
    expect(Token.LEFT_PAREN);
    int modulus = -1;
    int remainder = -1;
    // PostgreSQL reads the whole list before it says what is wrong with it.
    SqlError problem = null;
    do {
      int at = position();
      String name = nonReservedWord();
      int value = integer();
      switch (name) {
        case "modulus" -> {
          if (modulus >= 0) {
            problem = first(problem, "modulus for hash partition provided more than once", at);
          }
          modulus = value;
        }
        case "remainder" -> {
          if (remainder >= 0) {
            problem = first(problem, "remainder for hash partition provided more than once", at);
          }
          remainder = value;
        }
        default ->
            problem =
                problem != null
                    ? problem
                    : error("unrecognized hash partition bound specification \"" + name + "\"", at);
      }
    } while (accept(Token.COMMA));
    expect(Token.RIGHT_PAREN);
    if (problem != null) {
      throw problem;
    }
    if (modulus < 0) {
      throw error("modulus for hash partition must be specified", -1);
    }
    if (remainder < 0) {
      throw error("remainder for hash partition must be specified", -1);
    }
    return new HashBound(position, modulus, remainder);
  }
}
