package dev.postern.backend.function;

import org.jspecify.annotations.Nullable;

/** Which types can become which (manual section 10.4, and pg_cast). */
public final class Coercions {
  private static final int UNKNOWN = 705;
  private static final int ANY = 2276;
  private static final int RECORD = 2249;
  private static final int RECORD_ARRAY = 2287;
  private static final int INT2VECTOR = 22;
  private static final int OIDVECTOR = 30;

  private Coercions() {}

  /**
   * How a value of the source type becomes one of the target type. Domains count as their base
   * types; a domain's constraints are the caller's to check.
   *
   * @return null where the context allows no way
   */
  public static @Nullable Coercion find(
      FunctionSource catalog, int sourceType, int targetType, CoercionContext context) {
    int source = catalog.baseType(sourceType);
    int target = catalog.baseType(targetType);
    if (source == target) {
      return new Coercion.Relabel();
    }
    CastDescriptor cast = catalog.cast(source, target);
    Coercion found = null;
    if (cast != null) {
      if (context.allows(cast.context())) {
        found = coercion(catalog, cast);
      }
    } else {
      found = byElement(catalog, source, target, context);
      if (found == null && byTextAllowed(catalog, source, target, context)) {
        found = new Coercion.ByText();
      }
    }
    if (found == null && context == CoercionContext.PLPGSQL) {
      return new Coercion.ByText();
    }
    return found;
  }

  private static Coercion coercion(FunctionSource catalog, CastDescriptor cast) {
    return switch (cast.method()) {
      case 'b' -> new Coercion.Relabel();
      case 'i' -> new Coercion.ByText();
      case 'f' -> {
        FunctionDescriptor function = catalog.function(cast.functionOid());
        if (function == null) {
          throw new IllegalStateException("no function " + cast.functionOid() + " for a cast");
        }
        yield new Coercion.ByFunction(function);
      }
      default -> throw new IllegalStateException("cast method " + cast.method());
    };
  }

  private static @Nullable Coercion byElement(
      FunctionSource catalog, int source, int target, CoercionContext context) {
    if (target == OIDVECTOR || target == INT2VECTOR) {
      return null;
    }
    int targetElement = catalog.arrayElement(target);
    int sourceElement = catalog.arrayElement(source);
    if (targetElement == 0 || sourceElement == 0) {
      return null;
    }
    Coercion element = find(catalog, sourceElement, targetElement, context);
    return element == null ? null : new Coercion.ByElement(element);
  }

  private static boolean byTextAllowed(
      FunctionSource catalog, int source, int target, CoercionContext context) {
    return switch (context) {
      case IMPLICIT -> false;
      case ASSIGNMENT, PLPGSQL -> catalog.category(target) == 'S';
      case EXPLICIT -> catalog.category(target) == 'S' || catalog.category(source) == 'S';
    };
  }

  /** Whether each input can be coerced to its target, polymorphic targets being consistent. */
  public static boolean possible(
      FunctionSource catalog, int[] inputs, int[] targets, int count, CoercionContext context) {
    boolean polymorphic = false;
    for (int i = 0; i < count; i++) {
      int input = inputs[i];
      int target = targets[i];
      if (input == target || target == ANY) {
        continue;
      }
      if (Polymorphism.isPolymorphic(target)) {
        polymorphic = true;
        continue;
      }
      if (input == UNKNOWN
          || find(catalog, input, target, context) != null
          || rowsMatch(catalog, input, target)) {
        continue;
      }
      return false;
    }
    return !polymorphic || Polymorphism.consistent(catalog, inputs, targets, count);
  }

  /** Whether one type can be coerced to another. */
  public static boolean possible(
      FunctionSource catalog, int input, int target, CoercionContext context) {
    return possible(catalog, new int[] {input}, new int[] {target}, 1, context);
  }

  private static boolean rowsMatch(FunctionSource catalog, int input, int target) {
    if (input == RECORD) {
      return isComposite(catalog, target);
    }
    if (target == RECORD) {
      return isComposite(catalog, input);
    }
    if (target == RECORD_ARRAY) {
      return isComposite(catalog, catalog.arrayElement(input));
    }
    return catalog.inheritsFrom(input, target);
  }

  private static boolean isComposite(FunctionSource catalog, int type) {
    TypeDescriptor described = catalog.type(catalog.baseType(type));
    return described != null && described.isComposite();
  }
}
