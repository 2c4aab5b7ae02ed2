package dev.postern.backend.session;

import dev.postern.backend.catalog.RelationDescriptor;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.sql.SessionStatement.LockStatement;
import dev.postern.backend.sql.TableReference.RelationReference;
import dev.postern.backend.txn.TableLockMode;

/** LOCK TABLE. */
final class LockCommand {
  private static final byte[] NO_TEXT = new byte[0];

  private final SessionParts parts;

  LockCommand(SessionParts parts) {
    this.parts = parts;
  }

  void run(LockStatement lock) {
    if (!parts.transaction().isBlock()) {
      throw TransactionCommands.outsideBlock("LOCK TABLE");
    }
    SessionCommandContext commands = parts.commandContext(NO_TEXT);
    TableLockMode mode = TableLockMode.valueOf(lock.mode().name());
    for (RelationReference reference : lock.relations()) {
      RelationDescriptor relation = commands.require(reference.name());
      if (relation.kind() != 'r' && relation.kind() != 'v' && relation.kind() != 'p') {
        throw new SqlError(
                SqlState.WRONG_OBJECT_TYPE, "cannot lock relation \"" + relation.name() + "\"")
            .detail(RelationKinds.notSupported(relation.kind()));
      }
      commands.lockRelation(relation.oid(), relation.name(), mode, lock.nowait());
    }
    parts.completion().tag("LOCK TABLE");
  }
}
