package dev.postern.backend.function;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The functions that could be meant by a call, by their number and names of arguments alone. */
final class FunctionCandidates {
  /**
   * A function as the call would use it.
   *
   * @param function null where two functions would fit equally: choosing it is an error
   * @param types of the arguments, in the order of the call's arguments, then of those defaulted
   * @param order for each parameter (variadic ones expanded): which argument of the call, or -1 for
   *     its default
   * @param variadics how many of the call's last arguments are gathered into an array
   * @param defaulted how many parameters take their default
   */
  record Usage(
      @Nullable FunctionDescriptor function,
      int schemaOid,
      int[] types,
      int[] order,
      int variadics,
      int defaulted) {}

  private FunctionCandidates() {}

  static List<Usage> of(
      List<FunctionDescriptor> functions, int arguments, String[] names, boolean expandVariadic) {
    List<Usage> usages = new ArrayList<>();
    for (FunctionDescriptor function : functions) {
      Usage usage =
          names.length > 0
              ? named(function, arguments, names, expandVariadic)
              : positional(function, arguments, expandVariadic);
      if (usage != null) {
        add(usages, usage, arguments);
      }
    }
    return usages;
  }

  private static @Nullable Usage positional(
      FunctionDescriptor function, int arguments, boolean expandVariadic) {
    int parameters = function.arguments();
    boolean variadic = expandVariadic && parameters <= arguments && function.variadicElement() != 0;
    int defaulted = Math.max(parameters - arguments, 0);
    if (defaulted > function.defaults() || parameters < arguments && !variadic) {
      return null;
    }
    int effective = Math.max(parameters, arguments);
    int[] types = new int[effective];
    int[] order = new int[effective];
    for (int i = 0; i < effective; i++) {
      types[i] =
          variadic && i >= parameters - 1
              ? function.variadicElement()
              : function.argumentTypes()[i];
      order[i] = i < arguments ? i : -1;
    }
    int variadics = variadic ? arguments - parameters + 1 : 0;
    return new Usage(function, function.namespace(), types, order, variadics, defaulted);
  }

  private static @Nullable Usage named(
      FunctionDescriptor function, int arguments, String[] names, boolean expandVariadic) {
    int parameters = function.arguments();
    if (function.variadicElement() != 0 && expandVariadic
        || function.argumentNames().length == 0
        || parameters < arguments
        || parameters - arguments > function.defaults()) {
      return null;
    }
    int positional = arguments - names.length;
    int[] order = new int[parameters];
    for (int i = 0; i < parameters; i++) {
      order[i] = i < positional ? i : -1;
    }
    for (int i = 0; i < names.length; i++) {
      int parameter = parameterNamed(function, names[i]);
      if (parameter < 0 || order[parameter] >= 0) {
        return null;
      }
      order[parameter] = positional + i;
    }
    int[] types = new int[parameters];
    int at = arguments;
    for (int i = 0; i < parameters; i++) {
      if (order[i] >= 0) {
        types[order[i]] = function.argumentTypes()[i];
      } else if (i < parameters - function.defaults()) {
        return null;
      } else {
        types[at++] = function.argumentTypes()[i];
      }
    }
    return new Usage(function, function.namespace(), types, order, 0, parameters - arguments);
  }

  /** Position among the input parameters, or -1. */
  private static int parameterNamed(FunctionDescriptor function, String name) {
    char[] modes = function.argumentModes();
    int input = 0;
    for (int i = 0; i < function.argumentNames().length; i++) {
      boolean isInput = modes.length == 0 || modes[i] == 'i' || modes[i] == 'b' || modes[i] == 'v';
      if (isInput) {
        if (function.argumentNames()[i].equals(name)) {
          return input;
        }
        input++;
      }
    }
    return -1;
  }

  /**
   * Adds a usage, unless one with the same types for the call's arguments hides it: an earlier
   * schema's, or one that is not variadic. Two that need different defaults are ambiguous.
   */
  private static void add(List<Usage> usages, Usage usage, int arguments) {
    for (int i = 0; i < usages.size(); i++) {
      Usage earlier = usages.get(i);
      if (!sameTypes(earlier.types, usage.types, arguments)) {
        continue;
      }
      boolean sameSchema = earlier.schemaOid == usage.schemaOid;
      if (!sameSchema || earlier.variadics == 0 && usage.variadics > 0) {
        return;
      }
      if (earlier.variadics > 0 && usage.variadics == 0) {
        usages.set(i, usage);
        return;
      }
      usages.set(
          i,
          new Usage(
              null,
              earlier.schemaOid,
              earlier.types,
              earlier.order,
              earlier.variadics,
              earlier.defaulted));
      return;
    }
    usages.add(usage);
  }

  private static boolean sameTypes(int[] left, int[] right, int count) {
    if (left.length < count || right.length < count) {
      return false;
    }
    for (int i = 0; i < count; i++) {
      if (left[i] != right[i]) {
        return false;
      }
    }
    return true;
  }
}
