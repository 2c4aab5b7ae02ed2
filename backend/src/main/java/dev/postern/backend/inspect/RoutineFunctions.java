package dev.postern.backend.inspect;

import static dev.postern.backend.inspect.InspectTopics.catalog;
import static dev.postern.backend.inspect.InspectTopics.oid;
import static dev.postern.backend.inspect.InspectTopics.setText;

import dev.postern.backend.catalog.CatalogReader;
import dev.postern.backend.catalog.CatalogRow;
import dev.postern.backend.catalog.CatalogTable;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.function.CallSite;
import dev.postern.backend.function.FunctionDescriptor;
import dev.postern.backend.function.FunctionTopic;
import dev.postern.backend.function.ScalarFunction;
import dev.postern.backend.setting.IdentifierList;
import org.jspecify.annotations.Nullable;

/** Signatures of functions as SQL. */
final class RoutineFunctions implements FunctionTopic {
  @Override
  public @Nullable ScalarFunction scalar(String key, CallSite site) {
    return switch (key) {
      case "pg_get_function_arguments" ->
          (c, a, r) -> setText(r, arguments(catalog(c), oid(a[0]), true));
      case "pg_get_function_identity_arguments" ->
          (c, a, r) -> setText(r, arguments(catalog(c), oid(a[0]), false));
      case "pg_get_function_result" -> (c, a, r) -> setText(r, result(catalog(c), oid(a[0])));
      case "pg_get_function_arg_default" ->
          (c, a, r) -> {
            CatalogReader catalog = catalog(c);
            FunctionDescriptor function = catalog.function(oid(a[0]));
            int argument = (int) a[1].bits - 1;
            String value =
                function != null && argument >= 0 && argument < function.arguments()
                    ? catalog.argumentDefault(function, argument)
                    : null;
            setText(r, value);
          };
      case "pg_get_functiondef" -> (c, a, r) -> setText(r, definition(catalog(c), oid(a[0])));
      case "pg_get_function_sqlbody" -> (c, a, r) -> r.setNull();
      default -> null;
    };
  }

  /** CREATE OR REPLACE FUNCTION, laid out as PostgreSQL does. */
  private static @Nullable String definition(CatalogReader catalog, int oid) {
    FunctionDescriptor function = catalog.function(oid);
    CatalogRow row = catalog.store().withOid(CatalogTable.named("pg_proc"), oid);
    if (function == null || row == null) {
      return null;
    }
    if (function.isAggregate()) {
      throw new SqlError(
          SqlState.WRONG_OBJECT_TYPE, "\"" + function.name() + "\" is an aggregate function");
    }
    CatalogRow language =
        catalog.store().withOid(CatalogTable.named("pg_language"), function.language());
    String schema = catalog.schemaName(function.namespace());
    boolean procedure = function.kind() == 'p';
    StringBuilder text = new StringBuilder("CREATE OR REPLACE ");
    text.append(procedure ? "PROCEDURE " : "FUNCTION ");
    text.append(IdentifierList.quote(schema == null ? "" : schema)).append('.');
    text.append(IdentifierList.quote(function.name()));
    text.append('(').append(arguments(catalog, oid, true)).append(")\n");
    if (!procedure) {
      text.append(" RETURNS ").append(result(catalog, oid)).append('\n');
    }
    String languageName = language == null ? "" : language.text("lanname");
    text.append(" LANGUAGE ").append(IdentifierList.quote(languageName)).append('\n');
    String properties = properties(catalog, function, row, languageName);
    if (!properties.isEmpty()) {
      text.append(properties).append('\n');
    }
    String mark = procedure ? "$procedure" : "$function";
    while (function.source().contains(mark)) {
      mark += "x";
    }
    return text.append("AS ")
        .append(mark)
        .append('$')
        .append(function.source())
        .append(mark)
        .append("$\n")
        .toString();
  }

  /** What differs from the defaults of CREATE FUNCTION. */
  private static String properties(
      CatalogReader catalog, FunctionDescriptor function, CatalogRow row, String language) {
    StringBuilder text = new StringBuilder();
    text.append(function.isWindow() ? " WINDOW" : "");
    text.append(
        switch (function.volatility()) {
          case 'i' -> " IMMUTABLE";
          case 's' -> " STABLE";
          default -> "";
        });
    text.append(
        switch (row.character("proparallel")) {
          case 's' -> " PARALLEL SAFE";
          case 'r' -> " PARALLEL RESTRICTED";
          default -> "";
        });
    text.append(function.strict() ? " STRICT" : "");
    text.append(row.truth("prosecdef") ? " SECURITY DEFINER" : "");
    text.append(row.truth("proleakproof") ? " LEAKPROOF" : "");
    double usual = language.equals("internal") || language.equals("c") ? 1 : 100;
    if (function.cost() != usual) {
      text.append(" COST ").append(number(function.cost()));
    }
    if (function.rows() != 0 && function.rows() != 1000) {
      text.append(" ROWS ").append(number(function.rows()));
    }
    int support = row.integer("prosupport");
    if (support != 0) {
      FunctionDescriptor helper = catalog.function(support);
      text.append(" SUPPORT ").append(helper == null ? "" : IdentifierList.quote(helper.name()));
    }
    return text.toString();
  }

  private static String number(double value) {
    return value == Math.rint(value) ? Long.toString((long) value) : Double.toString(value);
  }

  private static @Nullable String arguments(CatalogReader catalog, int oid, boolean withDefaults) {
    FunctionDescriptor function = catalog.function(oid);
    if (function == null) {
      return null;
    }
    int[] types =
        function.allArgumentTypes().length > 0
            ? function.allArgumentTypes()
            : function.argumentTypes();
    StringBuilder text = new StringBuilder();
    int input = 0;
    for (int i = 0; i < types.length; i++) {
      char mode = i < function.argumentModes().length ? function.argumentModes()[i] : 'i';
      if (mode == 't' || mode == 'o' && !withDefaults && function.kind() != 'p') {
        continue;
      }
      text.append(text.isEmpty() ? "" : ", ");
      text.append(
          switch (mode) {
            case 'o' -> "OUT ";
            case 'b' -> "INOUT ";
            case 'v' -> "VARIADIC ";
            default -> function.kind() == 'p' ? "IN " : "";
          });
      String name = i < function.argumentNames().length ? function.argumentNames()[i] : "";
      text.append(name.isEmpty() ? "" : IdentifierList.quote(name) + " ");
      text.append(catalog.displayName(types[i]));
      if (mode != 'o') {
        String value = withDefaults ? catalog.argumentDefault(function, input) : null;
        text.append(value == null ? "" : " DEFAULT " + value);
        input++;
      }
    }
    return text.toString();
  }

  private static @Nullable String result(CatalogReader catalog, int oid) {
    FunctionDescriptor function = catalog.function(oid);
    if (function == null || function.kind() == 'p') {
      return null;
    }
    StringBuilder columns = new StringBuilder();
    for (int i = 0; i < function.argumentModes().length; i++) {
      if (function.argumentModes()[i] == 't') {
        columns.append(columns.isEmpty() ? "" : ", ");
        columns.append(IdentifierList.quote(function.argumentNames()[i])).append(' ');
        columns.append(catalog.displayName(function.allArgumentTypes()[i]));
      }
    }
    if (!columns.isEmpty()) {
      return "TABLE(" + columns + ")";
    }
    return (function.returnsSet() ? "SETOF " : "") + catalog.displayName(function.returnType());
  }
}
