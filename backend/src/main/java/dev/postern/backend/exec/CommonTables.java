package dev.postern.backend.exec;

import dev.postern.backend.type.TupleLayout;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The members of WITH in one execution. A member's rows are made as far as somebody reads them, and
 * kept for the others who read it (manual section 7.8). Used by one thread at a time.
 */
final class CommonTables {
  /** How a member's rows are made. */
  static final class Member {
    final Operator rows;
    final Evaluator[] targets;
    final TupleLayout layout;
    final @Nullable Operator term;
    final Evaluator @Nullable [] termTargets;
    final boolean union;

    Member(
        Operator rows,
        Evaluator[] targets,
        TupleLayout layout,
        @Nullable Operator term,
        Evaluator @Nullable [] termTargets,
        boolean union) {
      this.rows = rows;
      this.targets = targets;
      this.layout = layout;
      this.term = term;
      this.termTargets = termTargets;
      this.union = union;
    }
  }

  private final Map<Integer, Member> members = new HashMap<>();
  private final Map<Integer, CommonTableRows> rows = new HashMap<>();

  /** Data-modifying members that are not run yet. */
  private final Map<Integer, Runnable> pending = new LinkedHashMap<>();

  void member(int number, Member member) {
    members.put(number, member);
  }

  /** Says that a data-modifying member is to be run: when its rows are read, or at last. */
  void pending(int number, Runnable run) {
    pending.put(number, run);
  }

  /** Runs those members that nobody has read yet, in order. */
  void runPending() {
    while (!pending.isEmpty()) {
      run(pending.keySet().iterator().next());
    }
  }

  private void run(int number) {
    Runnable member = pending.remove(number);
    if (member != null) {
      member.run();
    }
  }

  /** The rows of a data-modifying member, which was run already. */
  void computed(int number, List<byte[]> complete) {
    rows.put(number, new CommonTableRows(complete));
  }

  /** Forgets all rows: the next execution begins, or this one ends. */
  void reset(Frame frame) {
    for (CommonTableRows each : rows.values()) {
      each.close(frame);
    }
    rows.clear();
    pending.clear();
  }

  /** Forgets a member's rows: the query that it belongs to begins anew, with other outer rows. */
  void forget(Frame frame, int number) {
    CommonTableRows before = rows.remove(number);
    if (before != null) {
      before.close(frame);
    }
  }

  CommonTableRows rows(int number) {
    run(number);
    CommonTableRows found = rows.get(number);
    if (found == null) {
      Member member = members.get(number);
      if (member == null) {
        throw new IllegalStateException("no member of WITH has number " + number);
      }
      found = new CommonTableRows(member);
      rows.put(number, found);
    }
    return found;
  }
}
