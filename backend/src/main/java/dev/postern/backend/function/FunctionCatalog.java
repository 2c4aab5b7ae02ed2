package dev.postern.backend.function;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.type.BuiltinTypes;
import dev.postern.backend.type.SqlType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The built-in functions, operators, casts and types, read from the catalog facts as they are asked
 * for. Immutable to its callers and shared by all threads: descriptors are made on first use, and
 * two threads that make the same one make equal ones.
 */
public final class FunctionCatalog implements FunctionSource {
  /** pg_namespace.oid of pg_catalog. */
  public static final int PG_CATALOG = 11;

  private static final FunctionCatalog BUILT_IN = new FunctionCatalog();

  private final TypeTable types = new TypeTable();
  private final FunctionTable functions = new FunctionTable();

  /** Loaded on first use of an operator, cast or aggregate. */
  private static final class Operators {
    static final OperatorTable TABLE = new OperatorTable();
  }

  private static final class Casts {
    static final CastTable TABLE = new CastTable();
  }

  private static final class Aggregates {
    static final AggregateTable TABLE = new AggregateTable();
  }

  private FunctionCatalog() {}

  /** The one object there is. */
  public static FunctionCatalog builtIn() {
    return BUILT_IN;
  }

  /** The built-in functions with the name; empty where there is none. */
  public List<FunctionDescriptor> byName(String name) {
    List<FunctionDescriptor> found = new ArrayList<>();
    for (int row = functions.firstNamed(name); row >= 0; row = functions.nextNamed(row)) {
      FunctionDescriptor function = functions.row(row);
      if (function.name().equals(name)) {
        found.add(function);
      }
    }
    return found;
  }

  /** The built-in function with the OID, or null. */
  public @Nullable FunctionDescriptor byOid(int oid) {
    return function(oid);
  }

  @Override
  public List<FunctionDescriptor> functions(@Nullable String schema, String name) {
    return schema == null || schema.equals("pg_catalog") ? byName(name) : List.of();
  }

  @Override
  public @Nullable FunctionDescriptor function(int oid) {
    int row = functions.rowOf(oid);
    return row < 0 ? null : functions.row(row);
  }

  @Override
  public List<OperatorDescriptor> operators(@Nullable String schema, String name) {
    return schema == null || schema.equals("pg_catalog") ? Operators.TABLE.named(name) : List.of();
  }

  @Override
  public @Nullable OperatorDescriptor operator(int oid) {
    return Operators.TABLE.withOid(oid);
  }

  @Override
  public @Nullable CastDescriptor cast(int source, int target) {
    return Casts.TABLE.between(source, target);
  }

  @Override
  public @Nullable AggregateDescriptor aggregate(int functionOid) {
    return Aggregates.TABLE.of(functionOid, this);
  }

  @Override
  public @Nullable String argumentDefault(FunctionDescriptor function, int argument) {
    return FunctionDefaults.of(function, argument);
  }

  @Override
  public @Nullable TypeDescriptor type(int oid) {
    return types.withOid(oid);
  }

  @Override
  public int typeNamed(@Nullable String schema, String name) {
    return schema == null || schema.equals("pg_catalog") ? types.named(name) : 0;
  }

  @Override
  public SqlType valueType(int oid) {
    SqlType type = BuiltinTypes.byOid(oid);
    if (type == null) {
      throw SqlError.notSupported("type " + displayName(oid));
    }
    return type;
  }

  @Override
  public String displayName(int oid) {
    return TypeDisplay.name(this, oid);
  }

  @Override
  public int rangeSubtype(int range) {
    return RangeTable.LOADED.subtype(range);
  }

  @Override
  public int multirangeRange(int multirange) {
    return RangeTable.LOADED.range(multirange);
  }

  @Override
  public int rangeMultirange(int range) {
    return RangeTable.LOADED.multirange(range);
  }
}
