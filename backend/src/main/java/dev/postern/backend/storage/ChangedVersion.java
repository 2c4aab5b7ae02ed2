package dev.postern.backend.storage;

import dev.postern.backend.txn.Transaction;
import org.jspecify.annotations.Nullable;

/** A version that was changed or follows an older one. */
final class ChangedVersion extends RowVersion {
  private final @Nullable Transaction xmax;
  private final int cmax;
  private final boolean keyUpdate;
  private final boolean sameKeysAsOlder;
  private final int depth;
  private final @Nullable RowVersion older;

  ChangedVersion(
      Transaction xmin,
      int cmin,
      byte[] tuple,
      @Nullable Transaction xmax,
      int cmax,
      boolean keyUpdate,
      boolean sameKeysAsOlder,
      @Nullable RowVersion older) {
    super(xmin, cmin, tuple);
    this.xmax = xmax;
    this.cmax = cmax;
    this.keyUpdate = keyUpdate;
    this.sameKeysAsOlder = sameKeysAsOlder;
    this.older = older;
    this.depth = older == null ? 1 : older.depth() + 1;
  }

  @Override
  public @Nullable Transaction xmax() {
    return xmax;
  }

  @Override
  public int cmax() {
    return cmax;
  }

  @Override
  public boolean keyUpdate() {
    return keyUpdate;
  }

  @Override
  public @Nullable RowVersion older() {
    return older;
  }

  @Override
  int depth() {
    return depth;
  }

  @Override
  boolean sameKeysAsOlder() {
    return sameKeysAsOlder;
  }
}
