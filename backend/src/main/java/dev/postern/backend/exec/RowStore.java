package dev.postern.backend.exec;

import dev.postern.backend.storage.RowVersion;
import org.jspecify.annotations.Nullable;

/** Saves the current rows of some slots and makes them current again. References only. */
final class RowStore {
  private final int[] slots;

  RowStore(int[] slots) {
    this.slots = slots;
  }

  /** One saved row. */
  record Saved(byte[] @Nullable [] tuples, long[] rowIds, @Nullable RowVersion[] versions) {}

  Saved save(Frame frame) {
    int count = slots.length;
    byte[] @Nullable [] tuples = new byte[count][];
    long[] rowIds = new long[count];
    @Nullable RowVersion[] versions = new @Nullable RowVersion[count];
    for (int i = 0; i < count; i++) {
      int slot = slots[i];
      tuples[i] = frame.tuples[slot];
      rowIds[i] = frame.rowIds[slot];
      versions[i] = frame.versions[slot];
    }
    return new Saved(tuples, rowIds, versions);
  }

  void restore(Frame frame, Saved row) {
    for (int i = 0; i < slots.length; i++) {
      int slot = slots[i];
      frame.tuples[slot] = row.tuples[i];
      frame.rowIds[slot] = row.rowIds[i];
      frame.versions[slot] = row.versions[i];
    }
  }

  /** Makes the slots rows of nulls. */
  void clear(Frame frame) {
    for (int slot : slots) {
      frame.tuples[slot] = null;
      frame.versions[slot] = null;
    }
  }
}
