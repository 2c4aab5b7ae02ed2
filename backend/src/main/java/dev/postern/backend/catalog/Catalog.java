package dev.postern.backend.catalog;

import dev.postern.backend.function.FunctionSource;
import dev.postern.backend.type.SqlType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one statement sees of its database's catalog: read-only look-ups under the statement's own
 * snapshot and search path. Types, functions, operators, casts and aggregates are looked up by the
 * methods of {@link FunctionSource}; those of the user are found like the built-in ones. Used by
 * one session's thread.
 */
public interface Catalog extends FunctionSource {
  /** Changes whenever anything that a plan depends on may have changed; plans are kept with it. */
  long version();

  /** The name of the database. */
  String databaseName();

  /** Schema oids of the search path, pg_catalog included where it is implied. */
  int[] searchPath();

  /** A relation of any kind by name along the search path, or null. */
  @Nullable RelationDescriptor relation(String name);

  /** A relation in a schema, or null; 3F000 where the schema does not exist. */
  @Nullable RelationDescriptor relation(String schema, String name);

  @Nullable RelationDescriptor relation(int oid);

  /** Schema oid, or 0. */
  int schema(String name);

  @Nullable String schemaName(int oid);

  /**
   * A type by name along the search path (or in a schema), or null; 0A000 where there is such a
   * type but no code for it.
   */
  default @Nullable SqlType type(@Nullable String schema, String name) {
    int oid = typeNamed(schema, name);
    return oid == 0 ? null : valueType(oid);
  }

  /** The columns of a composite type (a table's row type or CREATE TYPE … AS), or null. */
  @Nullable RelationDescriptor compositeType(int typeOid);

  /** A domain's own constraints, in no order; those of the domains under it are theirs. */
  List<DomainConstraint> domainConstraints(int domain);

  /** Collation oid by name, or 0. */
  int collation(@Nullable String schema, String name);

  @Nullable String roleName(int oid);

  /** Role oid, or 0. */
  int role(String name);
}
