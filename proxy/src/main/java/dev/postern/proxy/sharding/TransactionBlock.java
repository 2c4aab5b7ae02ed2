package dev.postern.proxy.sharding;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.sql.SettingStatement;
import dev.postern.backend.sql.TransactionStatement;
import dev.postern.proxy.wire.BackendEncoder;
import io.netty.buffer.ByteBuf;
import org.jspecify.annotations.Nullable;

/**
 * The client's transaction block as long as no shard has it: answers what a server would (manual,
 * BEGIN, SAVEPOINT, SET TRANSACTION).
 */
final class TransactionBlock {
  private final SessionSettings settings;
  private @Nullable VirtualTransaction open;

  TransactionBlock(SessionSettings settings) {
    this.settings = settings;
  }

  /** The block that no shard has yet, or null. */
  @Nullable VirtualTransaction open() {
    return open;
  }

  boolean isOpen() {
    return open != null;
  }

  boolean failed() {
    return open != null && open.failed();
  }

  /** An error has been told to the client. */
  void fail() {
    if (open != null) {
      open.fail();
    }
  }

  /** A shard has begun it. */
  void begun() {
    open = null;
  }

  /** Whether a statement can be answered here. */
  boolean answers(dev.postern.backend.sql.Statement tree) {
    return open == null
        ? tree instanceof TransactionStatement.BeginStatement
        : tree instanceof TransactionStatement || tree instanceof SettingStatement;
  }

  /** Whether a statement is obeyed in a failed transaction. */
  static boolean ends(dev.postern.backend.sql.Statement tree) {
    return tree instanceof TransactionStatement.CommitStatement
        || tree instanceof TransactionStatement.RollbackStatement
        || tree instanceof TransactionStatement.RollbackToStatement
        || tree instanceof TransactionStatement.PrepareTransactionStatement;
  }

  static SqlError aborted() {
    return new SqlError(
        SqlState.IN_FAILED_SQL_TRANSACTION,
        "current transaction is aborted, commands ignored until end of transaction block");
  }

  /**
   * Runs a transaction control statement and writes its answer.
   *
   * @param text its text
   */
  void run(TransactionStatement tree, String text, ByteBuf out) {
    VirtualTransaction block = open;
    if (block == null) {
      if (!(tree instanceof TransactionStatement.BeginStatement begin)) {
        throw new IllegalStateException("not in a transaction block");
      }
      open = new VirtualTransaction(text);
      BackendEncoder.commandComplete(out, tag(begin));
      return;
    }
    if (block.failed() && !ends(tree)) {
      throw aborted();
    }
    switch (tree) {
      case TransactionStatement.BeginStatement begin -> beginAgain(begin, out);
      case TransactionStatement.CommitStatement commit -> end(block, true, commit.chain(), out);
      case TransactionStatement.RollbackStatement rollback ->
          end(block, false, rollback.chain(), out);
      case TransactionStatement.SavepointStatement savepoint -> {
        block.savepoint(savepoint.name(), text);
        settings.savepoint(savepoint.name());
        BackendEncoder.commandComplete(out, "SAVEPOINT");
      }
      case TransactionStatement.ReleaseStatement release -> {
        block.release(release.name(), text);
        settings.release(release.name());
        BackendEncoder.commandComplete(out, "RELEASE");
      }
      case TransactionStatement.RollbackToStatement rollback -> {
        block.rollbackTo(rollback.name(), text);
        settings.rollbackTo(rollback.name());
        BackendEncoder.commandComplete(out, "ROLLBACK");
      }
      case TransactionStatement.PrepareTransactionStatement two ->
          throw SqlError.notSupported("PREPARE TRANSACTION in a sharded database");
      case TransactionStatement.CommitPreparedStatement two ->
          throw SqlError.notSupported("COMMIT PREPARED in a sharded database");
      case TransactionStatement.RollbackPreparedStatement two ->
          throw SqlError.notSupported("ROLLBACK PREPARED in a sharded database");
    }
  }

  private static String tag(TransactionStatement.BeginStatement begin) {
    return begin.start() ? "START TRANSACTION" : "BEGIN";
  }

  private static void beginAgain(TransactionStatement.BeginStatement begin, ByteBuf out) {
    if (!begin.modes().isEmpty()) {
      throw SqlError.notSupported("BEGIN with modes in a transaction of a sharded database");
    }
    BackendEncoder.noticeResponse(
        out,
        "WARNING",
        new SqlError(
            SqlState.ACTIVE_SQL_TRANSACTION, "there is already a transaction in progress"));
    BackendEncoder.commandComplete(out, tag(begin));
  }

  private void end(VirtualTransaction block, boolean commit, boolean chain, ByteBuf out) {
    if (chain && !block.isPlain()) {
      throw SqlError.notSupported("AND CHAIN after SET TRANSACTION in a sharded database");
    }
    boolean committed = commit && !block.failed();
    if (committed) {
      settings.commit();
    } else {
      settings.rollback();
    }
    open = chain ? new VirtualTransaction(block.begin()) : null;
    BackendEncoder.commandComplete(out, committed ? "COMMIT" : "ROLLBACK");
  }

  /** A setting has been found good: it is made when a shard gets the transaction. */
  void set(SettingStatement tree, String text, ByteBuf out) {
    VirtualTransaction block = open;
    if (block == null) {
      throw new IllegalStateException("not in a transaction block");
    }
    block.set(text);
    settings.ran(tree, text);
    boolean reset =
        tree instanceof SettingStatement.ResetStatement
            || tree instanceof SettingStatement.ResetAllStatement;
    BackendEncoder.commandComplete(out, reset ? "RESET" : "SET");
  }
}
