package dev.postern.backend.inspect;

import static dev.postern.backend.inspect.InspectTopics.catalog;
import static dev.postern.backend.inspect.InspectTopics.oid;
import static dev.postern.backend.inspect.InspectTopics.setText;

import dev.postern.backend.catalog.ArrayValues;
import dev.postern.backend.catalog.CatalogReader;
import dev.postern.backend.catalog.CatalogRow;
import dev.postern.backend.catalog.CatalogTable;
import dev.postern.backend.catalog.ClassOids;
import dev.postern.backend.catalog.TypeText;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.function.CallSite;
import dev.postern.backend.function.FunctionContext;
import dev.postern.backend.function.FunctionDescriptor;
import dev.postern.backend.function.FunctionTopic;
import dev.postern.backend.function.OperatorDescriptor;
import dev.postern.backend.function.ScalarFunction;
import dev.postern.backend.function.TypeDescriptor;
import dev.postern.backend.setting.Encodings;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.ObjectNames;
import dev.postern.backend.type.TypeOids;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Names of types, roles and schemas, and what names are visible. */
final class NameFunctions implements FunctionTopic {
  @Override
  public @Nullable ScalarFunction scalar(String key, CallSite site) {
    return switch (key) {
      case "format_type" ->
          (c, a, r) -> {
            if (a[0].isNull) {
              r.setNull();
            } else {
              int typmod = a[1].isNull ? -1 : (int) a[1].bits;
              r.setText(TypeText.format(catalog(c), oid(a[0]), typmod, !a[1].isNull));
            }
          };
      case "pg_get_userbyid" ->
          (c, a, r) -> {
            String name = catalog(c).roleName(oid(a[0]));
            r.setText(
                name == null ? "unknown (OID=" + Integer.toUnsignedString(oid(a[0])) + ")" : name);
          };
      case "current_schema" -> (c, a, r) -> setText(r, currentSchema(catalog(c)));
      case "current_schemas" ->
          (c, a, r) ->
              r.setBytes(
                  ArrayValues.ofTexts(TypeOids.NAME, schemas(catalog(c), a[0].booleanValue())));
      case "PG_encoding_to_char" -> (c, a, r) -> r.setText(Encodings.name((int) a[0].bits));
      case "PG_char_to_encoding" -> (c, a, r) -> r.setLong(Encodings.number(a[0].text()));
      case "text_regclass" ->
          (c, a, r) -> {
            ObjectNames names = c.style().objectNames;
            if (names == null) {
              throw SqlError.notSupported("regclass(text)");
            }
            r.setLong(names.find(TypeOids.REGCLASS, a[0].text(), c.style()));
          };
      case "to_regclass" -> toName(TypeOids.REGCLASS);
      case "to_regtype" -> toName(TypeOids.REGTYPE);
      case "to_regproc" -> toName(TypeOids.REGPROC);
      case "to_regprocedure" -> toName(TypeOids.REGPROCEDURE);
      case "to_regoper" -> toName(TypeOids.REGOPER);
      case "to_regoperator" -> toName(TypeOids.REGOPERATOR);
      case "to_regnamespace" -> toName(TypeOids.REGNAMESPACE);
      case "to_regrole" -> toName(TypeOids.REGROLE);
      case "to_regcollation" -> toName(TypeOids.REGCOLLATION);
      default -> key.endsWith("_is_visible") ? visibility(key) : null;
    };
  }

  private static @Nullable String currentSchema(CatalogReader catalog) {
    int creation = catalog.path().creation();
    return creation == 0 ? null : catalog.schemaName(creation);
  }

  private static List<String> schemas(CatalogReader catalog, boolean implicit) {
    List<String> names = new ArrayList<>();
    for (int schema : implicit ? catalog.path().schemas() : catalog.path().explicit()) {
      String name = catalog.schemaName(schema);
      if (name != null) {
        names.add(name);
      }
    }
    return names;
  }

  /** The oid of a name, or NULL where there is none. */
  private static ScalarFunction toName(int type) {
    return (c, a, r) -> {
      ObjectNames names = c.style().objectNames;
      String name = a[0].text();
      if (names == null || name.isEmpty() || name.chars().allMatch(Character::isDigit)) {
        r.setNull();
        return;
      }
      try {
        r.setLong(names.find(type, name, c.style()));
      } catch (SqlError missing) {
        switch (missing.sqlState()) {
          case SqlState.UNDEFINED_TABLE,
              SqlState.UNDEFINED_OBJECT,
              SqlState.UNDEFINED_FUNCTION,
              SqlState.AMBIGUOUS_FUNCTION,
              SqlState.INVALID_SCHEMA_NAME,
              SqlState.UNDEFINED_COLUMN ->
              r.setNull();
          default -> throw missing;
        }
      }
    };
  }

  private static ScalarFunction visibility(String key) {
    return (c, a, r) -> {
      Boolean visible = isVisible(c, key, a);
      if (visible == null) {
        r.setNull();
      } else {
        r.setBoolean(visible);
      }
    };
  }

  private static @Nullable Boolean isVisible(FunctionContext context, String key, Datum[] a) {
    CatalogReader catalog = catalog(context);
    int oid = oid(a[0]);
    return switch (key) {
      case "pg_table_is_visible" -> {
        CatalogRow row = catalog.store().withOid(CatalogTable.named("pg_class"), oid);
        yield row == null ? null : catalog.relationOid(null, row.text("relname")) == oid;
      }
      case "pg_type_is_visible" -> {
        TypeDescriptor type = catalog.type(oid);
        yield type == null ? null : TypeText.isVisible(catalog, type);
      }
      case "pg_function_is_visible" -> {
        FunctionDescriptor function = catalog.function(oid);
        yield function == null ? null : isVisible(catalog, function);
      }
      case "pg_operator_is_visible" -> {
        OperatorDescriptor operator = catalog.operator(oid);
        yield operator == null ? null : inPath(catalog, operator.namespace());
      }
      case "pg_opclass_is_visible" -> row(catalog, "pg_opclass", "opcnamespace", oid);
      case "pg_opfamily_is_visible" -> row(catalog, "pg_opfamily", "opfnamespace", oid);
      case "pg_collation_is_visible" -> row(catalog, "pg_collation", "collnamespace", oid);
      case "pg_conversion_is_visible" -> row(catalog, "pg_conversion", "connamespace", oid);
      case "pg_statistics_obj_is_visible" -> row(catalog, "pg_statistic_ext", "stxnamespace", oid);
      case "pg_ts_parser_is_visible" -> row(catalog, "pg_ts_parser", "prsnamespace", oid);
      case "pg_ts_dict_is_visible" -> row(catalog, "pg_ts_dict", "dictnamespace", oid);
      case "pg_ts_config_is_visible" -> row(catalog, "pg_ts_config", "cfgnamespace", oid);
      case "pg_ts_template_is_visible" -> row(catalog, "pg_ts_template", "tmplnamespace", oid);
      default -> throw SqlError.notSupported("function " + key);
    };
  }

  private static boolean isVisible(CatalogReader catalog, FunctionDescriptor function) {
    for (FunctionDescriptor found : catalog.functions(null, function.name())) {
      if (Arrays.equals(found.argumentTypes(), function.argumentTypes())) {
        return found.oid() == function.oid();
      }
    }
    return false;
  }

  private static boolean inPath(CatalogReader catalog, int schema) {
    for (int each : catalog.searchPath()) {
      if (each == schema) {
        return true;
      }
    }
    return schema == ClassOids.PG_CATALOG_SCHEMA;
  }

  private static @Nullable Boolean row(
      CatalogReader catalog, String table, String schemaColumn, int oid) {
    CatalogRow row = catalog.store().withOid(CatalogTable.named(table), oid);
    return row == null ? null : inPath(catalog, row.integer(schemaColumn));
  }
}
