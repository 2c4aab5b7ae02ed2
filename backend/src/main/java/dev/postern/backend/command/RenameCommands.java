package dev.postern.backend.command;

import dev.postern.backend.catalog.CatalogReader;
import dev.postern.backend.catalog.CatalogRow;
import dev.postern.backend.catalog.CatalogTable;
import dev.postern.backend.catalog.CatalogWriter;
import dev.postern.backend.catalog.ClassOids;
import dev.postern.backend.catalog.IndexDescriptor;
import dev.postern.backend.catalog.ObjectAddress;
import dev.postern.backend.catalog.RelationDescriptor;
import dev.postern.backend.catalog.RelationDescriptor.Attribute;
import dev.postern.backend.catalog.RowValues;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.sql.ObjectReference;
import dev.postern.backend.sql.ObjectReference.NamedObject;
import dev.postern.backend.sql.ObjectReference.RelationObject;
import dev.postern.backend.sql.ObjectStatement.AlterObjectSchemaStatement;
import dev.postern.backend.sql.ObjectStatement.AlterOwnerStatement;
import dev.postern.backend.sql.ObjectStatement.RenameStatement;
import dev.postern.backend.sql.ObjectType;
import dev.postern.backend.sql.QualifiedName;
import dev.postern.backend.txn.TableLockMode;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** ALTER … RENAME TO, SET SCHEMA and OWNER TO. */
final class RenameCommands {
  private static final CatalogTable CLASS = CatalogTable.named("pg_class");
  private static final CatalogTable TYPE = CatalogTable.named("pg_type");
  private static final CatalogTable DEPEND = CatalogTable.named("pg_depend");

  private final CommandContext context;
  private final CatalogReader catalog;
  private final CatalogWriter writer;

  RenameCommands(CommandContext context) {
    this.context = context;
    this.catalog = context.catalog();
    this.writer = context.catalogWriter();
  }

  String rename(RenameStatement statement) {
    ObjectType type = statement.objectType();
    ObjectType shown = statement.relationType() == null ? type : statement.relationType();
    String tag = "ALTER " + shown.words();
    String to = GeneratedNames.cut(statement.newName(), 63);
    switch (type) {
      case TABLE, VIEW, SEQUENCE, INDEX, MATERIALIZED_VIEW, FOREIGN_TABLE -> {
        RelationDescriptor relation = find(statement.object(), statement.ifExists());
        if (relation != null) {
          renameRelation(relation, to);
        }
      }
      case COLUMN -> {
        RelationDescriptor relation = find(statement.object(), statement.ifExists());
        if (relation != null) {
          renameColumn(relation, String.valueOf(statement.member()), to);
        }
      }
      case TABLE_CONSTRAINT -> {
        RelationDescriptor relation = find(statement.object(), statement.ifExists());
        if (relation != null) {
          renameConstraint(relation, String.valueOf(statement.member()), to);
        }
      }
      case SCHEMA -> renameSchema(name(statement.object()).name(), to);
      case DATABASE -> {
        return new DatabaseCommands(context).rename(name(statement.object()).name(), to);
      }
      case ROLE -> {
        renameRole(name(statement.object()).name(), to);
        return "ALTER ROLE";
      }
      default -> throw SqlError.notSupported("ALTER " + type.words() + " RENAME");
    }
    return tag;
  }

  private static QualifiedName name(ObjectReference object) {
    return switch (object) {
      case NamedObject named -> named.name();
      case RelationObject relation -> relation.relation().name();
      case ObjectReference.RoleObject role ->
          new QualifiedName(role.position(), List.of(role.role().name()));
      default -> throw SqlError.notSupported("this form of ALTER");
    };
  }

  private @Nullable RelationDescriptor find(ObjectReference object, boolean ifExists) {
    QualifiedName name = name(object);
    Targets targets = new Targets(context);
    int oid = targets.relationOid(name);
    if (oid == 0) {
      if (!ifExists) {
        throw targets.missing(name);
      }
      context.notice(
          "NOTICE",
          new SqlError(
              SqlState.UNDEFINED_TABLE,
              "relation \"" + Targets.shown(name) + "\" does not exist, skipping"));
      return null;
    }
    RelationDescriptor relation = targets.relation(name);
    context.lockRelation(oid, relation.name(), TableLockMode.ACCESS_EXCLUSIVE, false);
    IndexCommands.refuseSystemTable(relation);
    return catalog.relation(oid);
  }

  /** Stored texts name what they need, so what they name keeps its name for now. */
  private void refuseIfNamed(int relation, int column, String what) {
    for (CatalogRow row :
        catalog
            .store()
            .find(
                DEPEND,
                DEPEND.index("refclassid", "refobjid", "refobjsubid"),
                ClassOids.PG_CLASS,
                relation)) {
      int classOid = row.integer("classid");
      boolean text = classOid == ClassOids.PG_REWRITE && row.character("deptype") == 'n';
      int sub = row.integer("refobjsubid");
      if (text && (column == 0 || sub == 0 || sub == column)) {
        throw SqlError.notSupported(what + " that a view uses");
      }
    }
  }

  private void renameRelation(RelationDescriptor relation, String to) {
    if (catalog.relationOid(relation.schemaOid(), to) != 0) {
      throw TableCommands.alreadyExists(to);
    }
    refuseIfNamed(relation.oid(), 0, "renaming a relation");
    CatalogRow row = catalog.store().withOid(CLASS, relation.oid());
    if (row == null) {
      return;
    }
    writer.update(row, RowValues.of(row).set("relname", to));
    if (relation.rowTypeOid() != 0) {
      CatalogRow type = catalog.store().withOid(TYPE, relation.rowTypeOid());
      if (type != null) {
        renameType(type, to, relation.schemaOid());
      }
    }
    if (relation.kind() == 'i') {
      renameConstraintOf(relation.oid(), to);
    }
  }

  private void renameType(CatalogRow type, String to, int schema) {
    if (catalog.typeOid(schema, to) != 0) {
      throw new SqlError(SqlState.DUPLICATE_OBJECT, "type \"" + to + "\" already exists");
    }
    writer.update(type, RowValues.of(type).set("typname", to));
    CatalogRow array = catalog.store().withOid(TYPE, type.integer("typarray"));
    if (array != null) {
      String name = new TypeCreation(context).arrayName(to, schema);
      writer.update(array, RowValues.of(array).set("typname", name));
    }
  }

  /** An index that serves a constraint has the same name. */
  private void renameConstraintOf(int index, String to) {
    CatalogTable indexes = CatalogTable.named("pg_index");
    CatalogRow row = catalog.store().first(indexes, indexes.index("indexrelid"), index);
    RelationDescriptor table = row == null ? null : catalog.relation(row.integer("indrelid"));
    if (table == null) {
      return;
    }
    for (IndexDescriptor each : table.indexes()) {
      if (each.oid() == index && each.constraintOid() != 0) {
        CatalogRow constraint =
            catalog.store().withOid(Constraints.CONSTRAINT, each.constraintOid());
        if (constraint != null) {
          writer.update(constraint, RowValues.of(constraint).set("conname", to));
        }
      }
    }
  }

  private void renameColumn(RelationDescriptor relation, String from, String to) {
    Attribute attribute = relation.attribute(from);
    if (attribute == null) {
      throw new SqlError(SqlState.UNDEFINED_COLUMN, "column \"" + from + "\" does not exist");
    }
    if (relation.attribute(to) != null) {
      throw new SqlError(
          SqlState.DUPLICATE_COLUMN,
          "column \"" + to + "\" of relation \"" + relation.name() + "\" already exists");
    }
    RelationCreation.checkSystemName(to);
    refuseIfNamed(relation.oid(), attribute.number(), "renaming a column");
    new StoredTexts(context).renameColumn(relation, attribute, to);
  }

  private void renameConstraint(RelationDescriptor relation, String from, String to) {
    Constraints constraints = new Constraints(context, new GeneratedNames(catalog));
    CatalogRow row = constraints.find(relation.oid(), from);
    if (row == null) {
      throw new SqlError(
          SqlState.UNDEFINED_OBJECT,
          "constraint \"" + from + "\" for table \"" + relation.name() + "\" does not exist");
    }
    constraints.checkName(relation, to);
    char type = row.character("contype");
    if (type == 'p' || type == 'u') {
      if (catalog.relationOid(relation.schemaOid(), to) != 0) {
        throw TableCommands.alreadyExists(to);
      }
      CatalogRow index = catalog.store().withOid(CLASS, row.integer("conindid"));
      if (index != null) {
        writer.update(index, RowValues.of(index).set("relname", to));
      }
    }
    writer.update(row, RowValues.of(row).set("conname", to));
  }

  private void renameSchema(String from, String to) {
    int oid = catalog.requireSchema(from);
    if (catalog.schema(to) != 0) {
      throw new SqlError(SqlState.DUPLICATE_SCHEMA, "schema \"" + to + "\" already exists");
    }
    if (to.startsWith("pg_")) {
      throw new SqlError(SqlState.RESERVED_NAME, "unacceptable schema name \"" + to + "\"")
          .detail("The prefix \"pg_\" is reserved for system schemas.");
    }
    for (CatalogRow row : catalog.store().all(CLASS)) {
      if (row.integer("relnamespace") == oid) {
        refuseIfNamed(row.oid(), 0, "renaming a schema with a relation");
      }
    }
    CatalogTable table = CatalogTable.named("pg_namespace");
    CatalogRow row = catalog.store().withOid(table, oid);
    if (row != null) {
      writer.update(row, RowValues.of(row).set("nspname", to));
    }
  }

  private void renameRole(String from, String to) {
    CatalogTable table = CatalogTable.named("pg_authid");
    int oid = new Targets(context).role(from);
    CatalogRow row = catalog.store().withOid(table, oid);
    if (catalog.role(to) != 0) {
      throw new SqlError(SqlState.DUPLICATE_OBJECT, "role \"" + to + "\" already exists");
    }
    if (oid == context.sessionRole()) {
      throw new SqlError(SqlState.FEATURE_NOT_SUPPORTED, "session user cannot be renamed");
    }
    if (row != null) {
      writer.update(row, RowValues.of(row).set("rolname", to));
    }
  }

  // --- SET SCHEMA, OWNER TO

  String setSchema(AlterObjectSchemaStatement statement) {
    String tag = "ALTER " + statement.objectType().words();
    switch (statement.objectType()) {
      case TABLE, VIEW, SEQUENCE, MATERIALIZED_VIEW -> {
        RelationDescriptor relation = find(statement.object(), statement.ifExists());
        if (relation != null) {
          move(relation, catalog.requireSchema(statement.newSchema()), statement.newSchema());
        }
      }
      default -> throw SqlError.notSupported(tag + " SET SCHEMA");
    }
    return tag;
  }

  private void move(RelationDescriptor relation, int schema, String schemaName) {
    if (relation.schemaOid() == schema) {
      return;
    }
    if (catalog.relationOid(schema, relation.name()) != 0) {
      throw new SqlError(
          SqlState.DUPLICATE_TABLE,
          "relation \"" + relation.name() + "\" already exists in schema \"" + schemaName + "\"");
    }
    refuseIfNamed(relation.oid(), 0, "moving a relation");
    moveRow(relation.oid(), relation.schemaOid(), schema);
    for (IndexDescriptor index : relation.indexes()) {
      moveRow(index.oid(), relation.schemaOid(), schema);
    }
    CatalogRow type = catalog.store().withOid(TYPE, relation.rowTypeOid());
    if (type != null) {
      writer.update(type, RowValues.of(type).set("typnamespace", schema));
      CatalogRow array = catalog.store().withOid(TYPE, type.integer("typarray"));
      if (array != null) {
        writer.update(array, RowValues.of(array).set("typnamespace", schema));
      }
    }
    CatalogTable table = Constraints.CONSTRAINT;
    for (CatalogRow row :
        catalog
            .store()
            .find(table, table.index("conrelid", "contypid", "conname"), relation.oid())) {
      writer.update(row, RowValues.of(row).set("connamespace", schema));
    }
    SequenceCommands sequences = new SequenceCommands(context);
    for (Attribute attribute : relation.attributes()) {
      int sequence =
          attribute.dropped() ? 0 : sequences.sequenceOf(relation.oid(), attribute.number(), null);
      if (sequence != 0) {
        moveRow(sequence, relation.schemaOid(), schema);
      }
    }
  }

  private void moveRow(int oid, int from, int to) {
    CatalogRow row = catalog.store().withOid(CLASS, oid);
    if (row == null) {
      return;
    }
    writer.update(row, RowValues.of(row).set("relnamespace", to));
    for (CatalogRow depend :
        catalog
            .store()
            .find(DEPEND, DEPEND.index("classid", "objid", "objsubid"), ClassOids.PG_CLASS, oid)) {
      if (depend.integer("refclassid") == ClassOids.PG_NAMESPACE
          && depend.integer("refobjid") == from) {
        writer.delete(depend);
        writer.depend(ObjectAddress.relation(oid), ObjectAddress.schema(to), 'n');
      }
    }
  }

  String changeOwner(AlterOwnerStatement statement) {
    int role = new Targets(context).role(statement.owner());
    ObjectAddress object =
        new ObjectLookup(context).find(statement.objectType(), statement.object());
    String column =
        switch (object.classOid()) {
          case ClassOids.PG_DATABASE -> "datdba";
          case ClassOids.PG_NAMESPACE -> "nspowner";
          case ClassOids.PG_TYPE -> "typowner";
          case ClassOids.PG_PROC -> "proowner";
          default ->
              throw SqlError.notSupported("ALTER " + statement.objectType().words() + " OWNER");
        };
    CatalogTable table =
        CatalogTable.named(
            switch (object.classOid()) {
              case ClassOids.PG_DATABASE -> "pg_database";
              case ClassOids.PG_NAMESPACE -> "pg_namespace";
              case ClassOids.PG_TYPE -> "pg_type";
              default -> "pg_proc";
            });
    CatalogRow row = catalog.store().withOid(table, object.oid());
    if (row != null) {
      writer.update(row, RowValues.of(row).set(column, role));
      writer.forgetRoles(object, 'o');
      writer.dependOnOwner(object, role);
    }
    return "ALTER " + statement.objectType().words();
  }
}
