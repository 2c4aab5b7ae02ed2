package dev.postern.backend.storage;

import dev.postern.backend.txn.Snapshot;
import dev.postern.backend.txn.Transaction;
import org.jspecify.annotations.Nullable;

/**
 * A scan over the rows of a table that a snapshot sees. Rows inserted after it was opened are not
 * met. Used by one thread; holds no lock, needs no closing, allocates nothing per row.
 */
public final class RowCursor {
  private final RowTree tree;
  private final Snapshot snapshot;
  private final long from;
  private final long to;
  private final boolean forward;

  private long position;
  private @Nullable Object @Nullable [] leaf;
  private @Nullable RowVersion version;
  private long rowId;

  /** A transaction known to be seen: rows loaded together share their writer. */
  private @Nullable Transaction seenWriter;

  RowCursor(RowTree tree, Snapshot snapshot, long from, long to, boolean forward) {
    this.tree = tree;
    this.snapshot = snapshot;
    this.from = Math.max(from, 0);
    this.to = Math.min(to, tree.rowIdLimit());
    this.forward = forward;
    this.position = forward ? this.from : this.to - 1;
  }

  /** Steps to the next row; false at the end. */
  public boolean next() {
    return forward ? nextForward() : nextBackward();
  }

  private boolean nextForward() {
    while (position < to) {
      @Nullable Object[] slots = leaf;
      if (slots == null) {
        slots = seek();
        if (slots == null) {
          return false;
        }
      }
      long end = Math.min(to, (position | SlotTree.WIDTH - 1) + 1);
      for (long at = position; at < end; at++) {
        if (isSeen(SlotTree.slot(slots, (int) at & SlotTree.WIDTH - 1))) {
          rowId = at;
          position = at + 1;
          leaf = at + 1 == end ? null : slots;
          return true;
        }
      }
      position = end;
      leaf = null;
    }
    return false;
  }

  private boolean nextBackward() {
    while (position >= from) {
      @Nullable Object[] slots = leaf;
      if (slots == null) {
        slots = seek();
        if (slots == null) {
          return false;
        }
      }
      long end = Math.max(from, position & -SlotTree.WIDTH);
      for (long at = position; at >= end; at--) {
        if (isSeen(SlotTree.slot(slots, (int) at & SlotTree.WIDTH - 1))) {
          rowId = at;
          position = at - 1;
          leaf = at == end ? null : slots;
          return true;
        }
      }
      position = end - 1;
      leaf = null;
    }
    return false;
  }

  /** Moves to the nearest leaf there is; null if there is none in the range. */
  private @Nullable Object @Nullable [] seek() {
    while (true) {
      SlotRoot root = tree.root();
      position =
          forward ? SlotTree.ceilingLeaf(root, position) : SlotTree.floorLeaf(root, position);
      if (position < from || position >= to) {
        position = forward ? to : from - 1;
        return null;
      }
      @Nullable Object[] found = SlotTree.leaf(root, position);
      if (found != null) {
        return found;
      }
    }
  }

  private boolean isSeen(@Nullable Object slot) {
    if (slot == null) {
      return false;
    }
    RowVersion newest = (RowVersion) slot;
    if (newest.getClass() == RowVersion.class) {
      Transaction writer = newest.xmin();
      if (writer == seenWriter) {
        version = newest;
        return true;
      }
      if (snapshot.sees(writer, newest.cmin())) {
        seenWriter = writer.isInProgress() ? null : writer;
        version = newest;
        return true;
      }
      return false;
    }
    RowVersion seen = newest.seenBy(snapshot);
    version = seen;
    return seen != null;
  }

  /** The id of the row stepped to. */
  public long rowId() {
    return rowId;
  }

  /** The version of it that the snapshot sees. */
  public RowVersion version() {
    RowVersion found = version;
    if (found == null) {
      throw new IllegalStateException("not on a row");
    }
    return found;
  }

  /** Its values. */
  public byte[] tuple() {
    return version().tuple();
  }
}
