package dev.postern.router;

import dev.postern.backend.bootstrap.CatalogFacts;
import dev.postern.backend.sql.QualifiedName;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Names that PostgreSQL itself brings: of them it is known what they read. */
final class SystemNames {
  private static final String SCHEMA = "pg_catalog";
  private static final int SCHEMA_OID = 11;

  /** Read when a sharded database's statement is first looked at, not at every start. */
  private static final class Read {
    static final Set<String> RELATIONS = names("pg_class", "relname", "relnamespace");
    static final Set<String> FUNCTIONS = names("pg_proc", "proname", "pronamespace");

    private static Set<String> names(String catalog, String nameColumn, String schemaColumn) {
      CatalogFacts facts = CatalogFacts.of(catalog);
      int name = facts.column(nameColumn);
      int schema = facts.column(schemaColumn);
      Set<String> names = new HashSet<>();
      for (int row = 0; row < facts.count(); row++) {
        String known = facts.field(row, name);
        if (known != null && facts.integer(row, schema) == SCHEMA_OID) {
          names.add(known);
        }
      }
      return names;
    }
  }

  private SystemNames() {}

  /** Whether a name means a system catalog or view: unqualified they come before all others. */
  static boolean isRelation(QualifiedName name) {
    String schema = name.schema();
    if (schema == null) {
      return Read.RELATIONS.contains(name.name());
    }
    return schema.equals(SCHEMA) || schema.equals("information_schema");
  }

  /** Whether a function's name is one of PostgreSQL's own. */
  static boolean isFunction(QualifiedName name) {
    @Nullable String schema = name.schema();
    return (schema == null || schema.equals(SCHEMA)) && Read.FUNCTIONS.contains(name.name());
  }
}
