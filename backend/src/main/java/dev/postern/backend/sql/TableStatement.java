package dev.postern.backend.sql;

import dev.postern.backend.sql.QueryClause.Persistence;
import dev.postern.backend.sql.TableElement.PartitionBound;
import dev.postern.backend.sql.TableElement.PartitionSpecification;
import dev.postern.backend.sql.TableReference.RelationReference;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** CREATE TABLE in its forms, and ALTER TABLE. */
public sealed interface TableStatement extends Statement {
  /** What a temporary table does at commit. */
  enum OnCommit {
    UNSPECIFIED,
    PRESERVE_ROWS,
    DELETE_ROWS,
    DROP
  }

  /**
   * CREATE TABLE and CREATE FOREIGN TABLE.
   *
   * @param ofType {@code OF type}, or null
   * @param partitionOf {@code PARTITION OF parent}, or null; {@code bound} is given with it
   * @param inherits the parents of INHERITS
   * @param server the server of a foreign table, or null
   * @param serverOptions {@code OPTIONS (…)} of a foreign table
   */
  record CreateTableStatement(
      int position,
      Persistence persistence,
      boolean ifNotExists,
      QualifiedName name,
      @Nullable TypeName ofType,
      @Nullable QualifiedName partitionOf,
      @Nullable PartitionBound bound,
      List<TableElement> elements,
      List<QualifiedName> inherits,
      @Nullable PartitionSpecification partitionBy,
      @Nullable String accessMethod,
      List<Option> options,
      OnCommit onCommit,
      @Nullable String tablespace,
      @Nullable String server,
      List<Option> serverOptions)
      implements TableStatement {}

  /**
   * {@code CREATE TABLE … AS} and {@code CREATE MATERIALIZED VIEW}.
   *
   * @param query a {@link SelectStatement} or a {@link SessionStatement.ExecuteStatement}
   */
  record CreateTableAsStatement(
      int position,
      boolean materializedView,
      Persistence persistence,
      boolean ifNotExists,
      QualifiedName name,
      List<String> columns,
      @Nullable String accessMethod,
      List<Option> options,
      OnCommit onCommit,
      @Nullable String tablespace,
      Statement query,
      boolean withData)
      implements TableStatement {}

  /**
   * ALTER TABLE, and what ALTER INDEX, SEQUENCE, VIEW, MATERIALIZED VIEW, FOREIGN TABLE and (for
   * composite types) TYPE have in common with it.
   */
  record AlterTableStatement(
      int position,
      ObjectType objectType,
      boolean ifExists,
      RelationReference relation,
      List<AlterTableAction> actions)
      implements TableStatement {}

  /**
   * {@code ALTER TABLE ALL IN TABLESPACE tablespace OWNED BY roles SET TABLESPACE newTablespace}.
   */
  record AlterAllInTablespaceStatement(
      int position,
      ObjectType objectType,
      String tablespace,
      List<RoleName> ownedBy,
      String newTablespace,
      boolean nowait)
      implements TableStatement {}
}
