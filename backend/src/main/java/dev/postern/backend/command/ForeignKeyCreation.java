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
import dev.postern.backend.catalog.RelationDescriptor.ForeignKey;
import dev.postern.backend.catalog.RowValues;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.function.OperatorClasses;
import dev.postern.backend.sql.TableElement.ConstraintAttributes;
import dev.postern.backend.sql.TableElement.ForeignKeyConstraint;
import dev.postern.backend.sql.TableElement.MatchType;
import dev.postern.backend.sql.TableElement.References;
import dev.postern.backend.sql.TableElement.ReferentialAction;
import dev.postern.backend.txn.TableLockMode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes foreign keys. */
final class ForeignKeyCreation {
  private static final CatalogTable CLASS = CatalogTable.named("pg_class");
  private static final int EQUALITY = 3;

  private final CommandContext context;
  private final CatalogReader catalog;
  private final CatalogWriter writer;
  private final Constraints constraints;
  private final GeneratedNames names;

  ForeignKeyCreation(CommandContext context, Constraints constraints, GeneratedNames names) {
    this.context = context;
    this.catalog = context.catalog();
    this.writer = context.catalogWriter();
    this.constraints = constraints;
    this.names = names;
  }

  void create(RelationDescriptor table, ForeignKeyConstraint key, boolean validate) {
    References references = key.references();
    if (key.period() || references.period()) {
      throw SqlError.notSupported("PERIOD foreign key");
    }
    if (references.match() == MatchType.PARTIAL) {
      throw new SqlError(SqlState.FEATURE_NOT_SUPPORTED, "MATCH PARTIAL not yet implemented");
    }
    RelationDescriptor referenced = new Targets(context).relation(references.table());
    if (referenced.oid() != table.oid()) {
      context.lockRelation(
          referenced.oid(), referenced.name(), TableLockMode.SHARE_ROW_EXCLUSIVE, false);
      referenced = require(referenced.oid());
    }
    checkKinds(table, referenced);
    int[] columns = numbers(table, key.columns());
    int[] targets =
        references.columns().isEmpty()
            ? primaryKey(referenced)
            : numbers(referenced, references.columns());
    IndexDescriptor index = matching(referenced, targets);
    if (columns.length != targets.length) {
      throw new SqlError(
          SqlState.INVALID_FOREIGN_KEY,
          "number of referencing and referenced columns for foreign key disagree");
    }
    String given = key.name();
    if (given != null) {
      constraints.checkName(table, given);
    }
    String name =
        given != null
            ? given
            : names.constraint(
                table.name(), GeneratedNames.columns(key.columns()), "fkey", table.schemaOid());
    insert(table, referenced, index, columns, targets, name, key, validate);
  }

  private void insert(
      RelationDescriptor table,
      RelationDescriptor referenced,
      IndexDescriptor index,
      int[] columns,
      int[] targets,
      String name,
      ForeignKeyConstraint key,
      boolean validate) {
    References references = key.references();
    int[] crossOperators = new int[columns.length];
    int[] keyOperators = new int[columns.length];
    int[] ownOperators = new int[columns.length];
    for (int i = 0; i < columns.length; i++) {
      Attribute own = table.attributes().get(columns[i] - 1);
      Attribute target = referenced.attributes().get(targets[i] - 1);
      keyOperators[i] = OperatorClasses.equality(catalog, target.type().oid());
      ownOperators[i] = OperatorClasses.equality(catalog, own.type().oid());
      crossOperators[i] = crossOperator(own, target, name);
    }
    ConstraintAttributes attributes = key.attributes();
    boolean enforced = attributes.enforced() == null || attributes.enforced();
    boolean valid = enforced && !attributes.notValid();
    List<Integer> deleteColumns = new ArrayList<>();
    for (String column : references.onDeleteColumns()) {
      Attribute attribute = Constraints.foreignKeyColumn(table, column);
      if (!contains(columns, attribute.number())) {
        throw new SqlError(
            SqlState.INVALID_COLUMN_REFERENCE,
            "column \""
                + column
                + "\" referenced in ON DELETE SET action must be part of foreign key");
      }
      deleteColumns.add(attribute.number());
    }
    int oid = writer.newOid();
    writer.insert(
        Constraints.row(oid, name, table.schemaOid(), 'f', table.oid())
            .set("condeferrable", attributes.deferrable() || attributes.initiallyDeferred())
            .set("condeferred", attributes.initiallyDeferred())
            .set("conenforced", enforced)
            .set("convalidated", valid)
            .set("conindid", index.oid())
            .set("confrelid", referenced.oid())
            .set("confupdtype", letter(references.onUpdate()))
            .set("confdeltype", letter(references.onDelete()))
            .set("confmatchtype", references.match() == MatchType.FULL ? 'f' : 's')
            .set("connoinherit", true)
            .set("conkey", columns)
            .set("confkey", targets)
            .set("conpfeqop", crossOperators)
            .set("conppeqop", keyOperators)
            .set("conffeqop", ownOperators)
            .set(
                "confdelsetcols",
                deleteColumns.isEmpty() ? null : Constraints.integers(deleteColumns)));
    ObjectAddress address = ObjectAddress.constraint(oid);
    for (int column : columns) {
      writer.depend(address, ObjectAddress.column(table.oid(), column), 'a');
    }
    for (int column : targets) {
      writer.depend(address, ObjectAddress.column(referenced.oid(), column), 'n');
    }
    writer.depend(address, ObjectAddress.relation(index.oid()), 'n');
    markTriggers(table.oid());
    markTriggers(referenced.oid());
    if (validate && valid) {
      RelationDescriptor now = require(table.oid());
      for (ForeignKey made : now.foreignKeys()) {
        if (made.oid() == oid) {
          context.services().checkReferences(now, made);
        }
      }
    }
  }

  /** pg_class.relhastriggers: clients look at it before they ask for foreign keys. */
  private void markTriggers(int table) {
    CatalogRow row = catalog.store().withOid(CLASS, table);
    if (row != null && !row.truth("relhastriggers")) {
      writer.update(row, RowValues.of(row).set("relhastriggers", true));
    }
  }

  private RelationDescriptor require(int oid) {
    RelationDescriptor relation = catalog.relation(oid);
    if (relation == null) {
      throw new IllegalStateException("relation " + oid + " vanished");
    }
    return relation;
  }

  private static void checkKinds(RelationDescriptor table, RelationDescriptor referenced) {
    if (referenced.kind() != 'r') {
      throw new SqlError(
          SqlState.WRONG_OBJECT_TYPE,
          "referenced relation \"" + referenced.name() + "\" is not a table");
    }
    if (referenced.oid() < ClassOids.FIRST_USER_OID) {
      throw new SqlError(
          SqlState.INSUFFICIENT_PRIVILEGE,
          "permission denied: \"" + referenced.name() + "\" is a system catalog");
    }
    char own = table.persistence();
    char other = referenced.persistence();
    String only =
        own == 'p' && other != 'p'
            ? "constraints on permanent tables may reference only permanent tables"
            : own == 'u' && other == 't'
                ? "constraints on unlogged tables may reference only permanent or unlogged tables"
                : own == 't' && other != 't'
                    ? "constraints on temporary tables may reference only temporary tables"
                    : null;
    if (only != null) {
      throw new SqlError(SqlState.INVALID_TABLE_DEFINITION, only);
    }
  }

  private static int[] numbers(RelationDescriptor table, List<String> columns) {
    int[] numbers = new int[columns.size()];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = Constraints.foreignKeyColumn(table, columns.get(i)).number();
    }
    return numbers;
  }

  private static int[] primaryKey(RelationDescriptor referenced) {
    for (IndexDescriptor index : referenced.indexes()) {
      if (index.primary()) {
        if (!index.immediate()) {
          throw new SqlError(
              SqlState.OBJECT_NOT_IN_PREREQUISITE_STATE,
              "cannot use a deferrable primary key for referenced table \""
                  + referenced.name()
                  + "\"");
        }
        return columns(index);
      }
    }
    throw new SqlError(
        SqlState.UNDEFINED_OBJECT,
        "there is no primary key for referenced table \"" + referenced.name() + "\"");
  }

  private static int[] columns(IndexDescriptor index) {
    int[] columns = new int[index.keys().size()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = index.keys().get(i).attributeNumber();
    }
    return columns;
  }

  /** The unique index over exactly these columns, in any order. */
  private static IndexDescriptor matching(RelationDescriptor referenced, int[] targets) {
    boolean deferrable = false;
    for (int i = 0; i < targets.length; i++) {
      for (int j = 0; j < i; j++) {
        if (targets[i] == targets[j]) {
          throw new SqlError(
              SqlState.INVALID_FOREIGN_KEY,
              "foreign key referenced-columns list must not contain duplicates");
        }
      }
    }
    for (IndexDescriptor index : referenced.indexes()) {
      boolean fits =
          index.unique() && index.predicate() == null && index.keys().size() == targets.length;
      for (int i = 0; fits && i < targets.length; i++) {
        fits = contains(targets, index.keys().get(i).attributeNumber());
      }
      if (fits && index.immediate()) {
        return index;
      }
      deferrable |= fits;
    }
    if (deferrable) {
      throw new SqlError(
          SqlState.OBJECT_NOT_IN_PREREQUISITE_STATE,
          "cannot use a deferrable unique constraint for referenced table \""
              + referenced.name()
              + "\"");
    }
    throw new SqlError(
        SqlState.INVALID_FOREIGN_KEY,
        "there is no unique constraint matching given keys for referenced table \""
            + referenced.name()
            + "\"");
  }

  private static boolean contains(int[] values, int value) {
    for (int each : values) {
      if (each == value) {
        return true;
      }
    }
    return false;
  }

  private int crossOperator(Attribute own, Attribute target, String constraint) {
    int keyType = catalog.baseType(target.type().oid());
    int ownType = catalog.baseType(own.type().oid());
    int family = OperatorClasses.btreeFamily(catalog, keyType);
    int operator =
        family == 0 ? 0 : OperatorClasses.btreeMember(family, keyType, ownType, EQUALITY);
    if (operator == 0 && implicitlyBecomes(ownType, keyType)) {
      operator = OperatorClasses.equality(catalog, keyType);
    }
    if (operator == 0) {
      throw new SqlError(
              SqlState.DATATYPE_MISMATCH,
              "foreign key constraint \"" + constraint + "\" cannot be implemented")
          .detail(
              "Key columns \""
                  + own.name()
                  + "\" of the referencing table and \""
                  + target.name()
                  + "\" of the referenced table are of incompatible types: "
                  + catalog.displayName(own.type().oid())
                  + " and "
                  + catalog.displayName(target.type().oid())
                  + ".");
    }
    return operator;
  }

  private boolean implicitlyBecomes(int from, int to) {
    if (from == to) {
      return true;
    }
    var cast = catalog.cast(from, to);
    return cast != null && cast.context() == 'i';
  }

  private static char letter(@Nullable ReferentialAction action) {
    return switch (action) {
      case null -> 'a';
      case NO_ACTION -> 'a';
      case RESTRICT -> 'r';
      case CASCADE -> 'c';
      case SET_NULL -> 'n';
      case SET_DEFAULT -> 'd';
    };
  }
}
