package dev.postern.backend.sql;

import dev.postern.backend.sql.QueryClause.IndexElement;
import dev.postern.backend.sql.QueryClause.Persistence;
import dev.postern.backend.sql.TableElement.ConstraintAttributes;
import dev.postern.backend.sql.TableReference.RelationReference;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Indexes, sequences, views, statistics, rules, triggers, policies and schemas. */
public sealed interface RelationStatement extends Statement {
  record CreateIndexStatement(
      int position,
      boolean unique,
      boolean concurrently,
      boolean ifNotExists,
      @Nullable String name,
      RelationReference relation,
      @Nullable String accessMethod,
      List<IndexElement> elements,
      List<IndexElement> include,
      boolean nullsNotDistinct,
      List<Option> options,
      @Nullable String tablespace,
      @Nullable Expression where)
      implements RelationStatement {}

  /**
   * CREATE SEQUENCE. Option names: as, cache, cycle (a boolean), increment, maxvalue, minvalue (no
   * value: NO MAXVALUE, NO MINVALUE), owned_by, sequence_name, start, restart, logged.
   */
  record CreateSequenceStatement(
      int position,
      Persistence persistence,
      boolean ifNotExists,
      QualifiedName name,
      List<Option> options)
      implements RelationStatement {}

  record AlterSequenceStatement(
      int position, boolean ifExists, QualifiedName name, List<Option> options)
      implements RelationStatement {}

  /** CREATE SCHEMA; {@code elements} are the statements written inside it. */
  record CreateSchemaStatement(
      int position,
      boolean ifNotExists,
      @Nullable String name,
      @Nullable RoleName authorization,
      List<Statement> elements)
      implements RelationStatement {}

  /** WITH CHECK OPTION of a view. */
  enum CheckOption {
    NONE,
    LOCAL,
    CASCADED
  }

  record CreateViewStatement(
      int position,
      boolean orReplace,
      Persistence persistence,
      boolean recursive,
      QualifiedName name,
      List<String> columns,
      List<Option> options,
      SelectStatement query,
      CheckOption checkOption)
      implements RelationStatement {}

  record RefreshMaterializedViewStatement(
      int position, boolean concurrently, QualifiedName name, boolean withData)
      implements RelationStatement {}

  /** CREATE STATISTICS; an index element holds the column or the expression. */
  record CreateStatisticsStatement(
      int position,
      boolean ifNotExists,
      @Nullable QualifiedName name,
      List<String> kinds,
      List<IndexElement> expressions,
      List<TableReference> from)
      implements RelationStatement {}

  /** ALTER STATISTICS … SET STATISTICS; null is DEFAULT. */
  record AlterStatisticsStatement(
      int position, boolean ifExists, QualifiedName name, @Nullable Integer target)
      implements RelationStatement {}

  /** Event of a trigger or a rule. */
  enum Event {
    SELECT,
    INSERT,
    UPDATE,
    DELETE,
    TRUNCATE
  }

  /** When a trigger fires. */
  enum TriggerTiming {
    BEFORE,
    AFTER,
    INSTEAD_OF
  }

  /** {@code OLD TABLE AS name} or {@code NEW TABLE AS name} ({@code ROW} where not table). */
  record TransitionTable(boolean isNew, boolean isTable, String name) {}

  /**
   * CREATE TRIGGER.
   *
   * @param updateColumns the columns of UPDATE OF
   * @param constraintFrom the table of FROM, of a constraint trigger
   */
  record CreateTriggerStatement(
      int position,
      boolean orReplace,
      boolean constraint,
      String name,
      TriggerTiming timing,
      List<Event> events,
      List<String> updateColumns,
      QualifiedName relation,
      @Nullable QualifiedName constraintFrom,
      ConstraintAttributes attributes,
      List<TransitionTable> transitionTables,
      boolean forEachRow,
      @Nullable Expression when,
      QualifiedName function,
      List<String> arguments)
      implements RelationStatement {}

  /** CREATE RULE; no actions for NOTHING. */
  record CreateRuleStatement(
      int position,
      boolean orReplace,
      String name,
      Event event,
      QualifiedName relation,
      @Nullable Expression where,
      boolean instead,
      List<Statement> actions)
      implements RelationStatement {}

  /** CREATE POLICY; {@code command} is lower case, "all" unasked. */
  record CreatePolicyStatement(
      int position,
      String name,
      QualifiedName relation,
      boolean permissive,
      String command,
      List<RoleName> roles,
      @Nullable Expression using,
      @Nullable Expression withCheck)
      implements RelationStatement {}

  /** ALTER POLICY; empty roles: unchanged. */
  record AlterPolicyStatement(
      int position,
      String name,
      QualifiedName relation,
      List<RoleName> roles,
      @Nullable Expression using,
      @Nullable Expression withCheck)
      implements RelationStatement {}
}
