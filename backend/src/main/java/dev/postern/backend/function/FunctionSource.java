package dev.postern.backend.function;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Where functions, operators and casts are looked up. {@link FunctionCatalog} answers with the
 * built-in ones; a database's catalog answers with the user's too, as its search path says.
 */
public interface FunctionSource extends TypeFacts {
  /**
   * All functions, aggregates and procedures with the name, in the order of the search path (or of
   * one schema).
   *
   * @param schema null for the search path
   */
  List<FunctionDescriptor> functions(@Nullable String schema, String name);

  @Nullable FunctionDescriptor function(int oid);

  /** All operators with the name, in the order of the search path. */
  List<OperatorDescriptor> operators(@Nullable String schema, String name);

  @Nullable OperatorDescriptor operator(int oid);

  @Nullable CastDescriptor cast(int source, int target);

  @Nullable AggregateDescriptor aggregate(int functionOid);

  /**
   * The type that a function-like call such as {@code float8(x)} may mean, or 0.
   *
   * @param schema null for the search path
   */
  int typeNamed(@Nullable String schema, String name);

  /** The SQL text of the default of an input argument, or null where it has none. */
  @Nullable String argumentDefault(FunctionDescriptor function, int argument);
}
