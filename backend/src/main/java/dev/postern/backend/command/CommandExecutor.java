package dev.postern.backend.command;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.sql.DatabaseStatement;
import dev.postern.backend.sql.DatabaseStatement.AlterDatabaseStatement;
import dev.postern.backend.sql.DatabaseStatement.CreateDatabaseStatement;
import dev.postern.backend.sql.DatabaseStatement.DropDatabaseStatement;
import dev.postern.backend.sql.MaintenanceStatement;
import dev.postern.backend.sql.MaintenanceStatement.TruncateStatement;
import dev.postern.backend.sql.ObjectStatement;
import dev.postern.backend.sql.ObjectStatement.DropStatement;
import dev.postern.backend.sql.RelationStatement;
import dev.postern.backend.sql.RelationStatement.AlterSequenceStatement;
import dev.postern.backend.sql.RelationStatement.CreateIndexStatement;
import dev.postern.backend.sql.RelationStatement.CreateSchemaStatement;
import dev.postern.backend.sql.RelationStatement.CreateSequenceStatement;
import dev.postern.backend.sql.Statement;
import dev.postern.backend.sql.TableStatement;
import dev.postern.backend.sql.TableStatement.CreateTableAsStatement;
import dev.postern.backend.sql.TableStatement.CreateTableStatement;
import java.util.Locale;

/**
 * Runs utility commands for one session. What belongs to the session itself (transaction control,
 * prepared statements, cursors, settings) and COPY, EXPLAIN and queries are not for it. Each call
 * may block (locks): never on an event loop.
 */
public final class CommandExecutor {
  private final CommandContext context;

  public CommandExecutor(CommandContext context) {
    this.context = context;
  }

  /**
   * Runs a command; 0A000 with its name where it is not built.
   *
   * @return its command tag
   */
  public String execute(Statement statement) {
    return switch (statement) {
      case TableStatement table -> table(table);
      case RelationStatement relation -> relation(relation);
      case ObjectStatement object -> object(object);
      case DatabaseStatement database -> database(database);
      case MaintenanceStatement maintenance -> maintenance(maintenance);
      default -> throw notBuilt(statement);
    };
  }

  private String table(TableStatement statement) {
    return switch (statement) {
      case CreateTableStatement create -> new TableCommands(context).create(create);
      case CreateTableAsStatement create -> new TableCommands(context).createAs(create);
      default -> throw notBuilt(statement);
    };
  }

  private String relation(RelationStatement statement) {
    return switch (statement) {
      case CreateIndexStatement create -> new IndexCommands(context).create(create);
      case CreateSequenceStatement create -> new SequenceCommands(context).create(create);
      case AlterSequenceStatement alter -> new SequenceCommands(context).alter(alter);
      case CreateSchemaStatement create -> new SchemaCommands(context, this).create(create);
      default -> throw notBuilt(statement);
    };
  }

  private String object(ObjectStatement statement) {
    return switch (statement) {
      case DropStatement drop -> new DropCommands(context).drop(drop);
      default -> throw notBuilt(statement);
    };
  }

  private String database(DatabaseStatement statement) {
    return switch (statement) {
      case CreateDatabaseStatement create -> new DatabaseCommands(context).create(create);
      case DropDatabaseStatement drop -> new DatabaseCommands(context).drop(drop);
      case AlterDatabaseStatement alter -> new DatabaseCommands(context).alter(alter);
      default -> throw notBuilt(statement);
    };
  }

  private String maintenance(MaintenanceStatement statement) {
    return switch (statement) {
      case TruncateStatement truncate -> new TruncateCommand(context).execute(truncate);
      default -> throw notBuilt(statement);
    };
  }

  /** Names the command by its class: CreateRuleStatement is CREATE RULE. */
  static SqlError notBuilt(Statement statement) {
    String name = statement.getClass().getSimpleName().replaceFirst("Statement$", "");
    return SqlError.notSupported(
        name.replaceAll("(?<=[a-z])(?=[A-Z])", " ").toUpperCase(Locale.ROOT));
  }
}
