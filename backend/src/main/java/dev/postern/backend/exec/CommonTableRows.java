package dev.postern.backend.exec;

import dev.postern.backend.exec.CommonTables.Member;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.SqlType;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The rows of one member of WITH, made one by one as they are asked for. A recursive member follows
 * the manual's evaluation: its term runs over the rows of the step before until a step gives none.
 * Used by one thread at a time.
 */
final class CommonTableRows {
  private final @Nullable Member member;
  private final List<byte[]> all;

  /** What a recursive term reads, and what it has given since. */
  private List<byte[]> working = new ArrayList<>();

  private List<byte[]> next = new ArrayList<>();

  private @Nullable Operator source;
  private Evaluator[] targets = new Evaluator[0];
  private boolean started;
  private boolean ended;
  private Datum[] values = new Datum[0];
  private @Nullable KeyEncoder encoder;
  private final Set<Key> seen = new HashSet<>();
  private final Key key = new Key();

  CommonTableRows(Member member) {
    this.member = member;
    all = new ArrayList<>();
  }

  /** Rows that are complete already. */
  CommonTableRows(List<byte[]> complete) {
    member = null;
    all = complete;
    ended = true;
  }

  /** The rows of the step before: what the recursive term itself sees. */
  List<byte[]> working() {
    return working;
  }

  /** A row by its number from 0, or null after the last. */
  byte @Nullable [] row(Frame frame, int number) {
    while (number >= all.size()) {
      if (ended || !advance(frame)) {
        return null;
      }
    }
    return all.get(number);
  }

  /** Makes one more row; false at the end. */
  private boolean advance(Frame frame) {
    Member made = member;
    if (made == null) {
      return false;
    }
    if (!started) {
      start(frame, made);
    }
    while (true) {
      Operator from = source;
      if (from == null) {
        return false;
      }
      while (from.next(frame)) {
        frame.context.tick();
        for (int i = 0; i < targets.length; i++) {
          targets[i].evaluate(frame, values[i]);
        }
        if (isNew()) {
          byte[] row = made.layout.form(values);
          all.add(row);
          if (made.term != null) {
            next.add(row);
          }
          return true;
        }
      }
      from.close(frame);
      nextStep(frame, made);
    }
  }

  private void start(Frame frame, Member made) {
    started = true;
    values = CallEvaluators.datums(made.targets.length);
    if (made.union) {
      SqlType[] types = new SqlType[made.layout.columns()];
      for (int i = 0; i < types.length; i++) {
        types[i] = made.layout.type(i);
      }
      encoder = new KeyEncoder(types);
    }
    source = made.rows;
    targets = made.targets;
    made.rows.open(frame);
  }

  private void nextStep(Frame frame, Member made) {
    Evaluator[] termTargets = made.termTargets;
    if (made.term == null || termTargets == null || next.isEmpty()) {
      source = null;
      ended = true;
      working = new ArrayList<>();
      return;
    }
    working = next;
    next = new ArrayList<>();
    source = made.term;
    targets = termTargets;
    made.term.open(frame);
  }

  private boolean isNew() {
    KeyEncoder distinct = encoder;
    if (distinct == null) {
      return true;
    }
    distinct.clear();
    for (int i = 0; i < values.length; i++) {
      distinct.append(i, values[i]);
    }
    key.set(distinct.buffer(), distinct.length());
    return !seen.contains(key) && seen.add(key.copy());
  }

  /** Lets go of what is still being read. */
  void close(Frame frame) {
    Operator open = source;
    source = null;
    ended = true;
    if (open != null) {
      open.close(frame);
    }
  }
}
