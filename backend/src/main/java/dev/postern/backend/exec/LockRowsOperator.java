package dev.postern.backend.exec;

import dev.postern.backend.analyze.Query;
import dev.postern.backend.catalog.RelationDescriptor;
import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import dev.postern.backend.sql.QueryClause.LockWait;
import dev.postern.backend.storage.Conflict;
import dev.postern.backend.storage.RowTree;
import dev.postern.backend.storage.RowVersion;
import dev.postern.backend.storage.WriteOutcome;
import dev.postern.backend.txn.RowLockMode;
import dev.postern.backend.type.Datum;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * FOR UPDATE and its sisters: locks the rows of the tables named. Where READ COMMITTED finds a row
 * changed meanwhile, its newest version takes the row's place if it still meets WHERE (manual
 * section 13.2.1).
 */
final class LockRowsOperator extends Operator {
  private final Operator child;
  private final List<Query.RowLock> locks;
  private final List<RelationDescriptor> tables;
  private final @Nullable Evaluator recheck;
  private final Conflict conflict = new Conflict();
  private final Datum holds = new Datum();

  LockRowsOperator(
      Operator child,
      List<Query.RowLock> locks,
      List<RelationDescriptor> tables,
      @Nullable Evaluator recheck) {
    this.child = child;
    this.locks = locks;
    this.tables = tables;
    this.recheck = recheck;
  }

  @Override
  void open(Frame frame) {
    child.open(frame);
  }

  @Override
  boolean next(Frame frame) {
    while (child.next(frame)) {
      boolean locked = true;
      for (int i = 0; i < locks.size() && locked; i++) {
        locked = lock(frame, locks.get(i), tables.get(i));
      }
      if (locked) {
        return true;
      }
    }
    return false;
  }

  private static RowLockMode mode(Query.RowLock lock) {
    return switch (lock.strength()) {
      case KEY_SHARE -> RowLockMode.KEY_SHARE;
      case SHARE -> RowLockMode.SHARE;
      case NO_KEY_UPDATE -> RowLockMode.NO_KEY_UPDATE;
      case UPDATE -> RowLockMode.UPDATE;
    };
  }

  private boolean lock(Frame frame, Query.RowLock lock, RelationDescriptor table) {
    int slot = lock.slot();
    RowVersion version = frame.versions[slot];
    if (frame.tuples[slot] == null || version == null) {
      return true;
    }
    ExecutionContext context = frame.context;
    RowTree rows = context.branch().rowTree(table.fileNode());
    long rowId = frame.rowIds[slot];
    while (true) {
      WriteOutcome outcome =
          rows.tryLockRow(rowId, version, context.writer(), mode(lock), conflict);
      switch (outcome) {
        case OK -> {
          return true;
        }
        case CONFLICT_IN_PROGRESS -> {
          if (lock.lockWait() == LockWait.SKIP_LOCKED) {
            return false;
          }
          if (lock.lockWait() == LockWait.NOWAIT) {
            throw new SqlError(
                SqlState.LOCK_NOT_AVAILABLE,
                "could not obtain lock on row in relation \"" + table.name() + "\"");
          }
          context.awaitEnd(conflict.transaction());
        }
        case UPDATED_CONCURRENTLY -> {
          RowRecheck.requireReadCommitted(context, "update");
          version = conflict.version();
          frame.tuples[slot] = version.tuple();
          frame.versions[slot] = version;
          if (recheck != null && !recheck.holds(frame, holds)) {
            return false;
          }
        }
        case DELETED_CONCURRENTLY -> {
          RowRecheck.requireReadCommitted(context, "delete");
          return false;
        }
        case SELF_MODIFIED -> {
          return false;
        }
      }
    }
  }

  @Override
  void close(Frame frame) {
    child.close(frame);
  }
}
