package dev.postern.backend.exec;

import dev.postern.backend.type.Datum;
import dev.postern.backend.type.SqlType;
import dev.postern.backend.type.TupleLayout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The members of WITH in one execution: each is computed when it is first read, and its rows are
 * kept until the statement ends (manual section 7.8).
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
  private final Map<Integer, List<byte[]>> computed = new HashMap<>();

  /** The rows a recursive term reads for now. */
  private final Map<Integer, List<byte[]>> working = new HashMap<>();

  void member(int number, Member member) {
    members.put(number, member);
  }

  /** The rows of a data-modifying member, which was run already. */
  void computed(int number, List<byte[]> rows) {
    computed.put(number, rows);
  }

  /** Forgets all rows: the next execution begins. */
  void reset() {
    computed.clear();
    working.clear();
  }

  List<byte[]> rows(Frame frame, int number) {
    List<byte[]> inProgress = working.get(number);
    if (inProgress != null) {
      return inProgress;
    }
    List<byte[]> rows = computed.get(number);
    if (rows == null) {
      Member member = members.get(number);
      if (member == null) {
        throw new IllegalStateException("no member of WITH has number " + number);
      }
      rows = member.term == null ? plain(frame, member) : recursive(frame, number, member);
      computed.put(number, rows);
    }
    return rows;
  }

  private static List<byte[]> plain(Frame frame, Member member) {
    List<byte[]> rows = new ArrayList<>();
    collect(frame, member.rows, member.targets, member.layout, null, rows);
    return rows;
  }

  /**
   * The manual's evaluation of WITH RECURSIVE: the working table is fed to the term until empty.
   */
  private List<byte[]> recursive(Frame frame, int number, Member member) {
    Operator term = member.term;
    Evaluator[] targets = member.termTargets;
    if (term == null || targets == null) {
      throw new IllegalStateException("not recursive");
    }
    Set<Key> seen = member.union ? new HashSet<>() : null;
    List<byte[]> all = new ArrayList<>();
    List<byte[]> step = new ArrayList<>();
    collect(frame, member.rows, member.targets, member.layout, seen, step);
    while (!step.isEmpty()) {
      all.addAll(step);
      working.put(number, step);
      List<byte[]> next = new ArrayList<>();
      collect(frame, term, targets, member.layout, seen, next);
      step = next;
    }
    working.remove(number);
    return all;
  }

  private static void collect(
      Frame frame,
      Operator operator,
      Evaluator[] targets,
      TupleLayout layout,
      @Nullable Set<Key> seen,
      List<byte[]> rows) {
    Datum[] values = CallEvaluators.datums(targets.length);
    SqlType[] types = new SqlType[layout.columns()];
    for (int i = 0; i < types.length; i++) {
      types[i] = layout.type(i);
    }
    KeyEncoder encoder = new KeyEncoder(types);
    Key key = new Key();
    operator.open(frame);
    while (operator.next(frame)) {
      frame.context.tick();
      for (int i = 0; i < targets.length; i++) {
        targets[i].evaluate(frame, values[i]);
      }
      if (seen != null) {
        encoder.clear();
        for (int i = 0; i < targets.length; i++) {
          encoder.append(i, values[i]);
        }
        key.set(encoder.buffer(), encoder.length());
        if (!seen.add(key.copy())) {
          continue;
        }
      }
      rows.add(layout.form(values));
    }
    operator.close(frame);
  }
}
