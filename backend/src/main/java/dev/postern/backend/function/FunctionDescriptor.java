package dev.postern.backend.function;

import java.util.Arrays;

/**
 * One row of pg_proc, as far as calls need it.
 *
 * @param kind prokind: f function, p procedure, a aggregate, w window function
 * @param language pg_language.oid: 12 internal, 13 C, 14 SQL
 * @param volatility i immutable, s stable, v volatile
 * @param argumentTypes input arguments (proargtypes)
 * @param allArgumentTypes with output arguments too; empty where all are inputs
 * @param argumentModes i, o, b, v, t of each of {@code allArgumentTypes}
 * @param argumentNames of all arguments, "" where one has none; empty where none has
 * @param variadicElement provariadic: the type of each variadic argument ("any" included), or 0
 * @param defaults how many of the last input arguments have a default
 * @param source prosrc
 */
public record FunctionDescriptor(
    int oid,
    String name,
    int namespace,
    int owner,
    char kind,
    int language,
    boolean strict,
    boolean returnsSet,
    char volatility,
    double cost,
    double rows,
    int returnType,
    int[] argumentTypes,
    int[] allArgumentTypes,
    char[] argumentModes,
    String[] argumentNames,
    int variadicElement,
    int defaults,
    String source) {
  /** pg_language.oid of functions written in the server itself. */
  public static final int INTERNAL_LANGUAGE = 12;

  /** pg_language.oid of functions written in SQL. */
  public static final int SQL_LANGUAGE = 14;

  public int arguments() {
    return argumentTypes.length;
  }

  public boolean isAggregate() {
    return kind == 'a';
  }

  public boolean isWindow() {
    return kind == 'w';
  }

  /**
   * What {@link FunctionTopic} knows the code by: prosrc, or the signature where PostgreSQL's own
   * code is an SQL body or an aggregate's parts, such as {@code lpad(text,int4)}.
   */
  public String codeKey(TypeFacts types) {
    return language == INTERNAL_LANGUAGE && kind != 'a' ? source : signature(types);
  }

  /** Name and argument types by pg_type.typname: {@code sum(int4)}. */
  public String signature(TypeFacts types) {
    StringBuilder signature = new StringBuilder(name).append('(');
    for (int i = 0; i < argumentTypes.length; i++) {
      if (i > 0) {
        signature.append(',');
      }
      TypeDescriptor type = types.type(argumentTypes[i]);
      signature.append(type == null ? "???" : type.name());
    }
    return signature.append(')').toString();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof FunctionDescriptor that
        && oid == that.oid
        && source.equals(that.source);
  }

  @Override
  public int hashCode() {
    return oid;
  }

  @Override
  public String toString() {
    return name + Arrays.toString(argumentTypes);
  }
}
