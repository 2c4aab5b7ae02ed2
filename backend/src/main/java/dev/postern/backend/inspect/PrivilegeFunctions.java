package dev.postern.backend.inspect;

import static dev.postern.backend.inspect.InspectTopics.catalog;
import static dev.postern.backend.inspect.InspectTopics.oid;

import dev.postern.backend.catalog.CatalogReader;
import dev.postern.backend.catalog.CatalogRow;
import dev.postern.backend.catalog.CatalogTable;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.function.CallSite;
import dev.postern.backend.function.FunctionContext;
import dev.postern.backend.function.FunctionTopic;
import dev.postern.backend.function.ScalarFunction;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.TypeOids;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * has_…_privilege and pg_has_role. A superuser has every privilege; for others an ACL is not looked
 * into yet, so only what its owner has is answered and the rest refused.
 */
final class PrivilegeFunctions implements FunctionTopic {
  /** Kind of object, its catalog and owner column, and the privileges there are. */
  private enum Kind {
    TABLE(
        "pg_class", "relowner", "select insert update delete truncate references trigger maintain"),
    SEQUENCE("pg_class", "relowner", "usage select update"),
    DATABASE("pg_database", "datdba", "create temporary temp connect"),
    FUNCTION("pg_proc", "proowner", "execute"),
    LANGUAGE("pg_language", "lanowner", "usage"),
    SCHEMA("pg_namespace", "nspowner", "create usage"),
    TABLESPACE("pg_tablespace", "spcowner", "create"),
    TYPE("pg_type", "typowner", "usage"),
    COLUMN("pg_class", "relowner", "select insert update references"),
    ANY_COLUMN("pg_class", "relowner", "select insert update references");

    final String catalog;
    final String owner;
    final Set<String> privileges;

    Kind(String catalog, String owner, String privileges) {
      this.catalog = catalog;
      this.owner = owner;
      this.privileges = Set.of(privileges.split(" "));
    }
  }

  @Override
  public @Nullable ScalarFunction scalar(String key, CallSite site) {
    if (key.startsWith("pg_has_role_")) {
      return role(site);
    }
    if (!key.startsWith("has_") || !key.contains("_privilege_")) {
      return null;
    }
    String word = key.substring(4, key.indexOf("_privilege_")).toUpperCase(Locale.ROOT);
    for (Kind kind : Kind.values()) {
      if (kind.name().equals(word)) {
        return check(kind, site);
      }
    }
    return null;
  }

  private static ScalarFunction check(Kind kind, CallSite site) {
    int count = site.arguments();
    boolean column = kind == Kind.COLUMN;
    int plain = column ? 3 : 2;
    boolean named = count > plain;
    int object = named ? 1 : 0;
    boolean objectByOid = site.argumentType(object) == TypeOids.OID;
    boolean roleByOid = named && site.argumentType(0) == TypeOids.OID;
    return (c, a, r) -> {
      checkPrivileges(kind, a[count - 1].text());
      CatalogReader catalog = catalog(c);
      int role = named ? roleOf(catalog, a[0], roleByOid) : catalog.role(c.currentUser());
      CatalogTable table = CatalogTable.named(kind.catalog);
      int oid = objectByOid ? oid(a[object]) : find(c, kind, a[object].text());
      CatalogRow row = catalog.store().withOid(table, oid);
      if (row == null) {
        r.setNull();
        return;
      }
      if (isSuperuser(catalog, role) || row.integer(kind.owner) == role) {
        r.setBoolean(true);
        return;
      }
      throw SqlError.notSupported("privileges of roles that are not superusers");
    };
  }

  private static void checkPrivileges(Kind kind, String list) {
    for (String written : list.split(",")) {
      String privilege = written.strip().toLowerCase(Locale.ROOT);
      String plain = privilege.replaceFirst("\\s+with\\s+grant\\s+option$", "");
      if (!kind.privileges.contains(plain)) {
        throw new SqlError(
            SqlState.INVALID_PARAMETER_VALUE,
            "unrecognized privilege type: \"" + written.strip() + "\"");
      }
    }
  }

  private static int roleOf(CatalogReader catalog, Datum value, boolean byOid) {
    if (byOid) {
      return oid(value);
    }
    String name = value.text();
    int role = name.equals("public") ? -1 : catalog.role(name);
    if (role == 0) {
      throw new SqlError(SqlState.UNDEFINED_OBJECT, "role \"" + name + "\" does not exist");
    }
    return role;
  }

  private static boolean isSuperuser(CatalogReader catalog, int role) {
    CatalogRow row = catalog.store().withOid(CatalogTable.named("pg_authid"), role);
    return row != null && row.truth("rolsuper");
  }

  private static int find(FunctionContext context, Kind kind, String name) {
    CatalogReader catalog = catalog(context);
    return switch (kind) {
      case TABLE, SEQUENCE, COLUMN, ANY_COLUMN -> DefinitionFunctions.named(catalog, name).oid();
      case SCHEMA -> catalog.requireSchema(name);
      case DATABASE ->
          row(catalog, "pg_database", "datname", SqlState.INVALID_CATALOG_NAME, "database", name);
      case LANGUAGE ->
          row(catalog, "pg_language", "lanname", SqlState.UNDEFINED_OBJECT, "language", name);
      case TABLESPACE ->
          row(catalog, "pg_tablespace", "spcname", SqlState.UNDEFINED_OBJECT, "tablespace", name);
      case TYPE -> named(context, TypeOids.REGTYPE, name);
      case FUNCTION -> named(context, TypeOids.REGPROCEDURE, name);
    };
  }

  private static int named(FunctionContext context, int type, String name) {
    var names = context.style().objectNames;
    if (names == null) {
      throw SqlError.notSupported("names without a session");
    }
    return names.find(type, name, context.style());
  }

  private static int row(
      CatalogReader catalog, String table, String column, String state, String word, String name) {
    CatalogTable catalogTable = CatalogTable.named(table);
    CatalogRow row = catalog.store().first(catalogTable, catalogTable.index(column), name);
    if (row == null) {
      throw new SqlError(state, word + " \"" + name + "\" does not exist");
    }
    return row.oid();
  }

  private static ScalarFunction role(CallSite site) {
    int arguments = site.arguments();
    int target = arguments - 2;
    return (c, a, r) -> {
      CatalogReader catalog = catalog(c);
      int member =
          target > 0
              ? roleOf(catalog, a[0], site.argumentType(0) == TypeOids.OID)
              : catalog.role(c.currentUser());
      int role = roleOf(catalog, a[target], site.argumentType(target) == TypeOids.OID);
      r.setBoolean(
          isSuperuser(catalog, member) || member == role || isMember(catalog, member, role, 16));
    };
  }

  private static boolean isMember(CatalogReader catalog, int member, int role, int depth) {
    CatalogTable members = CatalogTable.named("pg_auth_members");
    List<CatalogRow> rows =
        catalog.store().find(members, members.index("member", "roleid", "grantor"), member);
    for (CatalogRow row : rows) {
      int granted = row.integer("roleid");
      if (granted == role || depth > 0 && isMember(catalog, granted, role, depth - 1)) {
        return true;
      }
    }
    return false;
  }
}
