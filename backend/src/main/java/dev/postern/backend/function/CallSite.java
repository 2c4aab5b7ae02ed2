package dev.postern.backend.function;

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
 */
public record CallSite(
    TypeFacts types, int[] argumentTypes, int resultType, boolean variadicArray, int collation) {
  public int arguments() {
    return argumentTypes.length;
  }

  public int argumentType(int argument) {
    return argumentTypes[argument];
  }
}
