package dev.postern.backend.command;

import dev.postern.backend.catalog.IndexDescriptor;
import dev.postern.backend.catalog.ObjectAddress;
import dev.postern.backend.catalog.RelationDescriptor;
import dev.postern.backend.catalog.RelationDescriptor.Attribute;
import dev.postern.backend.catalog.RelationDescriptor.CheckConstraint;
import dev.postern.backend.catalog.RelationDescriptor.ForeignKey;
import dev.postern.backend.sql.Expression;
import dev.postern.backend.sql.SelectStatement;
import dev.postern.backend.sql.Statement;
import dev.postern.backend.sql.TypeName;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What commands ask of the analyzer and the executor. Implemented by the session. */
public interface CommandServices {
  /** A type with its modifier, -1 where it has none. */
  record ModifiedType(int typeOid, int typmod) {}

  /** Where a stored expression stands: what it may contain, and how errors call it. */
  enum ExpressionUse {
    COLUMN_DEFAULT,
    GENERATED_COLUMN,
    CHECK_CONSTRAINT,
    DOMAIN_CHECK,
    INDEX_EXPRESSION,
    INDEX_PREDICATE,
    ALTER_TYPE_USING,
    POLICY
  }

  /**
   * An analyzed expression, ready to be kept.
   *
   * @param text SQL as PostgreSQL would show it, names qualified where the search path needs it
   * @param columns attnums of the relation's columns that it reads, ascending
   * @param references all else that it needs
   * @param nextValue it is a bare {@code nextval('…'::regclass)}
   */
  record StoredExpression(
      String text,
      int typeOid,
      int typmod,
      int collationOid,
      List<Integer> columns,
      List<ObjectAddress> references,
      boolean constant,
      boolean nextValue) {}

  /** A column of a query. */
  record QueryColumn(String name, int typeOid, int typmod, int collationOid) {}

  /**
   * An analyzed query, ready to be kept as a view.
   *
   * @param text SQL with names qualified as PostgreSQL would show it
   * @param references relations' columns, functions, types that it needs
   */
  record StoredQuery(String text, List<QueryColumn> columns, List<ObjectAddress> references) {}

  /** Resolves a type; 42704 at its position where there is none. */
  ModifiedType type(TypeName name);

  /**
   * Analyzes an expression and coerces it.
   *
   * @param relation whose columns it may read, or null
   * @param targetType the type it is coerced to by assignment, or 0 for any; for checks and
   *     predicates boolean is implied
   * @param column the column named in errors, or null
   */
  StoredExpression expression(
      Expression expression,
      ExpressionUse use,
      @Nullable RelationDescriptor relation,
      int targetType,
      int targetTypmod,
      @Nullable String column);

  /** Analyzes the query of a view. */
  StoredQuery view(SelectStatement query);

  /** The columns of a query or EXECUTE, for CREATE TABLE AS. */
  List<QueryColumn> columns(Statement query);

  /** Runs a query and inserts its rows into a new table; gives their number. */
  long fill(RelationDescriptor target, Statement query);

  /** Enters all rows of a table into a new index; 23505 where a unique one cannot be. */
  void buildIndex(RelationDescriptor table, IndexDescriptor index);

  /** 23514 where a row breaks a check. */
  void checkRows(RelationDescriptor table, CheckConstraint check);

  /** 23502 where a row has a null. */
  void checkNoNulls(RelationDescriptor table, Attribute column);

  /**
   * 23502 or 23514 where a stored column of a domain breaks one of its constraints.
   *
   * @param constraint the check, or 0 for NOT NULL
   */
  void checkDomain(int domain, int constraint);

  /** 23503 where a row points nowhere. */
  void checkReferences(RelationDescriptor table, ForeignKey key);

  /**
   * Computes all rows of a table anew into an empty tree.
   *
   * @param before the table as it was
   * @param after the table as it is now, with its new {@code fileNode}
   * @param conversions for each column of {@code after} SQL over the columns of {@code before}, or
   *     null to keep the value
   */
  void rewrite(
      RelationDescriptor before, RelationDescriptor after, List<@Nullable String> conversions);

  /** Evaluates an expression without columns to its text form, or null for NULL. */
  @Nullable String evaluate(String expression, int typeOid);

  /** The binary send form of such an expression's value, or null for NULL. */
  byte @Nullable [] evaluateBinary(String expression, int typeOid, int typmod);
}
