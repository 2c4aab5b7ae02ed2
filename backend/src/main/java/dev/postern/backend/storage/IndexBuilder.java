package dev.postern.backend.storage;

import java.util.ArrayList;
import java.util.Arrays;

/** Builds an index from entries that come in order: leaves first, then level by level. */
final class IndexBuilder {
  /** Nodes are filled to this many entries, so that the first insertions do not split them. */
  private static final int FILL = 57;

  private final Owner owner;
  private byte[] keys = new byte[1024];
  private final int[] ends = new int[FILL];
  private final long[] rowIds = new long[FILL];
  private int count;
  private final ArrayList<Object> nodes = new ArrayList<>();
  private final ArrayList<IndexLeaf> lowest = new ArrayList<>();

  private IndexBuilder(Owner owner) {
    this.owner = owner;
  }

  static IndexRoot build(IndexSource source, Owner owner) {
    IndexBuilder builder = new IndexBuilder(owner);
    while (source.next()) {
      builder.add(source.key(), source.rowId());
    }
    builder.endLeaf();
    return new IndexRoot(owner, builder.top());
  }

  private void add(byte[] key, long rowId) {
    int start = count == 0 ? 0 : ends[count - 1];
    if (count == FILL || count > 0 && start + key.length > IndexLeaf.MAX_KEY_BYTES) {
      endLeaf();
      start = 0;
    }
    if (start + key.length > keys.length) {
      keys = Arrays.copyOf(keys, Math.max(keys.length * 2, start + key.length));
    }
    System.arraycopy(key, 0, keys, start, key.length);
    ends[count] = start + key.length;
    rowIds[count++] = rowId;
  }

  private void endLeaf() {
    if (count == 0) {
      return;
    }
    IndexLeaf leaf =
        IndexLeaf.of(
            owner,
            Arrays.copyOf(keys, ends[count - 1]),
            Arrays.copyOf(ends, count),
            Arrays.copyOf(rowIds, count));
    nodes.add(leaf);
    lowest.add(leaf.part(owner, 0, 1));
    count = 0;
  }

  private Object top() {
    if (nodes.isEmpty()) {
      return IndexLeaf.empty(owner);
    }
    while (nodes.size() > 1) {
      int written = 0;
      for (int from = 0; from < nodes.size(); ) {
        int to = Math.min(nodes.size(), from + FILL);
        if (to == nodes.size() - 1) {
          to--; // No node is left with a single child.
        }
        IndexLeaf separators = IndexLeaf.empty(owner);
        for (int i = from + 1; i < to; i++) {
          IndexLeaf low = lowest.get(i);
          separators = separators.with(owner, i - from - 1, low.key(0), low.rowIds[0]);
        }
        lowest.set(written, lowest.get(from));
        nodes.set(written++, new IndexInner(owner, separators, nodes.subList(from, to).toArray()));
        from = to;
      }
      nodes.subList(written, nodes.size()).clear();
      lowest.subList(written, lowest.size()).clear();
    }
    return nodes.getFirst();
  }
}
