package dev.postern.backend.txn;

/**
 * The eight table-level lock modes and their conflicts (manual table 13.2). Declared from weakest
 * to strongest.
 */
public enum TableLockMode {
  ACCESS_SHARE("AccessShareLock"),
  ROW_SHARE("RowShareLock"),
  ROW_EXCLUSIVE("RowExclusiveLock"),
  SHARE_UPDATE_EXCLUSIVE("ShareUpdateExclusiveLock"),
  SHARE("ShareLock"),
  SHARE_ROW_EXCLUSIVE("ShareRowExclusiveLock"),
  EXCLUSIVE("ExclusiveLock"),
  ACCESS_EXCLUSIVE("AccessExclusiveLock");

  /** Conflicting modes as bits by ordinal; row by row of the manual's table. */
  private static final int[] CONFLICTS = {
    0b1000_0000,
    0b1100_0000,
    0b1111_0000,
    0b1111_1000,
    0b1110_1100,
    0b1111_1100,
    0b1111_1110,
    0b1111_1111,
  };

  private final String displayName;

  TableLockMode(String displayName) {
    this.displayName = displayName;
  }

  /** The name in {@code pg_locks.mode}. */
  public String displayName() {
    return displayName;
  }

  /** Whether two sessions cannot hold these at the same time. */
  public boolean conflictsWith(TableLockMode other) {
    return (conflicts() & other.bit()) != 0;
  }

  /** The modes that do not conflict with one another: what ordinary statements take. */
  boolean isWeak() {
    return ordinal() <= ROW_EXCLUSIVE.ordinal();
  }

  int bit() {
    return 1 << ordinal();
  }

  int conflicts() {
    return CONFLICTS[ordinal()];
  }
}
