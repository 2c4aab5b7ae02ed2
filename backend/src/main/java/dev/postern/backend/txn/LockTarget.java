package dev.postern.backend.txn;

import java.util.ArrayList;

/**
 * Something that can be locked, one object per {@link LockTag} while it matters. Sessions may keep
 * the target of a relation with its descriptor and lock it without looking it up.
 */
public final class LockTarget {
  private final LockTag tag;

  /**
   * Holds and waits in strong modes. While it is 0 the weak modes are taken without any common
   * lock. Written under the table's mutex only.
   */
  volatile int strong;

  /** Who waits, first come first. Under the table's mutex. */
  final ArrayList<LockWait> queue = new ArrayList<>(0);

  LockTarget(LockTag tag) {
    this.tag = tag;
  }

  public LockTag tag() {
    return tag;
  }
}
