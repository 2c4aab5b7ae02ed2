package dev.postern.backend.command;

import dev.postern.backend.catalog.CatalogTable;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.sql.ExtensionStatement.CreateExtensionStatement;

/** CREATE EXTENSION: only plpgsql is there, in every database from the start. */
final class ExtensionCommands {
  private final CommandContext context;

  ExtensionCommands(CommandContext context) {
    this.context = context;
  }

  String create(CreateExtensionStatement statement) {
    CatalogTable table = CatalogTable.named("pg_extension");
    String name = statement.name();
    if (context.catalog().store().first(table, table.index("extname"), name) == null) {
      throw new SqlError(
              SqlState.FEATURE_NOT_SUPPORTED, "extension \"" + name + "\" is not available")
          .hint("The extension must first be installed on the system where PostgreSQL is running.");
    }
    SqlError exists =
        new SqlError(
            SqlState.DUPLICATE_OBJECT,
            "extension \""
                + name
                + "\" already exists"
                + (statement.ifNotExists() ? ", skipping" : ""));
    if (!statement.ifNotExists()) {
      throw exists;
    }
    context.notice("NOTICE", exists);
    return "CREATE EXTENSION";
  }
}
