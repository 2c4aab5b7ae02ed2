package dev.postern.backend.sql;

import dev.postern.backend.sql.ObjectStatement.DropBehavior;
import dev.postern.backend.sql.TableElement.ColumnDefinition;
import dev.postern.backend.sql.TableElement.ConstraintAttributes;
import dev.postern.backend.sql.TableElement.PartitionBound;
import dev.postern.backend.sql.TableElement.TableConstraint;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One action of ALTER TABLE and its sisters. RENAME and SET SCHEMA are statements of their own. */
public sealed interface AlterTableAction extends Node {
  record AddColumn(int position, boolean ifNotExists, ColumnDefinition column)
      implements AlterTableAction {}

  record DropColumn(int position, boolean ifExists, String column, DropBehavior behavior)
      implements AlterTableAction {}

  record SetColumnType(
      int position,
      String column,
      TypeName type,
      @Nullable QualifiedName collation,
      @Nullable Expression using)
      implements AlterTableAction {}

  /** SET DEFAULT, or DROP DEFAULT where {@code value} is null. */
  record ColumnDefault(int position, String column, @Nullable Expression value)
      implements AlterTableAction {}

  record SetNotNull(int position, String column) implements AlterTableAction {}

  record DropNotNull(int position, String column) implements AlterTableAction {}

  record SetExpression(int position, String column, Expression expression)
      implements AlterTableAction {}

  record DropExpression(int position, String column, boolean ifExists)
      implements AlterTableAction {}

  /**
   * SET STATISTICS; {@code column} or, for an index, {@code columnNumber}; target null is DEFAULT.
   */
  record SetStatistics(
      int position, @Nullable String column, int columnNumber, @Nullable Integer target)
      implements AlterTableAction {}

  record ColumnOptions(int position, String column, boolean reset, List<Option> options)
      implements AlterTableAction {}

  record SetStorage(int position, String column, String storage) implements AlterTableAction {}

  record SetCompression(int position, String column, String compression)
      implements AlterTableAction {}

  record AddIdentity(int position, String column, boolean always, List<Option> sequenceOptions)
      implements AlterTableAction {}

  /** {@code ALTER column SET GENERATED …, RESTART, SET sequence option}. */
  record SetIdentity(int position, String column, List<Option> options)
      implements AlterTableAction {}

  record DropIdentity(int position, String column, boolean ifExists) implements AlterTableAction {}

  /** {@code ALTER column OPTIONS (…)} of a foreign table. */
  record ColumnForeignOptions(int position, String column, List<Option> options)
      implements AlterTableAction {}

  record AddConstraint(int position, TableConstraint constraint) implements AlterTableAction {}

  /** ALTER CONSTRAINT; {@code inherit} is null where neither INHERIT nor NO INHERIT was written. */
  record AlterConstraint(
      int position,
      String constraint,
      boolean changesDeferrability,
      boolean changesEnforceability,
      @Nullable Boolean inherit,
      ConstraintAttributes attributes)
      implements AlterTableAction {}

  record ValidateConstraint(int position, String constraint) implements AlterTableAction {}

  record DropConstraint(int position, boolean ifExists, String constraint, DropBehavior behavior)
      implements AlterTableAction {}

  record ClusterOn(int position, String index) implements AlterTableAction {}

  record SetWithoutCluster(int position) implements AlterTableAction {}

  record SetWithoutOids(int position) implements AlterTableAction {}

  record SetLogged(int position, boolean logged) implements AlterTableAction {}

  /** How a trigger or a rule fires. */
  enum FiringMode {
    ENABLE,
    ENABLE_ALWAYS,
    ENABLE_REPLICA,
    DISABLE
  }

  /** {@code ENABLE TRIGGER name}; the name is null with {@code all} or {@code user}. */
  record TriggerFiring(
      int position, FiringMode mode, @Nullable String trigger, boolean all, boolean user)
      implements AlterTableAction {}

  record RuleFiring(int position, FiringMode mode, String rule) implements AlterTableAction {}

  /** INHERIT or NO INHERIT. */
  record Inherit(int position, boolean add, QualifiedName parent) implements AlterTableAction {}

  /** {@code OF type}, or NOT OF where null. */
  record OfType(int position, @Nullable TypeName type) implements AlterTableAction {}

  record OwnerTo(int position, RoleName owner) implements AlterTableAction {}

  /** {@code SET ACCESS METHOD name}; DEFAULT where null. */
  record SetAccessMethod(int position, @Nullable String accessMethod) implements AlterTableAction {}

  record SetTablespace(int position, String tablespace) implements AlterTableAction {}

  /** {@code SET (…)} or {@code RESET (…)}. */
  record RelationOptions(int position, boolean reset, List<Option> options)
      implements AlterTableAction {}

  /** REPLICA IDENTITY: {@code index} for USING INDEX only. */
  record ReplicaIdentity(int position, Kind kind, @Nullable String index)
      implements AlterTableAction {
    /** What identifies a row. */
    public enum Kind {
      DEFAULT,
      FULL,
      NOTHING,
      INDEX
    }
  }

  /** ENABLE, DISABLE, FORCE or NO FORCE ROW LEVEL SECURITY. */
  record RowSecurity(int position, Kind kind) implements AlterTableAction {
    /** The four forms. */
    public enum Kind {
      ENABLE,
      DISABLE,
      FORCE,
      NO_FORCE
    }
  }

  /** {@code OPTIONS (…)} of a foreign table. */
  record ForeignOptions(int position, List<Option> options) implements AlterTableAction {}

  /** {@code ATTACH PARTITION name bound}; no bound for an index. */
  record AttachPartition(int position, QualifiedName partition, @Nullable PartitionBound bound)
      implements AlterTableAction {}

  record DetachPartition(
      int position, QualifiedName partition, boolean concurrently, boolean finalizing)
      implements AlterTableAction {}

  /** {@code ADD ATTRIBUTE} of a composite type. */
  record AddAttribute(int position, ColumnDefinition attribute, DropBehavior behavior)
      implements AlterTableAction {}

  record DropAttribute(int position, boolean ifExists, String attribute, DropBehavior behavior)
      implements AlterTableAction {}

  record AlterAttributeType(
      int position,
      String attribute,
      TypeName type,
      @Nullable QualifiedName collation,
      DropBehavior behavior)
      implements AlterTableAction {}
}
