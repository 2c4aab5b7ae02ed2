package dev.postern.backend.session;

import dev.postern.backend.storage.Branch;
import dev.postern.backend.txn.LockOwner;
import dev.postern.backend.txn.Transaction;
import dev.postern.backend.txn.TransactionRegistry;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The transactions that a session writes to one branch with: the top-level one and one for each
 * savepoint that has written. Each is begun at its first write, its parents before it. Used by the
 * session's thread.
 */
final class BranchWriter {
  private final Branch branch;
  private final TransactionRegistry registry;
  private final LockOwner owner;

  /** By depth of savepoints; those below {@link #begun} are there. */
  private @Nullable Transaction[] levels = new @Nullable Transaction[4];

  private int begun;

  BranchWriter(Branch branch, LockOwner owner) {
    this.branch = branch;
    this.owner = owner;
    registry = branch.registry();
  }

  Branch branch() {
    return branch;
  }

  /** The top-level transaction, or null while nothing was written. */
  @Nullable Transaction top() {
    return levels[0];
  }

  /** How many levels have a transaction. */
  int begun() {
    return begun;
  }

  /** The transaction to write with at a depth of savepoints; 0 is none. */
  Transaction writer(int depth) {
    if (depth < begun) {
      Transaction known = levels[depth];
      if (known != null) {
        return known;
      }
    }
    if (depth >= levels.length) {
      levels = Arrays.copyOf(levels, Math.max(depth + 1, levels.length * 2));
    }
    Transaction writer = begun == 0 ? null : levels[begun - 1];
    while (begun <= depth) {
      writer = writer == null ? registry.begin(branch.id(), owner) : registry.beginSub(writer);
      levels[begun++] = writer;
    }
    if (writer == null) {
      throw new IllegalStateException("no transaction at depth " + depth);
    }
    return writer;
  }

  /** Rolls back what was written at a depth and deeper. */
  void abort(int depth) {
    if (begun > depth) {
      Transaction outermost = levels[depth];
      if (outermost != null) {
        registry.abort(outermost);
      }
      forget(depth);
    }
  }

  /** What was written at a depth and deeper is the enclosing level's now. */
  void release(int depth) {
    if (begun > depth) {
      forget(depth);
    }
  }

  /** Commits everything; gives the CSN, or 0 where nothing was written. */
  long commit() {
    Transaction top = levels[0];
    if (top == null) {
      return 0;
    }
    long csn = registry.commit(top);
    forget(0);
    return csn;
  }

  private void forget(int depth) {
    Arrays.fill(levels, depth, begun, null);
    begun = depth;
  }
}
