package dev.postern.backend.command;

import dev.postern.backend.catalog.CatalogReader;
import dev.postern.backend.catalog.CatalogRow;
import dev.postern.backend.catalog.CatalogTable;
import dev.postern.backend.catalog.CatalogWriter;
import dev.postern.backend.catalog.ClassOids;
import dev.postern.backend.catalog.ObjectAddress;
import dev.postern.backend.catalog.ObjectDescriptions;
import dev.postern.backend.catalog.RowValues;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.sql.Expression.BooleanConstant;
import dev.postern.backend.sql.Expression.RowConstructor;
import dev.postern.backend.sql.Node;
import dev.postern.backend.sql.Option;
import dev.postern.backend.sql.Privilege;
import dev.postern.backend.sql.RoleName;
import dev.postern.backend.sql.RoleStatement.AlterRoleStatement;
import dev.postern.backend.sql.RoleStatement.CreateRoleStatement;
import dev.postern.backend.sql.RoleStatement.DropRoleStatement;
import dev.postern.backend.sql.RoleStatement.GrantRoleStatement;
import dev.postern.backend.sql.RoleStatement.RoleKind;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.TypeOids;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** CREATE, ALTER and DROP ROLE; GRANT and REVOKE of roles. */
final class RoleCommands {
  private static final CatalogTable AUTHID = CatalogTable.named("pg_authid");
  private static final CatalogTable MEMBERS = CatalogTable.named("pg_auth_members");
  private static final CatalogTable SHDEPEND = CatalogTable.named("pg_shdepend");
  private static final CatalogTable SETTING = CatalogTable.named("pg_db_role_setting");

  private final CommandContext context;
  private final CatalogReader catalog;
  private final CatalogWriter writer;
  private final Targets targets;

  RoleCommands(CommandContext context) {
    this.context = context;
    this.catalog = context.catalog();
    this.writer = context.catalogWriter();
    this.targets = new Targets(context);
  }

  String create(CreateRoleStatement statement) {
    String name = statement.name();
    if (!context.isSuperuser()) {
      throw new SqlError(SqlState.INSUFFICIENT_PRIVILEGE, "permission denied to create role")
          .detail("Only roles with the CREATEROLE attribute may create roles.");
    }
    if (name.startsWith("pg_")) {
      throw new SqlError(SqlState.RESERVED_NAME, "role name \"" + name + "\" is reserved")
          .detail("Role names starting with \"pg_\" are reserved.");
    }
    if (catalog.role(name) != 0) {
      throw new SqlError(SqlState.DUPLICATE_OBJECT, "role \"" + name + "\" already exists");
    }
    int oid = writer.newOid();
    RowValues values =
        new RowValues(AUTHID)
            .set("oid", oid)
            .set("rolname", name)
            .set("rolsuper", false)
            .set("rolinherit", true)
            .set("rolcreaterole", false)
            .set("rolcreatedb", false)
            .set("rolcanlogin", statement.kind() == RoleKind.USER)
            .set("rolreplication", false)
            .set("rolbypassrls", false)
            .set("rolconnlimit", -1);
    apply(values, statement.options(), name);
    writer.insert(values);
    for (Option option : statement.options()) {
      switch (option.name()) {
        case "addroleto" -> {
          for (int group : roles(option)) {
            addMember(group, oid, false);
          }
        }
        case "rolemembers" -> {
          for (int member : roles(option)) {
            addMember(oid, member, false);
          }
        }
        case "adminmembers" -> {
          for (int member : roles(option)) {
            addMember(oid, member, true);
          }
        }
        default -> {
          // The others are columns of pg_authid.
        }
      }
    }
    return "CREATE ROLE";
  }

  private void apply(RowValues values, List<Option> options, String name) {
    for (Option option : options) {
      switch (option.name()) {
        case "superuser" -> values.set("rolsuper", truth(option));
        case "createdb" -> values.set("rolcreatedb", truth(option));
        case "createrole" -> values.set("rolcreaterole", truth(option));
        case "inherit" -> values.set("rolinherit", truth(option));
        case "canlogin" -> values.set("rolcanlogin", truth(option));
        case "isreplication" -> values.set("rolreplication", truth(option));
        case "bypassrls" -> values.set("rolbypassrls", truth(option));
        case "connectionlimit" ->
            values.set("rolconnlimit", Integer.parseInt(RelationOptionText.value(option)));
        case "password" -> {
          if (option.value() == null) {
            values.setNull("rolpassword");
          } else {
            values.set("rolpassword", Passwords.stored(RelationOptionText.value(option), context));
          }
        }
        case "validUntil" -> {
          String text = RelationOptionText.value(option);
          Datum until = new Datum();
          byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
          catalog
              .valueType(TypeOids.TIMESTAMPTZ)
              .input(bytes, 0, bytes.length, -1, context.style(), until);
          values.set("rolvaliduntil", until);
        }
        case "addroleto", "rolemembers", "adminmembers", "sysid" -> {
          // Memberships come when the role exists; SYSID is ignored as in PostgreSQL.
        }
        default ->
            throw new SqlError(
                SqlState.SYNTAX_ERROR, "option \"" + option.name() + "\" not recognized");
      }
    }
  }

  private static boolean truth(Option option) {
    return option.value() instanceof BooleanConstant constant && constant.value();
  }

  private int[] roles(Option option) {
    Node value = option.value();
    if (value instanceof RoleName role) {
      return new int[] {targets.role(role)};
    }
    if (value instanceof RowConstructor list) {
      int[] roles = new int[list.elements().size()];
      for (int i = 0; i < roles.length; i++) {
        roles[i] =
            targets.role(
                RelationOptionText.value(
                    new Option(option.position(), option.name(), list.elements().get(i))));
      }
      return roles;
    }
    return new int[] {targets.role(RelationOptionText.value(option))};
  }

  String alter(AlterRoleStatement statement) {
    int oid = targets.role(statement.role());
    CatalogRow row = catalog.store().withOid(AUTHID, oid);
    if (row == null) {
      throw new IllegalStateException("role vanished");
    }
    RowValues values = RowValues.of(row);
    apply(values, statement.options(), row.text("rolname"));
    writer.update(row, values);
    return "ALTER ROLE";
  }

  String drop(DropRoleStatement statement) {
    for (RoleName name : statement.roles()) {
      if (name.kind() != RoleName.Kind.NAMED) {
        throw new SqlError(
            SqlState.INVALID_PARAMETER_VALUE, "cannot use special role specifier in DROP ROLE");
      }
      drop(name.name(), statement.ifExists());
    }
    return "DROP ROLE";
  }

  private void drop(String name, boolean ifExists) {
    int oid = catalog.role(name);
    CatalogRow row = oid == 0 ? null : catalog.store().withOid(AUTHID, oid);
    if (row == null) {
      if (!ifExists) {
        throw new SqlError(SqlState.UNDEFINED_OBJECT, "role \"" + name + "\" does not exist");
      }
      context.notice(
          "NOTICE",
          new SqlError(
              SqlState.SUCCESSFUL_COMPLETION, "role \"" + name + "\" does not exist, skipping"));
      return;
    }
    if (oid == context.currentRole()) {
      throw new SqlError(SqlState.OBJECT_IN_USE, "current user cannot be dropped");
    }
    if (oid == context.sessionRole()) {
      throw new SqlError(SqlState.OBJECT_IN_USE, "session user cannot be dropped");
    }
    ObjectAddress address = new ObjectAddress(ClassOids.PG_AUTHID, oid);
    if (address.isPinned() || oid < ClassOids.FIRST_USER_OID) {
      throw new SqlError(
          SqlState.DEPENDENT_OBJECTS_STILL_EXIST,
          "cannot drop role " + name + " because it is required by the database system");
    }
    checkNothingDepends(name, oid);
    writer.deleteAll(MEMBERS, MEMBERS.index("roleid", "member", "grantor"), oid);
    writer.deleteAll(MEMBERS, MEMBERS.index("member", "roleid", "grantor"), oid);
    for (CatalogRow setting : catalog.store().all(SETTING)) {
      if (setting.integer("setrole") == oid) {
        writer.delete(setting);
      }
    }
    writer.commentShared(address, null);
    writer.delete(row);
  }

  private void checkNothingDepends(String name, int oid) {
    StringBuilder detail = new StringBuilder();
    int elsewhere = 0;
    ObjectDescriptions descriptions = new ObjectDescriptions(catalog);
    for (CatalogRow row :
        catalog
            .store()
            .find(SHDEPEND, SHDEPEND.index("refclassid", "refobjid"), ClassOids.PG_AUTHID, oid)) {
      int database = row.integer("dbid");
      if (database != 0 && database != context.databaseOid()) {
        elsewhere++;
        continue;
      }
      String what =
          descriptions.describe(
              new ObjectAddress(
                  row.integer("classid"), row.integer("objid"), row.integer("objsubid")));
      detail.append(detail.isEmpty() ? "" : "\n");
      detail.append(row.character("deptype") == 'o' ? "owner of " : "privileges for ").append(what);
    }
    if (elsewhere > 0) {
      detail.append(detail.isEmpty() ? "" : "\n").append(elsewhere);
      detail.append(elsewhere == 1 ? " object in another database" : " objects in other databases");
    }
    if (!detail.isEmpty()) {
      throw new SqlError(
              SqlState.DEPENDENT_OBJECTS_STILL_EXIST,
              "role \"" + name + "\" cannot be dropped because some objects depend on it")
          .detail(detail.toString());
    }
  }

  private void addMember(int group, int member, boolean admin) {
    for (CatalogRow row :
        catalog
            .store()
            .find(MEMBERS, MEMBERS.index("roleid", "member", "grantor"), group, member)) {
      if (admin && !row.truth("admin_option")) {
        writer.update(row, RowValues.of(row).set("admin_option", true));
      } else {
        context.notice(
            "NOTICE",
            new SqlError(
                SqlState.SUCCESSFUL_COMPLETION,
                "role \""
                    + catalog.roleName(member)
                    + "\" has already been granted membership in role \""
                    + catalog.roleName(group)
                    + "\" by role \""
                    + catalog.roleName(row.integer("grantor"))
                    + "\""));
      }
      return;
    }
    writer.insert(
        new RowValues(MEMBERS)
            .set("oid", writer.newOid())
            .set("roleid", group)
            .set("member", member)
            .set("grantor", ClassOids.BOOTSTRAP_ROLE)
            .set("admin_option", admin)
            .set("inherit_option", true)
            .set("set_option", true));
  }

  String grant(GrantRoleStatement statement) {
    boolean admin = false;
    for (Option option : statement.options()) {
      if (!option.name().equals("admin")) {
        throw SqlError.notSupported("GRANT with option " + option.name());
      }
      admin = option.value() == null || truth(option);
    }
    for (Privilege granted : statement.roles()) {
      int group = targets.role(granted.name());
      for (RoleName grantee : statement.grantees()) {
        int member = targets.role(grantee);
        if (statement.grant()) {
          if (group == member) {
            throw new SqlError(
                "0LP01",
                "role \""
                    + granted.name()
                    + "\" is a member of role \""
                    + catalog.roleName(member)
                    + "\"");
          }
          addMember(group, member, admin);
        } else {
          revoke(group, member);
        }
      }
    }
    return statement.grant() ? "GRANT ROLE" : "REVOKE ROLE";
  }

  private void revoke(int group, int member) {
    List<CatalogRow> rows =
        catalog.store().find(MEMBERS, MEMBERS.index("roleid", "member", "grantor"), group, member);
    for (CatalogRow row : rows) {
      writer.delete(row);
    }
    if (rows.isEmpty()) {
      context.notice(
          "WARNING",
          new SqlError(
              SqlState.WARNING,
              "role \""
                  + catalog.roleName(member)
                  + "\" has not been granted membership in role \""
                  + catalog.roleName(group)
                  + "\" by role \"postgres\""));
    }
  }
}
