package dev.postern.backend.analyze;

import dev.postern.backend.analyze.TypedExpression.FunctionCall;
import dev.postern.backend.function.FunctionDescriptor;
import dev.postern.backend.function.Polymorphism;
import dev.postern.backend.type.SqlType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The columns of functions that return rows through OUT arguments. */
final class FunctionColumns {
  private FunctionColumns() {}

  record Column(String name, SqlType type) {}

  /** The OUT and TABLE columns of a call's result, or null where the function declares none. */
  static @Nullable List<Column> outputs(Analysis analysis, FunctionCall call) {
    FunctionDescriptor function = call.function();
    char[] modes = function.argumentModes();
    if (modes.length == 0) {
      return null;
    }
    int[] types = function.allArgumentTypes();
    List<Column> columns = new ArrayList<>();
    for (int i = 0; i < modes.length; i++) {
      if (modes[i] == 'o' || modes[i] == 'b' || modes[i] == 't') {
        String name = i < function.argumentNames().length ? function.argumentNames()[i] : "";
        columns.add(
            new Column(
                name.isEmpty() ? "column" + (columns.size() + 1) : name,
                analysis.type(actual(analysis, call, types[i]))));
      }
    }
    return columns.isEmpty() ? null : columns;
  }

  /** The name of the only OUT argument, or null. */
  static @Nullable String singleName(FunctionDescriptor function) {
    String found = null;
    for (int i = 0; i < function.argumentModes().length; i++) {
      char mode = function.argumentModes()[i];
      if (mode == 'o' || mode == 'b' || mode == 't') {
        String name = i < function.argumentNames().length ? function.argumentNames()[i] : "";
        if (found != null || name.isEmpty()) {
          return null;
        }
        found = name;
      }
    }
    return found;
  }

  private static int actual(Analysis analysis, FunctionCall call, int declared) {
    if (!Polymorphism.isPolymorphic(declared)) {
      return declared;
    }
    int[] parameters = call.function().argumentTypes().clone();
    int[] actual = new int[parameters.length];
    for (int i = 0; i < actual.length; i++) {
      actual[i] = call.arguments().get(i).type().oid();
    }
    return Polymorphism.resolve(analysis.catalog, actual, parameters, declared);
  }
}
