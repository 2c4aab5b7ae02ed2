package dev.postern.backend.txn;

/** Keeps the word a session writes at each statement off its neighbours' cache lines. */
@SuppressWarnings("unused")
abstract sealed class SnapshotSlotPadding permits SnapshotSlot {
  private long p00;
  private long p01;
  private long p02;
  private long p03;
  private long p04;
  private long p05;
  private long p06;

  /** The lowest CSN read with, or {@link SnapshotSlot#IDLE}. */
  volatile long oldest = SnapshotSlot.IDLE;

  private long p10;
  private long p11;
  private long p12;
  private long p13;
  private long p14;
  private long p15;
  private long p16;
}
