package dev.postern.backend.function;

/**
 * Takes the code of functions, keyed as the catalog facts name it. A topic is a class with a static
 * {@code register(FunctionRegistrar)}.
 */
public interface FunctionRegistrar {
  /**
   * @param source pg_proc.prosrc, such as {@code int4pl}: all functions with that source share it
   */
  void scalar(String source, ScalarFunction code);

  /**
   * @param source pg_proc.prosrc of a set-returning function
   */
  void set(String source, SetFunction code);

  /**
   * @param signature name and argument types, such as {@code sum(int4)} or {@code count()}
   */
  void aggregate(String signature, AggregateFunction code);
}
