package dev.postern.backend.session;

import dev.postern.backend.exec.ConstraintQueue;
import java.util.ArrayList;
import java.util.List;

/** The parts of a session that begin and end with its transaction and savepoints. */
final class Participants implements TransactionState.Participant {
  private final SessionParts parts;

  /** Marks of the constraint queue, one a savepoint. */
  private final List<Integer> constraintMarks = new ArrayList<>(0);

  Participants(SessionParts parts) {
    this.parts = parts;
  }

  @Override
  public void beforeCommit() {
    ConstraintQueue constraints = parts.context().constraints();
    if (constraints.hasDeferred()) {
      TransactionState transaction = parts.transaction();
      transaction.nextCommand();
      transaction.acquireSnapshot();
      parts.context().snapshot(transaction.snapshot());
      try {
        constraints.runDeferred(parts.context());
      } finally {
        transaction.releaseSnapshot();
      }
    }
    if (parts.portals().anyToHold()) {
      for (BoundPortal portal : parts.portals().all()) {
        parts.cursors().hold(portal);
      }
    }
    parts.temporaryTables().beforeCommit();
  }

  @Override
  public void ended(boolean committed) {
    constraintMarks.clear();
    parts.context().constraints().clear();
    parts.context().reader().transactionEnded();
    parts.portals().endTransaction(committed);
    parts.notifications().ended(committed);
    parts.temporaryTables().ended(committed);
    parts.context().snapshot(parts.transaction().snapshot());
  }

  @Override
  public void savepoint(int depth) {
    constraintMarks.add(parts.context().constraints().mark());
  }

  @Override
  public void released(int depth) {
    constraintMarks.removeLast();
    parts.portals().released(depth);
    parts.notifications().released(depth);
  }

  @Override
  public void rolledBack(int depth) {
    parts.context().constraints().rollbackTo(constraintMarks.removeLast());
    parts.context().reader().rolledBackToSavepoint();
    parts.portals().rolledBack(depth);
    parts.notifications().rolledBack(depth);
  }
}
