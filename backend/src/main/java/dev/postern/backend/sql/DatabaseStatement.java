package dev.postern.backend.sql;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Databases, tablespaces and the server's own settings. */
public sealed interface DatabaseStatement extends Statement {
  /**
   * CREATE DATABASE. Option names are lower case, with underscores: owner, template, encoding,
   * connection_limit, …; no value for DEFAULT.
   */
  record CreateDatabaseStatement(int position, String name, List<Option> options)
      implements DatabaseStatement {}

  record AlterDatabaseStatement(int position, String name, List<Option> options)
      implements DatabaseStatement {}

  record AlterDatabaseRefreshCollationStatement(int position, String name)
      implements DatabaseStatement {}

  /** ALTER DATABASE … SET or RESET. */
  record AlterDatabaseSetStatement(int position, String name, SettingStatement setting)
      implements DatabaseStatement {}

  /** DROP DATABASE; the only option is "force". */
  record DropDatabaseStatement(int position, boolean ifExists, String name, List<Option> options)
      implements DatabaseStatement {}

  /** ALTER SYSTEM. */
  record AlterSystemStatement(int position, SettingStatement setting)
      implements DatabaseStatement {}

  record CreateTablespaceStatement(
      int position, String name, @Nullable RoleName owner, String location, List<Option> options)
      implements DatabaseStatement {}

  record AlterTablespaceOptionsStatement(
      int position, String name, boolean reset, List<Option> options)
      implements DatabaseStatement {}

  record DropTablespaceStatement(int position, boolean ifExists, String name)
      implements DatabaseStatement {}
}
