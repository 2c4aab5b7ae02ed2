package dev.postern.backend.command;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.sql.DatabaseStatement;
import dev.postern.backend.sql.DatabaseStatement.AlterDatabaseStatement;
import dev.postern.backend.sql.DatabaseStatement.CreateDatabaseStatement;
import dev.postern.backend.sql.DatabaseStatement.DropDatabaseStatement;
import dev.postern.backend.sql.ExtensionStatement.CreateExtensionStatement;
import dev.postern.backend.sql.MaintenanceStatement;
import dev.postern.backend.sql.MaintenanceStatement.ClusterStatement;
import dev.postern.backend.sql.MaintenanceStatement.ReindexStatement;
import dev.postern.backend.sql.MaintenanceStatement.TruncateStatement;
import dev.postern.backend.sql.MaintenanceStatement.VacuumStatement;
import dev.postern.backend.sql.ObjectStatement;
import dev.postern.backend.sql.ObjectStatement.AlterObjectSchemaStatement;
import dev.postern.backend.sql.ObjectStatement.AlterOwnerStatement;
import dev.postern.backend.sql.ObjectStatement.CommentStatement;
import dev.postern.backend.sql.ObjectStatement.DropStatement;
import dev.postern.backend.sql.ObjectStatement.RenameStatement;
import dev.postern.backend.sql.RelationStatement;
import dev.postern.backend.sql.RelationStatement.AlterSequenceStatement;
import dev.postern.backend.sql.RelationStatement.CreateIndexStatement;
import dev.postern.backend.sql.RelationStatement.CreateSchemaStatement;
import dev.postern.backend.sql.RelationStatement.CreateSequenceStatement;
import dev.postern.backend.sql.RelationStatement.CreateViewStatement;
import dev.postern.backend.sql.RoleStatement;
import dev.postern.backend.sql.RoleStatement.AlterRoleStatement;
import dev.postern.backend.sql.RoleStatement.CreateRoleStatement;
import dev.postern.backend.sql.RoleStatement.DropRoleStatement;
import dev.postern.backend.sql.RoleStatement.GrantRoleStatement;
import dev.postern.backend.sql.SessionStatement.LockStatement;
import dev.postern.backend.sql.Statement;
import dev.postern.backend.sql.TableStatement;
import dev.postern.backend.sql.TableStatement.AlterTableStatement;
import dev.postern.backend.sql.TableStatement.CreateTableAsStatement;
import dev.postern.backend.sql.TableStatement.CreateTableStatement;
import dev.postern.backend.sql.TypeStatement;
import dev.postern.backend.sql.TypeStatement.AlterDomainStatement;
import dev.postern.backend.sql.TypeStatement.AlterEnumStatement;
import dev.postern.backend.sql.TypeStatement.CreateCompositeTypeStatement;
import dev.postern.backend.sql.TypeStatement.CreateDomainStatement;
import dev.postern.backend.sql.TypeStatement.CreateEnumStatement;
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
      case RoleStatement role -> role(role);
      case TypeStatement type -> type(type);
      case LockStatement lock -> new LockCommand(context).execute(lock);
      case CreateExtensionStatement create -> new ExtensionCommands(context).create(create);
      case MaintenanceStatement maintenance -> maintenance(maintenance);
      default -> throw notBuilt(statement);
    };
  }

  private String table(TableStatement statement) {
    return switch (statement) {
      case CreateTableStatement create -> new TableCommands(context).create(create);
      case CreateTableAsStatement create -> new TableCommands(context).createAs(create);
      case AlterTableStatement alter -> new AlterTableCommand(context).execute(alter);
      default -> throw notBuilt(statement);
    };
  }

  private String relation(RelationStatement statement) {
    return switch (statement) {
      case CreateIndexStatement create -> new IndexCommands(context).create(create);
      case CreateSequenceStatement create -> new SequenceCommands(context).create(create);
      case AlterSequenceStatement alter -> new SequenceCommands(context).alter(alter);
      case CreateSchemaStatement create -> new SchemaCommands(context, this).create(create);
      case CreateViewStatement create -> new ViewCommands(context).create(create);
      default -> throw notBuilt(statement);
    };
  }

  private String object(ObjectStatement statement) {
    return switch (statement) {
      case DropStatement drop -> new DropCommands(context).drop(drop);
      case CommentStatement comment -> new CommentCommand(context).execute(comment);
      case RenameStatement rename -> new RenameCommands(context).rename(rename);
      case AlterObjectSchemaStatement alter -> new RenameCommands(context).setSchema(alter);
      case AlterOwnerStatement alter -> new RenameCommands(context).changeOwner(alter);
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
      case VacuumStatement vacuum -> new MaintenanceCommands(context).vacuum(vacuum);
      case ReindexStatement reindex -> new MaintenanceCommands(context).reindex(reindex);
      case ClusterStatement cluster -> new MaintenanceCommands(context).cluster(cluster);
      default -> throw notBuilt(statement);
    };
  }

  private String role(RoleStatement statement) {
    return switch (statement) {
      case CreateRoleStatement create -> new RoleCommands(context).create(create);
      case AlterRoleStatement alter -> new RoleCommands(context).alter(alter);
      case DropRoleStatement drop -> new RoleCommands(context).drop(drop);
      case GrantRoleStatement grant -> new RoleCommands(context).grant(grant);
      default -> throw notBuilt(statement);
    };
  }

  private String type(TypeStatement statement) {
    return switch (statement) {
      case CreateEnumStatement create -> new TypeCommands(context).createEnum(create);
      case CreateCompositeTypeStatement create -> new TypeCommands(context).createComposite(create);
      case AlterEnumStatement alter -> new TypeCommands(context).alterEnum(alter);
      case CreateDomainStatement create -> new DomainCommands(context).create(create);
      case AlterDomainStatement alter -> new DomainCommands(context).alter(alter);
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
