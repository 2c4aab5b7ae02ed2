package dev.postern.backend.storage;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.postern.backend.txn.LockOwner;
import dev.postern.backend.txn.LockTable;
import dev.postern.backend.txn.RowLockMode;
import dev.postern.backend.txn.Snapshot;
import dev.postern.backend.txn.SnapshotSlot;
import dev.postern.backend.txn.Transaction;
import dev.postern.backend.txn.TransactionRegistry;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RowTreeTest {
  private final TransactionRegistry registry = new TransactionRegistry();
  private final LockTable locks = new LockTable();
  private final LockOwner mine = locks.register(1, 1);
  private final LockOwner others = locks.register(2, 1);
  private final Branch branch = Branch.root(registry, 1);
  private final RowTree table = branch.createRowTree(10);
  private final IndexTree index = branch.createIndexTree(11);
  private final Conflict conflict = new Conflict();

  private static byte[] row(int value) {
    return new byte[] {(byte) value};
  }

  private Snapshot snapshot(Branch of, @Nullable Transaction own, int commandId) {
    SnapshotSlot slot = registry.claimSlot(of.id());
    Snapshot snapshot = new Snapshot(of.lineage());
    slot.acquire(snapshot);
    registry.releaseSlot(slot);
    snapshot.own(own);
    snapshot.commandId(commandId);
    return snapshot;
  }

  private Snapshot fresh() {
    return snapshot(branch, null, 0);
  }

  /** The value seen, or null. */
  private static @Nullable Integer value(RowTree tree, long rowId, Snapshot snapshot) {
    RowVersion seen = tree.visible(rowId, snapshot);
    return seen == null ? null : (int) seen.tuple()[0];
  }

  private RowVersion seen(long rowId, Snapshot snapshot) {
    RowVersion seen = table.visible(rowId, snapshot);
    assertNotNull(seen);
    return seen;
  }

  private long committedRow(int value) {
    Transaction writer = registry.begin(1, others);
    long rowId = table.insert(writer, 0, row(value));
    registry.commit(writer);
    return rowId;
  }

  private WriteOutcome update(long rowId, RowVersion seen, Transaction by, int command, int value) {
    return table.tryUpdate(rowId, seen, by, command, row(value), false, true, conflict);
  }

  @Test
  void aRowIsSeenFromTheCommitOn() {
    Transaction writer = registry.begin(1, others);
    Snapshot before = fresh();
    long rowId = table.insert(writer, 0, row(5));
    Snapshot during = fresh();
    registry.commit(writer);
    assertNull(value(table, rowId, before));
    assertNull(value(table, rowId, during));
    assertEquals(5, value(table, rowId, fresh()));
  }

  @Test
  void ownChangesAreSeenByLaterCommands() {
    Transaction own = registry.begin(1, mine);
    long rowId = table.insert(own, 3, row(5));
    assertNull(value(table, rowId, snapshot(branch, own, 3)));
    assertEquals(5, value(table, rowId, snapshot(branch, own, 4)));
    assertNull(value(table, rowId, fresh()));
    RowVersion seen = seen(rowId, snapshot(branch, own, 4));
    assertEquals(WriteOutcome.OK, update(rowId, seen, own, 4, 6));
    assertEquals(5, value(table, rowId, snapshot(branch, own, 4)));
    assertEquals(6, value(table, rowId, snapshot(branch, own, 5)));
    assertEquals(WriteOutcome.SELF_MODIFIED, update(rowId, seen, own, 4, 7));
    RowVersion newer = seen(rowId, snapshot(branch, own, 5));
    assertEquals(WriteOutcome.OK, table.tryDelete(rowId, newer, own, 5, conflict));
    assertEquals(6, value(table, rowId, snapshot(branch, own, 5)));
    assertNull(value(table, rowId, snapshot(branch, own, 6)));
    assertEquals(WriteOutcome.SELF_MODIFIED, table.tryDelete(rowId, newer, own, 6, conflict));
  }

  @Test
  void whatASubtransactionDidGoesWithItsRollback() {
    long rowId = committedRow(1);
    Transaction own = registry.begin(1, mine);
    Transaction sub = registry.beginSub(own);
    assertEquals(WriteOutcome.OK, update(rowId, seen(rowId, fresh()), sub, 0, 2));
    long added = table.insert(sub, 0, row(9));
    assertEquals(2, value(table, rowId, snapshot(branch, own, 1)));
    assertEquals(9, value(table, added, snapshot(branch, own, 1)));
    registry.abort(sub);
    Snapshot after = snapshot(branch, own, 2);
    assertEquals(1, value(table, rowId, after));
    assertNull(value(table, added, after));
    assertEquals(WriteOutcome.OK, update(rowId, seen(rowId, after), own, 2, 3));
    assertEquals(3, value(table, rowId, snapshot(branch, own, 3)));
    registry.commit(own);
    assertEquals(3, value(table, rowId, fresh()));
  }

  @Test
  void aReleasedSubtransactionCommitsWithItsParent() {
    Transaction own = registry.begin(1, mine);
    Transaction sub = registry.beginSub(registry.beginSub(own));
    long rowId = table.insert(sub, 0, row(4));
    assertNull(value(table, rowId, fresh()));
    long csn = registry.commit(own);
    assertEquals(4, value(table, rowId, fresh()));
    assertEquals(csn, sub.csn());
  }

  @Test
  void concurrentChangesAreReported() {
    long rowId = committedRow(1);
    RowVersion seen = seen(rowId, fresh());
    Transaction other = registry.begin(1, others);
    Transaction own = registry.begin(1, mine);
    assertEquals(WriteOutcome.OK, update(rowId, seen, other, 0, 2));
    assertEquals(WriteOutcome.CONFLICT_IN_PROGRESS, update(rowId, seen, own, 0, 3));
    assertSame(other, conflict.transaction());
    registry.commit(other);
    assertEquals(WriteOutcome.UPDATED_CONCURRENTLY, update(rowId, seen, own, 0, 3));
    assertEquals(2, conflict.version().tuple()[0]);
    RowVersion newer = conflict.version();
    Transaction deleter = registry.begin(1, others);
    assertEquals(WriteOutcome.OK, table.tryDelete(rowId, newer, deleter, 0, conflict));
    assertEquals(WriteOutcome.CONFLICT_IN_PROGRESS, update(rowId, newer, own, 0, 3));
    registry.abort(deleter);
    assertEquals(WriteOutcome.OK, update(rowId, newer, own, 0, 3));
    registry.commit(own);
    Transaction last = registry.begin(1, mine);
    RowVersion third = seen(rowId, fresh());
    assertEquals(WriteOutcome.OK, table.tryDelete(rowId, third, last, 0, conflict));
    registry.commit(last);
    Transaction late = registry.begin(1, mine);
    assertEquals(WriteOutcome.DELETED_CONCURRENTLY, update(rowId, third, late, 0, 3));
    assertEquals(WriteOutcome.DELETED_CONCURRENTLY, update(rowId, seen, late, 0, 3));
  }

  @Test
  void rowLocksAndUpdatesRespectEachOther() {
    long rowId = committedRow(1);
    RowVersion seen = seen(rowId, fresh());
    Transaction other = registry.begin(1, others);
    Transaction own = registry.begin(1, mine);
    assertEquals(
        WriteOutcome.OK, table.tryLockRow(rowId, seen, other, RowLockMode.KEY_SHARE, conflict));
    assertEquals(WriteOutcome.CONFLICT_IN_PROGRESS, table.tryDelete(rowId, seen, own, 0, conflict));
    assertSame(other, conflict.transaction());
    assertEquals(WriteOutcome.OK, update(rowId, seen, own, 0, 2), "no key is changed");
    assertEquals(
        WriteOutcome.OK, table.tryLockRow(rowId, seen, other, RowLockMode.KEY_SHARE, conflict));
    assertEquals(
        WriteOutcome.CONFLICT_IN_PROGRESS,
        table.tryLockRow(rowId, seen, other, RowLockMode.SHARE, conflict));
    assertSame(own, conflict.transaction());
    registry.abort(own);
    registry.commit(other);
    locks.releaseTransaction(others);
    Transaction next = registry.begin(1, mine);
    assertEquals(WriteOutcome.OK, table.tryDelete(rowId, seen, next, 0, conflict));
    assertEquals(
        WriteOutcome.CONFLICT_IN_PROGRESS,
        table.tryLockRow(rowId, seen, registry.begin(1, others), RowLockMode.KEY_SHARE, conflict));
  }

  @Test
  void branchesDoNotSeeEachOthersLaterWrites() {
    long rowId = committedRow(1);
    Transaction running = registry.begin(1, others);
    assertEquals(WriteOutcome.OK, update(rowId, seen(rowId, fresh()), running, 0, 2));
    long added = table.insert(running, 0, row(8));
    Branch fork = branch.fork(2);
    registry.commit(running);
    RowTree forked = fork.rowTree(10);
    assertEquals(2, value(table, rowId, fresh()));
    assertEquals(1, value(forked, rowId, snapshot(fork, null, 0)));
    assertNull(value(forked, added, snapshot(fork, null, 0)), "it ran when the fork was made");
    LockOwner inFork = locks.register(3, 2);
    Transaction there = registry.begin(2, inFork);
    RowVersion seen = forked.visible(rowId, snapshot(fork, null, 0));
    assertNotNull(seen);
    assertEquals(
        WriteOutcome.OK, forked.tryUpdate(rowId, seen, there, 0, row(3), true, true, conflict));
    forked.insert(there, 0, row(7));
    registry.commit(there);
    assertEquals(3, value(forked, rowId, snapshot(fork, null, 0)));
    assertEquals(2, value(table, rowId, fresh()));
    Branch grandchild = fork.fork(3);
    assertEquals(3, value(grandchild.rowTree(10), rowId, snapshot(grandchild, null, 0)));
    assertNull(value(grandchild.rowTree(10), added, snapshot(grandchild, null, 0)));
    branch.drop(10);
    assertEquals(3, value(fork.rowTree(10), rowId, snapshot(fork, null, 0)));
    assertFalse(branch.exists(10));
  }

  @Test
  void aHotRowStaysAShortChain() {
    long rowId = committedRow(0);
    for (int i = 0; i < 100_000; i++) {
      Transaction own = registry.begin(1, mine);
      assertEquals(WriteOutcome.OK, update(rowId, seen(rowId, fresh()), own, 0, i & 63));
      if (i % 5 == 0) {
        registry.abort(own);
      } else {
        registry.commit(own);
      }
      RowVersion newest = table.newest(rowId);
      assertTrue(newest != null && newest.depth() <= 40);
    }
    table.vacuum();
    RowVersion newest = table.newest(rowId);
    assertTrue(newest != null && newest.depth() == 1);
  }

  @Test
  void aHeldSnapshotKeepsWhatItSees() {
    long rowId = committedRow(1);
    SnapshotSlot slot = registry.claimSlot(1);
    Snapshot old = new Snapshot(branch.lineage());
    slot.acquire(old);
    for (int i = 2; i < 100; i++) {
      Transaction own = registry.begin(1, mine);
      assertEquals(WriteOutcome.OK, update(rowId, seen(rowId, fresh()), own, 0, i));
      registry.commit(own);
    }
    table.vacuum();
    assertEquals(1, value(table, rowId, old));
    slot.release();
    table.vacuum();
    RowVersion newest = table.newest(rowId);
    assertTrue(newest != null && newest.depth() == 1);
  }

  /** One index over the only byte of each row. */
  private void indexed() {
    table.indexes(
        new TableIndexes() {
          @Override
          public int count() {
            return 1;
          }

          @Override
          public IndexTree tree(int i) {
            return index;
          }

          @Override
          public byte[] key(int i, byte[] tuple) {
            return tuple;
          }
        });
  }

  private List<Long> rowIdsWith(int value) {
    List<Long> found = new ArrayList<>();
    for (IndexCursor cursor = index.scan(row(value), true, row(value), true); cursor.next(); ) {
      found.add(cursor.rowId());
    }
    return found;
  }

  private int entries() {
    int count = 0;
    for (IndexCursor cursor = index.scan(null, true, null, true); cursor.next(); ) {
      count++;
    }
    return count;
  }

  @Test
  void aTableFilledAndEmptiedAgainAndAgainDoesNotGrow() {
    indexed();
    for (int round = 0; round < 30; round++) {
      Transaction filler = registry.begin(1, mine);
      for (int i = 0; i < 1_000; i++) {
        index.insert(row(i), table.insert(filler, 0, row(i)));
      }
      if (round % 3 == 2) {
        registry.abort(filler);
      } else {
        registry.commit(filler);
      }
      Transaction deleter = registry.begin(1, mine);
      for (RowCursor cursor = table.scan(fresh()); cursor.next(); ) {
        assertEquals(
            WriteOutcome.OK,
            table.tryDelete(cursor.rowId(), cursor.version(), deleter, 0, conflict));
      }
      registry.commit(deleter);
      assertTrue(table.rowEstimate() <= 4_000, () -> "rows " + table.rowEstimate());
      assertTrue(entries() <= 4_000);
    }
    table.vacuum();
    assertEquals(0, table.rowEstimate());
    assertEquals(0, entries());
  }

  @Test
  void indexEntriesGoWithTheVersionsThatHadThem() {
    indexed();
    long rowId = committedRow(1);
    index.insert(row(1), rowId);
    for (int value : new int[] {2, 1, 2}) {
      Transaction own = registry.begin(1, mine);
      assertEquals(WriteOutcome.OK, update(rowId, seen(rowId, fresh()), own, 0, value));
      index.insert(row(value), rowId);
      registry.commit(own);
    }
    Transaction failed = registry.begin(1, mine);
    assertEquals(WriteOutcome.OK, update(rowId, seen(rowId, fresh()), failed, 0, 3));
    index.insert(row(3), rowId);
    registry.abort(failed);
    table.vacuum();
    assertEquals(List.of(), rowIdsWith(1));
    assertEquals(List.of(rowId), rowIdsWith(2));
    assertEquals(List.of(), rowIdsWith(3));
  }

  private UniqueOutcome insertUnique(Transaction by, int value) {
    long rowId = table.insert(by, 0, row(value));
    UniqueOutcome outcome =
        index.insertUnique(row(value), rowId, table, tuple -> tuple, by, conflict);
    if (outcome != UniqueOutcome.OK) {
      table.retract(rowId, by);
    }
    return outcome;
  }

  @Test
  void aUniqueKeyIsGivenOnce() {
    indexed();
    Transaction other = registry.begin(1, others);
    assertEquals(UniqueOutcome.OK, insertUnique(other, 1));
    assertEquals(UniqueOutcome.DUPLICATE, insertUnique(other, 1));
    Transaction own = registry.begin(1, mine);
    assertEquals(UniqueOutcome.MUST_WAIT, insertUnique(own, 1));
    assertSame(other, conflict.transaction());
    registry.commit(other);
    assertEquals(UniqueOutcome.DUPLICATE, insertUnique(own, 1));
    long rowId = conflict.rowId();
    Transaction mover = registry.begin(1, others);
    assertEquals(WriteOutcome.OK, update(rowId, seen(rowId, fresh()), mover, 0, 2));
    assertEquals(
        UniqueOutcome.OK, index.insertUnique(row(2), rowId, table, t -> t, mover, conflict));
    assertEquals(UniqueOutcome.MUST_WAIT, insertUnique(own, 1), "it may come back");
    assertEquals(UniqueOutcome.MUST_WAIT, insertUnique(own, 2));
    registry.abort(mover);
    assertEquals(UniqueOutcome.DUPLICATE, insertUnique(own, 1));
    assertEquals(UniqueOutcome.OK, insertUnique(own, 2));
    assertEquals(WriteOutcome.OK, table.tryDelete(rowId, seen(rowId, fresh()), own, 0, conflict));
    assertEquals(UniqueOutcome.OK, insertUnique(own, 1));
  }

  @Test
  void lazyTreesAreBuiltOnceForAllBranches() {
    int[] built = {0};
    branch.createLazyRowTree(
        20,
        () -> {
          built[0]++;
          return new RowSource() {
            private int at;

            @Override
            public boolean next() {
              return ++at <= 500;
            }

            @Override
            public byte[] tuple() {
              return row(at);
            }
          };
        });
    Branch fork = branch.fork(2);
    assertEquals(0, built[0]);
    assertEquals(100, value(fork.rowTree(20), 100, snapshot(fork, null, 0)));
    Transaction own = registry.begin(1, mine);
    RowVersion seen = branch.rowTree(20).visible(100, fresh());
    assertNotNull(seen);
    branch.rowTree(20).tryDelete(100, seen, own, 0, conflict);
    assertEquals(501, branch.rowTree(20).insert(own, 0, row(1)));
    registry.commit(own);
    assertNull(value(branch.rowTree(20), 100, fresh()));
    assertEquals(100, value(fork.rowTree(20), 100, snapshot(fork, null, 0)));
    assertEquals(1, built[0]);
    int count = 0;
    for (RowCursor cursor = fork.rowTree(20).scanBackward(snapshot(fork, null, 0), 11, 401);
        cursor.next(); ) {
      assertEquals(400 - count++, cursor.rowId());
    }
    assertEquals(390, count);
  }

  @Test
  void aForkTakesSequencesAlong() {
    SequenceState sequence = branch.createSequence(30, new SequenceState.Value(1, false));
    sequence.set(new SequenceState.Value(5, true));
    Branch fork = branch.fork(2);
    SequenceState.Value kept = sequence.get();
    assertTrue(sequence.compareAndSet(kept, new SequenceState.Value(6, true)));
    assertFalse(sequence.compareAndSet(kept, new SequenceState.Value(7, true)));
    assertEquals(5, fork.sequence(30).get().last());
    fork.sequence(30).set(new SequenceState.Value(9, true));
    assertEquals(6, sequence.get().last());
    assertEquals(9, fork.fork(3).sequence(30).get().last());
  }
}
