package dev.postern.backend.command;

import dev.postern.backend.catalog.CatalogReader;
import dev.postern.backend.catalog.CatalogTable;
import dev.postern.backend.catalog.ClassOids;
import dev.postern.backend.catalog.DatabasePart;
import dev.postern.backend.catalog.RelationDescriptor;
import dev.postern.backend.catalog.RowValues;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.sql.QualifiedName;
import dev.postern.backend.sql.QueryClause.Persistence;
import dev.postern.backend.sql.RoleName;
import org.jspecify.annotations.Nullable;

/** Finds what commands name, and where new objects go. */
final class Targets {
  private final CommandContext context;
  private final CatalogReader catalog;

  Targets(CommandContext context) {
    this.context = context;
    this.catalog = context.catalog();
  }

  /** The oid of a relation of any kind, or 0; also where its schema does not exist. */
  int relationOid(QualifiedName name) {
    checkDatabase(name);
    String schema = name.schema();
    if (schema == null) {
      return catalog.relationOid(null, name.name());
    }
    int oid = schemaOid(schema);
    return oid == 0 ? 0 : catalog.relationOid(oid, name.name());
  }

  /** A relation; 42P01 where there is none. */
  RelationDescriptor relation(QualifiedName name) {
    String schema = name.schema();
    checkDatabase(name);
    RelationDescriptor relation =
        schema == null ? catalog.relation(name.name()) : qualified(schema, name.name());
    if (relation == null) {
      throw missing(name);
    }
    return relation;
  }

  private @Nullable RelationDescriptor qualified(String schema, String name) {
    int oid = schemaOid(schema);
    int relation = oid == 0 ? 0 : catalog.relationOid(oid, name);
    return relation == 0 ? null : catalog.relation(relation);
  }

  private int schemaOid(String schema) {
    return schema.equals("pg_temp") ? catalog.temporarySchema() : catalog.schema(schema);
  }

  SqlError missing(QualifiedName name) {
    return new SqlError(
        SqlState.UNDEFINED_TABLE, "relation \"" + shown(name) + "\" does not exist");
  }

  /** As messages show a name that was not found. */
  static String shown(QualifiedName name) {
    String schema = name.schema();
    return schema == null ? name.name() : schema + "." + name.name();
  }

  private void checkDatabase(QualifiedName name) {
    SqlError refusal = DatabasePart.refusalOfRelation(catalog, name.parts());
    if (refusal != null) {
      throw refusal;
    }
  }

  /** The schema that a new type goes to. */
  int typeSchema(QualifiedName name) {
    SqlError refusal = DatabasePart.refusalOfObject(catalog, name.parts());
    if (refusal != null) {
      throw refusal;
    }
    return creationSchema(name, Persistence.PERMANENT);
  }

  /** The schema that a new relation goes to. */
  int creationSchema(QualifiedName name, Persistence persistence) {
    checkDatabase(name);
    String schema = name.schema();
    if (persistence == Persistence.TEMPORARY) {
      if (schema != null && !isTemporary(schema)) {
        throw new SqlError(
            SqlState.INVALID_TABLE_DEFINITION,
            "cannot create temporary relation in non-temporary schema");
      }
      return temporarySchema();
    }
    if (schema != null) {
      return schema.equals("pg_temp") ? temporarySchema() : catalog.requireSchema(schema);
    }
    int creation = catalog.path().creation();
    if (creation == 0) {
      throw new SqlError(SqlState.INVALID_SCHEMA_NAME, "no schema has been selected to create in");
    }
    return creation;
  }

  private boolean isTemporary(String schema) {
    return schema.equals("pg_temp")
        || catalog.schema(schema) == catalog.temporarySchema() && catalog.temporarySchema() != 0;
  }

  /** The session's temporary schema; made at first use. */
  private int temporarySchema() {
    int known = catalog.temporarySchema();
    if (known != 0) {
      return known;
    }
    int oid = context.catalogWriter().newOid();
    context
        .catalogWriter()
        .insert(
            new RowValues(CatalogTable.named("pg_namespace"))
                .set("oid", oid)
                .set("nspname", "pg_temp_" + context.backendNumber())
                .set("nspowner", ClassOids.BOOTSTRAP_ROLE));
    return oid;
  }

  /** A role's oid; 42704 where there is none. PUBLIC is 0. */
  int role(RoleName name) {
    return switch (name.kind()) {
      case CURRENT_ROLE, CURRENT_USER -> context.currentRole();
      case SESSION_USER -> context.sessionRole();
      case PUBLIC -> 0;
      case NAMED -> role(name.name());
    };
  }

  int role(String name) {
    int oid = catalog.role(name);
    if (oid == 0) {
      throw new SqlError(SqlState.UNDEFINED_OBJECT, "role \"" + name + "\" does not exist");
    }
    return oid;
  }
}
