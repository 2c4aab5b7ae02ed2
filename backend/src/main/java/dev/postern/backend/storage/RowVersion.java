package dev.postern.backend.storage;

import dev.postern.backend.txn.Snapshot;
import dev.postern.backend.txn.Transaction;
import org.jspecify.annotations.Nullable;

/**
 * One version of a row, head of the chain of older ones. Immutable: a version that is updated or
 * deleted is made again with its {@code xmax}, and only the slot in the tree changes.
 *
 * <p>A row that was only ever inserted needs 24 bytes here; {@link ChangedVersion} holds the rest.
 */
public sealed class RowVersion permits ChangedVersion {
  private final Transaction xmin;
  private final byte[] tuple;
  private final int cmin;

  RowVersion(Transaction xmin, int cmin, byte[] tuple) {
    this.xmin = xmin;
    this.cmin = cmin;
    this.tuple = tuple;
  }

  /** Who wrote it. */
  public final Transaction xmin() {
    return xmin;
  }

  /** In which of its commands. */
  public final int cmin() {
    return cmin;
  }

  /** The row's values; not to be changed. */
  public final byte[] tuple() {
    return tuple;
  }

  /** Who updated or deleted it, perhaps in vain; null if nobody did. */
  public @Nullable Transaction xmax() {
    return null;
  }

  /** In which of its commands. */
  public int cmax() {
    return 0;
  }

  /** Whether {@code xmax} deletes the row or changes a key that foreign keys may refer to. */
  public boolean keyUpdate() {
    return false;
  }

  /** The version before, or null. */
  public @Nullable RowVersion older() {
    return null;
  }

  /** The length of the chain from here on. */
  int depth() {
    return 1;
  }

  /** Whether its index keys are those of {@link #older}. */
  boolean sameKeysAsOlder() {
    return false;
  }

  /** The version of this chain that a snapshot sees, or null. */
  public final @Nullable RowVersion seenBy(Snapshot snapshot) {
    RowVersion version = this;
    while (version != null) {
      if (snapshot.sees(version.xmin, version.cmin)) {
        Transaction changer = version.xmax();
        return changer != null && snapshot.sees(changer, version.cmax()) ? null : version;
      }
      version = version.older();
    }
    return null;
  }

  /** Whether the other is this version, possibly with another {@code xmax}. */
  final boolean isSameAs(RowVersion other) {
    return tuple == other.tuple && xmin == other.xmin && cmin == other.cmin;
  }
}
