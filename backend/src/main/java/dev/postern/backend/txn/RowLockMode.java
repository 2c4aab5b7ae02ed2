package dev.postern.backend.txn;

/** The four row-level lock modes and their conflicts (manual table 13.3), weakest first. */
public enum RowLockMode {
  KEY_SHARE,
  SHARE,
  NO_KEY_UPDATE,
  UPDATE;

  private static final int[] CONFLICTS = {0b1000, 0b1100, 0b1110, 0b1111};

  /** Whether two transactions cannot hold these on one row at the same time. */
  public boolean conflictsWith(RowLockMode other) {
    return (CONFLICTS[ordinal()] & 1 << other.ordinal()) != 0;
  }
}
