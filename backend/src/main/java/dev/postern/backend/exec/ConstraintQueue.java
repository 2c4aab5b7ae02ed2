package dev.postern.backend.exec;

import dev.postern.backend.catalog.RelationDescriptor.ForeignKey;
import dev.postern.backend.type.Datum;
import dev.postern.backend.type.TupleLayout;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Checks and actions of foreign keys, and of deferrable unique constraints, that wait for the end
 * of the statement or of the transaction. One a session; used by its thread.
 */
public final class ConstraintQueue {
  /** One thing to do. */
  sealed interface Event {}

  /** A row of the referencing table was written: its key must be there. */
  record ChildWritten(TableWriter child, ForeignKey key, byte[] tuple) implements Event {}

  /** A referenced row went away, or its key changed ({@code after} is then the new row). */
  record ParentChanged(TableWriter parent, ForeignKey key, byte[] before, byte @Nullable [] after)
      implements Event {}

  /** A key that was a duplicate when it was written. */
  record UniqueClaimed(TableWriter table, int index, long rowId, byte[] tuple) implements Event {}

  private List<Event> immediate = new ArrayList<>();
  private List<Event> deferred = new ArrayList<>();

  /** What SET CONSTRAINTS said: by constraint oid, and for all (key 0). */
  private final Map<Integer, Boolean> modes = new HashMap<>();

  void inserted(TableWriter child, byte[] tuple) {
    for (ForeignKey key : child.table().foreignKeys()) {
      add(key, new ChildWritten(child, key, tuple));
    }
  }

  void updated(TableWriter table, byte[] before, byte[] after) {
    for (ForeignKey key : table.table().foreignKeys()) {
      if (differ(table, key.columns(), before, after)) {
        add(key, new ChildWritten(table, key, after));
      }
    }
    for (ForeignKey key : table.table().referencedBy()) {
      if (differ(table, key.referencedColumns(), before, after)) {
        addParent(key, new ParentChanged(table, key, before, after), key.onUpdate());
      }
    }
  }

  void deleted(TableWriter parent, byte[] before) {
    for (ForeignKey key : parent.table().referencedBy()) {
      addParent(key, new ParentChanged(parent, key, before, null), key.onDelete());
    }
  }

  void recheckUnique(TableWriter table, int index, long rowId, byte[] tuple) {
    boolean later =
        isDeferred(
            table.table().indexes().get(index).constraintOid(),
            true,
            table.table().indexes().get(index).initiallyDeferred());
    (later ? deferred : immediate).add(new UniqueClaimed(table, index, rowId, tuple));
  }

  private static boolean differ(TableWriter table, int[] columns, byte[] before, byte[] after) {
    Datum one = new Datum();
    Datum other = new Datum();
    TupleLayout layout = table.table().layout();
    for (int column : columns) {
      boolean had = TupleLayout.has(before, column - 1);
      if (!had) {
        one.isNull = true;
      } else {
        layout.read(before, column - 1, one);
      }
      layout.read(after, column - 1, other);
      if (one.isNull != other.isNull || !one.isNull && !layout.type(column - 1).equal(one, other)) {
        return true;
      }
    }
    return false;
  }

  /** Only NO ACTION checks may wait; actions never do (manual, CREATE TABLE, DEFERRABLE). */
  private void addParent(ForeignKey key, Event event, char action) {
    if (action == 'a') {
      add(key, event);
    } else {
      immediate.add(event);
    }
  }

  private void add(ForeignKey key, Event event) {
    boolean later = isDeferred(key.oid(), key.deferrable(), key.initiallyDeferred());
    (later ? deferred : immediate).add(event);
  }

  private boolean isDeferred(int constraint, boolean deferrable, boolean initially) {
    if (!deferrable) {
      return false;
    }
    Boolean mode = modes.get(constraint);
    if (mode == null) {
      mode = modes.get(0);
    }
    return mode == null ? initially : mode;
  }

  /** SET CONSTRAINTS; {@code constraint} 0 is ALL. Making them immediate runs what waits. */
  public void setMode(int constraint, boolean later, ExecutionContext context) {
    if (constraint == 0) {
      modes.clear();
    }
    modes.put(constraint, later);
    if (!later) {
      List<Event> waiting = deferred;
      deferred = new ArrayList<>();
      for (Event event : waiting) {
        if (constraint == 0 || constraintOf(event) == constraint) {
          immediate.add(event);
        } else {
          deferred.add(event);
        }
      }
      runImmediate(context);
    }
  }

  private static int constraintOf(Event event) {
    return switch (event) {
      case ChildWritten written -> written.key().oid();
      case ParentChanged changed -> changed.key().oid();
      case UniqueClaimed claimed ->
          claimed.table().table().indexes().get(claimed.index()).constraintOid();
    };
  }

  /** Whether something waits for the end of the statement. */
  boolean hasImmediate() {
    return !immediate.isEmpty();
  }

  /** Whether something waits for the end of the transaction. */
  public boolean hasDeferred() {
    return !deferred.isEmpty();
  }

  /** At a statement's end. Actions may add more, which run too. */
  public void runImmediate(ExecutionContext context) {
    while (!immediate.isEmpty()) {
      List<Event> now = immediate;
      immediate = new ArrayList<>();
      for (Event event : now) {
        ForeignKeys.run(context, event);
      }
    }
  }

  /** Before the transaction commits. */
  public void runDeferred(ExecutionContext context) {
    while (!deferred.isEmpty()) {
      List<Event> now = deferred;
      deferred = new ArrayList<>();
      for (Event event : now) {
        ForeignKeys.run(context, event);
      }
      runImmediate(context);
    }
  }

  /** How many events wait, for {@link #rollbackTo}. */
  public int mark() {
    return deferred.size();
  }

  /** A savepoint was rolled back: forgets what was added since its mark. */
  public void rollbackTo(int mark) {
    immediate.clear();
    while (deferred.size() > mark) {
      deferred.remove(deferred.size() - 1);
    }
  }

  /** The transaction is over. */
  public void clear() {
    immediate.clear();
    deferred.clear();
    modes.clear();
  }

  /** The statement failed or begins anew. */
  public void discardImmediate() {
    immediate.clear();
  }
}
