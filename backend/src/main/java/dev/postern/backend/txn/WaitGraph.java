package dev.postern.backend.txn;

import dev.postern.backend.error.SqlError;
import dev.postern.backend.error.SqlState;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * Who waits for whom, by lock or transaction, at one moment. Used under the lock table's mutex.
 *
 * <p>Waits for transactions begin and end without the mutex, so an edge may be a moment old. A
 * cycle is none the less real: all in it were blocked by the next when they were looked at, and the
 * first, which looks, stays blocked meanwhile.
 */
final class WaitGraph {
  private final LockOwner[] owners;

  WaitGraph(LockOwner[] owners) {
    this.owners = owners;
  }

  /** The sessions a wait has to wait for. */
  List<LockOwner> blockersOf(LockWait wait) {
    List<LockOwner> blockers = new ArrayList<>();
    addBlockers(wait, blockers);
    return blockers;
  }

  /** The waits that lead from the given one back to its session, it first; empty if none do. */
  List<LockWait> cycleFrom(LockWait wait) {
    List<LockWait> path = new ArrayList<>(List.of(wait));
    return closesCycle(path, new ArrayList<>()) ? path : List.of();
  }

  private void addBlockers(LockWait wait, List<LockOwner> blockers) {
    Transaction transaction = wait.transaction();
    if (transaction != null) {
      LockOwner blocker = transaction.owner();
      if (blocker != null && transaction.isInProgress()) {
        blockers.add(blocker);
      }
      return;
    }
    LockTarget target = wait.target();
    if (target == null) {
      return;
    }
    for (LockOwner other : owners) {
      if (other != wait.owner() && (other.modesHeldOn(target) & wait.mode().conflicts()) != 0) {
        blockers.add(other);
      }
    }
    int held = wait.owner().modesHeldOn(target);
    for (LockWait earlier : target.queue) {
      if (earlier == wait) {
        break;
      }
      if (earlier.goesBefore(wait.owner(), wait.mode(), held)) {
        blockers.add(earlier.owner());
      }
    }
  }

  /** Extends the path of waits until it comes back to its start. */
  private boolean closesCycle(List<LockWait> path, List<LockOwner> visited) {
    for (LockOwner blocker : blockersOf(path.getLast())) {
      if (blocker == path.getFirst().owner()) {
        return true;
      }
      LockWait next = blocker.waiting;
      if (next != null && !visited.contains(blocker)) {
        visited.add(blocker);
        path.add(next);
        if (closesCycle(path, visited)) {
          return true;
        }
        path.removeLast();
      }
    }
    return false;
  }

  /** The victim's error, worded as PostgreSQL's. */
  static SqlError deadlock(List<LockWait> cycle, IntUnaryOperator databaseOid) {
    StringBuilder detail = new StringBuilder();
    for (int i = 0; i < cycle.size(); i++) {
      LockWait wait = cycle.get(i);
      LockOwner blocker = cycle.get((i + 1) % cycle.size()).owner();
      if (i > 0) {
        detail.append('\n');
      }
      detail
          .append("Process ")
          .append(wait.owner().processId())
          .append(" waits for ")
          .append(wait.mode().displayName())
          .append(" on ")
          .append(describe(wait, databaseOid))
          .append("; blocked by process ")
          .append(blocker.processId())
          .append('.');
    }
    return new SqlError(SqlState.DEADLOCK_DETECTED, "deadlock detected")
        .detail(detail.toString())
        .hint("See server log for query details.");
  }

  private static String describe(LockWait wait, IntUnaryOperator databaseOid) {
    LockTarget target = wait.target();
    Transaction transaction = wait.transaction();
    if (target != null) {
      LockTag tag = target.tag();
      return tag.describe(tag.branch() == 0 ? 0 : databaseOid.applyAsInt(tag.branch()));
    }
    return "transaction " + (transaction == null ? 0 : transaction.id() & 0xFFFFFFFFL);
  }
}
