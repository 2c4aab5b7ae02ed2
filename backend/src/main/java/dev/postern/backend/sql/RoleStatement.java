package dev.postern.backend.sql;

import dev.postern.backend.sql.ObjectStatement.DropBehavior;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Roles and privileges. */
public sealed interface RoleStatement extends Statement {
  /** CREATE ROLE, CREATE USER or CREATE GROUP. */
  enum RoleKind {
    ROLE,
    USER,
    GROUP
  }

  /**
   * CREATE ROLE. Option names are PostgreSQL's own: superuser, createdb, createrole, inherit,
   * canlogin, isreplication, bypassrls (booleans), connectionlimit, password (no value: NULL),
   * validUntil, addroleto, rolemembers, adminmembers, sysid.
   */
  record CreateRoleStatement(int position, RoleKind kind, String name, List<Option> options)
      implements RoleStatement {}

  record AlterRoleStatement(int position, RoleName role, List<Option> options)
      implements RoleStatement {}

  /** {@code ALTER GROUP role ADD | DROP USER roles}. */
  record AlterGroupStatement(int position, RoleName role, boolean add, List<RoleName> members)
      implements RoleStatement {}

  /** ALTER ROLE … SET or RESET; a null role is ALL, a null database every database. */
  record AlterRoleSetStatement(
      int position, @Nullable RoleName role, @Nullable String database, SettingStatement setting)
      implements RoleStatement {}

  record DropRoleStatement(int position, boolean ifExists, List<RoleName> roles)
      implements RoleStatement {}

  /** What a GRANT is about. */
  enum GrantTarget {
    /** The objects named. */
    OBJECTS,
    /** {@code ALL TABLES IN SCHEMA}: the objects are the schemas. */
    ALL_IN_SCHEMA,
    /** ALTER DEFAULT PRIVILEGES: no objects. */
    DEFAULTS
  }

  /**
   * GRANT or REVOKE of privileges.
   *
   * @param optionOnly {@code REVOKE GRANT OPTION FOR}
   * @param privileges empty for ALL [PRIVILEGES]
   * @param grantOption {@code WITH GRANT OPTION}
   */
  record GrantStatement(
      int position,
      boolean grant,
      boolean optionOnly,
      List<Privilege> privileges,
      GrantTarget target,
      ObjectType objectType,
      List<ObjectReference> objects,
      List<RoleName> grantees,
      boolean grantOption,
      @Nullable RoleName grantedBy,
      DropBehavior behavior)
      implements RoleStatement {}

  /**
   * GRANT or REVOKE of roles.
   *
   * @param options {@code WITH ADMIN TRUE, INHERIT FALSE}; for REVOKE … OPTION FOR the option with
   *     the value false
   */
  record GrantRoleStatement(
      int position,
      boolean grant,
      List<Privilege> roles,
      List<RoleName> grantees,
      List<Option> options,
      @Nullable RoleName grantedBy,
      DropBehavior behavior)
      implements RoleStatement {}

  record AlterDefaultPrivilegesStatement(
      int position, List<RoleName> forRoles, List<String> inSchemas, GrantStatement action)
      implements RoleStatement {}

  record DropOwnedStatement(int position, List<RoleName> roles, DropBehavior behavior)
      implements RoleStatement {}

  record ReassignOwnedStatement(int position, List<RoleName> roles, RoleName newRole)
      implements RoleStatement {}
}
