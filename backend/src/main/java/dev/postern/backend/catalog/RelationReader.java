package dev.postern.backend.catalog;

import dev.postern.backend.catalog.IndexDescriptor.Key;
import dev.postern.backend.catalog.RelationDescriptor.Attribute;
import dev.postern.backend.catalog.RelationDescriptor.CheckConstraint;
import dev.postern.backend.catalog.RelationDescriptor.ForeignKey;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.type.Bytes;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.SqlType;
import dev.postern.backend.type.TupleLayout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Makes a relation's descriptor out of its rows in the catalogs. */
final class RelationReader {
  /** Between the expressions in pg_index.indexprs, which are SQL texts. */
  static final String EXPRESSION_SEPARATOR = "\u001e";

  private static final CatalogTable CLASS = CatalogTable.named("pg_class");
  private static final CatalogTable ATTRIBUTE = CatalogTable.named("pg_attribute");
  private static final CatalogTable DEFAULT = CatalogTable.named("pg_attrdef");
  static final CatalogTable CONSTRAINT = CatalogTable.named("pg_constraint");
  private static final CatalogTable INDEX = CatalogTable.named("pg_index");
  private static final CatalogTable DEPEND = CatalogTable.named("pg_depend");
  private static final CatalogTable REWRITE = CatalogTable.named("pg_rewrite");
  private static final int[] NONE = {};

  private final CatalogStore store;
  private final IntFunction<SqlType> types;
  private final IntFunction<@Nullable String> schemas;

  /**
   * @param types value type of a pg_type.oid
   * @param schemas name of a pg_namespace.oid
   */
  RelationReader(
      CatalogStore store, IntFunction<SqlType> types, IntFunction<@Nullable String> schemas) {
    this.store = store;
    this.types = types;
    this.schemas = schemas;
  }

  @Nullable RelationDescriptor read(int oid) {
    CatalogRow row = store.withOid(CLASS, oid);
    if (row == null) {
      return null;
    }
    char kind = row.character("relkind");
    boolean stored = kind == 'r' || kind == 'p' || kind == 'm';
    List<Attribute> attributes = attributes(oid, kind);
    SqlType[] columns = new SqlType[attributes.size()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = attributes.get(i).type();
    }
    List<CatalogRow> constraints =
        stored
            ? store.find(CONSTRAINT, CONSTRAINT.index("conrelid", "contypid", "conname"), oid)
            : List.of();
    int schema = row.integer("relnamespace");
    String schemaName = schemas.apply(schema);
    return new RelationDescriptor(
        oid,
        row.text("relname"),
        schema,
        schemaName == null ? "" : schemaName,
        kind,
        row.character("relpersistence"),
        row.integer("relowner"),
        fileNode(row),
        row.integer("reltype"),
        attributes,
        new TupleLayout(columns),
        stored ? indexes(oid, attributes, constraints) : List.of(),
        checks(constraints),
        foreignKeys(constraints),
        stored && oid >= ClassOids.FIRST_USER_OID ? referencedBy(oid) : List.of(),
        kind == 'v' || kind == 'm' ? viewDefinition(oid, schemaName, row.text("relname")) : null,
        row.truth("relisshared"));
  }

  /** Mapped catalogs have 0 in pg_class; their trees are numbered by oid. */
  static int fileNode(CatalogRow row) {
    int fileNode = row.integer("relfilenode");
    return fileNode == 0 ? row.oid() : fileNode;
  }

  private List<Attribute> attributes(int oid, char kind) {
    Map<Integer, String> defaults = new HashMap<>();
    for (CatalogRow row : store.find(DEFAULT, DEFAULT.index("adrelid", "adnum"), oid)) {
      defaults.put(row.integer("adnum"), row.text("adbin"));
    }
    List<Attribute> attributes = new ArrayList<>();
    for (CatalogRow row : store.find(ATTRIBUTE, ATTRIBUTE.index("attrelid", "attnum"), oid)) {
      int number = row.integer("attnum");
      if (number <= 0) {
        continue;
      }
      boolean dropped = row.truth("attisdropped");
      SqlType type =
          dropped
              ? new DroppedColumnType(row.integer("attndims"))
              : types.apply(row.integer("atttypid"));
      char identity = row.character("attidentity");
      attributes.add(
          new Attribute(
              number,
              row.text("attname"),
              type,
              row.integer("atttypmod"),
              row.integer("attcollation"),
              row.truth("attnotnull"),
              dropped,
              defaults.get(number),
              identity,
              identity == 0 ? 0 : identitySequence(oid, number),
              row.character("attgenerated"),
              kind == 'r' && row.truth("atthasmissing") ? missing(row, type) : null));
    }
    return List.copyOf(attributes);
  }

  /** The sequence that belongs to an identity column. */
  private int identitySequence(int relation, int column) {
    for (CatalogRow row :
        store.find(
            DEPEND,
            DEPEND.index("refclassid", "refobjid", "refobjsubid"),
            ClassOids.PG_CLASS,
            relation,
            column)) {
      if (row.character("deptype") == 'i' && row.integer("classid") == ClassOids.PG_CLASS) {
        return row.integer("objid");
      }
    }
    return 0;
  }

  /** attmissingval is an array of one element. */
  private static byte[] missing(CatalogRow row, SqlType type) {
    Datum array = row.value("attmissingval");
    Datum value = new Datum();
    int length = Bytes.getInt(array.bytes, array.offset + 20);
    type.receive(array.bytes, array.offset + 24, length, -1, value);
    return new TupleLayout(type).form(new Datum[] {value});
  }

  private List<IndexDescriptor> indexes(
      int table, List<Attribute> attributes, List<CatalogRow> constraints) {
    List<IndexDescriptor> indexes = new ArrayList<>();
    for (CatalogRow row : store.find(INDEX, INDEX.index("indrelid"), table)) {
      IndexDescriptor index = index(row, attributes, constraints);
      if (index != null) {
        indexes.add(index);
      }
    }
    return List.copyOf(indexes);
  }

  private @Nullable IndexDescriptor index(
      CatalogRow row, List<Attribute> attributes, List<CatalogRow> constraints) {
    int oid = row.integer("indexrelid");
    CatalogRow relation = store.withOid(CLASS, oid);
    if (relation == null || !row.truth("indislive")) {
      return null;
    }
    int[] columns = row.integers("indkey");
    int[] options = row.integers("indoption");
    int[] classes = row.integers("indclass");
    int keyCount = row.integer("indnkeyatts");
    String[] expressions =
        row.isNull("indexprs") ? new String[0] : row.text("indexprs").split(EXPRESSION_SEPARATOR);
    int expression = 0;
    List<Key> keys = new ArrayList<>();
    for (int i = 0; i < keyCount; i++) {
      boolean computed = columns[i] == 0;
      keys.add(
          new Key(
              columns[i],
              computed ? expressions[expression++] : null,
              computed ? keyType(oid, i + 1) : attributes.get(columns[i] - 1).type(),
              (options[i] & 1) != 0,
              (options[i] & 2) != 0,
              classes[i]));
    }
    int[] included = new int[columns.length - keyCount];
    System.arraycopy(columns, keyCount, included, 0, included.length);
    CatalogRow constraint = null;
    for (CatalogRow candidate : constraints) {
      char type = candidate.character("contype");
      if (candidate.integer("conindid") == oid && (type == 'p' || type == 'u' || type == 'x')) {
        constraint = candidate;
      }
    }
    return new IndexDescriptor(
        oid,
        relation.text("relname"),
        fileNode(relation),
        row.truth("indisunique"),
        row.truth("indisprimary"),
        row.truth("indnullsnotdistinct"),
        row.truth("indimmediate"),
        List.copyOf(keys),
        included,
        row.isNull("indpred") ? null : row.text("indpred"),
        constraint == null ? 0 : constraint.oid(),
        constraint != null && constraint.truth("condeferrable"),
        constraint != null && constraint.truth("condeferred"));
  }

  private SqlType keyType(int index, int column) {
    CatalogRow row = store.first(ATTRIBUTE, ATTRIBUTE.index("attrelid", "attnum"), index, column);
    if (row == null) {
      throw new IllegalStateException("index " + index + " has no column " + column);
    }
    return types.apply(row.integer("atttypid"));
  }

  private static List<CheckConstraint> checks(List<CatalogRow> constraints) {
    List<CheckConstraint> checks = new ArrayList<>();
    for (CatalogRow row : constraints) {
      if (row.character("contype") == 'c' && row.truth("conenforced")) {
        checks.add(
            new CheckConstraint(
                row.oid(), row.text("conname"), row.text("conbin"), row.truth("convalidated")));
      }
    }
    return List.copyOf(checks);
  }

  private static List<ForeignKey> foreignKeys(List<CatalogRow> constraints) {
    List<ForeignKey> keys = new ArrayList<>();
    for (CatalogRow row : constraints) {
      if (row.character("contype") == 'f' && row.truth("conenforced")) {
        keys.add(foreignKey(row));
      }
    }
    return List.copyOf(keys);
  }

  /** Foreign keys depend on the table that they point to; pg_constraint has no index for that. */
  private List<ForeignKey> referencedBy(int table) {
    List<ForeignKey> keys = new ArrayList<>();
    List<Integer> seen = new ArrayList<>();
    for (CatalogRow row :
        store.find(
            DEPEND,
            DEPEND.index("refclassid", "refobjid", "refobjsubid"),
            ClassOids.PG_CLASS,
            table)) {
      int oid = row.integer("objid");
      if (row.integer("classid") == ClassOids.PG_CONSTRAINT && !seen.contains(oid)) {
        seen.add(oid);
        CatalogRow constraint = store.withOid(CONSTRAINT, oid);
        if (constraint != null
            && constraint.character("contype") == 'f'
            && constraint.truth("conenforced")
            && constraint.integer("confrelid") == table) {
          keys.add(foreignKey(constraint));
        }
      }
    }
    return List.copyOf(keys);
  }

  private static ForeignKey foreignKey(CatalogRow row) {
    return new ForeignKey(
        row.oid(),
        row.text("conname"),
        row.integer("conrelid"),
        row.integer("confrelid"),
        row.integers("conkey"),
        row.integers("confkey"),
        row.integer("conindid"),
        row.character("confupdtype"),
        row.character("confdeltype"),
        row.isNull("confdelsetcols") ? NONE : row.integers("confdelsetcols"),
        row.character("confmatchtype") == 'f',
        row.truth("condeferrable"),
        row.truth("condeferred"));
  }

  private String viewDefinition(int view, @Nullable String schema, String name) {
    CatalogRow rule = store.first(REWRITE, REWRITE.index("ev_class", "rulename"), view, "_RETURN");
    String definition = rule == null ? "" : rule.text("ev_action");
    if (definition.isEmpty()) {
      throw SqlError.notSupported("view " + schema + "." + name);
    }
    return definition;
  }
}
