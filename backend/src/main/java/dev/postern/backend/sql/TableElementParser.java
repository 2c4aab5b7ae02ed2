package dev.postern.backend.sql;

import dev.postern.backend.error.SqlState;
import dev.postern.backend.sql.QueryClause.IndexElement;
import dev.postern.backend.sql.QueryClause.NullsOrder;
import dev.postern.backend.sql.QueryClause.SortDirection;
import dev.postern.backend.sql.TableElement.CheckConstraint;
import dev.postern.backend.sql.TableElement.ColumnCheckConstraint;
import dev.postern.backend.sql.TableElement.ColumnConstraint;
import dev.postern.backend.sql.TableElement.ColumnDefinition;
import dev.postern.backend.sql.TableElement.ColumnKeyConstraint;
import dev.postern.backend.sql.TableElement.ColumnReferencesConstraint;
import dev.postern.backend.sql.TableElement.ConstraintAttributes;
import dev.postern.backend.sql.TableElement.DefaultBound;
import dev.postern.backend.sql.TableElement.DefaultConstraint;
import dev.postern.backend.sql.TableElement.ExclusionConstraint;
import dev.postern.backend.sql.TableElement.ExclusionElement;
import dev.postern.backend.sql.TableElement.ForeignKeyConstraint;
import dev.postern.backend.sql.TableElement.GeneratedConstraint;
import dev.postern.backend.sql.TableElement.HashBound;
import dev.postern.backend.sql.TableElement.IdentityConstraint;
import dev.postern.backend.sql.TableElement.KeyConstraint;
import dev.postern.backend.sql.TableElement.LikeClause;
import dev.postern.backend.sql.TableElement.LikeOption;
import dev.postern.backend.sql.TableElement.ListBound;
import dev.postern.backend.sql.TableElement.MatchType;
import dev.postern.backend.sql.TableElement.NotNullConstraint;
import dev.postern.backend.sql.TableElement.NullableConstraint;
import dev.postern.backend.sql.TableElement.PartitionBound;
import dev.postern.backend.sql.TableElement.PartitionSpecification;
import dev.postern.backend.sql.TableElement.RangeBound;
import dev.postern.backend.sql.TableElement.References;
import dev.postern.backend.sql.TableElement.ReferentialAction;
import dev.postern.backend.sql.TableElement.TableConstraint;
import dev.postern.backend.sql.TableElement.TableNotNullConstraint;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Columns, constraints, LIKE and partition bounds. */
abstract class TableElementParser extends SettingParser {
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

  final @Nullable ColumnConstraint optionalColumnConstraint() {
    int position = position();
    String name = null;
    if (accept(Token.CONSTRAINT)) {
      name = columnName();
    }
    ColumnConstraint constraint = columnConstraintBody(position, name);
    if (constraint == null && name != null) {
      throw syntaxError();
    }
    return constraint;
  }

  private @Nullable ColumnConstraint columnConstraintBody(int position, @Nullable String name) {
    switch (token) {
      case NOT -> {
        advance();
        expect(Token.NULL);
        boolean noInherit = accept(Token.NO, Token.INHERIT);
        return new NotNullConstraint(position, name, columnAttributes(noInherit));
      }
      case NULL -> {
        advance();
        return new NullableConstraint(position, name, columnAttributes(false));
      }
      case UNIQUE -> {
        advance();
        boolean notDistinct = nullsNotDistinct();
        return columnKey(position, name, false, notDistinct);
      }
      case PRIMARY -> {
        advance();
        expect(Token.KEY);
        return columnKey(position, name, true, false);
      }
      case CHECK -> {
        advance();
        expect(Token.LEFT_PAREN);
        Expression condition = expression();
        expect(Token.RIGHT_PAREN);
        boolean noInherit = accept(Token.NO, Token.INHERIT);
        return new ColumnCheckConstraint(position, name, condition, columnAttributes(noInherit));
      }
      case DEFAULT -> {
        advance();
        Expression value = restrictedExpression();
        return new DefaultConstraint(position, name, value, columnAttributes(false));
      }
      case GENERATED -> {
        return generated(position, name);
      }
      case REFERENCES -> {
        return new ColumnReferencesConstraint(
            position, name, references(false), columnAttributes(false));
      }
      default -> {
        return null;
      }
    }
  }

  /** NULLS NOT DISTINCT, NULLS DISTINCT, or nothing. */
  final boolean nullsNotDistinct() {
    if (!accept(Token.NULLS)) {
      return false;
    }
    boolean notDistinct = accept(Token.NOT);
    expect(Token.DISTINCT);
    return notDistinct;
  }

  private ColumnKeyConstraint columnKey(
      int position, @Nullable String name, boolean primary, boolean notDistinct) {
    List<Option> options = optionalWithDefinition();
    String tablespace = indexTablespace();
    return new ColumnKeyConstraint(
        position, name, primary, notDistinct, options, tablespace, columnAttributes(false));
  }

  final @Nullable String indexTablespace() {
    if (!accept(Token.USING)) {
      return null;
    }
    expect(Token.INDEX, Token.TABLESPACE);
    return columnName();
  }

  private ColumnConstraint generated(int position, @Nullable String name) {
    advance();
    boolean always = accept(Token.ALWAYS);
    int byDefault = position();
    if (!always) {
      expect(Token.BY, Token.DEFAULT);
    }
    expect(Token.AS);
    if (accept(Token.IDENTITY)) {
      List<Option> options = optionalSequenceOptionsInParentheses();
      return new IdentityConstraint(position, name, always, options, columnAttributes(false));
    }
    expect(Token.LEFT_PAREN);
    Expression expression = expression();
    expect(Token.RIGHT_PAREN);
    boolean stored = accept(Token.STORED);
    if (!stored) {
      accept(Token.VIRTUAL);
    }
    if (!always) {
      throw error("for a generated column, GENERATED ALWAYS must be specified", byDefault);
    }
    return new GeneratedConstraint(position, name, expression, stored, columnAttributes(false));
  }

  /** DEFERRABLE, INITIALLY and ENFORCED after a column's constraint. */
  private ConstraintAttributes columnAttributes(boolean noInherit) {
    boolean deferrable = false;
    boolean deferred = false;
    Boolean enforced = null;
    boolean any = noInherit;
    while (true) {
      if (accept(Token.DEFERRABLE)) {
        deferrable = true;
      } else if (token == Token.NOT && peek() == Token.DEFERRABLE) {
        advance();
        advance();
      } else if (token == Token.NOT && peek() == Token.ENFORCED) {
        advance();
        advance();
        enforced = false;
      } else if (accept(Token.ENFORCED)) {
        enforced = true;
      } else if (accept(Token.INITIALLY)) {
        if (accept(Token.DEFERRED)) {
          deferrable = true;
          deferred = true;
        } else {
          expect(Token.IMMEDIATE);
        }
      } else {
        break;
      }
      any = true;
    }
    return any
        ? new ConstraintAttributes(deferrable, deferred, false, noInherit, enforced)
        : ConstraintAttributes.NONE;
  }

  private References references(boolean periodAllowed) {
    expect(Token.REFERENCES);
    QualifiedName table = relationName();
    List<String> columns = List.of();
    boolean period = false;
    if (accept(Token.LEFT_PAREN)) {
      int mark = mark();
      do {
        if (periodAllowed && token == Token.PERIOD && isColumnName(peek())) {
          advance();
          push(columnName());
          period = true;
          break;
        }
        push(columnName());
      } while (accept(Token.COMMA));
      columns = popList(mark);
      expect(Token.RIGHT_PAREN);
    }
    MatchType match = match();
    ReferentialAction onDelete = ReferentialAction.NO_ACTION;
    ReferentialAction onUpdate = ReferentialAction.NO_ACTION;
    List<String> onDeleteColumns = List.of();
    boolean deleteSeen = false;
    boolean updateSeen = false;
    while (token == Token.ON) {
      advance();
      if (!updateSeen && accept(Token.UPDATE)) {
        updateSeen = true;
        int at = position();
        onUpdate = referentialAction();
        if (!optionalNameList().isEmpty()) {
          throw error(
              SqlState.FEATURE_NOT_SUPPORTED,
              "a column list with "
                  + onUpdate.name().replace('_', ' ')
                  + " is only supported for ON DELETE actions",
              at);
        }
      } else if (!deleteSeen && accept(Token.DELETE)) {
        deleteSeen = true;
        onDelete = referentialAction();
        onDeleteColumns = optionalNameListAfter(onDelete);
      } else {
        throw syntaxError();
      }
    }
    return new References(table, columns, period, match, onDelete, onDeleteColumns, onUpdate);
  }

  private List<String> optionalNameListAfter(ReferentialAction action) {
    return action == ReferentialAction.SET_NULL || action == ReferentialAction.SET_DEFAULT
        ? optionalNameList()
        : List.of();
  }

  private MatchType match() {
    int position = position();
    if (!accept(Token.MATCH)) {
      return MatchType.SIMPLE;
    }
    switch (token) {
      case FULL -> {
        advance();
        return MatchType.FULL;
      }
      case SIMPLE -> {
        advance();
        return MatchType.SIMPLE;
      }
      case PARTIAL -> {
        advance();
        throw error(SqlState.FEATURE_NOT_SUPPORTED, "MATCH PARTIAL not yet implemented", position);
      }
      default -> throw syntaxError();
    }
  }

  private ReferentialAction referentialAction() {
    switch (token) {
      case NO -> {
        advance();
        expect(Token.ACTION);
        return ReferentialAction.NO_ACTION;
      }
      case RESTRICT -> {
        advance();
        return ReferentialAction.RESTRICT;
      }
      case CASCADE -> {
        advance();
        return ReferentialAction.CASCADE;
      }
      case SET -> {
        advance();
        if (accept(Token.NULL)) {
          return ReferentialAction.SET_NULL;
        }
        expect(Token.DEFAULT);
        return ReferentialAction.SET_DEFAULT;
      }
      default -> throw syntaxError();
    }
  }

  // Table constraints.

  final boolean atTableConstraint() {
    return switch (token) {
      case CONSTRAINT, CHECK, NOT, UNIQUE, PRIMARY, FOREIGN -> true;
      case EXCLUDE -> peek() == Token.USING || peek() == Token.LEFT_PAREN;
      default -> false;
    };
  }

  final TableConstraint tableConstraint() {
    int position = position();
    String name = accept(Token.CONSTRAINT) ? columnName() : null;
    switch (token) {
      case CHECK -> {
        advance();
        expect(Token.LEFT_PAREN);
        Expression condition = expression();
        expect(Token.RIGHT_PAREN);
        return new CheckConstraint(
            position, name, condition, attributes("CHECK", NOT_VALID | NO_INHERIT | ENFORCED));
      }
      case NOT -> {
        advance();
        expect(Token.NULL);
        String column = columnName();
        return new TableNotNullConstraint(
            position, name, column, attributes("NOT NULL", NOT_VALID | NO_INHERIT));
      }
      case UNIQUE -> {
        advance();
        boolean notDistinct = nullsNotDistinct();
        return key(position, name, false, notDistinct);
      }
      case PRIMARY -> {
        advance();
        expect(Token.KEY);
        return key(position, name, true, false);
      }
      case EXCLUDE -> {
        return exclusion(position, name);
      }
      case FOREIGN -> {
        return foreignKey(position, name);
      }
      default -> throw syntaxError();
    }
  }

  private KeyConstraint key(
      int position, @Nullable String name, boolean primary, boolean notDistinct) {
    String kind = primary ? "PRIMARY KEY" : "UNIQUE";
    if (accept(Token.USING)) {
      expect(Token.INDEX);
      String index = columnName();
      return new KeyConstraint(
          position,
          name,
          primary,
          false,
          List.of(),
          false,
          List.of(),
          List.of(),
          null,
          index,
          attributes(kind, DEFERRABLE));
    }
    expect(Token.LEFT_PAREN);
    List<String> columns = names();
    boolean withoutOverlaps = accept(Token.WITHOUT);
    if (withoutOverlaps) {
      expect(Token.OVERLAPS);
    }
    expect(Token.RIGHT_PAREN);
    List<String> include = accept(Token.INCLUDE) ? nameList() : List.of();
    List<Option> options = optionalWithDefinition();
    String tablespace = indexTablespace();
    return new KeyConstraint(
        position,
        name,
        primary,
        notDistinct,
        columns,
        withoutOverlaps,
        include,
        options,
        tablespace,
        null,
        attributes(kind, DEFERRABLE));
  }

  private ExclusionConstraint exclusion(int position, @Nullable String name) {
    advance();
    String accessMethod = accept(Token.USING) ? columnName() : null;
    expect(Token.LEFT_PAREN);
    int mark = mark();
    do {
      IndexElement element = indexElement();
      expect(Token.WITH);
      OperatorName operator;
      if (token == Token.OPERATOR) {
        operator = operatorCall();
      } else {
        operator = anyOperator();
      }
      push(new ExclusionElement(element, operator));
    } while (accept(Token.COMMA));
    List<ExclusionElement> elements = popList(mark);
    expect(Token.RIGHT_PAREN);
    List<String> include = accept(Token.INCLUDE) ? nameList() : List.of();
    List<Option> options = optionalWithDefinition();
    String tablespace = indexTablespace();
    Expression where = null;
    if (accept(Token.WHERE)) {
      expect(Token.LEFT_PAREN);
      where = expression();
      expect(Token.RIGHT_PAREN);
    }
    return new ExclusionConstraint(
        position,
        name,
        accessMethod,
        elements,
        include,
        options,
        tablespace,
        where,
        attributes("EXCLUDE", DEFERRABLE));
  }

  private ForeignKeyConstraint foreignKey(int position, @Nullable String name) {
    advance();
    expect(Token.KEY, Token.LEFT_PAREN);
    int mark = mark();
    boolean period = false;
    do {
      if (token == Token.PERIOD && isColumnName(peek())) {
        advance();
        period = true;
        push(columnName());
        break;
      }
      push(columnName());
    } while (accept(Token.COMMA));
    List<String> columns = popList(mark);
    expect(Token.RIGHT_PAREN);
    References references = references(true);
    return new ForeignKeyConstraint(
        position,
        name,
        columns,
        period,
        references,
        attributes("FOREIGN KEY", DEFERRABLE | NOT_VALID | ENFORCED));
  }

  // Attributes after a table constraint.

  static final int DEFERRABLE = 1;
  static final int NOT_VALID = 2;
  static final int NO_INHERIT = 4;
  static final int ENFORCED = 8;
  static final int INHERIT = 16;

  /** What {@link #attributeBits} saw, by the bits it was written with. */
  record AttributeBits(
      boolean deferrable,
      boolean notDeferrable,
      boolean deferred,
      boolean immediate,
      boolean notValid,
      boolean noInherit,
      boolean enforced,
      boolean notEnforced,
      int position) {
    boolean changesDeferrability() {
      return deferrable || notDeferrable || deferred || immediate;
    }

    ConstraintAttributes attributes() {
      if (!changesDeferrability() && !notValid && !noInherit && !enforced && !notEnforced) {
        return ConstraintAttributes.NONE;
      }
      Boolean enforcement = enforced ? Boolean.TRUE : notEnforced ? Boolean.FALSE : null;
      return new ConstraintAttributes(
          deferrable || deferred, deferred, notValid, noInherit, enforcement);
    }
  }

  final ConstraintAttributes attributes(String kind, int allowed) {
    AttributeBits bits = attributeBits();
    checkAttributes(bits, kind, allowed);
    return bits.attributes();
  }

  final void checkAttributes(AttributeBits bits, String kind, int allowed) {
    String wrong = null;
    if ((bits.deferrable || bits.deferred) && (allowed & DEFERRABLE) == 0) {
      wrong = "DEFERRABLE";
    } else if (bits.notValid && (allowed & NOT_VALID) == 0) {
      wrong = "NOT VALID";
    } else if (bits.noInherit && (allowed & NO_INHERIT) == 0) {
      wrong = "NO INHERIT";
    } else if (bits.notEnforced && (allowed & ENFORCED) == 0) {
      wrong = "NOT ENFORCED";
    } else if (bits.enforced && (allowed & ENFORCED) == 0) {
      wrong = "ENFORCED";
    }
    if (wrong != null) {
      throw error(
          SqlState.FEATURE_NOT_SUPPORTED,
          kind + " constraints cannot be marked " + wrong,
          bits.position);
    }
  }

  /** DEFERRABLE, INITIALLY …, NOT VALID, NO INHERIT, ENFORCED in any order. */
  final AttributeBits attributeBits() {
    int start = position();
    boolean deferrable = false;
    boolean notDeferrable = false;
    boolean deferred = false;
    boolean immediate = false;
    boolean notValid = false;
    boolean noInherit = false;
    boolean enforced = false;
    boolean notEnforced = false;
    while (true) {
      int at = position();
      if (accept(Token.NOT)) {
        if (accept(Token.DEFERRABLE)) {
          notDeferrable = true;
        } else if (accept(Token.VALID)) {
          notValid = true;
        } else {
          expect(Token.ENFORCED);
          notEnforced = true;
        }
      } else if (accept(Token.NO)) {
        expect(Token.INHERIT);
        noInherit = true;
      } else if (accept(Token.DEFERRABLE)) {
        deferrable = true;
      } else if (accept(Token.ENFORCED)) {
        enforced = true;
      } else if (accept(Token.INITIALLY)) {
        if (accept(Token.DEFERRED)) {
          deferred = true;
        } else {
          expect(Token.IMMEDIATE);
          immediate = true;
        }
      } else {
        return new AttributeBits(
            deferrable,
            notDeferrable,
            deferred,
            immediate,
            notValid,
            noInherit,
            enforced,
            notEnforced,
            start);
      }
      if (notDeferrable && deferred) {
        throw error("constraint declared INITIALLY DEFERRED must be DEFERRABLE", at);
      }
      if (deferrable && notDeferrable || deferred && immediate || enforced && notEnforced) {
        throw error("conflicting constraint properties", at);
      }
    }
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

  private HashBound hashBound(int position) {
    expect(Token.LEFT_PAREN);
    int modulus = -1;
    int remainder = -1;
    do {
      int at = position();
      String name = nonReservedWord();
      int value = integer();
      switch (name) {
        case "modulus" -> {
          if (modulus >= 0) {
            throw error("42710", "modulus for hash partition provided more than once", at);
          }
          modulus = value;
        }
        case "remainder" -> {
          if (remainder >= 0) {
            throw error("42710", "remainder for hash partition provided more than once", at);
          }
          remainder = value;
        }
        default ->
            throw error("unrecognized hash partition bound specification \"" + name + "\"", at);
      }
    } while (accept(Token.COMMA));
    expect(Token.RIGHT_PAREN);
    if (modulus < 0) {
      throw error("modulus for hash partition must be specified", -1);
    }
    if (remainder < 0) {
      throw error("remainder for hash partition must be specified", -1);
    }
    return new HashBound(position, modulus, remainder);
  }
}
