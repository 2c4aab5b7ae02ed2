package dev.postern.backend.sql;

import dev.postern.backend.sql.Expression.BooleanConstant;
import dev.postern.backend.sql.Expression.RowConstructor;
import dev.postern.backend.sql.Expression.StringConstant;
import dev.postern.backend.sql.RoleStatement.GrantRoleStatement;
import dev.postern.backend.sql.RoleStatement.GrantStatement;
import dev.postern.backend.sql.RoleStatement.GrantTarget;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Databases, tablespaces, roles and privileges as SQL. */
abstract class RoleDeparser extends RelationDeparser {
  final void database(DatabaseStatement statement) {
    switch (statement) {
      case DatabaseStatement.CreateDatabaseStatement s -> {
        put("CREATE DATABASE ").name(s.name());
        databaseOptions(s.options());
      }
      case DatabaseStatement.AlterDatabaseStatement s -> {
        put("ALTER DATABASE ").name(s.name());
        databaseOptions(s.options());
      }
      case DatabaseStatement.AlterDatabaseRefreshCollationStatement s ->
          put("ALTER DATABASE ").name(s.name()).put(" REFRESH COLLATION VERSION");
      case DatabaseStatement.AlterDatabaseSetStatement s -> {
        put("ALTER DATABASE ").name(s.name()).put(" ");
        setting(s.setting());
      }
      case DatabaseStatement.DropDatabaseStatement s -> {
        put("DROP DATABASE ").putIf(s.ifExists(), "IF EXISTS ").name(s.name());
        if (!s.options().isEmpty()) {
          put(" WITH (");
          list(s.options(), option -> put("FORCE")).put(")");
        }
      }
      case DatabaseStatement.AlterSystemStatement s -> {
        put("ALTER SYSTEM ");
        setting(s.setting());
      }
      case DatabaseStatement.CreateTablespaceStatement s -> {
        put("CREATE TABLESPACE ").name(s.name());
        if (s.owner() != null) {
          put(" OWNER ").role(s.owner());
        }
        put(" LOCATION ").string(s.location());
        withOptions(s.options());
      }
      case DatabaseStatement.AlterTablespaceOptionsStatement s -> {
        put("ALTER TABLESPACE ").name(s.name()).put(s.reset() ? " RESET " : " SET ");
        definition(s.options());
      }
      case DatabaseStatement.DropTablespaceStatement s ->
          put("DROP TABLESPACE ").putIf(s.ifExists(), "IF EXISTS ").name(s.name());
    }
  }

  private void databaseOptions(List<Option> options) {
    for (Option option : options) {
      put(" ");
      switch (option.name()) {
        case "connection_limit" -> put("CONNECTION LIMIT");
        case "encoding", "location", "owner", "tablespace", "template" -> put(option.name());
        default -> name(option.name());
      }
      put(" = ");
      if (option.value() == null) {
        put("DEFAULT");
      } else {
        value(option.value());
      }
    }
  }

  final void roleStatement(RoleStatement statement) {
    switch (statement) {
      case RoleStatement.CreateRoleStatement s -> {
        put("CREATE ").words(s.kind()).put(" ").name(s.name());
        s.options().forEach(this::roleOption);
      }
      case RoleStatement.AlterRoleStatement s -> {
        put("ALTER ROLE ").role(s.role());
        s.options().forEach(this::roleOption);
      }
      case RoleStatement.AlterGroupStatement s ->
          put("ALTER GROUP ")
              .role(s.role())
              .put(s.add() ? " ADD USER " : " DROP USER ")
              .roles(s.members());
      case RoleStatement.AlterRoleSetStatement s -> {
        put("ALTER ROLE ");
        if (s.role() == null) {
          put("ALL");
        } else {
          role(s.role());
        }
        nameAfter(" IN DATABASE ", s.database()).put(" ");
        setting(s.setting());
      }
      case RoleStatement.DropRoleStatement s ->
          put("DROP ROLE ").putIf(s.ifExists(), "IF EXISTS ").roles(s.roles());
      case GrantStatement s -> grant(s);
      case GrantRoleStatement s -> grantRole(s);
      case RoleStatement.AlterDefaultPrivilegesStatement s -> {
        put("ALTER DEFAULT PRIVILEGES ");
        if (!s.forRoles().isEmpty()) {
          put("FOR ROLE ").roles(s.forRoles()).put(" ");
        }
        if (!s.inSchemas().isEmpty()) {
          put("IN SCHEMA ").names(s.inSchemas()).put(" ");
        }
        grant(s.action());
      }
      case RoleStatement.DropOwnedStatement s -> {
        put("DROP OWNED BY ").roles(s.roles());
        behavior(s.behavior());
      }
      case RoleStatement.ReassignOwnedStatement s ->
          put("REASSIGN OWNED BY ").roles(s.roles()).put(" TO ").role(s.newRole());
    }
  }

  private void roleOption(Option option) {
    put(" ");
    Node value = option.value();
    if (value instanceof BooleanConstant flag) {
      flag(option.name(), flag.value());
      return;
    }
    switch (option.name()) {
      case "connectionlimit" -> put("CONNECTION LIMIT ");
      case "password" -> put("PASSWORD ").putIf(value == null, "NULL");
      case "validUntil" -> put("VALID UNTIL ");
      case "addroleto" -> put("IN ROLE ");
      case "rolemembers" -> put("USER ");
      case "adminmembers" -> put("ADMIN ");
      case "sysid" -> put("SYSID ");
      default -> throw new IllegalStateException(option.name());
    }
    if (value instanceof RowConstructor members) {
      list(members.elements(), member -> memberName((StringConstant) member));
    } else if (value != null) {
      value(value);
    }
  }

  /** A role in a list of strings: the words that stand for a role were kept as such. */
  private void memberName(StringConstant member) {
    switch (member.value()) {
      case "current_role", "current_user", "session_user" -> put(member.value());
      default -> name(member.value());
    }
  }

  private void flag(String name, boolean value) {
    String word =
        switch (name) {
          case "canlogin" -> "LOGIN";
          case "isreplication" -> "REPLICATION";
          default -> name;
        };
    // INHERIT is a key word, NOINHERIT a plain one.
    put(value ? "" : "NO").put(word);
  }

  private void grant(GrantStatement s) {
    put(s.grant() ? "GRANT " : "REVOKE ").putIf(s.optionOnly(), "GRANT OPTION FOR ");
    putIf(s.privileges().isEmpty(), "ALL");
    list(
        s.privileges(),
        privilege -> {
          privilegeName(privilege.name());
          nameList(privilege.columns());
        });
    put(" ON ");
    switch (s.target()) {
      case OBJECTS -> {
        put(s.objectType() == ObjectType.SERVER ? "FOREIGN SERVER" : s.objectType().words());
        put(" ");
        objects(s.objectType(), s.objects());
      }
      case ALL_IN_SCHEMA -> {
        put("ALL ").put(s.objectType().words()).put("S IN SCHEMA ");
        objects(ObjectType.SCHEMA, s.objects());
      }
      case DEFAULTS -> put(s.objectType().words()).put("S");
    }
    put(s.grant() ? " TO " : " FROM ").roles(s.grantees());
    putIf(s.grantOption(), " WITH GRANT OPTION");
    if (s.target() != GrantTarget.DEFAULTS) {
      grantedBy(s.grantedBy());
    }
    behavior(s.behavior());
  }

  private void privilegeName(String name) {
    switch (name) {
      case "select", "references", "create", "alter system", "all" -> put(name);
      default -> name(name);
    }
  }

  private void grantedBy(@Nullable RoleName grantor) {
    if (grantor != null) {
      put(" GRANTED BY ").role(grantor);
    }
  }

  private void grantRole(GrantRoleStatement s) {
    put(s.grant() ? "GRANT " : "REVOKE ");
    if (!s.grant() && !s.options().isEmpty()) {
      name(s.options().get(0).name()).put(" OPTION FOR ");
    }
    list(
        s.roles(),
        role -> {
          privilegeName(role.name());
          nameList(role.columns());
        });
    put(s.grant() ? " TO " : " FROM ").roles(s.grantees());
    if (s.grant() && !s.options().isEmpty()) {
      put(" WITH ");
      list(
          s.options(),
          option -> {
            name(option.name()).put(" ");
            if (option.value() != null) {
              value(option.value());
            }
          });
    }
    grantedBy(s.grantedBy());
    behavior(s.behavior());
  }
}
