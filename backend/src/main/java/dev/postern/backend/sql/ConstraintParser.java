package dev.postern.backend.sql;

import dev.postern.backend.error.SqlState;
import dev.postern.backend.sql.QueryClause.IndexElement;
import dev.postern.backend.sql.TableElement.CheckConstraint;
import dev.postern.backend.sql.TableElement.ColumnCheckConstraint;
import dev.postern.backend.sql.TableElement.ColumnConstraint;
import dev.postern.backend.sql.TableElement.ColumnKeyConstraint;
import dev.postern.backend.sql.TableElement.ColumnReferencesConstraint;
import dev.postern.backend.sql.TableElement.ConstraintAttributes;
import dev.postern.backend.sql.TableElement.DefaultConstraint;
import dev.postern.backend.sql.TableElement.ExclusionConstraint;
import dev.postern.backend.sql.TableElement.ExclusionElement;
import dev.postern.backend.sql.TableElement.ForeignKeyConstraint;
import dev.postern.backend.sql.TableElement.GeneratedConstraint;
import dev.postern.backend.sql.TableElement.IdentityConstraint;
import dev.postern.backend.sql.TableElement.KeyConstraint;
import dev.postern.backend.sql.TableElement.MatchType;
import dev.postern.backend.sql.TableElement.NotNullConstraint;
import dev.postern.backend.sql.TableElement.NullableConstraint;
import dev.postern.backend.sql.TableElement.References;
import dev.postern.backend.sql.TableElement.ReferentialAction;
import dev.postern.backend.sql.TableElement.TableConstraint;
import dev.postern.backend.sql.TableElement.TableNotNullConstraint;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Constraints of columns and of tables, with their attributes. */
abstract class ConstraintParser extends SettingParser {
  ConstraintParser(byte[] text, int offset, int length) {
    super(text, offset, length);
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
}
