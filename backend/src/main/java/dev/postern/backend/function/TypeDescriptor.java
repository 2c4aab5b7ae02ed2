package dev.postern.backend.function;

import org.jspecify.annotations.Nullable;

/**
 * One row of pg_type, as far as name resolution, coercion and execution need it.
 *
 * @param length typlen: bytes of the internal form, -1 variable, -2 C string
 * @param kind typtype: b base, c composite, d domain, e enum, p pseudo, r range, m multirange
 * @param category typcategory, such as N for numbers, S for strings
 * @param relation the composite type's relation, or 0
 * @param subscriptHandler typsubscript, or 0
 * @param element typelem: what subscripting gives, or 0
 * @param array typarray, or 0
 * @param baseType a domain's base type, or 0
 * @param typmod a domain's typmod for its base type, or -1
 */
public record TypeDescriptor(
    int oid,
    String name,
    int namespace,
    int length,
    boolean byValue,
    char kind,
    char category,
    boolean preferred,
    boolean defined,
    char delimiter,
    int relation,
    int subscriptHandler,
    int element,
    int array,
    int input,
    int output,
    int receive,
    int send,
    int modifierInput,
    int modifierOutput,
    char alignment,
    char storage,
    boolean notNull,
    int baseType,
    int typmod,
    int dimensions,
    int collation,
    @Nullable String defaultText) {
  /** The handler of types that are arrays in the full sense (array_subscript_handler). */
  private static final int ARRAY_SUBSCRIPT_HANDLER = 6179;

  /** Whether this is an array type, not merely a fixed-size type that can be subscripted. */
  public boolean isArray() {
    return element != 0 && subscriptHandler == ARRAY_SUBSCRIPT_HANDLER;
  }

  /** The element type of an array type, or 0. */
  public int arrayElement() {
    return isArray() ? element : 0;
  }

  public boolean isComposite() {
    return kind == 'c';
  }

  public boolean isDomain() {
    return kind == 'd';
  }
}
