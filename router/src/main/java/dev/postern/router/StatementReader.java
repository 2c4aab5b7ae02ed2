package dev.postern.router;

import dev.postern.backend.sql.DataStatement;
import dev.postern.backend.sql.Expression;
import dev.postern.backend.sql.ParsedStatement;
import dev.postern.backend.sql.QueryBody.SelectBody;
import dev.postern.backend.sql.SelectStatement;
import dev.postern.backend.sql.SessionStatement;
import dev.postern.backend.sql.SettingStatement;
import dev.postern.backend.sql.SqlParser;
import dev.postern.backend.sql.TransactionStatement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Text to {@link Statement}: parses and says what kind it is and where it may run. */
final class StatementReader {
  private final @Nullable ShardedTables tables;

  /**
   * @param tables of the sharded database that is served, or null where there is none
   */
  StatementReader(@Nullable ShardedTables tables) {
    this.tables = tables;
  }

  /**
   * @param text exactly the statement's bytes; kept
   */
  Statement read(byte[] text) {
    List<ParsedStatement> statements = SqlParser.parse(text, 0, text.length);
    Statement.Kind kind = Statement.Kind.READ;
    for (ParsedStatement statement : statements) {
      Statement.Kind its = kind(statement.tree());
      kind = its.compareTo(kind) > 0 ? its : kind;
    }
    ShardedTables known = tables;
    return new Statement(
        text, statements, kind, known == null ? null : sharding(statements, known));
  }

  private static Statement.Sharding sharding(
      List<ParsedStatement> statements, ShardedTables tables) {
    if (statements.isEmpty()) {
      return new Statement.AnyShard();
    }
    if (statements.size() == 1) {
      return sharding(statements.getFirst().tree(), tables);
    }
    return ofSeveral(statements, tables);
  }

  /** A query string of several statements is one message: it must suit one shard as a whole. */
  private static Statement.Sharding ofSeveral(
      List<ParsedStatement> statements, ShardedTables tables) {
    List<ShardKey> keys = new ArrayList<>();
    int settings = 0;
    for (ParsedStatement statement : statements) {
      switch (sharding(statement.tree(), tables)) {
        case Statement.ByKey byKey -> keys.addAll(byKey.keys());
        case Statement.OfSession session -> settings++;
        case Statement.AnyShard any -> {}
        case Statement.OfTransaction transaction -> {}
        case Statement.Refused refused -> {
          return refused;
        }
      }
    }
    if (settings == statements.size()) {
      return new Statement.OfSession();
    }
    if (settings > 0) {
      return new Statement.Refused(
          "SET among other statements of one query string in a sharded database",
          "Send it by itself.");
    }
    return keys.isEmpty() ? new Statement.AnyShard() : new Statement.ByKey(List.copyOf(keys));
  }

  private static Statement.Sharding sharding(
      dev.postern.backend.sql.Statement tree, ShardedTables tables) {
    return switch (kind(tree)) {
      case READ, WRITE -> ShardAnalysis.analyze(tree, tables);
      case TRANSACTION -> transaction(tree);
      case SESSION -> session(tree);
      case OTHER -> new Statement.Refused("this command in a sharded database", null);
    };
  }

  private static Statement.Sharding session(dev.postern.backend.sql.Statement tree) {
    return switch (tree) {
      case SettingStatement.ShowStatement show -> new Statement.AnyShard();
      case SettingStatement.ShowAllStatement show -> new Statement.AnyShard();
      case SettingStatement.SetConstraintsStatement constraints ->
          new Statement.Refused("SET CONSTRAINTS in a sharded database", null);
      case SettingStatement.SetTransactionSnapshotStatement snapshot ->
          new Statement.Refused("SET TRANSACTION SNAPSHOT in a sharded database", null);
      case SessionStatement.DiscardStatement discard ->
          new Statement.Refused("DISCARD in a sharded database", null);
      case SettingStatement.SetStatement set -> setting(set);
      default -> new Statement.OfSession();
    };
  }

  /** Keys in the text and in values are read as UTF-8 and with standard strings. */
  private static Statement.Sharding setting(SettingStatement.SetStatement set) {
    List<String> good =
        switch (set.name().toLowerCase(Locale.ROOT)) {
          case "client_encoding" -> List.of("utf8", "unicode");
          case "standard_conforming_strings" -> List.of("on", "true", "yes", "1");
          default -> List.of();
        };
    if (good.isEmpty()) {
      return new Statement.OfSession();
    }
    String value =
        set.values().size() == 1
            ? switch (set.values().getFirst()) {
              case Expression.StringConstant text ->
                  text.value().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]", "");
              case Expression.BooleanConstant truth -> String.valueOf(truth.value());
              default -> "";
            }
            : "";
    return good.contains(value)
        ? new Statement.OfSession()
        : new Statement.Refused(
            "another " + set.name() + " than the usual one in a sharded database", null);
  }

  private static Statement.Sharding transaction(dev.postern.backend.sql.Statement tree) {
    return switch (tree) {
      case TransactionStatement.PrepareTransactionStatement two ->
          new Statement.Refused("PREPARE TRANSACTION in a sharded database", null);
      case TransactionStatement.CommitPreparedStatement two ->
          new Statement.Refused("COMMIT PREPARED in a sharded database", null);
      case TransactionStatement.RollbackPreparedStatement two ->
          new Statement.Refused("ROLLBACK PREPARED in a sharded database", null);
      default -> new Statement.OfTransaction();
    };
  }

  /** What a statement does to the connection that runs it. */
  static Statement.Kind kind(dev.postern.backend.sql.Statement tree) {
    return switch (tree) {
      case SelectStatement select -> select(select);
      case DataStatement data -> Statement.Kind.WRITE;
      case TransactionStatement transaction -> Statement.Kind.TRANSACTION;
      case SettingStatement setting -> Statement.Kind.SESSION;
      case SessionStatement.DiscardStatement discard -> Statement.Kind.SESSION;
      default -> Statement.Kind.OTHER;
    };
  }

  /** A query writes where it locks rows, has a data-modifying WITH, or makes a table. */
  private static Statement.Kind select(SelectStatement select) {
    boolean[] writes = new boolean[1];
    boolean[] creates = new boolean[1];
    TreeWalk.visit(
        select,
        node -> {
          writes[0] |= node instanceof DataStatement;
          writes[0] |= node instanceof SelectStatement inner && !inner.locking().isEmpty();
          creates[0] |= node instanceof SelectBody body && body.into() != null;
          return true;
        });
    return creates[0]
        ? Statement.Kind.OTHER
        : writes[0] ? Statement.Kind.WRITE : Statement.Kind.READ;
  }
}
