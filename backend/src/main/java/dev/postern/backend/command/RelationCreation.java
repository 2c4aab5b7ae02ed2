package dev.postern.backend.command;

import dev.postern.backend.catalog.CatalogReader;
import dev.postern.backend.catalog.CatalogTable;
import dev.postern.backend.catalog.CatalogWriter;
import dev.postern.backend.catalog.ClassOids;
import dev.postern.backend.catalog.ObjectAddress;
import dev.postern.backend.catalog.RowValues;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.function.TypeDescriptor;
import dev.postern.backend.storage.Branch;
import dev.postern.backend.type.TypeOids;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Makes relations: rows of pg_class, pg_attribute and pg_type, dependencies, an empty tree. */
final class RelationCreation {
  private static final CatalogTable CLASS = CatalogTable.named("pg_class");
  private static final CatalogTable ATTRIBUTE = CatalogTable.named("pg_attribute");
  private static final int HEAP = 2;
  private static final long FIRST_TRANSACTION = 3;

  private static final String[] SYSTEM_NAMES = {"ctid", "xmin", "cmin", "xmax", "cmax", "tableoid"};
  private static final int[] SYSTEM_TYPES = {
    TypeOids.TID, TypeOids.XID, TypeOids.CID, TypeOids.XID, TypeOids.CID, TypeOids.OID
  };

  private final CommandContext context;
  private final CatalogReader catalog;
  private final CatalogWriter writer;

  RelationCreation(CommandContext context) {
    this.context = context;
    this.catalog = context.catalog();
    this.writer = context.catalogWriter();
  }

  /**
   * A column to be.
   *
   * @param identity a, d or 0; @param generated s or 0
   */
  record NewColumn(
      String name,
      int typeOid,
      int typmod,
      int collationOid,
      boolean notNull,
      char identity,
      char generated,
      @Nullable String storage) {
    NewColumn(String name, int typeOid, int typmod, int collationOid) {
      this(name, typeOid, typmod, collationOid, false, (char) 0, (char) 0, null);
    }
  }

  /**
   * Makes a table, view, materialized view, composite type or sequence with its row type.
   *
   * @param kind pg_class.relkind
   * @param options pg_class.reloptions, or null
   * @return its oid, which is also the number of its tree
   */
  int create(
      String name,
      int schema,
      char kind,
      char persistence,
      List<NewColumn> columns,
      @Nullable List<String> options) {
    checkColumns(columns, kind);
    int oid = writer.newOid();
    boolean hasRowType = kind != 'S';
    if (hasRowType && catalog.typeOid(schema, name) != 0) {
      throw new SqlError(SqlState.DUPLICATE_OBJECT, "type \"" + name + "\" already exists")
          .hint(
              "A relation has an associated type of the same name, so you must use a name that"
                  + " doesn't conflict with any existing type.");
    }
    int rowType = 0;
    if (hasRowType) {
      int array = writer.newOid();
      rowType = writer.newOid();
      TypeCreation types = new TypeCreation(context);
      types.composite(rowType, array, name, schema, oid);
      ObjectAddress type = ObjectAddress.type(rowType);
      if (kind == 'c') {
        writer.depend(type, ObjectAddress.schema(schema), 'n');
        writer.depend(ObjectAddress.relation(oid), type, 'i');
        writer.dependOnOwner(type, context.currentRole());
      } else {
        writer.depend(type, ObjectAddress.relation(oid), 'i');
      }
    }
    boolean stored = kind == 'r' || kind == 'm' || kind == 'S' || kind == 't';
    boolean rows = kind == 'r' || kind == 'm';
    writer.insert(
        new RowValues(CLASS)
            .set("oid", oid)
            .set("relname", name)
            .set("relnamespace", schema)
            .set("reltype", rowType)
            .set("reloftype", 0)
            .set("relowner", context.currentRole())
            .set("relam", rows ? HEAP : 0)
            .set("relfilenode", stored ? oid : 0)
            .set("reltablespace", 0)
            .set("relpages", kind == 'S' ? 1 : 0)
            .set("reltuples", kind == 'S' ? 1f : -1f)
            .set("relallvisible", 0)
            .set("relallfrozen", 0)
            .set("reltoastrelid", 0)
            .set("relhasindex", false)
            .set("relisshared", false)
            .set("relpersistence", persistence)
            .set("relkind", kind)
            .set("relnatts", columns.size())
            .set("relchecks", 0)
            .set("relhasrules", false)
            .set("relhastriggers", false)
            .set("relhassubclass", false)
            .set("relrowsecurity", false)
            .set("relforcerowsecurity", false)
            .set("relispopulated", true)
            .set("relreplident", kind == 'r' || kind == 'm' ? 'd' : 'n')
            .set("relispartition", false)
            .set("relrewrite", 0)
            .set("relfrozenxid", rows ? FIRST_TRANSACTION : 0)
            .set("relminmxid", rows ? 1 : 0)
            .set("reloptions", options));
    for (int i = 0; i < columns.size(); i++) {
      addColumn(oid, i + 1, columns.get(i));
    }
    if (kind == 'r' || kind == 'm' || kind == 'S') {
      addSystemColumns(oid);
    }
    ObjectAddress relation = ObjectAddress.relation(oid);
    if (kind != 'c') {
      writer.depend(relation, ObjectAddress.schema(schema), 'n');
      writer.dependOnOwner(relation, context.currentRole());
    }
    if (rows) {
      createRowTree(oid);
    }
    return oid;
  }

  /** An empty tree that goes when the transaction rolls back. */
  void createRowTree(int fileNode) {
    Branch branch = context.database().branch();
    branch.createRowTree(fileNode);
    context.afterRollback(() -> branch.drop(fileNode));
  }

  /** An empty index tree that goes when the transaction rolls back. */
  void createIndexTree(int fileNode) {
    Branch branch = context.database().branch();
    branch.createIndexTree(fileNode);
    context.afterRollback(() -> branch.drop(fileNode));
  }

  private void checkColumns(List<NewColumn> columns, char kind) {
    for (int i = 0; i < columns.size(); i++) {
      NewColumn column = columns.get(i);
      if (kind != 'v' && kind != 'c') {
        checkSystemName(column.name());
      }
      for (int j = 0; j < i; j++) {
        if (columns.get(j).name().equals(column.name())) {
          throw new SqlError(
              SqlState.DUPLICATE_COLUMN,
              "column \"" + column.name() + "\" specified more than once");
        }
      }
      checkType(column.name(), column.typeOid());
    }
    if (columns.size() > 1600) {
      throw new SqlError(SqlState.TOO_MANY_COLUMNS, "tables can have at most 1600 columns");
    }
  }

  static void checkSystemName(String name) {
    for (String system : SYSTEM_NAMES) {
      if (system.equals(name)) {
        throw new SqlError(
            SqlState.DUPLICATE_COLUMN,
            "column name \"" + name + "\" conflicts with a system column name");
      }
    }
  }

  /** 42P16 for types that no column may have. */
  void checkType(String column, int typeOid) {
    TypeDescriptor type = catalog.type(typeOid);
    if (type != null && type.kind() == 'p') {
      throw new SqlError(
          SqlState.INVALID_TABLE_DEFINITION,
          "column \"" + column + "\" has pseudo-type " + catalog.displayName(typeOid));
    }
  }

  /** Adds a row to pg_attribute with what the column depends on. */
  void addColumn(int relation, int number, NewColumn column) {
    TypeDescriptor type = type(column.typeOid());
    writer.insert(
        attribute(relation, number, column.name(), type)
            .set("atttypmod", column.typmod())
            .set("attndims", type.isArray() ? 1 : 0)
            .set("attstorage", storage(column, type))
            .set("attnotnull", column.notNull())
            .set("attidentity", column.identity())
            .set("attgenerated", column.generated())
            .set("attcollation", column.collationOid()));
    ObjectAddress address = ObjectAddress.column(relation, number);
    writer.depend(address, ObjectAddress.type(column.typeOid()), 'n');
    if (column.collationOid() != 0) {
      writer.depend(address, new ObjectAddress(ClassOids.PG_COLLATION, column.collationOid()), 'n');
    }
  }

  private static char storage(NewColumn column, TypeDescriptor type) {
    String said = column.storage();
    if (said == null || said.equalsIgnoreCase("default")) {
      return type.storage();
    }
    char storage =
        switch (said.toLowerCase(Locale.ROOT)) {
          case "plain" -> 'p';
          case "external" -> 'e';
          case "extended" -> 'x';
          case "main" -> 'm';
          default ->
              throw new SqlError(
                  SqlState.INVALID_PARAMETER_VALUE, "invalid storage type \"" + said + "\"");
        };
    if (storage != 'p' && type.storage() == 'p') {
      throw new SqlError(
          SqlState.FEATURE_NOT_SUPPORTED,
          "column data type " + type.name() + " can only have storage PLAIN");
    }
    return storage;
  }

  private RowValues attribute(int relation, int number, String name, TypeDescriptor type) {
    return new RowValues(ATTRIBUTE)
        .set("attrelid", relation)
        .set("attname", name)
        .set("atttypid", type.oid())
        .set("attlen", type.length())
        .set("attnum", number)
        .set("atttypmod", -1)
        .set("attndims", 0)
        .set("attbyval", type.byValue())
        .set("attalign", type.alignment())
        .set("attstorage", type.storage())
        .set("attcompression", (char) 0)
        .set("attnotnull", false)
        .set("atthasdef", false)
        .set("atthasmissing", false)
        .set("attidentity", (char) 0)
        .set("attgenerated", (char) 0)
        .set("attisdropped", false)
        .set("attislocal", true)
        .set("attinhcount", 0)
        .set("attcollation", 0);
  }

  private void addSystemColumns(int relation) {
    for (int i = 0; i < SYSTEM_NAMES.length; i++) {
      writer.insert(
          attribute(relation, -1 - i, SYSTEM_NAMES[i], type(SYSTEM_TYPES[i]))
              .set("attnotnull", true));
    }
  }

  private TypeDescriptor type(int oid) {
    TypeDescriptor type = catalog.type(oid);
    if (type == null) {
      throw new SqlError(
          SqlState.INTERNAL_ERROR, "cache lookup failed for type " + Integer.toUnsignedString(oid));
    }
    return type;
  }

  /** Adds the pg_class and pg_attribute rows of an index and its empty tree. */
  int createIndex(
      String name,
      int schema,
      char persistence,
      List<NewColumn> columns,
      List<String> options,
      int method) {
    int oid = writer.newOid();
    writer.insert(
        new RowValues(CLASS)
            .set("oid", oid)
            .set("relname", name)
            .set("relnamespace", schema)
            .set("reltype", 0)
            .set("reloftype", 0)
            .set("relowner", context.currentRole())
            .set("relam", method)
            .set("relfilenode", oid)
            .set("reltablespace", 0)
            .set("relpages", 1)
            .set("reltuples", 0f)
            .set("relallvisible", 0)
            .set("relallfrozen", 0)
            .set("reltoastrelid", 0)
            .set("relhasindex", false)
            .set("relisshared", false)
            .set("relpersistence", persistence)
            .set("relkind", 'i')
            .set("relnatts", columns.size())
            .set("relchecks", 0)
            .set("relhasrules", false)
            .set("relhastriggers", false)
            .set("relhassubclass", false)
            .set("relrowsecurity", false)
            .set("relforcerowsecurity", false)
            .set("relispopulated", true)
            .set("relreplident", 'n')
            .set("relispartition", false)
            .set("relrewrite", 0)
            .set("relfrozenxid", 0)
            .set("relminmxid", 0)
            .set("reloptions", options.isEmpty() ? null : options));
    for (int i = 0; i < columns.size(); i++) {
      NewColumn column = columns.get(i);
      TypeDescriptor type = type(column.typeOid());
      writer.insert(
          attribute(oid, i + 1, column.name(), type)
              .set("atttypmod", column.typmod())
              .set("attcollation", column.collationOid()));
    }
    createIndexTree(oid);
    return oid;
  }
}
