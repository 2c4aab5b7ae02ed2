package dev.postern.backend.command;

import dev.postern.backend.catalog.RelationDescriptor;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.sql.SessionStatement.LockStatement;
import dev.postern.backend.sql.TableReference.RelationReference;
import dev.postern.backend.txn.TableLockMode;

/** LOCK TABLE. */
final class LockCommand {
  private final CommandContext context;

  LockCommand(CommandContext context) {
    this.context = context;
  }

  String execute(LockStatement statement) {
    if (!context.inTransactionBlock()) {
      throw new SqlError(
          SqlState.NO_ACTIVE_SQL_TRANSACTION, "LOCK TABLE can only be used in transaction blocks");
    }
    for (RelationReference reference : statement.relations()) {
      RelationDescriptor relation = new Targets(context).relation(reference.name());
      if (relation.kind() != 'r' && relation.kind() != 'p' && relation.kind() != 'v') {
        throw new SqlError(
                SqlState.WRONG_OBJECT_TYPE, "cannot lock relation \"" + relation.name() + "\"")
            .detail(IndexCommands.notSupportedFor(relation.kind()));
      }
      context.lockRelation(
          relation.oid(),
          relation.name(),
          TableLockMode.valueOf(statement.mode().name()),
          statement.nowait());
    }
    return "LOCK TABLE";
  }
}
