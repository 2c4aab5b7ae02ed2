package dev.postern.backend.catalog;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.function.AggregateDescriptor;
import dev.postern.backend.function.CastDescriptor;
import dev.postern.backend.function.FunctionCatalog;
import dev.postern.backend.function.FunctionDescriptor;
import dev.postern.backend.function.OperatorDescriptor;
import dev.postern.backend.function.TypeDescriptor;
import dev.postern.backend.type.SqlType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A session's view of its catalogs: what is committed by now and what its own transaction has
 * changed. Descriptors are shared with other sessions through the database's {@link CatalogCache};
 * while the own transaction has changed catalogs, the session has a cache of its own. Used by the
 * session's thread.
 *
 * <p>When nothing has changed, {@link #version} costs one volatile read.
 */
public final class CatalogReader implements Catalog {
  private static final CatalogTable NAMESPACE = CatalogTable.named("pg_namespace");
  private static final CatalogTable CLASS = CatalogTable.named("pg_class");
  private static final CatalogTable DEPEND = CatalogTable.named("pg_depend");
  private static final CatalogTable COLLATION = CatalogTable.named("pg_collation");
  private static final CatalogTable AUTHID = CatalogTable.named("pg_authid");
  private static final FunctionCatalog BUILT_IN = FunctionCatalog.builtIn();

  private final CatalogSession session;
  private final CatalogStore store;
  private final RelationReader relations;
  private final ValueTypes valueTypes;
  private @Nullable CatalogCache own;
  private @Nullable CatalogCache ownShared;

  /** The own transaction has changed catalogs since {@link #own} was made. */
  private boolean stale;

  private boolean staleShared;
  private @Nullable SearchPath path;
  private long pathVersion;
  private int pathChanges = -1;
  private int pathRole;

  public CatalogReader(CatalogSession session, CatalogStore store) {
    this.session = session;
    this.store = store;
    this.relations = new RelationReader(store, this::valueType, this::schemaName);
    this.valueTypes = new ValueTypes(this);
  }

  /** The rows behind it. */
  public CatalogStore store() {
    return store;
  }

  @Override
  public String databaseName() {
    return session.databaseName();
  }

  // --- validity

  @Override
  public long version() {
    return cache().version();
  }

  private CatalogCache cache() {
    if (stale) {
      own = new CatalogCache();
      stale = false;
    }
    CatalogCache mine = own;
    return mine != null ? mine : session.database().cache();
  }

  private CatalogCache sharedCache() {
    if (staleShared) {
      ownShared = new CatalogCache();
      staleShared = false;
    }
    CatalogCache mine = ownShared;
    return mine != null ? mine : session.shared().cache();
  }

  /** The own transaction has changed catalogs: from now on the session has its own descriptors. */
  public void changed(boolean shared) {
    if (shared) {
      staleShared = true;
    } else {
      stale = true;
    }
  }

  /** Whether the own transaction has changed the database's catalogs, or the shared ones. */
  public boolean hasChanges(boolean shared) {
    return shared ? staleShared || ownShared != null : stale || own != null;
  }

  /** A subtransaction that changed catalogs was rolled back. */
  public void rolledBackToSavepoint() {
    stale = hasChanges(false);
    staleShared = hasChanges(true);
  }

  /** The own transaction has ended. */
  public void transactionEnded() {
    own = null;
    ownShared = null;
    stale = false;
    staleShared = false;
  }

  /** Keeps what was read, unless the catalogs have changed since. */
  private <K, V> V keep(CatalogCache cache, Map<K, V> map, K key, V value) {
    if (cache == own
        || cache == ownShared
        || cache == session.database().cache()
        || cache == session.shared().cache()) {
      map.put(key, value);
    }
    return value;
  }

  // --- schemas

  @Override
  public int schema(String name) {
    return schemaNamed(name.equals("pg_temp") ? temporaryName() : name);
  }

  private int schemaNamed(String name) {
    CatalogCache cache = cache();
    Integer known = cache.schemas.get(name);
    if (known != null) {
      return known;
    }
    CatalogRow row = store.first(NAMESPACE, NAMESPACE.index("nspname"), name);
    return keep(cache, cache.schemas, name, row == null ? 0 : row.oid());
  }

  @Override
  public @Nullable String schemaName(int oid) {
    CatalogCache cache = cache();
    Optional<String> known = cache.schemaNames.get(oid);
    if (known == null) {
      CatalogRow row = store.withOid(NAMESPACE, oid);
      Optional<String> name = row == null ? Optional.empty() : Optional.of(row.text("nspname"));
      known = keep(cache, cache.schemaNames, oid, name);
    }
    return known.orElse(null);
  }

  /** Schema oid; 3F000 where there is none. */
  public int requireSchema(String name) {
    int oid = schema(name);
    if (oid == 0) {
      throw new SqlError(SqlState.INVALID_SCHEMA_NAME, "schema \"" + name + "\" does not exist");
    }
    return oid;
  }

  /** The session's temporary schema, or 0 while it has none. */
  public int temporarySchema() {
    return schemaNamed(temporaryName());
  }

  private String temporaryName() {
    return "pg_temp_" + session.backendNumber();
  }

  @Override
  public int[] searchPath() {
    return path().schemas();
  }

  /** The search path in full. */
  public SearchPath path() {
    CatalogCache cache = cache();
    int changes = session.settings().effects().searchPathChanges();
    int role = session.currentRole();
    SearchPath known = path;
    if (known == null
        || pathVersion != cache.version()
        || pathChanges != changes
        || pathRole != role) {
      known = resolvePath();
      path = known;
      pathVersion = cache.version();
      pathChanges = changes;
      pathRole = role;
    }
    return known;
  }

  private SearchPath resolvePath() {
    List<Integer> explicit = new ArrayList<>();
    int temporary = temporarySchema();
    int creation = 0;
    for (String name : session.settings().effects().searchPath()) {
      int oid;
      if (name.equals("$user")) {
        String role = roleName(session.currentRole());
        oid = role == null ? 0 : schema(role);
      } else {
        oid = schema(name);
      }
      if (oid != 0 && !explicit.contains(oid)) {
        explicit.add(oid);
        creation = creation == 0 ? oid : creation;
      }
    }
    List<Integer> all = new ArrayList<>(explicit);
    if (!all.contains(ClassOids.PG_CATALOG_SCHEMA)) {
      all.addFirst(ClassOids.PG_CATALOG_SCHEMA);
    }
    if (temporary != 0 && !all.contains(temporary)) {
      all.addFirst(temporary);
    }
    return new SearchPath(integers(all), integers(explicit), creation);
  }

  private static int[] integers(List<Integer> list) {
    int[] array = new int[list.size()];
    for (int i = 0; i < array.length; i++) {
      array[i] = list.get(i);
    }
    return array;
  }

  // --- relations

  @Override
  public @Nullable RelationDescriptor relation(String name) {
    for (int schema : searchPath()) {
      int oid = relationOid(schema, name);
      if (oid != 0) {
        return relation(oid);
      }
    }
    return null;
  }

  @Override
  public @Nullable RelationDescriptor relation(String schema, String name) {
    int oid = relationOid(requireSchema(schema), name);
    return oid == 0 ? null : relation(oid);
  }

  /** The oid of a relation of any kind, or 0. */
  public int relationOid(int schema, String name) {
    CatalogCache cache = cache();
    CatalogCache.Name key = new CatalogCache.Name(schema, name);
    Integer known = cache.relationOids.get(key);
    if (known != null) {
      return known;
    }
    CatalogRow row = store.first(CLASS, CLASS.index("relname", "relnamespace"), name, schema);
    return keep(cache, cache.relationOids, key, row == null ? 0 : row.oid());
  }

  /** The oid of a relation along the search path or in a schema, or 0. */
  public int relationOid(@Nullable String schema, String name) {
    if (schema != null) {
      return relationOid(requireSchema(schema), name);
    }
    for (int candidate : searchPath()) {
      int oid = relationOid(candidate, name);
      if (oid != 0) {
        return oid;
      }
    }
    return 0;
  }

  @Override
  public @Nullable RelationDescriptor relation(int oid) {
    CatalogCache cache = cache();
    Optional<RelationDescriptor> known = cache.relations.get(oid);
    if (known == null) {
      known = keep(cache, cache.relations, oid, Optional.ofNullable(relations.read(oid)));
    }
    return known.orElse(null);
  }

  @Override
  public List<String> fieldNames(int compositeType) {
    RelationDescriptor relation = compositeType(compositeType);
    if (relation == null) {
      throw new SqlError(
          SqlState.WRONG_OBJECT_TYPE, displayName(compositeType) + " is not a composite type");
    }
    return relation.attributes().stream()
        .filter(attribute -> !attribute.dropped())
        .map(RelationDescriptor.Attribute::name)
        .toList();
  }

  @Override
  public List<DomainConstraint> domainConstraints(int domain) {
    List<DomainConstraint> found = new ArrayList<>();
    for (CatalogRow row :
        store.find(
            RelationReader.CONSTRAINT, RelationReader.CONSTRAINT.index("contypid"), domain)) {
      boolean check = row.character("contype") == 'c';
      found.add(
          new DomainConstraint(
              row.oid(),
              row.text("conname"),
              check ? row.text("conbin") : null,
              row.truth("convalidated")));
    }
    return found;
  }

  @Override
  public @Nullable RelationDescriptor compositeType(int typeOid) {
    TypeDescriptor type = type(typeOid);
    return type == null || type.relation() == 0 ? null : relation(type.relation());
  }

  // --- types

  @Override
  public @Nullable TypeDescriptor type(int oid) {
    if (isBuiltIn(oid)) {
      return BUILT_IN.type(oid);
    }
    CatalogCache cache = cache();
    Optional<TypeDescriptor> known = cache.types.get(oid);
    if (known == null) {
      CatalogRow row = store.withOid(TypeReader.TYPE, oid);
      Optional<TypeDescriptor> read =
          row == null ? Optional.empty() : Optional.of(TypeReader.type(row));
      known = keep(cache, cache.types, oid, read);
    }
    return known.orElse(null);
  }

  private static boolean isBuiltIn(int oid) {
    return oid > 0 && oid < ClassOids.FIRST_USER_OID;
  }

  @Override
  public SqlType valueType(int oid) {
    CatalogCache cache = cache();
    SqlType known = cache.valueTypes.get(oid);
    return known != null ? known : keep(cache, cache.valueTypes, oid, valueTypes.make(oid));
  }

  @Override
  public String displayName(int oid) {
    return TypeText.format(this, oid, -1, false);
  }

  /** The oid of a type in a schema, or 0. */
  public int typeOid(int schema, String name) {
    if (schema == ClassOids.PG_CATALOG_SCHEMA) {
      int builtIn = BUILT_IN.typeNamed(null, name);
      if (builtIn != 0) {
        return builtIn;
      }
    }
    CatalogCache cache = cache();
    CatalogCache.Name key = new CatalogCache.Name(schema, name);
    Integer known = cache.typeOids.get(key);
    if (known != null) {
      return known;
    }
    CatalogRow row =
        store.first(
            TypeReader.TYPE, TypeReader.TYPE.index("typname", "typnamespace"), name, schema);
    return keep(cache, cache.typeOids, key, row == null ? 0 : row.oid());
  }

  @Override
  public int typeNamed(@Nullable String schema, String name) {
    if (schema != null) {
      int oid = schema(schema);
      return oid == 0 ? 0 : typeOid(oid, name);
    }
    for (int candidate : searchPath()) {
      int oid = typeOid(candidate, name);
      if (oid != 0) {
        return oid;
      }
    }
    return 0;
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

  // --- functions, operators, casts

  @Override
  public List<FunctionDescriptor> functions(@Nullable String schema, String name) {
    int[] schemas = searchPath();
    if (schema != null) {
      int oid = schema(schema);
      schemas = oid == 0 ? new int[0] : new int[] {oid};
    }
    List<FunctionDescriptor> builtIn = BUILT_IN.byName(name);
    boolean users = hasUserFunctions();
    List<FunctionDescriptor> found = new ArrayList<>();
    for (int candidate : schemas) {
      for (FunctionDescriptor function : builtIn) {
        if (function.namespace() == candidate) {
          found.add(function);
        }
      }
      if (users) {
        found.addAll(userFunctions(candidate, name));
      }
    }
    return found;
  }

  /** Every function depends on something that is not built in, such as its schema or language. */
  private boolean hasUserFunctions() {
    CatalogCache cache = cache();
    CatalogCache.Name key = new CatalogCache.Name(0, "");
    List<FunctionDescriptor> known = cache.functions.get(key);
    if (known == null) {
      known = new ArrayList<>();
      for (CatalogRow row :
          store.find(DEPEND, DEPEND.index("classid", "objid", "objsubid"), ClassOids.PG_PROC)) {
        FunctionDescriptor function =
            isBuiltIn(row.integer("objid")) ? null : function(row.integer("objid"));
        if (function != null && !known.contains(function)) {
          known.add(function);
        }
      }
      keep(cache, cache.functions, key, List.copyOf(known));
    }
    return !known.isEmpty();
  }

  private List<FunctionDescriptor> userFunctions(int schema, String name) {
    List<FunctionDescriptor> all =
        cache().functions.getOrDefault(new CatalogCache.Name(0, ""), List.of());
    List<FunctionDescriptor> found = new ArrayList<>();
    for (FunctionDescriptor function : all) {
      if (function.namespace() == schema && function.name().equals(name)) {
        found.add(function);
      }
    }
    return found;
  }

  @Override
  public @Nullable FunctionDescriptor function(int oid) {
    if (isBuiltIn(oid)) {
      return BUILT_IN.function(oid);
    }
    CatalogCache cache = cache();
    Optional<FunctionDescriptor> known = cache.functionsByOid.get(oid);
    if (known == null) {
      CatalogRow row = store.withOid(TypeReader.PROC, oid);
      Optional<FunctionDescriptor> read =
          row == null ? Optional.empty() : Optional.of(TypeReader.function(row));
      known = keep(cache, cache.functionsByOid, oid, read);
    }
    return known.orElse(null);
  }

  @Override
  public @Nullable String argumentDefault(FunctionDescriptor function, int argument) {
    if (isBuiltIn(function.oid())) {
      return BUILT_IN.argumentDefault(function, argument);
    }
    int first = function.arguments() - function.defaults();
    CatalogRow row = store.withOid(TypeReader.PROC, function.oid());
    if (argument < first || row == null || row.isNull("proargdefaults")) {
      return null;
    }
    String[] texts = row.text("proargdefaults").split(RelationReader.EXPRESSION_SEPARATOR);
    return argument - first < texts.length ? texts[argument - first] : null;
  }

  @Override
  public List<OperatorDescriptor> operators(@Nullable String schema, String name) {
    boolean found =
        schema == null
            ? contains(searchPath(), ClassOids.PG_CATALOG_SCHEMA)
            : schema.equals("pg_catalog");
    return found ? BUILT_IN.operators(null, name) : List.of();
  }

  private static boolean contains(int[] values, int value) {
    return Arrays.stream(values).anyMatch(each -> each == value);
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

  // --- collations and roles

  @Override
  public int collation(@Nullable String schema, String name) {
    int[] schemas = searchPath();
    if (schema != null) {
      int oid = schema(schema);
      schemas = oid == 0 ? new int[0] : new int[] {oid};
    }
    CatalogCache cache = cache();
    for (int candidate : schemas) {
      CatalogCache.Name key = new CatalogCache.Name(candidate, name);
      Integer known = cache.collations.get(key);
      if (known == null) {
        known = keep(cache, cache.collations, key, findCollation(candidate, name));
      }
      if (known != 0) {
        return known;
      }
    }
    return 0;
  }

  private int findCollation(int schema, String name) {
    for (CatalogRow row :
        store.find(COLLATION, COLLATION.index("collname", "collencoding", "collnamespace"), name)) {
      int encoding = row.integer("collencoding");
      if (row.integer("collnamespace") == schema && (encoding == -1 || encoding == 6)) {
        return row.oid();
      }
    }
    return 0;
  }

  @Override
  public @Nullable String roleName(int oid) {
    CatalogCache cache = sharedCache();
    Optional<String> known = cache.roleNames.get(oid);
    if (known == null) {
      CatalogRow row = store.withOid(AUTHID, oid);
      Optional<String> name = row == null ? Optional.empty() : Optional.of(row.text("rolname"));
      known = keep(cache, cache.roleNames, oid, name);
    }
    return known.orElse(null);
  }

  @Override
  public int role(String name) {
    CatalogCache cache = sharedCache();
    Integer known = cache.roles.get(name);
    if (known != null) {
      return known;
    }
    CatalogRow row = store.first(AUTHID, AUTHID.index("rolname"), name);
    return keep(cache, cache.roles, name, row == null ? 0 : row.oid());
  }
}
