package dev.postern.backend.command;

import dev.postern.backend.catalog.CatalogReader;
import dev.postern.backend.catalog.CatalogRow;
import dev.postern.backend.catalog.CatalogTable;
import dev.postern.backend.catalog.CatalogWriter;
import dev.postern.backend.catalog.IndexDescriptor;
import dev.postern.backend.catalog.ObjectAddress;
import dev.postern.backend.catalog.RelationDescriptor;
import dev.postern.backend.catalog.RelationDescriptor.Attribute;
import dev.postern.backend.catalog.RowValues;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.sql.AlterTableAction;
import dev.postern.backend.sql.AlterTableAction.AddColumn;
import dev.postern.backend.sql.AlterTableAction.AddConstraint;
import dev.postern.backend.sql.AlterTableAction.AddIdentity;
import dev.postern.backend.sql.AlterTableAction.ColumnDefault;
import dev.postern.backend.sql.AlterTableAction.DropColumn;
import dev.postern.backend.sql.AlterTableAction.DropConstraint;
import dev.postern.backend.sql.AlterTableAction.DropIdentity;
import dev.postern.backend.sql.AlterTableAction.DropNotNull;
import dev.postern.backend.sql.AlterTableAction.OwnerTo;
import dev.postern.backend.sql.AlterTableAction.RelationOptions;
import dev.postern.backend.sql.AlterTableAction.ReplicaIdentity;
import dev.postern.backend.sql.AlterTableAction.SetColumnType;
import dev.postern.backend.sql.AlterTableAction.SetNotNull;
import dev.postern.backend.sql.AlterTableAction.SetStatistics;
import dev.postern.backend.sql.AlterTableAction.SetTablespace;
import dev.postern.backend.sql.AlterTableAction.ValidateConstraint;
import dev.postern.backend.sql.ObjectType;
import dev.postern.backend.sql.TableStatement.AlterTableStatement;
import dev.postern.backend.txn.TableLockMode;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** ALTER TABLE and its sisters for other relations, action by action. */
final class AlterTableCommand {
  private static final CatalogTable CLASS = CatalogTable.named("pg_class");
  private static final CatalogTable ATTRIBUTE = CatalogTable.named("pg_attribute");

  private final CommandContext context;
  private final CatalogReader catalog;
  private final CatalogWriter writer;
  private final GeneratedNames names;

  AlterTableCommand(CommandContext context) {
    this.context = context;
    this.catalog = context.catalog();
    this.writer = context.catalogWriter();
    this.names = new GeneratedNames(catalog);
  }

  String execute(AlterTableStatement statement) {
    String tag = "ALTER " + statement.objectType().words();
    Targets targets = new Targets(context);
    int oid = targets.relationOid(statement.relation().name());
    if (oid == 0) {
      if (!statement.ifExists()) {
        throw targets.missing(statement.relation().name());
      }
      context.notice(
          "NOTICE",
          new SqlError(
              SqlState.UNDEFINED_TABLE,
              "relation \""
                  + Targets.shown(statement.relation().name())
                  + "\" does not exist, skipping"));
      return tag;
    }
    RelationDescriptor table = require(oid);
    context.lockRelation(oid, table.name(), TableLockMode.ACCESS_EXCLUSIVE, false);
    table = require(oid);
    checkKind(table, statement.objectType());
    IndexCommands.refuseSystemTable(table);
    for (AlterTableAction action : statement.actions()) {
      run(require(oid), action);
    }
    return tag;
  }

  private static void checkKind(RelationDescriptor table, ObjectType type) {
    boolean fits =
        type == ObjectType.TABLE
            || type == ObjectType.TYPE
            || DropCommands.fits(table.kind(), type);
    if (!fits) {
      String word = type.words().toLowerCase(Locale.ROOT);
      throw new SqlError(
          SqlState.WRONG_OBJECT_TYPE,
          "\"" + table.name() + "\" is not " + (type == ObjectType.INDEX ? "an " : "a ") + word);
    }
  }

  private RelationDescriptor require(int oid) {
    RelationDescriptor relation = catalog.relation(oid);
    if (relation == null) {
      throw new IllegalStateException("relation " + oid + " vanished");
    }
    return relation;
  }

  private void run(RelationDescriptor table, AlterTableAction action) {
    AlterColumns columns = new AlterColumns(context, names);
    switch (action) {
      case AddColumn add -> {
        onlyTable(table, "ADD COLUMN");
        columns.add(table, add);
      }
      case DropColumn drop -> {
        onlyTable(table, "DROP COLUMN");
        columns.drop(table, drop);
      }
      case SetColumnType change -> {
        onlyTable(table, "ALTER COLUMN ... TYPE");
        columns.changeType(table, change);
      }
      case ColumnDefault change -> columns.changeDefault(table, change);
      case SetNotNull set -> columns.setNotNull(table, set.column());
      case DropNotNull drop -> columns.dropNotNull(table, drop.column());
      case AddIdentity add -> columns.addIdentity(table, add);
      case DropIdentity drop -> columns.dropIdentity(table, drop);
      case AddConstraint add -> addConstraint(table, add);
      case DropConstraint drop -> dropConstraint(table, drop);
      case ValidateConstraint validate -> validate(table, validate.constraint());
      case OwnerTo owner -> changeOwner(table, new Targets(context).role(owner.owner()));
      case RelationOptions options -> changeOptions(table, options);
      case SetTablespace tablespace -> TableCommands.checkStorage(null, tablespace.tablespace());
      case SetStatistics statistics -> setStatistics(table, statistics);
      case ReplicaIdentity identity -> replicaIdentity(table, identity);
      default ->
          throw SqlError.notSupported(
              "ALTER TABLE "
                  + action
                      .getClass()
                      .getSimpleName()
                      .replaceAll("(?<=[a-z])(?=[A-Z])", " ")
                      .toUpperCase(Locale.ROOT));
    }
  }

  private static void onlyTable(RelationDescriptor table, String what) {
    if (table.kind() != 'r') {
      throw new SqlError(
              SqlState.WRONG_OBJECT_TYPE,
              "ALTER action " + what + " cannot be performed on relation \"" + table.name() + "\"")
          .detail(IndexCommands.notSupportedFor(table.kind()));
    }
  }

  private void addConstraint(RelationDescriptor table, AddConstraint add) {
    onlyTable(table, "ADD CONSTRAINT");
    new ConstraintActions(context, names).add(table, add.constraint());
  }

  private void dropConstraint(RelationDescriptor table, DropConstraint drop) {
    CatalogRow row = new Constraints(context, names).find(table.oid(), drop.constraint());
    if (row == null) {
      String message =
          "constraint \""
              + drop.constraint()
              + "\" of relation \""
              + table.name()
              + "\" does not exist";
      if (!drop.ifExists()) {
        throw new SqlError(SqlState.UNDEFINED_OBJECT, message);
      }
      context.notice(
          "NOTICE", new SqlError(SqlState.SUCCESSFUL_COMPLETION, message + ", skipping"));
      return;
    }
    if (row.character("contype") == 'n') {
      AlterColumns.checkNotInKey(table, row.integers("conkey")[0]);
    }
    new DropCommands(context).remove(List.of(ObjectAddress.constraint(row.oid())), drop.behavior());
  }

  private void validate(RelationDescriptor table, String name) {
    CatalogRow row = new Constraints(context, names).find(table.oid(), name);
    if (row == null) {
      throw new SqlError(
          SqlState.UNDEFINED_OBJECT,
          "constraint \"" + name + "\" of relation \"" + table.name() + "\" does not exist");
    }
    if (row.truth("convalidated")) {
      return;
    }
    for (RelationDescriptor.CheckConstraint check : table.checks()) {
      if (check.oid() == row.oid()) {
        context.services().checkRows(table, check);
      }
    }
    for (RelationDescriptor.ForeignKey key : table.foreignKeys()) {
      if (key.oid() == row.oid()) {
        context.services().checkReferences(table, key);
      }
    }
    writer.update(row, RowValues.of(row).set("convalidated", true));
  }

  /** The new owner of a relation, its indexes, its row type and its columns' sequences. */
  void changeOwner(RelationDescriptor table, int role) {
    setOwner(table.oid(), role);
    for (IndexDescriptor index : table.indexes()) {
      setOwner(index.oid(), role);
    }
    CatalogTable types = CatalogTable.named("pg_type");
    CatalogRow type = catalog.store().withOid(types, table.rowTypeOid());
    if (type != null) {
      writer.update(type, RowValues.of(type).set("typowner", role));
    }
    SequenceCommands sequences = new SequenceCommands(context);
    for (Attribute attribute : table.attributes()) {
      int sequence =
          attribute.dropped() ? 0 : sequences.sequenceOf(table.oid(), attribute.number(), null);
      if (sequence != 0) {
        setOwner(sequence, role);
      }
    }
  }

  private void setOwner(int relation, int role) {
    CatalogRow row = catalog.store().withOid(CLASS, relation);
    if (row != null) {
      writer.update(row, RowValues.of(row).set("relowner", role));
      writer.forgetRoles(ObjectAddress.relation(relation), 'o');
      writer.dependOnOwner(ObjectAddress.relation(relation), role);
    }
  }

  private void changeOptions(RelationDescriptor table, RelationOptions options) {
    CatalogRow row = catalog.store().withOid(CLASS, table.oid());
    if (row != null) {
      List<String> before = row.isNull("reloptions") ? List.of() : row.texts("reloptions");
      List<String> after =
          RelationOptionText.changed(before, options.options(), options.reset(), table.kind());
      writer.update(row, RowValues.of(row).set("reloptions", after));
    }
  }

  private void setStatistics(RelationDescriptor table, SetStatistics statistics) {
    String name = statistics.column();
    Attribute attribute = name == null ? null : AlterColumns.column(table, name);
    int number = attribute == null ? statistics.columnNumber() : attribute.number();
    CatalogRow row =
        catalog
            .store()
            .first(ATTRIBUTE, ATTRIBUTE.index("attrelid", "attnum"), table.oid(), number);
    if (row != null) {
      @Nullable Integer target = statistics.target();
      RowValues values = RowValues.of(row);
      writer.update(
          row,
          target == null || target < 0
              ? values.setNull("attstattarget")
              : values.set("attstattarget", Math.min(target, 10_000)));
    }
  }

  private void replicaIdentity(RelationDescriptor table, ReplicaIdentity identity) {
    char letter =
        switch (identity.kind()) {
          case DEFAULT -> 'd';
          case FULL -> 'f';
          case NOTHING -> 'n';
          case INDEX -> throw SqlError.notSupported("REPLICA IDENTITY USING INDEX");
        };
    CatalogRow row = catalog.store().withOid(CLASS, table.oid());
    if (row != null) {
      writer.update(row, RowValues.of(row).set("relreplident", letter));
    }
  }
}
