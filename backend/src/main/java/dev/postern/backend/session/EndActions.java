package dev.postern.backend.session;

import java.util.ArrayList;
import java.util.List;

/**
 * What is to be done when a transaction ends, by the depth of savepoints at which it was asked for.
 * Used by the session's thread.
 */
final class EndActions {
  private final List<Action> afterCommit = new ArrayList<>(0);
  private final List<Action> afterRollback = new ArrayList<>(0);

  private record Action(int depth, Runnable work) {}

  void afterCommit(int depth, Runnable work) {
    afterCommit.add(new Action(depth, work));
  }

  void afterRollback(int depth, Runnable work) {
    afterRollback.add(new Action(depth, work));
  }

  /** The level of a depth ends and joins the one around it. */
  void release(int depth) {
    lower(afterCommit, depth);
    lower(afterRollback, depth);
  }

  private static void lower(List<Action> actions, int depth) {
    for (int i = actions.size() - 1; i >= 0 && actions.get(i).depth >= depth; i--) {
      actions.set(i, new Action(depth - 1, actions.get(i).work));
    }
  }

  /** Levels from a depth on are rolled back: the newest is undone first. */
  void rollback(int depth) {
    while (!afterCommit.isEmpty() && afterCommit.getLast().depth >= depth) {
      afterCommit.removeLast();
    }
    while (!afterRollback.isEmpty() && afterRollback.getLast().depth >= depth) {
      afterRollback.removeLast().work.run();
    }
  }

  /** The transaction has committed. */
  void commit() {
    afterRollback.clear();
    if (!afterCommit.isEmpty()) {
      List<Action> due = new ArrayList<>(afterCommit);
      afterCommit.clear();
      for (Action action : due) {
        action.work.run();
      }
    }
  }
}
