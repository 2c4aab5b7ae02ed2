package dev.postern.backend.storage;

import org.jspecify.annotations.Nullable;

/** Computes an index key from a row: the encoding is the index owner's. Pure, and calls no tree. */
@FunctionalInterface
public interface KeyOf {
  /** The memcomparable key, or null if the row is not in the index (a partial index). */
  byte @Nullable [] key(byte[] tuple);
}
