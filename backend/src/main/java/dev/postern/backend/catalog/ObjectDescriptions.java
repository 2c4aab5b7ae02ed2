package dev.postern.backend.catalog;

import dev.postern.backend.function.FunctionDescriptor;
import dev.postern.backend.function.TypeDescriptor;
import dev.postern.backend.setting.IdentifierList;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Objects in the words of messages (pg_describe_object). */
public final class ObjectDescriptions {
  private static final CatalogTable CLASS = CatalogTable.named("pg_class");
  private static final CatalogTable ATTRIBUTE = CatalogTable.named("pg_attribute");
  private static final CatalogTable CONSTRAINT = CatalogTable.named("pg_constraint");
  private static final CatalogTable DEFAULT = CatalogTable.named("pg_attrdef");
  private static final CatalogTable REWRITE = CatalogTable.named("pg_rewrite");
  private static final CatalogTable TRIGGER = CatalogTable.named("pg_trigger");

  private final CatalogReader catalog;
  private final CatalogStore store;

  public ObjectDescriptions(CatalogReader catalog) {
    this.catalog = catalog;
    this.store = catalog.store();
  }

  /** Such as {@code table foo} or {@code column a of table foo}; null where there is none. */
  public @Nullable String describe(ObjectAddress object) {
    return switch (object.classOid()) {
      case ClassOids.PG_CLASS ->
          object.subId() == 0 ? relation(object.oid()) : column(object.oid(), object.subId());
      case ClassOids.PG_TYPE ->
          catalog.type(object.oid()) == null ? null : "type " + catalog.displayName(object.oid());
      case ClassOids.PG_NAMESPACE -> named("schema", catalog.schemaName(object.oid()));
      case ClassOids.PG_CONSTRAINT -> constraint(object.oid());
      case ClassOids.PG_ATTRDEF -> columnDefault(object.oid());
      case ClassOids.PG_PROC -> function(object.oid());
      case ClassOids.PG_REWRITE -> member("rule", REWRITE, "rulename", "ev_class", object.oid());
      case ClassOids.PG_TRIGGER -> member("trigger", TRIGGER, "tgname", "tgrelid", object.oid());
      case ClassOids.PG_AUTHID -> named("role", catalog.roleName(object.oid()));
      case ClassOids.PG_EXTENSION -> plain("extension", "pg_extension", "extname", object.oid());
      case ClassOids.PG_LANGUAGE -> plain("language", "pg_language", "lanname", object.oid());
      case ClassOids.PG_COLLATION -> plain("collation", "pg_collation", "collname", object.oid());
      case ClassOids.PG_DATABASE -> plain("database", "pg_database", "datname", object.oid());
      case ClassOids.PG_TABLESPACE -> plain("tablespace", "pg_tablespace", "spcname", object.oid());
      case ClassOids.PG_AM -> plain("access method", "pg_am", "amname", object.oid());
      case ClassOids.PG_STATISTIC_EXT ->
          plain("statistics object", "pg_statistic_ext", "stxname", object.oid());
      case ClassOids.PG_PUBLICATION ->
          plain("publication", "pg_publication", "pubname", object.oid());
      case ClassOids.PG_POLICY -> {
        CatalogTable policy = CatalogTable.named("pg_policy");
        yield member("policy", policy, "polname", "polrelid", object.oid());
      }
      default -> null;
    };
  }

  private static @Nullable String named(String kind, @Nullable String name) {
    return name == null ? null : kind + " " + IdentifierList.quote(name);
  }

  private @Nullable String plain(String kind, String table, String column, int oid) {
    CatalogRow row = store.withOid(CatalogTable.named(table), oid);
    return row == null ? null : kind + " " + IdentifierList.quote(row.text(column));
  }

  /** A relation with the word for its kind. */
  public @Nullable String relation(int oid) {
    CatalogRow row = store.withOid(CLASS, oid);
    return row == null ? null : kindWords(row.character("relkind")) + " " + relationName(row);
  }

  /** The word for a kind of relation. */
  public static String kindWords(char kind) {
    return switch (kind) {
      case 'r', 'p' -> "table";
      case 'i', 'I' -> "index";
      case 'S' -> "sequence";
      case 't' -> "toast table";
      case 'v' -> "view";
      case 'm' -> "materialized view";
      case 'c' -> "composite type";
      case 'f' -> "foreign table";
      default -> "relation";
    };
  }

  /** A relation's name, with its schema where the name alone would not find it. */
  public String relationName(int oid) {
    CatalogRow row = store.withOid(CLASS, oid);
    return row == null ? Integer.toUnsignedString(oid) : relationName(row);
  }

  private String relationName(CatalogRow row) {
    String name = row.text("relname");
    if (catalog.relationOid(null, name) == row.oid()) {
      return IdentifierList.quote(name);
    }
    String schema = catalog.schemaName(row.integer("relnamespace"));
    return IdentifierList.quote(schema == null ? "" : schema) + "." + IdentifierList.quote(name);
  }

  private @Nullable String column(int relation, int number) {
    CatalogRow row =
        store.first(ATTRIBUTE, ATTRIBUTE.index("attrelid", "attnum"), relation, number);
    String of = relation(relation);
    return row == null || of == null
        ? null
        : "column " + IdentifierList.quote(row.text("attname")) + " of " + of;
  }

  private @Nullable String constraint(int oid) {
    CatalogRow row = store.withOid(CONSTRAINT, oid);
    if (row == null) {
      return null;
    }
    String name = "constraint " + IdentifierList.quote(row.text("conname"));
    int table = row.integer("conrelid");
    String relation = table == 0 ? null : relation(table);
    int type = row.integer("contypid");
    if (relation != null) {
      return name + " on " + relation;
    }
    TypeDescriptor domain = type == 0 ? null : catalog.type(type);
    return domain == null ? name : name + " on type " + catalog.displayName(type);
  }

  private @Nullable String columnDefault(int oid) {
    CatalogRow row = store.withOid(DEFAULT, oid);
    String column = row == null ? null : column(row.integer("adrelid"), row.integer("adnum"));
    return column == null ? null : "default value for " + column;
  }

  private @Nullable String function(int oid) {
    FunctionDescriptor function = catalog.function(oid);
    return function == null ? null : "function " + functionSignature(function);
  }

  /** Name and argument types, as regprocedure shows it. */
  public String functionSignature(FunctionDescriptor function) {
    StringBuilder text = new StringBuilder();
    boolean visible = false;
    for (FunctionDescriptor found : catalog.functions(null, function.name())) {
      if (Arrays.equals(found.argumentTypes(), function.argumentTypes())) {
        visible = found.oid() == function.oid();
        break;
      }
    }
    if (!visible) {
      String schema = catalog.schemaName(function.namespace());
      text.append(IdentifierList.quote(schema == null ? "" : schema)).append('.');
    }
    text.append(IdentifierList.quote(function.name())).append('(');
    for (int i = 0; i < function.argumentTypes().length; i++) {
      text.append(i == 0 ? "" : ",").append(catalog.displayName(function.argumentTypes()[i]));
    }
    return text.append(')').toString();
  }

  private @Nullable String member(
      String kind, CatalogTable table, String name, String relation, int oid) {
    CatalogRow row = store.withOid(table, oid);
    String of = row == null ? null : relation(row.integer(relation));
    return row == null || of == null
        ? null
        : kind + " " + IdentifierList.quote(row.text(name)) + " on " + of;
  }
}
