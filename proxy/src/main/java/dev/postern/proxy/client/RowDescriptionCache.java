package dev.postern.proxy.client;

import dev.postern.backend.ResultColumn;
import dev.postern.proxy.wire.EncodedRowDescription;
import org.jspecify.annotations.Nullable;

/**
 * Encoded RowDescriptions by the identity of the column array they tell of: a prepared statement
 * has one array all its life. Bounded; the newest wins its slot. One thread.
 */
final class RowDescriptionCache {
  private static final int SLOTS = 256;

  private record Entry(ResultColumn[] shape, EncodedRowDescription encoded) {}

  private final @Nullable Entry[] entries = new Entry[SLOTS];

  EncodedRowDescription of(ResultColumn[] columns) {
    int slot = System.identityHashCode(columns) & SLOTS - 1;
    Entry entry = entries[slot];
    if (entry == null || entry.shape != columns) {
      entry = new Entry(columns, new EncodedRowDescription(columns));
      entries[slot] = entry;
    }
    return entry.encoded;
  }
}
