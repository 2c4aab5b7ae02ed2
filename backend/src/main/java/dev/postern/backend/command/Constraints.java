package dev.postern.backend.command;

import dev.postern.backend.catalog.CatalogReader;
import dev.postern.backend.catalog.CatalogRow;
import dev.postern.backend.catalog.CatalogTable;
import dev.postern.backend.catalog.CatalogWriter;
import dev.postern.backend.catalog.ObjectAddress;
import dev.postern.backend.catalog.RelationDescriptor;
import dev.postern.backend.catalog.RelationDescriptor.Attribute;
import dev.postern.backend.catalog.RowValues;
import dev.postern.backend.command.CommandServices.ExpressionUse;
import dev.postern.backend.command.CommandServices.StoredExpression;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.sql.TableElement.CheckConstraint;
import dev.postern.backend.sql.TableElement.ConstraintAttributes;
import dev.postern.backend.sql.TableElement.ForeignKeyConstraint;
import dev.postern.backend.sql.TableElement.KeyConstraint;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes constraints of tables: rows of pg_constraint with what they depend on. */
final class Constraints {
  static final CatalogTable CONSTRAINT = CatalogTable.named("pg_constraint");
  private static final CatalogTable CLASS = CatalogTable.named("pg_class");
  private static final CatalogTable ATTRIBUTE = CatalogTable.named("pg_attribute");

  private final CommandContext context;
  private final CatalogReader catalog;
  private final CatalogWriter writer;
  private final GeneratedNames names;

  Constraints(CommandContext context, GeneratedNames names) {
    this.context = context;
    this.catalog = context.catalog();
    this.writer = context.catalogWriter();
    this.names = names;
  }

  /** A row with everything that most constraints have alike. */
  static RowValues row(int oid, String name, int schema, char type, int table) {
    return new RowValues(CONSTRAINT)
        .set("oid", oid)
        .set("conname", name)
        .set("connamespace", schema)
        .set("contype", type)
        .set("condeferrable", false)
        .set("condeferred", false)
        .set("conenforced", true)
        .set("convalidated", true)
        .set("conrelid", table)
        .set("contypid", 0)
        .set("conindid", 0)
        .set("conparentid", 0)
        .set("confrelid", 0)
        .set("confupdtype", ' ')
        .set("confdeltype", ' ')
        .set("confmatchtype", ' ')
        .set("conislocal", true)
        .set("coninhcount", 0)
        .set("connoinherit", false)
        .set("conperiod", false);
  }

  /** 42710 where the table has a constraint of that name. */
  void checkName(RelationDescriptor table, String name) {
    if (find(table.oid(), name) != null) {
      throw new SqlError(
          SqlState.DUPLICATE_OBJECT,
          "constraint \"" + name + "\" for relation \"" + table.name() + "\" already exists");
    }
  }

  /** A table's constraint of a name, or null. */
  @Nullable CatalogRow find(int table, String name) {
    return catalog
        .store()
        .first(CONSTRAINT, CONSTRAINT.index("conrelid", "contypid", "conname"), table, 0, name);
  }

  /**
   * CHECK.
   *
   * @param validate the table may have rows already
   */
  void check(RelationDescriptor table, CheckConstraint check, boolean validate) {
    StoredExpression stored =
        context
            .services()
            .expression(check.condition(), ExpressionUse.CHECK_CONSTRAINT, table, 0, -1, null);
    List<Integer> columns = new ArrayList<>(new LinkedHashSet<>(stored.columns()));
    String given = check.name();
    if (given != null) {
      checkName(table, given);
    }
    String only = columns.size() == 1 ? columnName(table, columns.getFirst()) : null;
    String name =
        given != null ? given : names.constraint(table.name(), only, "check", table.schemaOid());
    ConstraintAttributes attributes = check.attributes();
    boolean enforced = attributes.enforced() == null || attributes.enforced();
    boolean valid = enforced && !(validate && attributes.notValid());
    int oid = writer.newOid();
    writer.insert(
        row(oid, name, table.schemaOid(), 'c', table.oid())
            .set("conenforced", enforced)
            .set("convalidated", valid)
            .set("connoinherit", attributes.noInherit())
            .set("conkey", columns.isEmpty() ? null : integers(columns))
            .set("conbin", stored.text()));
    ObjectAddress address = ObjectAddress.constraint(oid);
    dependOnColumns(address, table.oid(), columns, 'a');
    writer.dependOnAll(address, stored.references(), 'n');
    CatalogRow relation = catalog.store().withOid(CLASS, table.oid());
    if (relation != null) {
      writer.update(
          relation, RowValues.of(relation).set("relchecks", relation.integer("relchecks") + 1));
    }
    if (validate && valid) {
      RelationDescriptor now = catalog.relation(table.oid());
      if (now != null) {
        for (RelationDescriptor.CheckConstraint made : now.checks()) {
          if (made.oid() == oid) {
            context.services().checkRows(now, made);
          }
        }
      }
    }
  }

  static @Nullable String columnName(RelationDescriptor table, int number) {
    return number > 0 ? table.attributes().get(number - 1).name() : null;
  }

  private void dependOnColumns(ObjectAddress address, int table, List<Integer> columns, char type) {
    if (columns.isEmpty()) {
      writer.depend(address, ObjectAddress.relation(table), type);
    }
    for (int column : columns) {
      writer.depend(address, ObjectAddress.column(table, column), type);
    }
  }

  static int[] integers(List<Integer> list) {
    int[] array = new int[list.size()];
    for (int i = 0; i < array.length; i++) {
      array[i] = list.get(i);
    }
    return array;
  }

  /**
   * NOT NULL.
   *
   * @param given its name, or null to make one
   * @param marked whether pg_attribute.attnotnull is set already
   */
  void notNull(
      RelationDescriptor table,
      int number,
      @Nullable String given,
      boolean noInherit,
      boolean marked) {
    String column = table.attributes().get(number - 1).name();
    if (given != null) {
      checkName(table, given);
    }
    String name =
        given != null
            ? given
            : names.constraint(table.name(), column, "not_null", table.schemaOid());
    int oid = writer.newOid();
    writer.insert(
        row(oid, name, table.schemaOid(), 'n', table.oid())
            .set("connoinherit", noInherit)
            .set("conkey", new int[] {number}));
    writer.depend(ObjectAddress.constraint(oid), ObjectAddress.column(table.oid(), number), 'a');
    if (!marked) {
      CatalogRow attribute =
          catalog
              .store()
              .first(ATTRIBUTE, ATTRIBUTE.index("attrelid", "attnum"), table.oid(), number);
      if (attribute != null) {
        writer.update(attribute, RowValues.of(attribute).set("attnotnull", true));
      }
    }
  }

  /** PRIMARY KEY and UNIQUE: an index and the constraint that it serves. */
  void key(RelationDescriptor table, KeyConstraint key) {
    if (key.withoutOverlaps()) {
      throw SqlError.notSupported("WITHOUT OVERLAPS");
    }
    if (key.usingIndex() != null) {
      new KeyFromIndex(context, names).attach(table, key);
      return;
    }
    TableCommands.checkStorage(null, key.tablespace());
    List<String> seen = new ArrayList<>();
    for (String column : key.columns()) {
      if (seen.contains(column)) {
        throw new SqlError(
                SqlState.DUPLICATE_COLUMN,
                "column \""
                    + column
                    + "\" appears twice in "
                    + (key.primary() ? "primary key" : "unique")
                    + " constraint")
            .at(context.character(key.position()));
      }
      seen.add(column);
    }
    if (key.primary()) {
      checkNoPrimaryKey(table);
    }
    String given = key.name();
    if (given != null) {
      if (catalog.relationOid(table.schemaOid(), given) != 0) {
        throw TableCommands.alreadyExists(given);
      }
      checkName(table, given);
    }
    new IndexCreation(context, names).ofConstraint(table, key);
  }

  static void checkNoPrimaryKey(RelationDescriptor table) {
    for (var index : table.indexes()) {
      if (index.primary()) {
        throw new SqlError(
            SqlState.INVALID_TABLE_DEFINITION,
            "multiple primary keys for table \"" + table.name() + "\" are not allowed");
      }
    }
  }

  /** The constraint that an index serves. */
  int insertKey(
      RelationDescriptor table,
      String name,
      int index,
      boolean primary,
      int[] columns,
      int[] allColumns,
      ConstraintAttributes attributes) {
    int oid = writer.newOid();
    writer.insert(
        row(oid, name, table.schemaOid(), primary ? 'p' : 'u', table.oid())
            .set("condeferrable", attributes.deferrable() || attributes.initiallyDeferred())
            .set("condeferred", attributes.initiallyDeferred())
            .set("conindid", index)
            .set("connoinherit", true)
            .set("conkey", columns));
    ObjectAddress address = ObjectAddress.constraint(oid);
    for (int column : allColumns) {
      writer.depend(address, ObjectAddress.column(table.oid(), column), 'a');
    }
    writer.depend(ObjectAddress.relation(index), address, 'i');
    return oid;
  }

  /**
   * FOREIGN KEY.
   *
   * @param validate the table may have rows already
   */
  void foreignKey(RelationDescriptor table, ForeignKeyConstraint key, boolean validate) {
    new ForeignKeyCreation(context, this, names).create(table, key, validate);
  }

  /** The column of a name; 42703 with PostgreSQL's words for foreign keys. */
  static Attribute foreignKeyColumn(RelationDescriptor table, String column) {
    Attribute attribute = table.attribute(column);
    if (attribute == null) {
      throw new SqlError(
          SqlState.UNDEFINED_COLUMN,
          "column \"" + column + "\" referenced in foreign key constraint does not exist");
    }
    return attribute;
  }
}
