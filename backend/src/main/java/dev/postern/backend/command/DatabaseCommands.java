package dev.postern.backend.command;

import dev.postern.backend.catalog.CatalogReader;
import dev.postern.backend.catalog.CatalogRow;
import dev.postern.backend.catalog.CatalogTable;
import dev.postern.backend.catalog.ClassOids;
import dev.postern.backend.catalog.ObjectAddress;
import dev.postern.backend.catalog.RowValues;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.setting.Encodings;
import dev.postern.backend.sql.DatabaseStatement.AlterDatabaseStatement;
import dev.postern.backend.sql.DatabaseStatement.CreateDatabaseStatement;
import dev.postern.backend.sql.DatabaseStatement.DropDatabaseStatement;
import dev.postern.backend.sql.Expression.IntegerConstant;
import dev.postern.backend.sql.Node;
import dev.postern.backend.sql.Option;
import dev.postern.backend.sql.RoleName;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** CREATE, ALTER and DROP DATABASE. A new database is a fork of its template's branch. */
final class DatabaseCommands {
  static final CatalogTable DATABASE = CatalogTable.named("pg_database");
  private static final long LEAVE_NANOS = TimeUnit.SECONDS.toNanos(5);
  private static final long LOOK_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(5);
  private static final CatalogTable SETTING = CatalogTable.named("pg_db_role_setting");
  private static final CatalogTable SHDEPEND = CatalogTable.named("pg_shdepend");

  private final CommandContext context;
  private final CatalogReader catalog;

  DatabaseCommands(CommandContext context) {
    this.context = context;
    this.catalog = context.catalog();
  }

  String create(CreateDatabaseStatement statement) {
    refuseInTransaction("CREATE DATABASE");
    Set<String> seen = new HashSet<>();
    int owner = context.currentRole();
    String template = "template1";
    String locale = null;
    Option encoding = null;
    RowValues values = new RowValues(DATABASE);
    boolean isTemplate = false;
    boolean allowsConnections = true;
    int limit = -1;
    String collate = null;
    String ctype = null;
    for (Option option : statement.options()) {
      if (!seen.add(option.name())) {
        throw new SqlError(SqlState.SYNTAX_ERROR, "conflicting or redundant options")
            .at(context.character(option.position()));
      }
      switch (option.name()) {
        case "owner" -> owner = option.value() == null ? owner : role(option);
        case "template" -> template = option.value() == null ? template : text(option);
        case "encoding" -> encoding = option.value() == null ? null : option;
        case "locale" -> locale = text(option);
        case "lc_collate" -> collate = text(option);
        case "lc_ctype" -> ctype = text(option);
        case "is_template" -> isTemplate = truth(option);
        case "allow_connections" -> allowsConnections = truth(option);
        case "connection_limit" -> limit = integer(option);
        case "tablespace" -> TableCommands.checkStorage(null, text(option));
        case "strategy" -> checkStrategy(text(option));
        case "locale_provider" -> checkProvider(text(option));
        case "oid", "collation_version" -> {
          // For pg_upgrade; a database here is numbered by the engine.
        }
        default -> {
          SqlError unknown =
              option.name().startsWith("icu_") || option.name().equals("builtin_locale")
                  ? SqlError.notSupported("CREATE DATABASE with " + option.name())
                  : new SqlError(
                      SqlState.SYNTAX_ERROR, "option \"" + option.name() + "\" not recognized");
          throw unknown.at(context.character(option.position()));
        }
      }
    }
    if (find(statement.name()) != null) {
      throw new SqlError(
          SqlState.DUPLICATE_DATABASE, "database \"" + statement.name() + "\" already exists");
    }
    CatalogRow source = find(template);
    if (source == null) {
      throw new SqlError(
          SqlState.INVALID_CATALOG_NAME, "template database \"" + template + "\" does not exist");
    }
    checkEncoding(encoding);
    int oid = context.catalogWriter().newOid();
    context
        .catalogWriter()
        .insert(
            values
                .set("oid", oid)
                .set("datname", statement.name())
                .set("datdba", owner)
                .set("encoding", Encodings.UTF8)
                .set("datlocprovider", source.character("datlocprovider"))
                .set("datistemplate", isTemplate)
                .set("datallowconn", allowsConnections)
                .set("dathasloginevt", false)
                .set("datconnlimit", limit)
                .set("datfrozenxid", source.longInteger("datfrozenxid"))
                .set("datminmxid", source.longInteger("datminmxid"))
                .set("dattablespace", source.integer("dattablespace"))
                .set("datcollate", locale(collate, locale, source.text("datcollate")))
                .set("datctype", locale(ctype, locale, source.text("datctype"))));
    context.catalogWriter().dependOnOwner(new ObjectAddress(ClassOids.PG_DATABASE, oid), owner);
    context.databases().fork(source.oid(), oid);
    context.afterRollback(() -> context.databases().drop(oid));
    return "CREATE DATABASE";
  }

  /** Text is ordered by its bytes here, whatever the locale is called; others are not refused. */
  private static String locale(@Nullable String said, @Nullable String general, String template) {
    return said != null ? said : general != null ? general : template;
  }

  private static void checkStrategy(String strategy) {
    if (!strategy.equalsIgnoreCase("wal_log") && !strategy.equalsIgnoreCase("file_copy")) {
      throw new SqlError(
              SqlState.INVALID_PARAMETER_VALUE,
              "invalid create database strategy \"" + strategy + "\"")
          .hint("Valid strategies are \"wal_log\" and \"file_copy\".");
    }
  }

  private static void checkProvider(String provider) {
    if (!provider.equals("libc")) {
      throw SqlError.notSupported("locale provider " + provider);
    }
  }

  private void checkEncoding(@Nullable Option encoding) {
    if (encoding == null) {
      return;
    }
    Node value = encoding.value();
    int number =
        value instanceof IntegerConstant constant
            ? constant.value()
            : Encodings.number(text(encoding));
    if (Encodings.name(number).isEmpty()) {
      String shown = value instanceof IntegerConstant ? Integer.toString(number) : text(encoding);
      throw new SqlError(
              SqlState.UNDEFINED_OBJECT,
              value instanceof IntegerConstant
                  ? shown + " is not a valid encoding code"
                  : shown + " is not a valid encoding name")
          .at(context.character(encoding.position()));
    }
    if (number != Encodings.UTF8) {
      throw SqlError.notSupported("encoding " + Encodings.name(number));
    }
  }

  private int role(Option option) {
    return option.value() instanceof RoleName role
        ? new Targets(context).role(role)
        : new Targets(context).role(text(option));
  }

  private static String text(Option option) {
    return RelationOptionText.value(option);
  }

  private static boolean truth(Option option) {
    String value = text(option);
    return value.equalsIgnoreCase("true")
        || value.equalsIgnoreCase("on")
        || value.equals("1")
        || value.equalsIgnoreCase("yes");
  }

  private static int integer(Option option) {
    try {
      return Integer.parseInt(text(option));
    } catch (NumberFormatException e) {
      throw new SqlError(SqlState.SYNTAX_ERROR, option.name() + " requires an integer value");
    }
  }

  private void refuseInTransaction(String command) {
    if (context.inTransactionBlock()) {
      throw new SqlError(
          SqlState.ACTIVE_SQL_TRANSACTION, command + " cannot run inside a transaction block");
    }
  }

  @Nullable CatalogRow find(String name) {
    return catalog.store().first(DATABASE, DATABASE.index("datname"), name);
  }

  CatalogRow require(String name) {
    CatalogRow row = find(name);
    if (row == null) {
      throw new SqlError(SqlState.INVALID_CATALOG_NAME, "database \"" + name + "\" does not exist");
    }
    return row;
  }

  String drop(DropDatabaseStatement statement) {
    refuseInTransaction("DROP DATABASE");
    boolean force = false;
    for (Option option : statement.options()) {
      if (!option.name().equals("force")) {
        throw new SqlError(
                SqlState.SYNTAX_ERROR,
                "unrecognized DROP DATABASE option \"" + option.name() + "\"")
            .at(context.character(option.position()));
      }
      force = true;
    }
    CatalogRow row = find(statement.name());
    if (row == null) {
      if (!statement.ifExists()) {
        throw new SqlError(
            SqlState.INVALID_CATALOG_NAME, "database \"" + statement.name() + "\" does not exist");
      }
      context.notice(
          "NOTICE",
          new SqlError(
              SqlState.SUCCESSFUL_COMPLETION,
              "database \"" + statement.name() + "\" does not exist, skipping"));
      return "DROP DATABASE";
    }
    if (row.truth("datistemplate")) {
      throw new SqlError(SqlState.WRONG_OBJECT_TYPE, "cannot drop a template database");
    }
    int oid = row.oid();
    if (oid == context.databaseOid()) {
      throw new SqlError(SqlState.OBJECT_IN_USE, "cannot drop the currently open database");
    }
    if (force) {
      context.databases().terminateSessions(oid);
    }
    int sessions = othersThatStay(oid);
    if (sessions > 0) {
      throw new SqlError(
              SqlState.OBJECT_IN_USE,
              "database \"" + statement.name() + "\" is being accessed by other users")
          .detail(
              sessions == 1
                  ? "There is 1 other session using the database."
                  : "There are " + sessions + " other sessions using the database.");
    }
    context.catalogWriter().delete(row);
    context.catalogWriter().deleteAll(SETTING, SETTING.index("setdatabase", "setrole"), oid);
    context
        .catalogWriter()
        .deleteAll(SHDEPEND, SHDEPEND.index("dbid", "classid", "objid", "objsubid"), oid);
    ObjectAddress address = new ObjectAddress(ClassOids.PG_DATABASE, oid);
    context.catalogWriter().commentShared(address, null);
    context.catalogWriter().forgetRoles(address, (char) 0);
    context.afterCommit(() -> context.databases().drop(oid));
    return "DROP DATABASE";
  }

  /**
   * How many sessions are still in a database after a while. As PostgreSQL does, those that are
   * about to leave are waited for.
   */
  private int othersThatStay(int oid) {
    long start = System.nanoTime();
    int sessions = context.databases().sessions(oid);
    while (sessions > 0 && System.nanoTime() - start < LEAVE_NANOS) {
      context.checkCancelled();
      LockSupport.parkNanos(LOOK_AGAIN_NANOS);
      sessions = context.databases().sessions(oid);
    }
    return sessions;
  }

  String alter(AlterDatabaseStatement statement) {
    CatalogRow row = require(statement.name());
    RowValues values = RowValues.of(row);
    for (Option option : statement.options()) {
      switch (option.name()) {
        case "is_template" -> values.set("datistemplate", truth(option));
        case "allow_connections" -> {
          if (!truth(option) && row.oid() == context.databaseOid()) {
            throw new SqlError(
                SqlState.INVALID_PARAMETER_VALUE,
                "cannot disallow connections for current database");
          }
          values.set("datallowconn", truth(option));
        }
        case "connection_limit" -> values.set("datconnlimit", integer(option));
        case "tablespace" -> TableCommands.checkStorage(null, text(option));
        default ->
            throw new SqlError(
                    SqlState.SYNTAX_ERROR, "option \"" + option.name() + "\" not recognized")
                .at(context.character(option.position()));
      }
    }
    context.catalogWriter().update(row, values);
    return "ALTER DATABASE";
  }

  String rename(String name, String newName) {
    CatalogRow row = require(name);
    if (find(newName) != null) {
      throw new SqlError(
          SqlState.DUPLICATE_DATABASE, "database \"" + newName + "\" already exists");
    }
    if (row.oid() == context.databaseOid()) {
      throw new SqlError(SqlState.FEATURE_NOT_SUPPORTED, "current database cannot be renamed");
    }
    int sessions = othersThatStay(row.oid());
    if (sessions > 0) {
      throw new SqlError(
              SqlState.OBJECT_IN_USE, "database \"" + name + "\" is being accessed by other users")
          .detail(
              sessions == 1
                  ? "There is 1 other session using the database."
                  : "There are " + sessions + " other sessions using the database.");
    }
    context.catalogWriter().update(row, RowValues.of(row).set("datname", newName));
    return "ALTER DATABASE";
  }
}
