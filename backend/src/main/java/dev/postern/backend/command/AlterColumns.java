package dev.postern.backend.command;

import dev.postern.backend.catalog.ArrayValues;
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
import dev.postern.backend.catalog.TypeText;
import dev.postern.backend.command.CommandServices.ExpressionUse;
import dev.postern.backend.command.CommandServices.ModifiedType;
import dev.postern.backend.command.CommandServices.StoredExpression;
import dev.postern.backend.command.TableDefinition.Column;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.function.TypeDescriptor;
import dev.postern.backend.setting.IdentifierList;
import dev.postern.backend.sql.AlterTableAction.AddColumn;
import dev.postern.backend.sql.AlterTableAction.AddIdentity;
import dev.postern.backend.sql.AlterTableAction.ColumnDefault;
import dev.postern.backend.sql.AlterTableAction.DropColumn;
import dev.postern.backend.sql.AlterTableAction.DropIdentity;
import dev.postern.backend.sql.AlterTableAction.SetColumnType;
import dev.postern.backend.sql.Expression;
import dev.postern.backend.sql.Expression.ColumnReference;
import dev.postern.backend.sql.ObjectStatement.DropBehavior;
import dev.postern.backend.sql.SqlParser;
import dev.postern.backend.sql.TableElement.CheckConstraint;
import dev.postern.backend.sql.TableElement.ForeignKeyConstraint;
import dev.postern.backend.sql.TableElement.KeyConstraint;
import dev.postern.backend.type.Datum;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The actions of ALTER TABLE on columns. */
final class AlterColumns {
  private static final CatalogTable CLASS = CatalogTable.named("pg_class");
  private static final CatalogTable ATTRIBUTE = CatalogTable.named("pg_attribute");
  private static final CatalogTable DEPEND = CatalogTable.named("pg_depend");
  private static final CatalogTable CONSTRAINT = CatalogTable.named("pg_constraint");

  private final CommandContext context;
  private final CatalogReader catalog;
  private final CatalogWriter writer;
  private final GeneratedNames names;
  private final ColumnDefaults defaults;

  AlterColumns(CommandContext context, GeneratedNames names) {
    this.context = context;
    this.catalog = context.catalog();
    this.writer = context.catalogWriter();
    this.names = names;
    this.defaults = new ColumnDefaults(context);
  }

  /** A column by name; 42703 where there is none. */
  static Attribute column(RelationDescriptor table, String name) {
    Attribute attribute = table.attribute(name);
    if (attribute == null) {
      throw missing(table, name);
    }
    return attribute;
  }

  private static SqlError missing(RelationDescriptor table, String name) {
    return new SqlError(
        SqlState.UNDEFINED_COLUMN,
        "column \"" + name + "\" of relation \"" + table.name() + "\" does not exist");
  }

  private RelationDescriptor now(int oid) {
    RelationDescriptor relation = catalog.relation(oid);
    if (relation == null) {
      throw new IllegalStateException("relation " + oid + " vanished");
    }
    return relation;
  }

  private CatalogRow row(int table, int number) {
    CatalogRow row =
        catalog.store().first(ATTRIBUTE, ATTRIBUTE.index("attrelid", "attnum"), table, number);
    if (row == null) {
      throw new IllegalStateException("column " + number + " vanished");
    }
    return row;
  }

  // --- ADD COLUMN

  void add(RelationDescriptor table, AddColumn add) {
    String name = add.column().name();
    if (table.attribute(name) != null) {
      SqlError exists =
          new SqlError(
              SqlState.DUPLICATE_COLUMN,
              "column \""
                  + name
                  + "\" of relation \""
                  + table.name()
                  + "\" already exists"
                  + (add.ifNotExists() ? ", skipping" : ""));
      if (!add.ifNotExists()) {
        throw exists;
      }
      context.notice("NOTICE", exists);
      return;
    }
    RelationCreation.checkSystemName(name);
    TableDefinition definition = new TableDefinition(context, table.name());
    Column column = definition.column(add.column());
    new RelationCreation(context).checkType(name, column.typeOid);
    for (KeyConstraint key : definition.keys) {
      column.notNull |= key.primary();
    }
    ColumnSequences sequences = new ColumnSequences(context, names);
    if (column.serial || column.identity != 0) {
      sequences.create(table.name(), table.schemaOid(), table.persistence(), column);
    }
    int number = table.attributes().size() + 1;
    boolean empty = context.database().branch().rowTree(table.fileNode()).rowEstimate() == 0;
    new RelationCreation(context).addColumn(table.oid(), number, TableCommands.newColumn(column));
    CatalogRow relation = catalog.store().withOid(CLASS, table.oid());
    if (relation != null) {
      writer.update(relation, RowValues.of(relation).set("relnatts", number));
    }
    sequences.attach(table.oid(), number, column);
    defaults.add(now(table.oid()), number, column);
    fillIn(table, number, column, empty);
    constraints(table.oid(), number, column, definition, empty);
  }

  /** What rows that are there already have in the new column. */
  private void fillIn(RelationDescriptor before, int number, Column column, boolean empty) {
    if (empty) {
      return;
    }
    Attribute attribute = now(before.oid()).attributes().get(number - 1);
    String value = attribute.defaultExpression();
    if (column.identity != 0) {
      value = "nextval('" + Integer.toUnsignedString(column.sequenceOid) + "'::regclass)";
    }
    if (value == null) {
      return;
    }
    Expression written = column.defaultValue;
    boolean constant =
        written != null
            && column.generated == null
            && defaults.analyze(written, column.typeOid, column.typmod, column.name).constant();
    if (!constant) {
      List<@Nullable String> conversions = unchanged(before.attributes().size());
      conversions.add(value);
      rewrite(before, conversions);
      return;
    }
    byte[] bytes = context.services().evaluateBinary(value, column.typeOid, column.typmod);
    if (bytes != null) {
      CatalogRow row = row(before.oid(), number);
      Datum array = new Datum();
      array.setBytes(ArrayValues.ofOne(column.typeOid, bytes));
      writer.update(row, RowValues.of(row).set("atthasmissing", true).set("attmissingval", array));
    }
  }

  private static List<@Nullable String> unchanged(int count) {
    List<@Nullable String> conversions = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      conversions.add(null);
    }
    return conversions;
  }

  private void constraints(
      int table, int number, Column column, TableDefinition definition, boolean empty) {
    Constraints constraints = new Constraints(context, names);
    if (column.notNull) {
      if (!empty) {
        RelationDescriptor relation = now(table);
        context.services().checkNoNulls(relation, relation.attributes().get(number - 1));
      }
      constraints.notNull(now(table), number, column.notNullName, column.notNullNoInherit, true);
    }
    for (CheckConstraint check : definition.checks) {
      constraints.check(now(table), check, true);
    }
    for (KeyConstraint key : definition.keys) {
      constraints.key(now(table), key);
    }
    for (ForeignKeyConstraint key : definition.foreignKeys) {
      constraints.foreignKey(now(table), key, true);
    }
  }

  /** New trees for the table and its indexes, filled from the old ones. */
  private void rewrite(RelationDescriptor before, List<@Nullable String> conversions) {
    new TruncateCommand(context).empty(now(before.oid()));
    context.services().rewrite(before, now(before.oid()), conversions);
  }

  // --- DROP COLUMN

  void drop(RelationDescriptor table, DropColumn drop) {
    Attribute attribute = table.attribute(drop.column());
    if (attribute == null) {
      if (!drop.ifExists()) {
        throw missing(table, drop.column());
      }
      context.notice(
          "NOTICE",
          new SqlError(
              SqlState.SUCCESSFUL_COMPLETION,
              "column \""
                  + drop.column()
                  + "\" of relation \""
                  + table.name()
                  + "\" does not exist, skipping"));
      return;
    }
    new DropCommands(context)
        .remove(List.of(ObjectAddress.column(table.oid(), attribute.number())), drop.behavior());
  }

  // --- SET DATA TYPE

  void changeType(RelationDescriptor table, SetColumnType change) {
    Attribute attribute = column(table, change.column());
    ModifiedType type = context.services().type(change.type());
    new RelationCreation(context).checkType(attribute.name(), type.typeOid());
    refuseDependents(table, attribute);
    Expression using = change.using();
    Expression source = using == null ? new ColumnReference(-1, List.of(attribute.name())) : using;
    StoredExpression conversion;
    try {
      conversion =
          context
              .services()
              .expression(
                  source,
                  ExpressionUse.ALTER_TYPE_USING,
                  table,
                  type.typeOid(),
                  type.typmod(),
                  attribute.name());
    } catch (SqlError e) {
      if (using == null && e.sqlState().equals(SqlState.DATATYPE_MISMATCH)) {
        throw cannotCast(attribute, type);
      }
      throw e;
    }
    String value =
        "CAST(("
            + conversion.text()
            + ") AS "
            + TypeText.format(catalog, type.typeOid(), type.typmod(), true)
            + ")";
    CatalogRow old = row(table.oid(), attribute.number());
    TypeDescriptor described = catalog.type(type.typeOid());
    if (described == null) {
      throw new IllegalStateException("type vanished");
    }
    int collation =
        new TableDefinition(context, table.name())
            .collation(change.collation(), type.typeOid(), change.position());
    String defaultText = attribute.defaultExpression();
    writer.update(
        old,
        RowValues.of(old)
            .set("atttypid", type.typeOid())
            .set("atttypmod", type.typmod())
            .set("attlen", described.length())
            .set("attbyval", described.byValue())
            .set("attalign", described.alignment())
            .set("attstorage", described.storage())
            .set("attndims", described.isArray() ? 1 : 0)
            .set("attcollation", collation)
            .set("atthasmissing", false)
            .setNull("attmissingval"));
    writer.depend(
        ObjectAddress.column(table.oid(), attribute.number()),
        ObjectAddress.type(type.typeOid()),
        'n');
    changeIndexes(table, attribute, described, type, collation);
    if (defaultText != null && attribute.generated() == 0) {
      castDefault(table.oid(), attribute, defaultText, type);
    }
    List<@Nullable String> conversions = unchanged(table.attributes().size());
    conversions.set(attribute.number() - 1, value);
    rewrite(table, conversions);
  }

  private SqlError cannotCast(Attribute attribute, ModifiedType type) {
    String target = TypeText.format(catalog, type.typeOid(), type.typmod(), true);
    return new SqlError(
            SqlState.DATATYPE_MISMATCH,
            "column \""
                + attribute.name()
                + "\" cannot be cast automatically to type "
                + catalog.displayName(type.typeOid()))
        .hint(
            "You might need to specify \"USING "
                + IdentifierList.quote(attribute.name())
                + "::"
                + target
                + "\".");
  }

  /**
   * Views, checks, generated columns and expression indexes over the column would have to change.
   */
  private void refuseDependents(RelationDescriptor table, Attribute attribute) {
    for (CatalogRow row :
        catalog
            .store()
            .find(
                DEPEND,
                DEPEND.index("refclassid", "refobjid", "refobjsubid"),
                ClassOids.PG_CLASS,
                table.oid())) {
      int sub = row.integer("refobjsubid");
      if (row.integer("classid") == ClassOids.PG_REWRITE
          && (sub == 0 || sub == attribute.number())
          && row.character("deptype") == 'n') {
        throw new SqlError(
            SqlState.FEATURE_NOT_SUPPORTED, "cannot alter type of a column used by a view or rule");
      }
    }
    for (IndexDescriptor index : table.indexes()) {
      boolean computed = index.predicate() != null;
      for (IndexDescriptor.Key key : index.keys()) {
        computed |= key.expression() != null;
      }
      if (computed) {
        throw SqlError.notSupported(
            "ALTER COLUMN TYPE on a table with an index on an expression or a partial index");
      }
    }
    for (Attribute other : table.attributes()) {
      if (!other.dropped() && other.generated() != 0) {
        throw SqlError.notSupported("ALTER COLUMN TYPE on a table with generated columns");
      }
    }
    for (RelationDescriptor.ForeignKey key : table.referencedBy()) {
      for (int number : key.referencedColumns()) {
        if (number == attribute.number()) {
          throw SqlError.notSupported("ALTER COLUMN TYPE of a column that a foreign key refers to");
        }
      }
    }
  }

  private void changeIndexes(
      RelationDescriptor table,
      Attribute attribute,
      TypeDescriptor described,
      ModifiedType type,
      int collation) {
    CatalogTable indexes = CatalogTable.named("pg_index");
    OperatorClassLookup classes = new OperatorClassLookup(catalog);
    for (IndexDescriptor index : table.indexes()) {
      CatalogRow row = catalog.store().first(indexes, indexes.index("indexrelid"), index.oid());
      if (row == null) {
        continue;
      }
      int[] operatorClasses = row.integers("indclass");
      int[] collations = row.integers("indcollation");
      boolean changed = false;
      for (int i = 0; i < index.keys().size(); i++) {
        if (index.keys().get(i).attributeNumber() == attribute.number()) {
          operatorClasses[i] = classes.find(IndexCreation.BTREE, "btree", null, type.typeOid());
          collations[i] = collation;
          changed = true;
          CatalogRow column = row(index.oid(), i + 1);
          writer.update(
              column,
              RowValues.of(column)
                  .set("atttypid", type.typeOid())
                  .set("atttypmod", type.typmod())
                  .set("attlen", described.length())
                  .set("attbyval", described.byValue())
                  .set("attalign", described.alignment())
                  .set("attcollation", collation));
        }
      }
      if (changed) {
        writer.update(
            row,
            RowValues.of(row).set("indclass", operatorClasses).set("indcollation", collations));
      }
    }
  }

  private void castDefault(int table, Attribute attribute, String text, ModifiedType type) {
    StoredExpression stored;
    try {
      stored =
          defaults.analyze(
              SqlParser.parseExpression(text), type.typeOid(), type.typmod(), attribute.name());
    } catch (SqlError e) {
      throw new SqlError(
          SqlState.DATATYPE_MISMATCH,
          "default for column \""
              + attribute.name()
              + "\" cannot be cast automatically to type "
              + catalog.displayName(type.typeOid()));
    }
    defaults.remove(table, attribute.number());
    defaults.insert(table, attribute.number(), stored.text(), List.of(), stored.references());
  }

  // --- defaults, nulls, identity

  void changeDefault(RelationDescriptor table, ColumnDefault change) {
    Attribute attribute = column(table, change.column());
    if (attribute.identity() != 0) {
      throw new SqlError(
              SqlState.SYNTAX_ERROR,
              "column \""
                  + attribute.name()
                  + "\" of relation \""
                  + table.name()
                  + "\" is an identity column")
          .hint(
              change.value() == null
                  ? "Use ALTER TABLE ... ALTER COLUMN ... DROP IDENTITY instead."
                  : null);
    }
    if (attribute.generated() != 0) {
      throw new SqlError(
          SqlState.SYNTAX_ERROR,
          "column \""
              + attribute.name()
              + "\" of relation \""
              + table.name()
              + "\" is a generated column");
    }
    Expression value = change.value();
    StoredExpression stored =
        value == null
            ? null
            : defaults.analyze(value, attribute.type().oid(), attribute.typmod(), attribute.name());
    defaults.remove(table.oid(), attribute.number());
    if (stored != null && !stored.text().equals("NULL")) {
      defaults.insert(
          table.oid(), attribute.number(), stored.text(), List.of(), stored.references());
    }
  }

  void setNotNull(RelationDescriptor table, String name) {
    Attribute attribute = column(table, name);
    if (!attribute.notNull()) {
      new ConstraintActions(context, names).notNull(attribute, table, null, false);
    }
  }

  void dropNotNull(RelationDescriptor table, String name) {
    Attribute attribute = column(table, name);
    if (!attribute.notNull()) {
      return;
    }
    if (attribute.identity() != 0) {
      throw new SqlError(
          SqlState.SYNTAX_ERROR,
          "column \"" + name + "\" of relation \"" + table.name() + "\" is an identity column");
    }
    checkNotInKey(table, attribute.number());
    for (CatalogRow row :
        catalog
            .store()
            .find(CONSTRAINT, CONSTRAINT.index("conrelid", "contypid", "conname"), table.oid())) {
      if (row.character("contype") == 'n' && row.integers("conkey")[0] == attribute.number()) {
        new DropCommands(context)
            .remove(List.of(ObjectAddress.constraint(row.oid())), DropBehavior.RESTRICT);
      }
    }
  }

  /** 42P16 for a column of the primary key, which is not null as long as that is there. */
  static void checkNotInKey(RelationDescriptor table, int number) {
    for (IndexDescriptor index : table.indexes()) {
      for (IndexDescriptor.Key key : index.keys()) {
        if (index.primary() && key.attributeNumber() == number) {
          throw new SqlError(
              SqlState.INVALID_TABLE_DEFINITION,
              "column \"" + table.attributes().get(number - 1).name() + "\" is in a primary key");
        }
      }
    }
  }

  void addIdentity(RelationDescriptor table, AddIdentity add) {
    Attribute attribute = column(table, add.column());
    if (!attribute.notNull()) {
      throw new SqlError(
          SqlState.OBJECT_NOT_IN_PREREQUISITE_STATE,
          "column \""
              + attribute.name()
              + "\" of relation \""
              + table.name()
              + "\" must be declared NOT NULL before identity can be added");
    }
    if (attribute.identity() != 0 || attribute.defaultExpression() != null) {
      throw new SqlError(
          SqlState.OBJECT_NOT_IN_PREREQUISITE_STATE,
          "column \""
              + attribute.name()
              + "\" of relation \""
              + table.name()
              + (attribute.identity() != 0
                  ? "\" is already an identity column"
                  : "\" already has a default value"));
    }
    Column column = new Column(attribute.name(), attribute.type().oid(), -1, 0, add.position());
    column.identity = add.always() ? 'a' : 'd';
    column.sequenceOptions = add.sequenceOptions();
    ColumnSequences sequences = new ColumnSequences(context, names);
    sequences.create(table.name(), table.schemaOid(), table.persistence(), column);
    sequences.attach(table.oid(), attribute.number(), column);
    CatalogRow row = row(table.oid(), attribute.number());
    writer.update(row, RowValues.of(row).set("attidentity", column.identity));
  }

  void dropIdentity(RelationDescriptor table, DropIdentity drop) {
    Attribute attribute = column(table, drop.column());
    if (attribute.identity() == 0) {
      SqlError error =
          new SqlError(
              SqlState.OBJECT_NOT_IN_PREREQUISITE_STATE,
              "column \""
                  + attribute.name()
                  + "\" of relation \""
                  + table.name()
                  + "\" is not an identity column"
                  + (drop.ifExists() ? ", skipping" : ""));
      if (!drop.ifExists()) {
        throw error;
      }
      context.notice("NOTICE", error);
      return;
    }
    CatalogRow row = row(table.oid(), attribute.number());
    writer.update(row, RowValues.of(row).set("attidentity", (char) 0));
    ObjectAddress sequence = ObjectAddress.relation(attribute.sequenceOid());
    writer.forgetDependencies(sequence);
    new DropCommands(context).remove(List.of(sequence), DropBehavior.RESTRICT);
  }
}
