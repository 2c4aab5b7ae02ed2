package dev.postern.backend.storage;

import dev.postern.backend.txn.Lineage;
import dev.postern.backend.txn.RowLockMode;
import dev.postern.backend.txn.Transaction;
import java.util.ArrayList;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The rules of version chains: whether a row may be changed, what its chain is after a change, and
 * what of it nobody can see any more. One per table; all but {@link #claims} under its write lock.
 *
 * <p>A chain, newest first, is: versions of transactions that were rolled back; or else versions of
 * one running transaction; then the newest <em>settled</em> version, written by a committed
 * transaction or the own one; then those it replaced. Rolled-back versions are dropped by the next
 * writer and so are never in the middle.
 *
 * <p>Chains are shared between branches, so pruning never changes a version: it makes those in
 * front of the cut again. To keep that cheap, a chain beyond a few versions is tried only when its
 * length has doubled.
 */
final class VersionChains {
  /** Up to this length a chain is tried at every change. */
  static final int SHORT = 4;

  private final Lineage lineage;
  private @Nullable TableIndexes indexes;
  private long horizon;
  private boolean wantsHorizon;

  VersionChains(Lineage lineage) {
    this.lineage = lineage;
  }

  void indexes(TableIndexes tableIndexes) {
    indexes = tableIndexes;
  }

  /** Sets what may be pruned: see {@link Branch#horizon}. */
  void horizon(long csn) {
    horizon = csn;
    wantsHorizon = false;
  }

  void wantHorizon() {
    wantsHorizon = true;
  }

  /** Whether a chain has grown that a newer horizon might cut. */
  boolean wantsHorizon() {
    return wantsHorizon;
  }

  long horizon() {
    return horizon;
  }

  private boolean isOwn(Transaction transaction, Transaction ownTop) {
    return transaction.belongsTo(ownTop) && lineage.csn(transaction) == Transaction.IN_PROGRESS;
  }

  private boolean isAborted(Transaction transaction) {
    return lineage.csn(transaction) == Transaction.ABORTED;
  }

  /** Whether {@code seen} may be replaced or locked as far as the chain tells. */
  WriteOutcome check(
      @Nullable RowVersion head,
      RowVersion seen,
      Transaction own,
      RowLockMode mode,
      Conflict conflict) {
    Transaction ownTop = own.top();
    Transaction blocker = null;
    boolean keyUpdate = false;
    RowVersion settled = head;
    while (settled != null) {
      long state = lineage.csn(settled.xmin());
      if (state > 0 || state == Transaction.IN_PROGRESS && settled.xmin().belongsTo(ownTop)) {
        break;
      }
      if (state == Transaction.IN_PROGRESS) {
        blocker = blocker == null ? settled.xmin() : blocker;
        Transaction changer = settled.xmax();
        keyUpdate |= changer != null && settled.keyUpdate() && !isAborted(changer);
      }
      settled = settled.older();
    }
    if (settled == null) {
      return WriteOutcome.DELETED_CONCURRENTLY;
    }
    Transaction changer = settled.xmax();
    if (changer != null && !isAborted(changer)) {
      if (lineage.csn(changer) > 0) {
        // If it updated the row it was running a moment ago, when its new version was passed over.
        return blocker == null
            ? WriteOutcome.DELETED_CONCURRENTLY
            : check(head, seen, own, mode, conflict);
      }
      if (changer.belongsTo(ownTop)) {
        return conflict.newer(WriteOutcome.SELF_MODIFIED, settled);
      }
      blocker = blocker == null ? changer : blocker;
      keyUpdate |= settled.keyUpdate();
    }
    if (!settled.isSameAs(seen)) {
      boolean byOwn = isOwn(settled.xmin(), ownTop);
      return conflict.newer(
          byOwn ? WriteOutcome.SELF_MODIFIED : WriteOutcome.UPDATED_CONCURRENTLY, settled);
    }
    if (blocker != null) {
      RowLockMode held = keyUpdate ? RowLockMode.UPDATE : RowLockMode.NO_KEY_UPDATE;
      if (held.conflictsWith(mode)) {
        return conflict.inProgress(blocker);
      }
    }
    return WriteOutcome.OK;
  }

  /** The chain after an update that {@link #check} allowed. */
  RowVersion updated(
      long rowId,
      RowVersion head,
      RowVersion seen,
      Transaction own,
      int commandId,
      byte[] tuple,
      boolean keyUpdate,
      boolean sameKeys) {
    RowVersion replaced = changed(rowId, head, seen, own, commandId, keyUpdate);
    RowVersion updated =
        new ChangedVersion(own, commandId, tuple, null, 0, false, sameKeys, replaced);
    dropRolledBack(rowId, head, seen, updated);
    return updated;
  }

  /** The chain after a delete that {@link #check} allowed. */
  RowVersion deleted(long rowId, RowVersion head, RowVersion seen, Transaction own, int commandId) {
    RowVersion deleted = changed(rowId, head, seen, own, commandId, true);
    dropRolledBack(rowId, head, seen, deleted);
    return deleted;
  }

  /** The settled version made again with its {@code xmax}, its tail pruned. */
  private RowVersion changed(
      long rowId,
      RowVersion head,
      RowVersion seen,
      Transaction own,
      int commandId,
      boolean keyUpdate) {
    RowVersion settled = settled(head, seen);
    RowVersion older = settled.older();
    if (older != null) {
      int depth = settled.depth();
      boolean isTried = depth <= SHORT || (depth & depth - 1) == 0;
      RowVersion kept = isTried ? cut(settled) : settled;
      if (kept != settled) {
        dropCut(rowId, settled, kept);
        older = kept.older();
      } else if (isTried && depth >= SHORT) {
        wantsHorizon = true;
      }
    }
    return new ChangedVersion(
        settled.xmin(),
        settled.cmin(),
        settled.tuple(),
        own,
        commandId,
        keyUpdate,
        settled.sameKeysAsOlder(),
        older);
  }

  private static RowVersion settled(RowVersion head, RowVersion seen) {
    RowVersion version = head;
    while (!version.isSameAs(seen)) {
      RowVersion older = version.older();
      if (older == null) {
        throw new IllegalStateException("the version to change is not in its chain");
      }
      version = older;
    }
    return version;
  }

  /** Removes the index entries of the versions in front of the settled one: they are aborted. */
  private void dropRolledBack(long rowId, RowVersion head, RowVersion seen, RowVersion survivors) {
    if (!head.isSameAs(seen)) {
      removeEntries(rowId, head, settled(head, seen), survivors);
    }
  }

  /** The chain without what nobody can see; the same object if that is nothing, null if all. */
  @Nullable RowVersion pruned(long rowId, RowVersion head) {
    RowVersion first = head;
    while (first != null && isAborted(first.xmin())) {
      first = first.older();
    }
    RowVersion kept = first == null || isDeadToAll(first) ? null : cut(first);
    if (kept == head) {
      return head;
    }
    if (first != head) {
      removeEntries(rowId, head, first, kept);
    }
    if (first != null && kept != first) {
      if (kept == null) {
        removeEntries(rowId, first, null, null);
      } else {
        dropCut(rowId, first, kept);
      }
    }
    return kept;
  }

  /** Whether every snapshot sees that the newest version of the row is deleted. */
  private boolean isDeadToAll(RowVersion version) {
    Transaction changer = version.xmax();
    if (changer == null) {
      return false;
    }
    long state = lineage.csn(changer);
    return state > 0 && state <= horizon;
  }

  /** The chain up to the first version that every snapshot sees; the same object if uncut. */
  private RowVersion cut(RowVersion head) {
    RowVersion version = head;
    int kept = 1;
    while (true) {
      RowVersion older = version.older();
      if (older == null) {
        return head;
      }
      long state = lineage.csn(version.xmin());
      if (state > 0 && state <= horizon) {
        return madeAgain(head, kept);
      }
      version = older;
      kept++;
    }
  }

  private static RowVersion madeAgain(RowVersion head, int length) {
    RowVersion[] versions = new RowVersion[length];
    RowVersion version = head;
    for (int i = 0; i < length && version != null; i++) {
      versions[i] = version;
      version = version.older();
    }
    RowVersion chain = withOlder(versions[length - 1], null);
    for (int i = length - 2; i >= 0; i--) {
      chain = withOlder(versions[i], chain);
    }
    return chain;
  }

  private static RowVersion withOlder(RowVersion version, @Nullable RowVersion older) {
    Transaction changer = version.xmax();
    if (older == null && changer == null) {
      return new RowVersion(version.xmin(), version.cmin(), version.tuple());
    }
    return new ChangedVersion(
        version.xmin(),
        version.cmin(),
        version.tuple(),
        changer,
        version.cmax(),
        version.keyUpdate(),
        older != null && version.sameKeysAsOlder(),
        older);
  }

  /**
   * Removes index entries of what was cut from a chain, if its keys are not those of a survivor.
   */
  private void dropCut(long rowId, RowVersion whole, RowVersion kept) {
    if (hasNoIndex()) {
      return;
    }
    RowVersion last = whole;
    for (int i = kept.depth(); i > 1; i--) {
      last = olderOf(last);
    }
    RowVersion dead = last.older();
    boolean isLinked = last.sameKeysAsOlder();
    while (dead != null && isLinked) {
      isLinked = dead.sameKeysAsOlder();
      dead = dead.older();
    }
    removeEntries(rowId, dead, null, kept);
  }

  private static RowVersion olderOf(RowVersion version) {
    RowVersion older = version.older();
    if (older == null) {
      throw new IllegalStateException("chain shorter than its depth");
    }
    return older;
  }

  private boolean hasNoIndex() {
    TableIndexes known = indexes;
    return known == null || known.count() == 0;
  }

  /**
   * Removes the index entries of dead versions, from {@code dead} to before {@code end}, whose keys
   * no survivor has.
   */
  void removeEntries(
      long rowId,
      @Nullable RowVersion dead,
      @Nullable RowVersion end,
      @Nullable RowVersion survivors) {
    TableIndexes known = indexes;
    if (known == null || dead == null) {
      return;
    }
    for (int i = 0; i < known.count(); i++) {
      ArrayList<byte[]> surviving = new ArrayList<>(2);
      for (RowVersion v = survivors; v != null; v = v.older()) {
        byte[] key = known.key(i, v.tuple());
        if (key != null) {
          surviving.add(key);
        }
      }
      byte[] previous = null;
      for (RowVersion v = dead; v != null && v != end; v = v.older()) {
        byte[] key = known.key(i, v.tuple());
        if (key != null && !Arrays.equals(key, previous) && !contains(surviving, key)) {
          known.tree(i).remove(key, rowId);
        }
        previous = key;
      }
    }
  }

  private static boolean contains(ArrayList<byte[]> keys, byte[] key) {
    for (byte[] other : keys) {
      if (Arrays.equals(other, key)) {
        return true;
      }
    }
    return false;
  }

  /**
   * The newest version of a chain that a transaction may go on from: rolled back ones and those of
   * other running transactions are passed over.
   */
  @Nullable RowVersion settled(@Nullable RowVersion head, Transaction own) {
    Transaction ownTop = own.top();
    RowVersion version = head;
    while (version != null) {
      long state = lineage.csn(version.xmin());
      if (state > 0 || state == Transaction.IN_PROGRESS && version.xmin().belongsTo(ownTop)) {
        return version;
      }
      version = version.older();
    }
    return null;
  }

  /** As {@link RowTree#claims}. Called without the table's lock. */
  UniqueOutcome claims(
      long rowId,
      RowVersion head,
      byte[] key,
      KeyOf keyOf,
      @Nullable Transaction own,
      Conflict conflict) {
    Transaction ownTop = own == null ? null : own.top();
    RowVersion version = head;
    while (version != null) {
      long inserted = lineage.csn(version.xmin());
      boolean isOther = inserted == Transaction.IN_PROGRESS && !version.xmin().belongsTo(ownTop);
      if (inserted != Transaction.ABORTED) {
        Transaction changer = version.xmax();
        long changed = changer == null ? Transaction.ABORTED : lineage.csn(changer);
        boolean isGone =
            changer != null
                && (changed > 0 || changed == Transaction.IN_PROGRESS && changer.belongsTo(ownTop));
        if (!isGone && Arrays.equals(keyOf.key(version.tuple()), key)) {
          if (isOther) {
            return conflict.mustWait(rowId, version.xmin());
          }
          return changer != null && changed == Transaction.IN_PROGRESS
              ? conflict.mustWait(rowId, changer)
              : conflict.duplicate(rowId);
        }
        if (!isOther) {
          return UniqueOutcome.OK;
        }
      }
      version = version.older();
    }
    return UniqueOutcome.OK;
  }
}
