package dev.postern.backend.analyze;

import dev.postern.backend.catalog.Catalog;
import dev.postern.backend.catalog.DomainConstraint;
import dev.postern.backend.catalog.IndexDescriptor;
import dev.postern.backend.catalog.RelationDescriptor;
import dev.postern.backend.catalog.RelationDescriptor.Attribute;
import dev.postern.backend.catalog.RelationDescriptor.CheckConstraint;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.function.AggregateDescriptor;
import dev.postern.backend.function.CastDescriptor;
import dev.postern.backend.function.FunctionCatalog;
import dev.postern.backend.function.FunctionDescriptor;
import dev.postern.backend.function.OperatorDescriptor;
import dev.postern.backend.function.TypeDescriptor;
import dev.postern.backend.function.TypeDisplay;
import dev.postern.backend.type.ArrayType;
import dev.postern.backend.type.BuiltinTypes;
import dev.postern.backend.type.DisplayStyle;
import dev.postern.backend.type.DomainType;
import dev.postern.backend.type.EnumType;
import dev.postern.backend.type.ObjectNames;
import dev.postern.backend.type.RecordType;
import dev.postern.backend.type.SqlType;
import dev.postern.backend.type.TupleLayout;
import dev.postern.backend.type.TypeOids;
import dev.postern.backend.type.UnsupportedType;
import dev.postern.backend.type.ValueWriter;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The catalog of a reference server's database, read once: what is analyzed here sees the same
 * relations and types as what is analyzed there. Functions in pg_catalog, operators and casts are
 * the built-in ones.
 */
final class ReferenceCatalog implements Catalog, ObjectNames {
  private static final FunctionCatalog BUILT_IN = FunctionCatalog.builtIn();

  private final Map<Integer, TypeDescriptor> types = new HashMap<>();
  private final Map<String, Integer> typeNames = new HashMap<>();
  private final Map<Integer, SqlType> valueTypes = new HashMap<>();
  private final Map<Integer, List<String>> labels = new HashMap<>();
  private final Map<String, Integer> schemas = new HashMap<>();
  private final Map<Integer, RelationDescriptor> relations = new LinkedHashMap<>();
  private final Map<Integer, RelationDescriptor> byRowType = new HashMap<>();
  private final Map<Integer, FunctionDescriptor> functions = new LinkedHashMap<>();

  ReferenceCatalog(Connection connection) throws SQLException {
    readSchemas(connection);
    readTypes(connection);
    readFunctions(connection);
    readRelations(connection);
  }

  private void readSchemas(Connection connection) throws SQLException {
    try (var statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT oid::int, nspname FROM pg_namespace")) {
      while (rows.next()) {
        schemas.put(rows.getString(2), rows.getInt(1));
      }
    }
  }

  private void readTypes(Connection connection) throws SQLException {
    try (var statement = connection.createStatement();
        ResultSet r =
            statement.executeQuery(
                """
                SELECT oid::int, typname, typnamespace::int, typlen, typbyval, typtype,
                  typcategory, typispreferred, typisdefined, typdelim, typrelid::int,
                  typsubscript::oid::int, typelem::int, typarray::int, typinput::oid::int,
                  typoutput::oid::int, typreceive::oid::int, typsend::oid::int,
                  typmodin::oid::int, typmodout::oid::int, typalign, typstorage, typnotnull,
                  typbasetype::int, typtypmod, typndims, typcollation::int,
                  coalesce(pg_get_expr(typdefaultbin, 0), typdefault)
                FROM pg_type\
                """)) {
      while (r.next()) {
        TypeDescriptor type =
            new TypeDescriptor(
                r.getInt(1),
                r.getString(2),
                r.getInt(3),
                r.getInt(4),
                r.getBoolean(5),
                character(r, 6),
                character(r, 7),
                r.getBoolean(8),
                r.getBoolean(9),
                character(r, 10),
                r.getInt(11),
                r.getInt(12),
                r.getInt(13),
                r.getInt(14),
                r.getInt(15),
                r.getInt(16),
                r.getInt(17),
                r.getInt(18),
                r.getInt(19),
                r.getInt(20),
                character(r, 21),
                character(r, 22),
                r.getBoolean(23),
                r.getInt(24),
                r.getInt(25),
                r.getInt(26),
                r.getInt(27),
                r.getString(28));
        types.put(type.oid(), type);
        typeNames.put(type.namespace() + "." + type.name(), type.oid());
      }
    }
    try (var statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT enumtypid::int, enumlabel FROM pg_enum ORDER BY enumsortorder")) {
      while (rows.next()) {
        labels.computeIfAbsent(rows.getInt(1), _ -> new ArrayList<>()).add(rows.getString(2));
      }
    }
  }

  /** Functions of other schemas than pg_catalog. */
  private void readFunctions(Connection connection) throws SQLException {
    try (var statement = connection.createStatement();
        ResultSet r =
            statement.executeQuery(
                """
                SELECT oid::int, proname, pronamespace::int, prokind, proisstrict, proretset,
                  provolatile, prorettype::int, proargtypes::oid[]::int[],
                  coalesce(proallargtypes::oid[]::int[], '{}'), coalesce(proargmodes::text[], '{}'),
                  coalesce(proargnames, '{}'), provariadic::int, pronargdefaults, prosrc
                FROM pg_proc WHERE pronamespace <> 'pg_catalog'::regnamespace\
                """)) {
      while (r.next()) {
        String[] modes = (String[]) r.getArray(11).getArray();
        char[] letters = new char[modes.length];
        for (int i = 0; i < modes.length; i++) {
          letters[i] = modes[i].charAt(0);
        }
        functions.put(
            r.getInt(1),
            new FunctionDescriptor(
                r.getInt(1),
                r.getString(2),
                r.getInt(3),
                10,
                character(r, 4),
                FunctionDescriptor.SQL_LANGUAGE,
                r.getBoolean(5),
                r.getBoolean(6),
                character(r, 7),
                1,
                1000,
                r.getInt(8),
                integers(r, 9),
                integers(r, 10),
                letters,
                (String[]) r.getArray(12).getArray(),
                r.getInt(13),
                r.getInt(14),
                r.getString(15)));
      }
    }
  }

  private static int[] integers(ResultSet rows, int column) throws SQLException {
    Integer[] values = (Integer[]) rows.getArray(column).getArray();
    int[] integers = new int[values.length];
    for (int i = 0; i < integers.length; i++) {
      integers[i] = values[i];
    }
    return integers;
  }

  private static char character(ResultSet rows, int column) throws SQLException {
    String text = rows.getString(column);
    return text == null || text.isEmpty() ? 0 : text.charAt(0);
  }

  private void readRelations(Connection connection) throws SQLException {
    Map<Integer, List<Attribute>> attributes = new HashMap<>();
    try (var statement = connection.createStatement();
        ResultSet r =
            statement.executeQuery(
                """
                SELECT attrelid::int, attnum, attname, atttypid::int, atttypmod,
                  attcollation::int, attnotnull, attisdropped,
                  pg_get_expr(adbin, adrelid), attidentity, attgenerated,
                  pg_get_serial_sequence(attrelid::regclass::text, attname)::regclass::oid::int
                FROM pg_attribute LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
                WHERE attnum > 0 AND attrelid NOT IN (SELECT oid FROM pg_class WHERE relkind = 'i')
                  AND NOT attisdropped
                UNION ALL
                SELECT attrelid::int, attnum, attname, 23, -1, 0, false, true, NULL, '', '', 0
                FROM pg_attribute WHERE attisdropped
                ORDER BY 1, 2\
                """)) {
      while (r.next()) {
        attributes
            .computeIfAbsent(r.getInt(1), _ -> new ArrayList<>())
            .add(
                new Attribute(
                    r.getInt(2),
                    r.getString(3),
                    valueType(r.getInt(4)),
                    r.getInt(5),
                    r.getInt(6),
                    r.getBoolean(7),
                    r.getBoolean(8),
                    r.getString(9),
                    character(r, 10),
                    r.getInt(12),
                    character(r, 11),
                    null));
      }
    }
    Map<Integer, List<IndexDescriptor>> indexes = readIndexes(connection, attributes);
    try (var statement = connection.createStatement();
        ResultSet r =
            statement.executeQuery(
                """
                SELECT c.oid::int, relname, relnamespace::int, nspname, relkind, relpersistence,
                  relowner::int, reltype::int,
                  CASE WHEN relkind = 'v' THEN pg_get_viewdef(c.oid) END, relisshared
                FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
                WHERE relkind <> 'i'\
                """)) {
      while (r.next()) {
        List<Attribute> columns = attributes.getOrDefault(r.getInt(1), List.of());
        RelationDescriptor relation =
            new RelationDescriptor(
                r.getInt(1),
                r.getString(2),
                r.getInt(3),
                r.getString(4),
                character(r, 5),
                character(r, 6),
                r.getInt(7),
                r.getInt(1),
                r.getInt(8),
                columns,
                new TupleLayout(columns.stream().map(Attribute::type).toArray(SqlType[]::new)),
                indexes.getOrDefault(r.getInt(1), List.of()),
                List.<CheckConstraint>of(),
                List.of(),
                List.of(),
                r.getString(9),
                r.getBoolean(10));
        relations.put(relation.oid(), relation);
        byRowType.put(relation.rowTypeOid(), relation);
      }
    }
  }

  private static Map<Integer, List<IndexDescriptor>> readIndexes(
      Connection connection, Map<Integer, List<Attribute>> attributes) throws SQLException {
    Map<Integer, List<IndexDescriptor>> indexes = new HashMap<>();
    try (var statement = connection.createStatement();
        ResultSet r =
            statement.executeQuery(
                """
                SELECT indrelid::int, i.indexrelid::int, relname, indisunique, indisprimary,
                  indimmediate, pg_get_expr(indpred, indrelid), coalesce(con.oid::int, 0),
                  coalesce(condeferrable, false), coalesce(condeferred, false),
                  indkey::int2[]::int[],
                  array(SELECT pg_get_indexdef(i.indexrelid, k, false)
                        FROM generate_series(1, indnkeyatts) k)
                FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
                  LEFT JOIN pg_constraint con ON conindid = i.indexrelid AND contype IN ('p', 'u')
                """)) {
      while (r.next()) {
        Integer[] numbers = (Integer[]) r.getArray(11).getArray();
        String[] texts = (String[]) r.getArray(12).getArray();
        List<IndexDescriptor.Key> keys = new ArrayList<>();
        for (int i = 0; i < texts.length; i++) {
          SqlType type =
              numbers[i] == 0
                  ? BuiltinTypes.TEXT
                  : attributes.getOrDefault(r.getInt(1), List.of()).get(numbers[i] - 1).type();
          keys.add(
              new IndexDescriptor.Key(
                  numbers[i], numbers[i] == 0 ? texts[i] : null, type, false, false, 0));
        }
        indexes
            .computeIfAbsent(r.getInt(1), _ -> new ArrayList<>())
            .add(
                new IndexDescriptor(
                    r.getInt(2),
                    r.getString(3),
                    0,
                    r.getBoolean(4),
                    r.getBoolean(5),
                    false,
                    r.getBoolean(6),
                    keys,
                    new int[0],
                    r.getString(7),
                    r.getInt(8),
                    r.getBoolean(9),
                    r.getBoolean(10)));
      }
    }
    return indexes;
  }

  Collection<RelationDescriptor> relations() {
    return relations.values();
  }

  @Override
  public String databaseName() {
    return "postgres";
  }

  @Override
  public long version() {
    return 1;
  }

  @Override
  public int[] searchPath() {
    return new int[] {FunctionCatalog.PG_CATALOG, schema("public")};
  }

  @Override
  public @Nullable RelationDescriptor relation(String name) {
    RelationDescriptor system = relation("pg_catalog", name);
    return system != null ? system : relation("public", name);
  }

  @Override
  public @Nullable RelationDescriptor relation(String schema, String name) {
    int oid = schema(schema);
    if (oid == 0) {
      throw new SqlError(SqlState.INVALID_SCHEMA_NAME, "schema \"" + schema + "\" does not exist");
    }
    for (RelationDescriptor relation : relations.values()) {
      if (relation.schemaOid() == oid && relation.name().equals(name)) {
        return relation;
      }
    }
    return null;
  }

  @Override
  public @Nullable RelationDescriptor relation(int oid) {
    return relations.get(oid);
  }

  @Override
  public int schema(String name) {
    return schemas.getOrDefault(name, 0);
  }

  @Override
  public @Nullable String schemaName(int oid) {
    for (Map.Entry<String, Integer> schema : schemas.entrySet()) {
      if (schema.getValue() == oid) {
        return schema.getKey();
      }
    }
    return null;
  }

  @Override
  public @Nullable RelationDescriptor compositeType(int typeOid) {
    return typeOid == 0 ? null : byRowType.get(typeOid);
  }

  @Override
  public List<DomainConstraint> domainConstraints(int domain) {
    // Analysis only says that constraints are to be checked, not which.
    return List.of();
  }

  @Override
  public int collation(@Nullable String schema, String name) {
    return switch (name) {
      case "C" -> 950;
      case "POSIX" -> 951;
      case "default" -> 100;
      default -> 0;
    };
  }

  @Override
  public @Nullable String roleName(int oid) {
    return oid == 10 ? "postgres" : null;
  }

  @Override
  public int role(String name) {
    return name.equals("postgres") ? 10 : 0;
  }

  @Override
  public @Nullable TypeDescriptor type(int oid) {
    return types.get(oid);
  }

  @Override
  public SqlType valueType(int oid) {
    SqlType known = valueTypes.get(oid);
    if (known == null) {
      known = make(oid);
      valueTypes.put(oid, known);
    }
    return known;
  }

  private SqlType make(int oid) {
    SqlType builtIn = BuiltinTypes.byOid(oid);
    TypeDescriptor type = types.get(oid);
    if (builtIn != null || type == null) {
      return builtIn != null ? builtIn : new UnsupportedType(oid, "none");
    }
    return switch (type.kind()) {
      case 'd' -> new DomainType(oid, type.name(), valueType(type.baseType()), type.typmod());
      case 'e' -> {
        List<String> values = labels.getOrDefault(oid, List.of());
        float[] orders = new float[values.size()];
        for (int i = 0; i < orders.length; i++) {
          orders[i] = i;
        }
        yield new EnumType(oid, type.name(), values, orders);
      }
      case 'c' -> new RecordType(oid, type.name());
      default ->
          type.isArray()
              ? new ArrayType(oid, type.name(), valueType(type.element()), ',')
              : new UnsupportedType(oid, type.name());
    };
  }

  @Override
  public String displayName(int oid) {
    return TypeDisplay.name(this, oid);
  }

  @Override
  public int rangeSubtype(int range) {
    return BUILT_IN.rangeSubtype(range);
  }

  @Override
  public int multirangeRange(int multirange) {
    return BUILT_IN.multirangeRange(multirange);
  }

  @Override
  public int rangeMultirange(int range) {
    return BUILT_IN.rangeMultirange(range);
  }

  @Override
  public List<FunctionDescriptor> functions(@Nullable String schema, String name) {
    List<FunctionDescriptor> found = new ArrayList<>(BUILT_IN.functions(schema, name));
    int namespace = schema(schema == null ? "public" : schema);
    for (FunctionDescriptor function : functions.values()) {
      if (function.name().equals(name) && function.namespace() == namespace) {
        found.add(function);
      }
    }
    return found;
  }

  @Override
  public @Nullable FunctionDescriptor function(int oid) {
    FunctionDescriptor function = functions.get(oid);
    return function != null ? function : BUILT_IN.function(oid);
  }

  @Override
  public List<OperatorDescriptor> operators(@Nullable String schema, String name) {
    return BUILT_IN.operators(schema, name);
  }

  @Override
  public @Nullable OperatorDescriptor operator(int oid) {
    return BUILT_IN.operator(oid);
  }

  @Override
  public @Nullable CastDescriptor cast(int source, int target) {
    return BUILT_IN.cast(source, target);
  }

  @Override
  public @Nullable AggregateDescriptor aggregate(int functionOid) {
    return BUILT_IN.aggregate(functionOid);
  }

  @Override
  public int typeNamed(@Nullable String schema, String name) {
    if (schema != null) {
      return typeNames.getOrDefault(schema(schema) + "." + name, 0);
    }
    int system = typeNames.getOrDefault(FunctionCatalog.PG_CATALOG + "." + name, 0);
    return system != 0 ? system : typeNames.getOrDefault(schema("public") + "." + name, 0);
  }

  @Override
  public @Nullable String argumentDefault(FunctionDescriptor function, int argument) {
    return BUILT_IN.argumentDefault(function, argument);
  }

  @Override
  public int find(int type, String name, DisplayStyle style) {
    String[] parts = name.split("\\.");
    if (type == TypeOids.REGCLASS) {
      RelationDescriptor relation =
          parts.length == 2 ? relation(parts[0], parts[1]) : relation(name);
      if (relation == null) {
        throw new SqlError(SqlState.UNDEFINED_TABLE, "relation \"" + name + "\" does not exist");
      }
      return relation.oid();
    }
    if (type == TypeOids.REGTYPE) {
      return typeNamed(null, name);
    }
    throw SqlError.notSupported("reg type " + type);
  }

  @Override
  public boolean write(int type, int oid, DisplayStyle style, ValueWriter writer) {
    return false;
  }
}
