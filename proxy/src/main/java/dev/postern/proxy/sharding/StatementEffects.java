package dev.postern.proxy.sharding;

import dev.postern.backend.sql.ParsedStatement;
import dev.postern.backend.sql.SettingStatement;
import dev.postern.backend.sql.TransactionStatement;
import dev.postern.router.Statement;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * What the statements of one message change of what is remembered here, told by their command tags
 * in turn.
 */
final class StatementEffects {
  private final Statement statement;
  private final SessionSettings settings;
  private int next;

  private StatementEffects(Statement statement, SessionSettings settings) {
    this.statement = statement;
    this.settings = settings;
  }

  /** Those of a text, or null where it has none. */
  static @Nullable StatementEffects of(Statement statement, SessionSettings settings) {
    for (int i = 0; i < statement.statements().size(); i++) {
      dev.postern.backend.sql.Statement tree = statement.statements().get(i).tree();
      if (tree instanceof SettingStatement || tree instanceof TransactionStatement) {
        return new StatementEffects(statement, settings);
      }
    }
    return null;
  }

  /** The next statement has succeeded; whether settings have been committed by it. */
  boolean complete(String tag) {
    ParsedStatement done = statement.statements().get(next++);
    return switch (done.tree()) {
      case SettingStatement setting -> {
        settings.ran(setting, text(statement, done));
        yield false;
      }
      case TransactionStatement transaction -> ran(transaction, tag);
      // Changes nothing that is remembered.
      default -> false;
    };
  }

  private boolean ran(TransactionStatement transaction, String tag) {
    switch (transaction) {
      case TransactionStatement.SavepointStatement savepoint ->
          settings.savepoint(savepoint.name());
      case TransactionStatement.ReleaseStatement release -> settings.release(release.name());
      case TransactionStatement.RollbackToStatement rollback ->
          settings.rollbackTo(rollback.name());
      case TransactionStatement.BeginStatement begin -> {}
      case TransactionStatement.CommitStatement commit -> {
        return ended(tag);
      }
      case TransactionStatement.RollbackStatement rollback -> {
        return ended(tag);
      }
      case TransactionStatement.PrepareTransactionStatement prepare -> settings.rollback();
      case TransactionStatement.CommitPreparedStatement commit -> {}
      case TransactionStatement.RollbackPreparedStatement rollback -> {}
    }
    return false;
  }

  /** COMMIT of a failed transaction answers ROLLBACK. */
  private boolean ended(String tag) {
    if (tag.equals("COMMIT")) {
      return settings.commit();
    }
    settings.rollback();
    return false;
  }

  /** A statement's own text. */
  static String text(Statement statement, ParsedStatement part) {
    return new String(statement.text(), part.start(), part.length(), StandardCharsets.UTF_8);
  }
}
