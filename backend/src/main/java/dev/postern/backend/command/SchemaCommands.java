package dev.postern.backend.command;

import dev.postern.backend.catalog.CatalogTable;
import dev.postern.backend.catalog.ObjectAddress;
import dev.postern.backend.catalog.RowValues;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.setting.IdentifierList;
import dev.postern.backend.sql.RelationStatement.CreateSchemaStatement;
import dev.postern.backend.sql.RoleName;
import dev.postern.backend.sql.Statement;

/** CREATE SCHEMA. */
final class SchemaCommands {
  private final CommandContext context;
  private final CommandExecutor executor;

  SchemaCommands(CommandContext context, CommandExecutor executor) {
    this.context = context;
    this.executor = executor;
  }

  String create(CreateSchemaStatement statement) {
    Targets targets = new Targets(context);
    RoleName authorization = statement.authorization();
    int owner = authorization == null ? context.currentRole() : targets.role(authorization);
    String name = statement.name();
    if (name == null) {
      name = String.valueOf(context.catalog().roleName(owner));
    }
    if (name.startsWith("pg_")) {
      throw new SqlError(SqlState.RESERVED_NAME, "unacceptable schema name \"" + name + "\"")
          .detail("The prefix \"pg_\" is reserved for system schemas.");
    }
    if (context.catalog().schema(name) != 0) {
      if (!statement.ifNotExists()) {
        throw new SqlError(SqlState.DUPLICATE_SCHEMA, "schema \"" + name + "\" already exists");
      }
      context.notice(
          "NOTICE",
          new SqlError(
              SqlState.DUPLICATE_SCHEMA, "schema \"" + name + "\" already exists, skipping"));
      return "CREATE SCHEMA";
    }
    int oid = context.catalogWriter().newOid();
    context
        .catalogWriter()
        .insert(
            new RowValues(CatalogTable.named("pg_namespace"))
                .set("oid", oid)
                .set("nspname", name)
                .set("nspowner", owner));
    context.catalogWriter().dependOnOwner(ObjectAddress.schema(oid), owner);
    if (!statement.elements().isEmpty()) {
      runElements(statement, name);
    }
    return "CREATE SCHEMA";
  }

  /** The statements inside run with the new schema first in the search path. */
  private void runElements(CreateSchemaStatement statement, String name) {
    String path = context.settings().show("search_path");
    String quoted = IdentifierList.quote(name);
    context.settings().enterLevel();
    try {
      context.settings().save("search_path", path.isEmpty() ? quoted : quoted + ", " + path);
      for (Statement element : statement.elements()) {
        executor.execute(element);
      }
    } finally {
      context.settings().leaveLevel(true);
    }
  }
}
