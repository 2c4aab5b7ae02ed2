package dev.postern.backend.catalog;

import java.util.concurrent.atomic.AtomicInteger;

/** Hands out OIDs and relfile numbers, never one twice in an engine. Thread-safe. */
public final class OidAllocator {
  private final AtomicInteger next = new AtomicInteger(ClassOids.FIRST_USER_OID);

  public int next() {
    int oid = next.getAndIncrement();
    if (oid >= 0 && oid < ClassOids.FIRST_USER_OID) {
      throw new IllegalStateException("out of OIDs");
    }
    return oid;
  }

  /** The number that {@link #next} will give. */
  public int peek() {
    return next.get();
  }

  /** After a recovery: gives none below this. */
  public void startAt(int oid) {
    next.accumulateAndGet(oid, (a, b) -> Integer.compareUnsigned(a, b) > 0 ? a : b);
  }
}
