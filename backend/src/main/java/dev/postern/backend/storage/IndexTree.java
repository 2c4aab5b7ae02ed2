package dev.postern.backend.storage;

import dev.postern.backend.txn.Transaction;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * An index in one branch: entries of a memcomparable key (unsigned bytes) and a row id, in that
 * order, each at most once. It knows no visibility: an entry says that some version of the row has,
 * or had, the key, so who reads it looks at the row and compares the key of what it sees.
 *
 * <p>Readers take no lock. Writers take the tree's lock for the time of a change. A table's lock
 * may be held when this one is taken, never the other way round.
 */
public final class IndexTree {
  /**
   * A leaf that has fewer entries after a removal is joined with its neighbour if both fit well.
   */
  private static final int SPARSE = 16;

  private final Branch branch;
  private final int relfile;
  private final ReentrantLock lock = new ReentrantLock();
  private volatile IndexRoot root;
  private volatile long changes;

  /** What a split leaves for the level above: the lowest entry of the right half, and the half. */
  private byte[] splitKey = {};

  private long splitRowId;
  private @Nullable Object splitRight;

  IndexTree(Branch branch, int relfile, IndexRoot root) {
    this.branch = branch;
    this.relfile = relfile;
    this.root = root;
  }

  /** Adds an entry; false if it is there already. */
  public boolean insert(byte[] key, long rowId) {
    lock.lock();
    try {
      return insertLocked(key, rowId);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Adds an entry unless another row claims the key: one that is live or may become so when a
   * running transaction ends. The own row must be in the table already. Keys that hold a null,
   * where nulls are distinct, are inserted with {@link #insert} instead.
   *
   * @param own the inserting transaction
   * @param conflict told which row or transaction is in the way
   */
  public UniqueOutcome insertUnique(
      byte[] key, long rowId, RowTree table, KeyOf keyOf, Transaction own, Conflict conflict) {
    lock.lock();
    try {
      UniqueOutcome outcome = probeUnique(key, rowId, table, keyOf, own, conflict);
      if (outcome == UniqueOutcome.OK) {
        insertLocked(key, rowId);
      }
      return outcome;
    } finally {
      lock.unlock();
    }
  }

  /**
   * Looks for another row that claims the key, inserting nothing: for ON CONFLICT and for deferred
   * constraints.
   *
   * @param rowId the row that may have the key, or a negative number for none
   */
  public UniqueOutcome probeUnique(
      byte[] key,
      long rowId,
      RowTree table,
      KeyOf keyOf,
      @Nullable Transaction own,
      Conflict conflict) {
    Object top = root.node();
    Object node = top;
    boolean isRightmost = true;
    while (node instanceof IndexInner inner) {
      int index = inner.childIndex(key, Long.MIN_VALUE);
      isRightmost &= index == inner.children.length - 1;
      node = inner.child(index);
    }
    IndexLeaf leaf = (IndexLeaf) node;
    int size = leaf.count();
    int at = leaf.countBelow(size, key, Long.MIN_VALUE);
    while (at < size && leaf.hasKey(at, key)) {
      UniqueOutcome outcome = claims(leaf.rowIds[at], rowId, key, table, keyOf, own, conflict);
      if (outcome != UniqueOutcome.OK) {
        return outcome;
      }
      at++;
    }
    if (at < size || isRightmost) {
      return UniqueOutcome.OK;
    }
    // The leaf ends before it is clear that no more follow: rare, so it may start over.
    IndexCursor cursor = new IndexCursor(top, key, true, key, true, true);
    while (cursor.next()) {
      if (cursor.keyLength() == key.length) {
        UniqueOutcome outcome = claims(cursor.rowId(), rowId, key, table, keyOf, own, conflict);
        if (outcome != UniqueOutcome.OK) {
          return outcome;
        }
      }
    }
    return UniqueOutcome.OK;
  }

  private static UniqueOutcome claims(
      long found,
      long rowId,
      byte[] key,
      RowTree table,
      KeyOf keyOf,
      @Nullable Transaction own,
      Conflict conflict) {
    return found == rowId ? UniqueOutcome.OK : table.claims(found, key, keyOf, own, conflict);
  }

  private static IndexLeaf leafFor(Object top, byte[] key, long rowId) {
    Object node = top;
    while (node instanceof IndexInner inner) {
      node = inner.child(inner.childIndex(key, rowId));
    }
    return (IndexLeaf) node;
  }

  private boolean insertLocked(byte[] key, long rowId) {
    Owner owner = branch.owner();
    Object before = root.node();
    IndexLeaf leaf = leafFor(before, key, rowId);
    int size = leaf.count();
    int at = leaf.countBelow(size, key, rowId);
    if (at < size && leaf.isEntry(at, key, rowId)) {
      return false;
    }
    noteChange();
    if (at == size && leaf.owner == owner && leaf.appended(key, rowId)) {
      return true;
    }
    splitRight = null;
    Object after = inserted(before, key, rowId, owner, true);
    Object right = splitRight;
    if (right != null) {
      IndexLeaf separator = IndexLeaf.of(owner, splitKey, splitRowId);
      after = new IndexInner(owner, separator, new Object[] {after, right});
      splitRight = null;
    }
    storeRoot(owner, before, after);
    return true;
  }

  private void storeRoot(Owner owner, Object before, Object after) {
    if (before != after || root.owner() != owner) {
      IndexRoot changed = new IndexRoot(owner, after);
      root = changed;
      branch.storeRoot(relfile, changed);
    }
  }

  private Object inserted(Object node, byte[] key, long rowId, Owner owner, boolean isRightmost) {
    if (node instanceof IndexLeaf leaf) {
      return insertedInLeaf(leaf, key, rowId, owner, isRightmost);
    }
    IndexInner inner = (IndexInner) node;
    int index = inner.childIndex(key, rowId);
    boolean isLast = isRightmost && index == inner.children.length - 1;
    Object before = inner.child(index);
    Object after = inserted(before, key, rowId, owner, isLast);
    Object right = splitRight;
    if (right == null) {
      return before == after ? inner : inner.withChild(owner, index, after);
    }
    splitRight = null;
    IndexInner wider = inner.withSplit(owner, index, after, splitKey, splitRowId, right);
    int size = wider.children.length;
    if (size <= IndexInner.CAPACITY) {
      return wider;
    }
    int middle = isLast ? size - 2 : size / 2;
    splitKey = wider.separators.key(middle - 1);
    splitRowId = wider.separators.rowIds[middle - 1];
    splitRight = wider.part(owner, middle, size);
    return wider.part(owner, 0, middle);
  }

  private Object insertedInLeaf(
      IndexLeaf leaf, byte[] key, long rowId, Owner owner, boolean isRightmost) {
    int size = leaf.count();
    int at = leaf.countBelow(size, key, rowId);
    if (leaf.hasRoomFor(key)) {
      return leaf.with(owner, at, key, rowId);
    }
    // Ascending keys, the usual case, leave full leaves behind.
    int middle = size == 1 || isRightmost && at == size ? at : (size + 1) / 2;
    IndexLeaf left = leaf.part(owner, 0, middle);
    IndexLeaf right = leaf.part(owner, middle, size);
    if (at <= middle && middle < size) {
      left = left.with(owner, at, key, rowId);
    } else {
      right = right.with(owner, at - middle, key, rowId);
    }
    splitKey = right.key(0);
    splitRowId = right.rowIds[0];
    splitRight = right;
    return left;
  }

  /** Removes an entry; false if it is not there. */
  public boolean remove(byte[] key, long rowId) {
    lock.lock();
    try {
      Owner owner = branch.owner();
      Object before = root.node();
      Object after = removed(before, key, rowId, owner);
      if (after == null) {
        after = IndexLeaf.empty(owner);
      } else if (after == NOT_FOUND) {
        return false;
      }
      while (after instanceof IndexInner inner && inner.children.length == 1) {
        after = inner.child(0);
      }
      noteChange();
      storeRoot(owner, before, after);
      return true;
    } finally {
      lock.unlock();
    }
  }

  private static final Object NOT_FOUND = new Object();

  /** The node without the entry; null if nothing is left in it. */
  private @Nullable Object removed(Object node, byte[] key, long rowId, Owner owner) {
    if (node instanceof IndexLeaf leaf) {
      int size = leaf.count();
      int at = leaf.countBelow(size, key, rowId);
      if (at == size || !leaf.isEntry(at, key, rowId)) {
        return NOT_FOUND;
      }
      return size == 1 ? null : leaf.without(owner, at);
    }
    IndexInner inner = (IndexInner) node;
    int index = inner.childIndex(key, rowId);
    Object before = inner.child(index);
    Object after = removed(before, key, rowId, owner);
    if (after == NOT_FOUND) {
      return NOT_FOUND;
    }
    if (after == null) {
      return inner.children.length == 1 ? null : inner.withoutChild(owner, index);
    }
    if (after instanceof IndexLeaf leaf && leaf.count() < SPARSE && inner.children.length > 1) {
      return joinedWithNeighbour(inner, index, leaf, owner);
    }
    return before == after ? inner : inner.withChild(owner, index, after);
  }

  private static IndexInner joinedWithNeighbour(
      IndexInner inner, int index, IndexLeaf leaf, Owner owner) {
    boolean isLast = index == inner.children.length - 1;
    int leftIndex = isLast ? index - 1 : index;
    IndexLeaf left = isLast ? (IndexLeaf) inner.child(leftIndex) : leaf;
    IndexLeaf right = isLast ? leaf : (IndexLeaf) inner.child(index + 1);
    int size = left.count() + right.count();
    int bytes = left.keyBytes() + right.keyBytes();
    if (size > IndexLeaf.CAPACITY * 3 / 4 || bytes > IndexLeaf.MAX_KEY_BYTES) {
      return inner.withChild(owner, index, leaf);
    }
    return inner.withJoined(owner, leftIndex, left.joined(owner, right));
  }

  /** Replaces all there is by the given entries; for CREATE INDEX, before others use the tree. */
  public void build(IndexSource entries) {
    IndexRoot built = IndexBuilder.build(entries, branch.owner());
    lock.lock();
    try {
      noteChange();
      root = built;
      branch.storeRoot(relfile, built);
    } finally {
      lock.unlock();
    }
  }

  /**
   * The entries within bounds, ascending. A bound may be a prefix of keys (the leading columns) and
   * then stands for all keys that begin with it: an inclusive bound takes them in, an exclusive one
   * leaves them out. A null bound is none.
   */
  public IndexCursor scan(
      byte @Nullable [] lower,
      boolean lowerInclusive,
      byte @Nullable [] upper,
      boolean upperInclusive) {
    return new IndexCursor(root.node(), lower, lowerInclusive, upper, upperInclusive, true);
  }

  /** As {@link #scan}, descending. */
  public IndexCursor scanBackward(
      byte @Nullable [] lower,
      boolean lowerInclusive,
      byte @Nullable [] upper,
      boolean upperInclusive) {
    return new IndexCursor(root.node(), lower, lowerInclusive, upper, upperInclusive, false);
  }

  /** Grows with every change; for telling whether something kept is still up to date. */
  public long changes() {
    return changes;
  }

  /** Under the lock. */
  private void noteChange() {
    changes = changes + 1;
  }
}
