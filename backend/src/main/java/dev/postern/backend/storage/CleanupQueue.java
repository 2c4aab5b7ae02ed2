package dev.postern.backend.storage;

import dev.postern.backend.txn.Transaction;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a table that may have something to prune once a transaction has ended: ranges of
 * consecutive row ids that one transaction inserted, or that it changed. A ring; only the newest
 * range grows. Guarded by the table's write lock.
 */
final class CleanupQueue {
  private @Nullable Transaction[] transactions = {};
  private long[] first = {};
  private long[] last = {};
  private boolean[] inserted = {};
  private int head;
  private int turn;
  private int size;

  boolean isEmpty() {
    return size == 0;
  }

  int size() {
    return size;
  }

  /** Notes that a transaction inserted or changed a row; extends the newest range if it can. */
  void add(Transaction transaction, long rowId, boolean isInsert) {
    if (size > 0) {
      int newest = index(size - 1);
      if (transactions[newest] == transaction && inserted[newest] == isInsert) {
        if (rowId == last[newest] + 1) {
          last[newest] = rowId;
          return;
        }
        if (rowId >= first[newest] && rowId <= last[newest]) {
          return;
        }
      }
    }
    put(transaction, rowId, rowId, isInsert);
  }

  private void put(Transaction transaction, long from, long to, boolean isInsert) {
    if (size == first.length) {
      grow();
    }
    int at = index(size++);
    transactions[at] = transaction;
    first[at] = from;
    last[at] = to;
    inserted[at] = isInsert;
  }

  /** Turns to the next range, round and round. There must be one. */
  void turn() {
    turn = turn + 1 < size ? turn + 1 : 0;
  }

  /** Who inserted or changed the range turned to. */
  Transaction transaction() {
    Transaction found = transactions[index(turn)];
    if (found == null) {
      throw new IllegalStateException("not turned to a range");
    }
    return found;
  }

  boolean isInsert() {
    return inserted[index(turn)];
  }

  /**
   * Takes the lowest row id of the range turned to, and the range with its last row; then {@link
   * #transaction} is another's until the next {@link #turn}.
   */
  long takeRow() {
    int at = index(turn);
    long row = first[at];
    if (row == last[at]) {
      dropRange();
    } else {
      first[at] = row + 1;
    }
    return row;
  }

  /** Drops the range turned to; the oldest takes its place, so the newest stays the newest. */
  void dropRange() {
    int at = index(turn);
    if (turn == size - 1) {
      transactions[at] = null;
    } else {
      transactions[at] = transactions[head];
      first[at] = first[head];
      last[at] = last[head];
      inserted[at] = inserted[head];
      transactions[head] = null;
      head = index(1);
    }
    size--;
    if (turn >= size) {
      turn = 0;
    }
  }

  private int index(int position) {
    return head + position & first.length - 1;
  }

  private void grow() {
    int capacity = Math.max(4, first.length * 2);
    @Nullable Transaction[] newTransactions = Arrays.copyOf(transactions, capacity);
    long[] newFirst = new long[capacity];
    long[] newLast = new long[capacity];
    boolean[] newInserted = new boolean[capacity];
    for (int i = 0; i < size; i++) {
      int from = index(i);
      newTransactions[i] = transactions[from];
      newFirst[i] = first[from];
      newLast[i] = last[from];
      newInserted[i] = inserted[from];
    }
    transactions = newTransactions;
    first = newFirst;
    last = newLast;
    inserted = newInserted;
    head = 0;
  }
}
