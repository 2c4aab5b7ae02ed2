package dev.postern.backend.function;

/** How a value of one type becomes a value of another. */
public sealed interface Coercion {
  /** The value is the same, only its type is called differently. */
  record Relabel() implements Coercion {}

  /**
   * By a cast function. Its arguments are the value and, where it takes them, the target's typmod
   * (int4) and whether the cast is explicit (boolean).
   */
  record ByFunction(FunctionDescriptor function) implements Coercion {}

  /** By the source's output function and the target's input function. */
  record ByText() implements Coercion {}

  /** Each element of an array in this way. */
  record ByElement(Coercion element) implements Coercion {}
}
