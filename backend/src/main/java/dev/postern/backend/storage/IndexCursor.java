package dev.postern.backend.storage;

import org.jspecify.annotations.Nullable;

/**
 * A scan over a range of an index, made by {@link IndexTree#scan}. Meets every entry that was there
 * when it was opened and is not removed, and perhaps later ones. Used by one thread; holds no lock,
 * needs no closing, allocates nothing per entry.
 *
 * <p>It keeps the inner nodes on its way. A node that is replaced while it does stays as it was at
 * that moment, so no entry is missed or met twice.
 */
public final class IndexCursor {
  private final byte @Nullable [] lower;
  private final boolean lowerInclusive;
  private final byte @Nullable [] upper;
  private final boolean upperInclusive;
  private final boolean forward;

  private final @Nullable IndexInner[] path;
  private final int[] childIndexes;
  private int height;
  private @Nullable IndexLeaf leaf;

  /** The entry stepped to, and the one behind the last of the leaf to take, in its direction. */
  private int at;

  private int end;

  IndexCursor(
      Object root,
      byte @Nullable [] lower,
      boolean lowerInclusive,
      byte @Nullable [] upper,
      boolean upperInclusive,
      boolean forward) {
    this.lower = lower;
    this.lowerInclusive = lowerInclusive;
    this.upper = upper;
    this.upperInclusive = upperInclusive;
    this.forward = forward;
    int levels = heightOf(root);
    path = new @Nullable IndexInner[levels];
    childIndexes = new int[levels];
    descend(root);
  }

  private static int heightOf(Object root) {
    int levels = 0;
    Object node = root;
    while (node instanceof IndexInner inner) {
      levels++;
      node = inner.child(0);
    }
    return levels;
  }

  private int lowerPosition(IndexLeaf entries, int size) {
    byte[] bound = lower;
    return bound == null ? 0 : entries.countBefore(size, bound, !lowerInclusive);
  }

  private int upperPosition(IndexLeaf entries, int size) {
    byte[] bound = upper;
    return bound == null ? size : entries.countBefore(size, bound, upperInclusive);
  }

  /** Goes down to the leaf where the scan begins. */
  private void descend(Object root) {
    Object node = root;
    while (node instanceof IndexInner inner) {
      int separators = inner.children.length - 1;
      int index =
          forward
              ? lowerPosition(inner.separators, separators)
              : upperPosition(inner.separators, separators);
      push(inner, index);
      node = inner.child(index);
    }
    enter((IndexLeaf) node);
  }

  private void push(IndexInner inner, int index) {
    path[height] = inner;
    childIndexes[height++] = index;
  }

  private void enter(IndexLeaf entered) {
    int size = entered.count();
    leaf = entered;
    int from = lowerPosition(entered, size);
    int to = upperPosition(entered, size);
    at = forward ? from - 1 : to;
    end = forward ? to : from - 1;
    if (forward ? to < size : from > 0) {
      height = 0; // The other bound is in this leaf: it is the last one.
    }
  }

  /** Steps to the next entry; false at the end. */
  public boolean next() {
    if (forward) {
      while (++at >= end) {
        if (!enterNextLeaf()) {
          at = end;
          return false;
        }
      }
    } else {
      while (--at <= end) {
        if (!enterNextLeaf()) {
          at = end;
          return false;
        }
      }
    }
    return true;
  }

  private boolean enterNextLeaf() {
    while (height > 0) {
      IndexInner inner = path[height - 1];
      int index = childIndexes[height - 1] + (forward ? 1 : -1);
      if (inner == null || index < 0 || index >= inner.children.length) {
        height--;
        continue;
      }
      childIndexes[height - 1] = index;
      Object node = inner.child(index);
      while (node instanceof IndexInner below) {
        int first = forward ? 0 : below.children.length - 1;
        push(below, first);
        node = below.child(first);
      }
      enter((IndexLeaf) node);
      return true;
    }
    return false;
  }

  private IndexLeaf current() {
    IndexLeaf entered = leaf;
    if (entered == null) {
      throw new IllegalStateException("not on an entry");
    }
    return entered;
  }

  /** The row id of the entry stepped to. */
  public long rowId() {
    return current().rowIds[at];
  }

  /** A copy of its key. */
  public byte[] key() {
    return current().key(at);
  }

  int keyLength() {
    return current().keyLength(at);
  }

  /** Whether its key is the given one. */
  public boolean keyEquals(byte[] key) {
    return current().hasKey(at, key);
  }
}
