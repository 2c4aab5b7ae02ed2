package dev.postern.backend.storage;

import org.jspecify.annotations.Nullable;

/**
 * The indexes of a table in one branch, so that entries of dead versions can be removed. Immutable;
 * registered with {@link RowTree#indexes}. Its methods are called under the table's write lock.
 */
public interface TableIndexes {
  int count();

  IndexTree tree(int index);

  /** The key of a row in an index, or null if it is not in it. */
  byte @Nullable [] key(int index, byte[] tuple);
}
