package dev.postern.backend.storage;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A sequence's value in one branch. Not transactional: what was taken is not given back (manual
 * section 9.17). Bounds, cycling and caching are the caller's; it computes the next value from
 * {@link #get} and tries {@link #compareAndSet} until it succeeds. Lock-free; any thread.
 *
 * <p>The value lives in a cell with an owner, like a node of a tree. After a fork the cell is
 * shared: the first change on either side seals it and goes on in a cell of its own, so that a
 * change under way in the old cell either is carried over or fails and is tried again.
 */
public final class SequenceState {
  private final Branch branch;
  private final int relfile;
  private volatile Cell cell;

  /** As in a sequence's relation: {@code last_value} and {@code is_called}. */
  public record Value(long last, boolean called) {}

  /** A value that is final, as its cell is not used any more. */
  private record Sealed(Value value) {}

  /** A value and who may change it. */
  static final class Cell {
    private static final VarHandle STATE;

    static {
      try {
        STATE = MethodHandles.lookup().findVarHandle(Cell.class, "state", Object.class);
      } catch (ReflectiveOperationException e) {
        throw new ExceptionInInitializerError(e);
      }
    }

    private final Owner owner;
    private volatile Object state;

    Cell(Owner owner, Value value) {
      this.owner = owner;
      this.state = value;
    }

    Value value() {
      return state instanceof Sealed(Value last) ? last : (Value) state;
    }

    Value seal() {
      while (true) {
        Object now = state;
        if (now instanceof Sealed(Value last)) {
          return last;
        }
        Value last = (Value) now;
        if (STATE.compareAndSet(this, now, new Sealed(last))) {
          return last;
        }
      }
    }
  }

  SequenceState(Branch branch, int relfile, Cell cell) {
    this.branch = branch;
    this.relfile = relfile;
    this.cell = cell;
  }

  public Value get() {
    return cell.value();
  }

  /**
   * Changes the value unless another did meanwhile.
   *
   * @param expected the very object {@link #get} returned
   */
  public boolean compareAndSet(Value expected, Value next) {
    return Cell.STATE.compareAndSet(ownCell(), expected, next);
  }

  /** Changes the value whatever it is. */
  public void set(Value next) {
    while (!compareAndSet(get(), next)) {
      Thread.onSpinWait();
    }
  }

  private Cell ownCell() {
    Cell now = cell;
    return now.owner == branch.owner() ? now : branch.takeOver(this, relfile);
  }

  /** Under the branch's lock: replaces a cell that is shared since a fork. */
  Cell ownedBy(Owner owner) {
    Cell now = cell;
    if (now.owner != owner) {
      now = new Cell(owner, now.seal());
      cell = now;
    }
    return now;
  }
}
