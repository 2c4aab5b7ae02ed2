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
import dev.postern.backend.command.CommandServices.StoredExpression;
import dev.postern.backend.command.RelationCreation.NewColumn;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.sql.TableElement.ConstraintAttributes;
import dev.postern.backend.sql.TableElement.KeyConstraint;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Makes indexes of tables that exist, with their entries. */
final class IndexCreation {
  /** Between the texts in pg_index.indexprs. */
  private static final String EXPRESSION_SEPARATOR = "\u001e";

  static final int BTREE = 403;
  private static final CatalogTable INDEX = CatalogTable.named("pg_index");
  private static final CatalogTable CLASS = CatalogTable.named("pg_class");

  private final CommandContext context;
  private final CatalogReader catalog;
  private final CatalogWriter writer;
  private final GeneratedNames names;

  IndexCreation(CommandContext context, GeneratedNames names) {
    this.context = context;
    this.catalog = context.catalog();
    this.writer = context.catalogWriter();
    this.names = names;
  }

  /**
   * One column of an index.
   *
   * @param number attnum, or 0 for an expression
   * @param options bit 0 descending, bit 1 nulls first
   */
  record Element(
      int number,
      @Nullable StoredExpression expression,
      String name,
      int typeOid,
      int typmod,
      int collationOid,
      int operatorClassOid,
      int options) {}

  /** An index to be. */
  record NewIndex(
      String name,
      int method,
      boolean unique,
      boolean primary,
      boolean nullsNotDistinct,
      List<Element> keys,
      List<Integer> included,
      @Nullable StoredExpression predicate,
      List<String> options,
      @Nullable ConstraintAttributes constraint) {}

  /** The index of a PRIMARY KEY or UNIQUE constraint, and the constraint. */
  void ofConstraint(RelationDescriptor table, KeyConstraint key) {
    String name = key.name();
    if (name == null) {
      name =
          key.primary()
              ? names.relation(table.name(), null, "pkey", table.schemaOid(), true)
              : names.relation(
                  table.name(),
                  GeneratedNames.columns(withIncluded(key)),
                  "key",
                  table.schemaOid(),
                  true);
    }
    OperatorClassLookup classes = new OperatorClassLookup(catalog);
    List<Element> keys = new ArrayList<>();
    for (String column : key.columns()) {
      Attribute attribute = column(table, column, key.position());
      keys.add(element(attribute, classes.find(BTREE, "btree", null, attribute.type().oid())));
    }
    List<Integer> included = new ArrayList<>();
    for (String column : key.include()) {
      included.add(column(table, column, key.position()).number());
    }
    List<String> options = RelationOptionText.changed(List.of(), key.options(), false, 'i');
    create(
        table,
        new NewIndex(
            name,
            BTREE,
            true,
            key.primary(),
            key.nullsNotDistinct(),
            keys,
            included,
            null,
            options == null ? List.of() : options,
            key.attributes()));
  }

  private static List<String> withIncluded(KeyConstraint key) {
    List<String> all = new ArrayList<>(key.columns());
    all.addAll(key.include());
    return all;
  }

  private Attribute column(RelationDescriptor table, String name, int position) {
    Attribute attribute = table.attribute(name);
    if (attribute == null) {
      throw new SqlError(
              SqlState.UNDEFINED_COLUMN, "column \"" + name + "\" named in key does not exist")
          .at(context.character(position));
    }
    return attribute;
  }

  static Element element(Attribute attribute, int operatorClass) {
    return new Element(
        attribute.number(),
        null,
        attribute.name(),
        attribute.type().oid(),
        attribute.typmod(),
        attribute.collationOid(),
        operatorClass,
        0);
  }

  /** The same index on another table that has the same columns. */
  void copy(int tableOid, RelationDescriptor source, IndexDescriptor index) {
    RelationDescriptor table = require(tableOid);
    if (index.predicate() != null) {
      throw SqlError.notSupported("LIKE INCLUDING INDEXES with a partial index");
    }
    List<Element> keys = new ArrayList<>();
    List<String> columns = new ArrayList<>();
    for (IndexDescriptor.Key key : index.keys()) {
      if (key.attributeNumber() == 0) {
        throw SqlError.notSupported("LIKE INCLUDING INDEXES with an index on an expression");
      }
      Attribute same = same(table, source, key.attributeNumber());
      Element element = element(same, key.operatorClassOid());
      int options = (key.descending() ? 1 : 0) | (key.nullsFirst() ? 2 : 0);
      keys.add(
          new Element(
              element.number(),
              null,
              element.name(),
              element.typeOid(),
              element.typmod(),
              element.collationOid(),
              element.operatorClassOid(),
              options));
      columns.add(same.name());
    }
    List<Integer> included = new ArrayList<>();
    for (int number : index.includedColumns()) {
      Attribute same = same(table, source, number);
      included.add(same.number());
      columns.add(same.name());
    }
    boolean constraint = index.constraintOid() != 0;
    String name =
        names.relation(
            table.name(),
            index.primary() ? null : GeneratedNames.columns(columns),
            index.primary() ? "pkey" : constraint ? "key" : "idx",
            table.schemaOid(),
            constraint);
    ConstraintAttributes attributes =
        new ConstraintAttributes(index.deferrable(), index.initiallyDeferred(), false, false, null);
    create(
        table,
        new NewIndex(
            name,
            BTREE,
            index.unique(),
            index.primary(),
            index.nullsNotDistinct(),
            keys,
            included,
            null,
            List.of(),
            constraint ? attributes : null));
  }

  private static Attribute same(RelationDescriptor table, RelationDescriptor source, int number) {
    Attribute same = table.attribute(source.attributes().get(number - 1).name());
    if (same == null) {
      throw new IllegalStateException("LIKE left out a column");
    }
    return same;
  }

  /** Makes an index and enters the table's rows into it. */
  int create(RelationDescriptor table, NewIndex index) {
    List<NewColumn> columns = new ArrayList<>();
    for (Element key : index.keys) {
      columns.add(new NewColumn(key.name, key.typeOid, key.typmod, key.collationOid));
    }
    for (int number : index.included) {
      Attribute attribute = table.attributes().get(number - 1);
      columns.add(
          new NewColumn(
              attribute.name(),
              attribute.type().oid(),
              attribute.typmod(),
              attribute.collationOid()));
    }
    int oid =
        new RelationCreation(context)
            .createIndex(
                index.name,
                table.schemaOid(),
                table.persistence(),
                columns,
                index.options,
                index.method);
    insertRow(table, index, oid);
    depend(table, index, oid);
    build(table.oid(), oid);
    return oid;
  }

  private void insertRow(RelationDescriptor table, NewIndex index, int oid) {
    int count = index.keys.size() + index.included.size();
    int[] numbers = new int[count];
    int[] collations = new int[index.keys.size()];
    int[] classes = new int[index.keys.size()];
    int[] options = new int[index.keys.size()];
    List<String> expressions = new ArrayList<>();
    for (int i = 0; i < index.keys.size(); i++) {
      Element key = index.keys.get(i);
      numbers[i] = key.number;
      collations[i] = key.collationOid;
      classes[i] = key.operatorClassOid;
      options[i] = key.options;
      StoredExpression expression = key.expression;
      if (expression != null) {
        expressions.add(expression.text());
      }
    }
    for (int i = 0; i < index.included.size(); i++) {
      numbers[index.keys.size() + i] = index.included.get(i);
    }
    ConstraintAttributes constraint = index.constraint;
    boolean deferrable =
        constraint != null && (constraint.deferrable() || constraint.initiallyDeferred());
    StoredExpression predicate = index.predicate;
    writer.insert(
        new RowValues(INDEX)
            .set("indexrelid", oid)
            .set("indrelid", table.oid())
            .set("indnatts", count)
            .set("indnkeyatts", index.keys.size())
            .set("indisunique", index.unique)
            .set("indnullsnotdistinct", index.nullsNotDistinct)
            .set("indisprimary", index.primary)
            .set("indisexclusion", false)
            .set("indimmediate", !deferrable)
            .set("indisclustered", false)
            .set("indisvalid", true)
            .set("indcheckxmin", false)
            .set("indisready", true)
            .set("indislive", true)
            .set("indisreplident", false)
            .set("indkey", numbers)
            .set("indcollation", collations)
            .set("indclass", classes)
            .set("indoption", options)
            .set(
                "indexprs",
                expressions.isEmpty() ? null : String.join(EXPRESSION_SEPARATOR, expressions))
            .set("indpred", predicate == null ? null : predicate.text()));
  }

  private void depend(RelationDescriptor table, NewIndex index, int oid) {
    ObjectAddress address = ObjectAddress.relation(oid);
    Set<Integer> columns = new LinkedHashSet<>();
    Set<ObjectAddress> references = new LinkedHashSet<>();
    for (Element key : index.keys) {
      if (key.number != 0) {
        columns.add(key.number);
      }
      StoredExpression expression = key.expression;
      if (expression != null) {
        columns.addAll(expression.columns());
        references.addAll(expression.references());
      }
    }
    columns.addAll(index.included);
    StoredExpression predicate = index.predicate;
    if (predicate != null) {
      columns.addAll(predicate.columns());
      references.addAll(predicate.references());
    }
    ConstraintAttributes constraint = index.constraint;
    if (constraint != null) {
      int[] keys = new int[index.keys.size()];
      for (int i = 0; i < keys.length; i++) {
        keys[i] = index.keys.get(i).number;
      }
      int[] all = Constraints.integers(new ArrayList<>(columns));
      new Constraints(context, names)
          .insertKey(table, index.name, oid, index.primary, keys, all, constraint);
      return;
    }
    for (int column : columns) {
      writer.depend(address, ObjectAddress.column(table.oid(), column), 'a');
    }
    if (columns.isEmpty()) {
      writer.depend(address, ObjectAddress.relation(table.oid()), 'a');
    }
    writer.dependOnAll(address, references, 'n');
  }

  private void build(int tableOid, int indexOid) {
    CatalogRow row = catalog.store().withOid(CLASS, tableOid);
    if (row != null && !row.truth("relhasindex")) {
      writer.update(row, RowValues.of(row).set("relhasindex", true));
    }
    RelationDescriptor table = require(tableOid);
    for (IndexDescriptor made : table.indexes()) {
      if (made.oid() == indexOid) {
        context.services().buildIndex(table, made);
      }
    }
  }

  private RelationDescriptor require(int oid) {
    RelationDescriptor relation = catalog.relation(oid);
    if (relation == null) {
      throw new IllegalStateException("relation " + oid + " vanished");
    }
    return relation;
  }
}
