package dev.postern.backend.function;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the code of a function may know of the place it is called from, when it is looked up: the
 * types that polymorphic and {@code "any"} arguments have there.
 *
 * @param argumentTypes the actual type of each argument passed: never a polymorphic type or {@code
 *     "any"}; an unknown literal passed as {@code "any"} stays 705
 * @param resultType the actual result type
 * @param variadicArray whether the last argument is an array given after VARIADIC to a function
 *     whose variadic type is {@code "any"}
 * @param collation the collation to compare by, or 0
 * @param fieldNames for each argument that is an anonymous record what its fields are called there;
 *     null for other arguments, and where that is not known
 */
public record CallSite(
    TypeFacts types,
    int[] argumentTypes,
    int resultType,
    boolean variadicArray,
    int collation,
    List<@Nullable List<String>> fieldNames) {
  /** Without anonymous records. */
  public CallSite(
      TypeFacts types, int[] argumentTypes, int resultType, boolean variadicArray, int collation) {
    this(types, argumentTypes, resultType, variadicArray, collation, List.of());
  }

  /** What the fields of an argument are called that is an anonymous record, or null. */
  public @Nullable List<String> fieldNames(int argument) {
    return argument < fieldNames.size() ? fieldNames.get(argument) : null;
  }

  public int arguments() {
    return argumentTypes.length;
  }

  public int argumentType(int argument) {
    return argumentTypes[argument];
  }
}
