package dev.postern.backend.sql;

import dev.postern.backend.sql.ObjectStatement.DropBehavior;
import dev.postern.backend.sql.TableStatement.CreateTableAsStatement;
import dev.postern.backend.sql.TableStatement.CreateTableStatement;
import dev.postern.backend.sql.TableStatement.OnCommit;
import org.jspecify.annotations.Nullable;

/** CREATE TABLE and ALTER TABLE as SQL. */
abstract class TableDeparser extends TableElementDeparser {
  final void table(TableStatement statement) {
    switch (statement) {
      case CreateTableStatement s -> createTable(s);
      case CreateTableAsStatement s -> createTableAs(s);
      case TableStatement.AlterTableStatement s -> {
        put("ALTER ").put(s.objectType().words()).putIf(s.ifExists(), " IF EXISTS").put(" ");
        relation(s.relation()).put(" ");
        list(s.actions(), this::action);
      }
      case TableStatement.AlterAllInTablespaceStatement s -> {
        put("ALTER ").put(s.objectType().words()).put(" ALL IN TABLESPACE ").name(s.tablespace());
        if (!s.ownedBy().isEmpty()) {
          put(" OWNED BY ").roles(s.ownedBy());
        }
        put(" SET TABLESPACE ").name(s.newTablespace()).putIf(s.nowait(), " NOWAIT");
      }
    }
  }

  private void createTable(CreateTableStatement s) {
    put("CREATE ");
    persistence(s.persistence());
    putIf(s.server() != null, "FOREIGN ").put("TABLE ");
    putIf(s.ifNotExists(), "IF NOT EXISTS ").qualified(s.name());
    if (s.ofType() != null) {
      put(" OF ");
      type(s.ofType());
    }
    if (s.partitionOf() != null) {
      put(" PARTITION OF ").qualified(s.partitionOf());
    }
    boolean plain = s.ofType() == null && s.partitionOf() == null;
    if (plain || !s.elements().isEmpty()) {
      put(" (");
      list(s.elements(), this::tableElement).put(")");
    }
    if (s.bound() != null) {
      put(" ");
      bound(s.bound());
    }
    if (!s.inherits().isEmpty()) {
      put(" INHERITS (").qualifiedNames(s.inherits()).put(")");
    }
    if (s.partitionBy() != null) {
      put(" ");
      partitionBy(s.partitionBy());
    }
    nameAfter(" USING ", s.accessMethod());
    withOptions(s.options());
    onCommit(s.onCommit());
    nameAfter(" TABLESPACE ", s.tablespace());
    nameAfter(" SERVER ", s.server());
    foreignOptions(s.serverOptions());
  }

  private void createTableAs(CreateTableAsStatement s) {
    put("CREATE ");
    persistence(s.persistence());
    put(s.materializedView() ? "MATERIALIZED VIEW " : "TABLE ");
    putIf(s.ifNotExists(), "IF NOT EXISTS ").qualified(s.name()).nameList(s.columns());
    nameAfter(" USING ", s.accessMethod());
    withOptions(s.options());
    onCommit(s.onCommit());
    nameAfter(" TABLESPACE ", s.tablespace());
    put(" AS ");
    statement(s.query()).putIf(!s.withData(), " WITH NO DATA");
  }

  private void onCommit(OnCommit onCommit) {
    if (onCommit != OnCommit.UNSPECIFIED) {
      put(" ON COMMIT ").words(onCommit);
    }
  }

  final void behavior(DropBehavior behavior) {
    putIf(behavior == DropBehavior.CASCADE, " CASCADE");
  }

  // ALTER TABLE.

  private SqlWriter alterColumn(String column) {
    return put("ALTER COLUMN ").name(column).put(" ");
  }

  private void action(AlterTableAction action) {
    switch (action) {
      case AlterTableAction.AddColumn a -> {
        put("ADD COLUMN ").putIf(a.ifNotExists(), "IF NOT EXISTS ");
        column(a.column());
      }
      case AlterTableAction.DropColumn a -> {
        put("DROP COLUMN ").putIf(a.ifExists(), "IF EXISTS ").name(a.column());
        behavior(a.behavior());
      }
      case AlterTableAction.SetColumnType a -> {
        alterColumn(a.column()).put("TYPE ");
        type(a.type());
        collation(a.collation());
        if (a.using() != null) {
          put(" USING ");
          expression(a.using());
        }
      }
      case AlterTableAction.ColumnDefault a -> {
        alterColumn(a.column()).put(a.value() == null ? "DROP DEFAULT" : "SET DEFAULT ");
        if (a.value() != null) {
          expression(a.value());
        }
      }
      case AlterTableAction.SetNotNull a -> alterColumn(a.column()).put("SET NOT NULL");
      case AlterTableAction.DropNotNull a -> alterColumn(a.column()).put("DROP NOT NULL");
      case AlterTableAction.SetExpression a -> {
        alterColumn(a.column()).put("SET EXPRESSION AS (");
        expression(a.expression()).put(")");
      }
      case AlterTableAction.DropExpression a ->
          alterColumn(a.column()).put("DROP EXPRESSION").putIf(a.ifExists(), " IF EXISTS");
      case AlterTableAction.SetStatistics a -> statistics(a);
      case AlterTableAction.ColumnOptions a -> {
        alterColumn(a.column()).put(a.reset() ? "RESET " : "SET ");
        definition(a.options());
      }
      case AlterTableAction.SetStorage a ->
          alterColumn(a.column()).put("SET STORAGE ").name(a.storage());
      case AlterTableAction.SetCompression a ->
          alterColumn(a.column()).put("SET COMPRESSION ").name(a.compression());
      case AlterTableAction.AddIdentity a -> {
        alterColumn(a.column())
            .put(a.always() ? "ADD GENERATED ALWAYS" : "ADD GENERATED BY DEFAULT");
        put(" AS IDENTITY");
        if (!a.sequenceOptions().isEmpty()) {
          put(" (");
          sequenceOptions(a.sequenceOptions());
          put(")");
        }
      }
      case AlterTableAction.SetIdentity a -> {
        alterColumn(a.column());
        a.options().forEach(this::identityOption);
      }
      case AlterTableAction.DropIdentity a ->
          alterColumn(a.column()).put("DROP IDENTITY").putIf(a.ifExists(), " IF EXISTS");
      case AlterTableAction.ColumnForeignOptions a -> {
        put("ALTER COLUMN ").name(a.column());
        foreignOptions(a.options());
      }
      default -> tableAction(action);
    }
  }

  private void statistics(AlterTableAction.SetStatistics a) {
    put("ALTER COLUMN ");
    if (a.column() != null) {
      name(a.column());
    } else {
      put(a.columnNumber());
    }
    put(" SET STATISTICS ");
    numberOrDefault(a.target());
  }

  final void numberOrDefault(@Nullable Integer number) {
    if (number == null) {
      put("DEFAULT");
    } else {
      put(number.intValue());
    }
  }

  private void identityOption(Option option) {
    if (option.name().equals("restart")) {
      sequenceOption(option);
    } else if (option.name().equals("generated")) {
      boolean always =
          option.value() instanceof Expression.StringConstant when && when.value().equals("always");
      put(always ? "SET GENERATED ALWAYS" : "SET GENERATED BY DEFAULT");
    } else {
      put("SET ");
      sequenceOption(option);
    }
    put(" ");
  }

  /** The actions on the table as a whole. */
  private void tableAction(AlterTableAction action) {
    switch (action) {
      case AlterTableAction.AddConstraint a -> {
        put("ADD ");
        tableConstraint(a.constraint());
      }
      case AlterTableAction.AlterConstraint a -> {
        put("ALTER CONSTRAINT ").name(a.constraint());
        if (a.inherit() != null && a.inherit()) {
          put(" INHERIT");
        } else {
          putIf(a.changesDeferrability() && !a.attributes().deferrable(), " NOT DEFERRABLE");
          attributes(a.attributes());
        }
      }
      case AlterTableAction.ValidateConstraint a ->
          put("VALIDATE CONSTRAINT ").name(a.constraint());
      case AlterTableAction.DropConstraint a -> {
        put("DROP CONSTRAINT ").putIf(a.ifExists(), "IF EXISTS ").name(a.constraint());
        behavior(a.behavior());
      }
      case AlterTableAction.ClusterOn a -> put("CLUSTER ON ").name(a.index());
      case AlterTableAction.SetWithoutCluster a -> put("SET WITHOUT CLUSTER");
      case AlterTableAction.SetWithoutOids a -> put("SET WITHOUT OIDS");
      case AlterTableAction.SetLogged a -> put(a.logged() ? "SET LOGGED" : "SET UNLOGGED");
      case AlterTableAction.TriggerFiring a -> {
        words(a.mode()).put(" TRIGGER ").putIf(a.all(), "ALL").putIf(a.user(), "USER");
        nameAfter("", a.trigger());
      }
      case AlterTableAction.RuleFiring a -> words(a.mode()).put(" RULE ").name(a.rule());
      case AlterTableAction.Inherit a ->
          put(a.add() ? "INHERIT " : "NO INHERIT ").qualified(a.parent());
      case AlterTableAction.OfType a -> {
        put(a.type() == null ? "NOT OF" : "OF ");
        if (a.type() != null) {
          type(a.type());
        }
      }
      case AlterTableAction.OwnerTo a -> put("OWNER TO ").role(a.owner());
      case AlterTableAction.SetAccessMethod a -> {
        put("SET ACCESS METHOD ").putIf(a.accessMethod() == null, "DEFAULT");
        nameAfter("", a.accessMethod());
      }
      case AlterTableAction.SetTablespace a -> put("SET TABLESPACE ").name(a.tablespace());
      case AlterTableAction.RelationOptions a -> {
        put(a.reset() ? "RESET " : "SET ");
        definition(a.options());
      }
      case AlterTableAction.ReplicaIdentity a -> {
        put("REPLICA IDENTITY ");
        put(a.index() == null ? a.kind().name() : "USING INDEX ").nameAfter("", a.index());
      }
      case AlterTableAction.RowSecurity a -> words(a.kind()).put(" ROW LEVEL SECURITY");
      case AlterTableAction.ForeignOptions a -> foreignOptions(a.options());
      case AlterTableAction.AttachPartition a -> {
        put("ATTACH PARTITION ").qualified(a.partition());
        if (a.bound() != null) {
          put(" ");
          bound(a.bound());
        }
      }
      case AlterTableAction.DetachPartition a ->
          put("DETACH PARTITION ")
              .qualified(a.partition())
              .putIf(a.concurrently(), " CONCURRENTLY")
              .putIf(a.finalizing(), " FINALIZE");
      case AlterTableAction.AddAttribute a -> {
        put("ADD ATTRIBUTE ");
        column(a.attribute());
        behavior(a.behavior());
      }
      case AlterTableAction.DropAttribute a -> {
        put("DROP ATTRIBUTE ").putIf(a.ifExists(), "IF EXISTS ").name(a.attribute());
        behavior(a.behavior());
      }
      case AlterTableAction.AlterAttributeType a -> {
        put("ALTER ATTRIBUTE ").name(a.attribute()).put(" TYPE ");
        type(a.type());
        collation(a.collation());
        behavior(a.behavior());
      }
      default -> throw new IllegalStateException(action.getClass().getName());
    }
  }
}
