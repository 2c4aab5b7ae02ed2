package dev.postern.backend.sql;

import dev.postern.backend.sql.QueryClause.IndexElement;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What stands between the parentheses of CREATE TABLE, and what ALTER TABLE adds. */
public sealed interface TableElement extends Node {
  /**
   * A column.
   *
   * @param type null for a column of a typed table or of a partition
   * @param storage the word after STORAGE, or null
   * @param compression the word after COMPRESSION, or null
   * @param options {@code OPTIONS (…)} of a foreign table's column
   * @param constraints in the order written; COLLATE is not among them
   */
  record ColumnDefinition(
      int position,
      String name,
      @Nullable TypeName type,
      @Nullable String storage,
      @Nullable String compression,
      List<Option> options,
      @Nullable QualifiedName collation,
      List<ColumnConstraint> constraints)
      implements TableElement {}

  /** {@code LIKE source INCLUDING … EXCLUDING …}: the options that remain in the end. */
  record LikeClause(int position, QualifiedName source, Set<LikeOption> including)
      implements TableElement {}

  /** What LIKE may copy. */
  enum LikeOption {
    COMMENTS,
    COMPRESSION,
    CONSTRAINTS,
    DEFAULTS,
    GENERATED,
    IDENTITY,
    INDEXES,
    STATISTICS,
    STORAGE
  }

  /**
   * What may follow a constraint.
   *
   * @param enforced null where neither ENFORCED nor NOT ENFORCED was written
   */
  record ConstraintAttributes(
      boolean deferrable,
      boolean initiallyDeferred,
      boolean notValid,
      boolean noInherit,
      @Nullable Boolean enforced) {
    public static final ConstraintAttributes NONE =
        new ConstraintAttributes(false, false, false, false, null);
  }

  /** A constraint of one column. */
  sealed interface ColumnConstraint extends TableElement {
    /** The name after CONSTRAINT, or null. */
    @Nullable String name();

    ConstraintAttributes attributes();
  }

  record NotNullConstraint(int position, @Nullable String name, ConstraintAttributes attributes)
      implements ColumnConstraint {}

  /** An explicit {@code NULL}. */
  record NullableConstraint(int position, @Nullable String name, ConstraintAttributes attributes)
      implements ColumnConstraint {}

  record DefaultConstraint(
      int position, @Nullable String name, Expression value, ConstraintAttributes attributes)
      implements ColumnConstraint {}

  record ColumnCheckConstraint(
      int position, @Nullable String name, Expression condition, ConstraintAttributes attributes)
      implements ColumnConstraint {}

  /** UNIQUE or PRIMARY KEY of one column. */
  record ColumnKeyConstraint(
      int position,
      @Nullable String name,
      boolean primary,
      boolean nullsNotDistinct,
      List<Option> options,
      @Nullable String tablespace,
      ConstraintAttributes attributes)
      implements ColumnConstraint {}

  /** {@code GENERATED ALWAYS | BY DEFAULT AS IDENTITY (options)}. */
  record IdentityConstraint(
      int position,
      @Nullable String name,
      boolean always,
      List<Option> sequenceOptions,
      ConstraintAttributes attributes)
      implements ColumnConstraint {}

  /**
   * {@code GENERATED ALWAYS AS (expression) STORED | VIRTUAL}; PostgreSQL 18's default is VIRTUAL.
   */
  record GeneratedConstraint(
      int position,
      @Nullable String name,
      Expression expression,
      boolean stored,
      ConstraintAttributes attributes)
      implements ColumnConstraint {}

  /** {@code REFERENCES table (column) …} of one column. */
  record ColumnReferencesConstraint(
      int position, @Nullable String name, References references, ConstraintAttributes attributes)
      implements ColumnConstraint {}

  /** MATCH FULL, MATCH PARTIAL, MATCH SIMPLE. */
  enum MatchType {
    SIMPLE,
    FULL,
    PARTIAL
  }

  /** What a foreign key does when the row it points to goes or changes. */
  enum ReferentialAction {
    NO_ACTION,
    RESTRICT,
    CASCADE,
    SET_NULL,
    SET_DEFAULT
  }

  /**
   * {@code REFERENCES table (columns, PERIOD period) MATCH … ON DELETE … ON UPDATE …}.
   *
   * @param period the last column is marked PERIOD
   * @param onDeleteColumns the list after SET NULL or SET DEFAULT
   */
  record References(
      QualifiedName table,
      List<String> columns,
      boolean period,
      MatchType match,
      ReferentialAction onDelete,
      List<String> onDeleteColumns,
      ReferentialAction onUpdate) {}

  /** A constraint of the table. */
  sealed interface TableConstraint extends TableElement {
    /** The name after CONSTRAINT, or null. */
    @Nullable String name();

    ConstraintAttributes attributes();
  }

  record CheckConstraint(
      int position, @Nullable String name, Expression condition, ConstraintAttributes attributes)
      implements TableConstraint {}

  /** {@code NOT NULL column} as a table constraint; also a domain's NOT NULL (column empty). */
  record TableNotNullConstraint(
      int position, @Nullable String name, String column, ConstraintAttributes attributes)
      implements TableConstraint {}

  /**
   * UNIQUE or PRIMARY KEY.
   *
   * @param withoutOverlaps the last column is marked WITHOUT OVERLAPS
   * @param include the columns of INCLUDE
   * @param usingIndex {@code USING INDEX name}: then no columns are given
   */
  record KeyConstraint(
      int position,
      @Nullable String name,
      boolean primary,
      boolean nullsNotDistinct,
      List<String> columns,
      boolean withoutOverlaps,
      List<String> include,
      List<Option> options,
      @Nullable String tablespace,
      @Nullable String usingIndex,
      ConstraintAttributes attributes)
      implements TableConstraint {}

  /** {@code element WITH operator} of EXCLUDE. */
  record ExclusionElement(IndexElement element, OperatorName operator) {}

  record ExclusionConstraint(
      int position,
      @Nullable String name,
      @Nullable String accessMethod,
      List<ExclusionElement> elements,
      List<String> include,
      List<Option> options,
      @Nullable String tablespace,
      @Nullable Expression where,
      ConstraintAttributes attributes)
      implements TableConstraint {}

  /** FOREIGN KEY; {@code period} marks the last column. */
  record ForeignKeyConstraint(
      int position,
      @Nullable String name,
      List<String> columns,
      boolean period,
      References references,
      ConstraintAttributes attributes)
      implements TableConstraint {}

  /** {@code PARTITION BY strategy (keys)}. */
  record PartitionSpecification(int position, String strategy, List<IndexElement> keys)
      implements TableElement {}

  /** The bound of a partition. */
  sealed interface PartitionBound extends TableElement {}

  record DefaultBound(int position) implements PartitionBound {}

  record ListBound(int position, List<Expression> values) implements PartitionBound {}

  /** MINVALUE and MAXVALUE are column references of that name. */
  record RangeBound(int position, List<Expression> from, List<Expression> to)
      implements PartitionBound {}

  record HashBound(int position, int modulus, int remainder) implements PartitionBound {}
}
