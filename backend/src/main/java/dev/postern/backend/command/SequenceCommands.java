package dev.postern.backend.command;

import dev.postern.backend.catalog.CatalogRow;
import dev.postern.backend.catalog.CatalogTable;
import dev.postern.backend.catalog.ClassOids;
import dev.postern.backend.catalog.ObjectAddress;
import dev.postern.backend.catalog.RelationDescriptor;
import dev.postern.backend.catalog.RelationDescriptor.Attribute;
import dev.postern.backend.catalog.RowValues;
import dev.postern.backend.command.RelationCreation.NewColumn;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.sql.Option;
import dev.postern.backend.sql.QualifiedName;
import dev.postern.backend.sql.RelationStatement.AlterSequenceStatement;
import dev.postern.backend.sql.RelationStatement.CreateSequenceStatement;
import dev.postern.backend.storage.Branch;
import dev.postern.backend.storage.SequenceState;
import dev.postern.backend.txn.TableLockMode;
import dev.postern.backend.type.TypeOids;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** CREATE SEQUENCE, ALTER SEQUENCE, and the sequences behind serial and identity columns. */
final class SequenceCommands {
  private static final CatalogTable DEPEND = CatalogTable.named("pg_depend");
  private static final CatalogTable CLASS = CatalogTable.named("pg_class");

  private final CommandContext context;
  private final Targets targets;

  SequenceCommands(CommandContext context) {
    this.context = context;
    this.targets = new Targets(context);
  }

  String create(CreateSequenceStatement statement) {
    int schema = targets.creationSchema(statement.name(), statement.persistence());
    String name = statement.name().name();
    if (context.catalog().relationOid(schema, name) != 0) {
      if (statement.ifNotExists()) {
        context.notice("NOTICE", TableCommands.alreadyExistsSkipping(name));
        return "CREATE SEQUENCE";
      }
      throw TableCommands.alreadyExists(name);
    }
    SequenceDefinition definition =
        SequenceDefinition.create(context, TypeOids.INT8, statement.options());
    int oid = create(name, schema, TableCommands.persistence(statement.persistence()), definition);
    QualifiedName owner = definition.ownedBy;
    if (owner != null) {
      ownedBy(oid, owner);
    }
    return "CREATE SEQUENCE";
  }

  /** Makes a sequence's rows and state. */
  int create(String name, int schema, char persistence, SequenceDefinition definition) {
    List<NewColumn> columns =
        List.of(
            new NewColumn("last_value", TypeOids.INT8, -1, 0, true, (char) 0, (char) 0, null),
            new NewColumn("log_cnt", TypeOids.INT8, -1, 0, true, (char) 0, (char) 0, null),
            new NewColumn("is_called", TypeOids.BOOL, -1, 0, true, (char) 0, (char) 0, null));
    int oid = new RelationCreation(context).create(name, schema, 'S', persistence, columns, null);
    context.catalogWriter().insert(definition.row(new RowValues(SequenceDefinition.SEQUENCE), oid));
    Branch branch = context.database().branch();
    branch.createSequence(oid, definition.initial());
    context.afterRollback(() -> branch.drop(oid));
    return oid;
  }

  String alter(AlterSequenceStatement statement) {
    int oid = targets.relationOid(statement.name());
    if (oid == 0) {
      if (statement.ifExists()) {
        context.notice(
            "NOTICE",
            new SqlError(
                SqlState.SUCCESSFUL_COMPLETION,
                "relation \"" + Targets.shown(statement.name()) + "\" does not exist, skipping"));
        return "ALTER SEQUENCE";
      }
      throw targets.missing(statement.name());
    }
    context.lockRelation(oid, statement.name().name(), TableLockMode.SHARE_ROW_EXCLUSIVE, false);
    alter(oid, statement.options());
    return "ALTER SEQUENCE";
  }

  /** Changes a sequence's parameters. A restart takes a new state, so that it can be undone. */
  void alter(int oid, List<Option> options) {
    CatalogRow relation = context.catalog().store().withOid(CLASS, oid);
    CatalogRow row =
        context
            .catalog()
            .store()
            .first(SequenceDefinition.SEQUENCE, SequenceDefinition.SEQUENCE.index("seqrelid"), oid);
    if (row == null || relation == null) {
      String name = relation == null ? Integer.toString(oid) : relation.text("relname");
      throw new SqlError(SqlState.WRONG_OBJECT_TYPE, "\"" + name + "\" is not a sequence");
    }
    SequenceDefinition definition = SequenceDefinition.alter(context, row, options);
    SequenceState.Value now = state(relation).get();
    long value = definition.restart ? definition.restartValue : now.last();
    if (value < definition.minimum) {
      throw new SqlError(
          SqlState.INVALID_PARAMETER_VALUE,
          "RESTART value ("
              + value
              + ") cannot be less than MINVALUE ("
              + definition.minimum
              + ")");
    }
    if (value > definition.maximum) {
      throw new SqlError(
          SqlState.INVALID_PARAMETER_VALUE,
          "RESTART value ("
              + value
              + ") cannot be greater than MAXVALUE ("
              + definition.maximum
              + ")");
    }
    context.catalogWriter().update(row, definition.row(RowValues.of(row), oid));
    if (definition.restart) {
      restart(relation, new SequenceState.Value(value, false));
    }
    QualifiedName owner = definition.ownedBy;
    if (owner != null) {
      ownedBy(oid, owner);
    }
  }

  private SequenceState state(CatalogRow relation) {
    return context.database().branch().sequence(relation.integer("relfilenode"));
  }

  /** Puts a sequence back to its start, undone on rollback (TRUNCATE … RESTART IDENTITY). */
  void restart(int oid) {
    CatalogRow relation = context.catalog().store().withOid(CLASS, oid);
    CatalogRow row =
        context
            .catalog()
            .store()
            .first(SequenceDefinition.SEQUENCE, SequenceDefinition.SEQUENCE.index("seqrelid"), oid);
    if (relation != null && row != null) {
      restart(relation, new SequenceState.Value(row.longInteger("seqstart"), false));
    }
  }

  private void restart(CatalogRow relation, SequenceState.Value value) {
    Branch branch = context.database().branch();
    int old = relation.integer("relfilenode");
    int fresh = context.catalogWriter().newOid();
    branch.createSequence(fresh, value);
    context.afterRollback(() -> branch.drop(fresh));
    context.afterCommit(() -> branch.drop(old));
    context.catalogWriter().update(relation, RowValues.of(relation).set("relfilenode", fresh));
  }

  /** OWNED BY table.column, or NONE. */
  void ownedBy(int sequence, QualifiedName column) {
    for (CatalogRow row :
        context
            .catalog()
            .store()
            .find(
                DEPEND,
                DEPEND.index("classid", "objid", "objsubid"),
                ClassOids.PG_CLASS,
                sequence)) {
      char type = row.character("deptype");
      if (row.integer("refclassid") == ClassOids.PG_CLASS && type == 'i') {
        throw new SqlError(
            SqlState.FEATURE_NOT_SUPPORTED, "cannot change ownership of identity sequence");
      }
      if (row.integer("refclassid") == ClassOids.PG_CLASS && type == 'a') {
        context.catalogWriter().delete(row);
      }
    }
    List<String> parts = column.parts();
    if (parts.size() == 1) {
      if (!parts.getFirst().equals("none")) {
        throw new SqlError(SqlState.SYNTAX_ERROR, "invalid OWNED BY option")
            .hint("Specify OWNED BY table.column or OWNED BY NONE.");
      }
      return;
    }
    QualifiedName table = new QualifiedName(column.position(), parts.subList(0, parts.size() - 1));
    RelationDescriptor relation = targets.relation(table);
    Attribute attribute = relation.attribute(column.name());
    if (attribute == null) {
      throw new SqlError(
          SqlState.UNDEFINED_COLUMN,
          "column \""
              + column.name()
              + "\" of relation \""
              + relation.name()
              + "\" does not exist");
    }
    CatalogRow own = context.catalog().store().withOid(CLASS, sequence);
    if (own != null && own.integer("relnamespace") != relation.schemaOid()) {
      throw new SqlError(
          SqlState.OBJECT_NOT_IN_PREREQUISITE_STATE,
          "sequence must be in same schema as table it is linked to");
    }
    belongsTo(sequence, relation.oid(), attribute.number(), 'a');
  }

  /** The sequence goes with the column: a serial's, i identity's. */
  void belongsTo(int sequence, int table, int column, char type) {
    context
        .catalogWriter()
        .depend(ObjectAddress.relation(sequence), ObjectAddress.column(table, column), type);
  }

  /** The sequence that belongs to a column, or 0. */
  int sequenceOf(int table, int column, @Nullable Character only) {
    for (CatalogRow row :
        context
            .catalog()
            .store()
            .find(
                DEPEND,
                DEPEND.index("refclassid", "refobjid", "refobjsubid"),
                ClassOids.PG_CLASS,
                table,
                column)) {
      char type = row.character("deptype");
      boolean fits = only == null ? type == 'a' || type == 'i' : type == only;
      if (fits && row.integer("classid") == ClassOids.PG_CLASS) {
        CatalogRow relation = context.catalog().store().withOid(CLASS, row.integer("objid"));
        if (relation != null && relation.character("relkind") == 'S') {
          return relation.oid();
        }
      }
    }
    return 0;
  }
}
