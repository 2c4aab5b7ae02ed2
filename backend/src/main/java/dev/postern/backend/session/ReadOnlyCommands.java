package dev.postern.backend.session;

import dev.postern.backend.sql.DatabaseStatement;
import dev.postern.backend.sql.ExtensionStatement;
import dev.postern.backend.sql.MaintenanceStatement;
import dev.postern.backend.sql.ObjectStatement;
import dev.postern.backend.sql.RelationStatement;
import dev.postern.backend.sql.ReplicationStatement;
import dev.postern.backend.sql.RoleStatement;
import dev.postern.backend.sql.RoutineStatement;
import dev.postern.backend.sql.Statement;
import dev.postern.backend.sql.TableStatement;
import dev.postern.backend.sql.TypeStatement;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Which utility commands a read-only transaction refuses (manual, SET TRANSACTION). */
final class ReadOnlyCommands {
  private ReadOnlyCommands() {}

  /** The command's name where it is refused, else null. */
  static @Nullable String refused(Statement tree) {
    return switch (tree) {
      case TableStatement statement -> name(tree);
      case RelationStatement statement -> name(tree);
      case ObjectStatement statement -> name(tree);
      case DatabaseStatement statement -> name(tree);
      case RoleStatement statement -> name(tree);
      case TypeStatement statement -> name(tree);
      case RoutineStatement statement -> name(tree);
      case ExtensionStatement statement -> name(tree);
      case ReplicationStatement statement -> name(tree);
      case MaintenanceStatement.TruncateStatement statement -> "TRUNCATE TABLE";
      default -> null;
    };
  }

  /** The command's words, from the class: CreateTableStatement is CREATE TABLE. */
  private static String name(Statement tree) {
    return switch (tree) {
      case ObjectStatement.DropStatement drop ->
          "DROP " + drop.objectType().name().replace('_', ' ');
      default ->
          tree.getClass()
              .getSimpleName()
              .replaceFirst("Statement$", "")
              .replaceAll("(?<=[a-z])(?=[A-Z])", " ")
              .toUpperCase(Locale.ROOT);
    };
  }
}
