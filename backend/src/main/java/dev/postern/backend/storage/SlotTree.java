package dev.postern.backend.storage;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * An ordered tree from non-negative {@code long} keys to references, 64 ways at every level. The
 * key's bits choose the way, so nothing is searched, split or balanced:
 *
 * <pre>
 *   key 4,167 = 1·64² + 1·64 + 7
 *   root[1] → node[1] → leaf[7]       a node: Object[65], slots 0–63 and its {@link Owner} at 64
 * </pre>
 *
 * <p>Row ids are handed out in ascending order, hence dense where rows live; parts that have become
 * empty are cut off.
 *
 * <p>One writer at a time (the tree's lock); any number of readers without a lock. Every change a
 * reader can meet is the release-store of one slot, so there is no state in which a node is torn,
 * and a node that another branch copies at any moment is whole.
 */
final class SlotTree {
  static final int BITS = 6;
  static final int WIDTH = 1 << BITS;
  private static final int MASK = WIDTH - 1;
  private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(Object[].class);

  private SlotTree() {}

  static @Nullable Object[] newNode(Owner owner) {
    @Nullable Object[] node = new @Nullable Object[WIDTH + 1];
    node[WIDTH] = owner;
    return node;
  }

  static @Nullable Object slot(@Nullable Object[] node, int index) {
    return SLOT.getAcquire(node, index);
  }

  static void slot(@Nullable Object[] node, int index, @Nullable Object value) {
    SLOT.setRelease(node, index, value);
  }

  private static @Nullable Object @Nullable [] child(@Nullable Object[] node, int index) {
    return (@Nullable Object[]) SLOT.getAcquire(node, index);
  }

  /** The number of keys a tree of this height can hold. */
  private static boolean fits(long key, int height) {
    int bits = BITS * (height + 1);
    return bits >= Long.SIZE || key >>> bits == 0;
  }

  static @Nullable Object get(SlotRoot root, long key) {
    @Nullable Object[] leaf = leaf(root, key);
    return leaf == null ? null : slot(leaf, (int) key & MASK);
  }

  /** The leaf that would hold the key, or null. */
  static @Nullable Object @Nullable [] leaf(SlotRoot root, long key) {
    int height = root.height;
    if (!fits(key, height)) {
      return null;
    }
    @Nullable Object[] node = root.node;
    for (int shift = height * BITS; shift > 0; shift -= BITS) {
      node = child(node, (int) (key >>> shift) & MASK);
      if (node == null) {
        return null;
      }
    }
    return node;
  }

  /** The root to write through: the given one if it is this owner's and high enough for the key. */
  static SlotRoot writable(SlotRoot root, Owner owner, long key) {
    SlotRoot own = root;
    if (own.owner != owner) {
      own = own.with(owner, copy(own.node, owner), own.height);
    }
    while (!fits(key, own.height)) {
      @Nullable Object[] node = newNode(owner);
      node[0] = own.node;
      own = own.with(owner, node, own.height + 1);
    }
    return own;
  }

  /**
   * The leaf for a key, made or copied with all above it so that it belongs to the owner. The root
   * comes from {@link #writable}.
   */
  static @Nullable Object[] writableLeaf(SlotRoot root, Owner owner, long key) {
    @Nullable Object[] node = root.node;
    for (int shift = root.height * BITS; shift > 0; shift -= BITS) {
      int index = (int) (key >>> shift) & MASK;
      @Nullable Object[] below = child(node, index);
      if (below == null) {
        below = newNode(owner);
        slot(node, index, below);
      } else if (below[WIDTH] != owner) {
        below = copy(below, owner);
        slot(node, index, below);
      }
      node = below;
    }
    return node;
  }

  /** Fills a slot. The root comes from {@link #writable}. */
  static void put(SlotRoot root, Owner owner, long key, Object value) {
    slot(writableLeaf(root, owner, key), (int) key & MASK, value);
  }

  /** Empties a slot and cuts off what holds nothing any more. The root comes from writable. */
  static void remove(SlotRoot root, Owner owner, long key) {
    slot(writableLeaf(root, owner, key), (int) key & MASK, null);
    cutEmpty(root.node, root.height, key);
  }

  /** Whether the node is empty now. */
  private static boolean cutEmpty(@Nullable Object[] node, int height, long key) {
    if (height > 0) {
      int index = (int) (key >>> height * BITS) & MASK;
      @Nullable Object[] below = child(node, index);
      if (below != null) {
        if (!cutEmpty(below, height - 1, key)) {
          return false;
        }
        slot(node, index, null);
      }
    }
    for (int i = 0; i < WIDTH; i++) {
      if (node[i] != null) {
        return false;
      }
    }
    return true;
  }

  private static @Nullable Object[] copy(@Nullable Object[] node, Owner owner) {
    @Nullable Object[] copy = newNode(owner);
    for (int i = 0; i < WIDTH; i++) {
      copy[i] = slot(node, i);
    }
    return copy;
  }

  /** The first key at or after {@code key} whose leaf exists (a multiple of 64 if moved), or -1. */
  static long ceilingLeaf(SlotRoot root, long key) {
    return fits(key, root.height) ? ceilingLeaf(root.node, root.height, 0, key) : -1;
  }

  private static long ceilingLeaf(@Nullable Object[] node, int height, long base, long key) {
    if (height == 0) {
      return Math.max(base, key);
    }
    int shift = height * BITS;
    int from = key <= base ? 0 : (int) (key - base >>> shift);
    for (int i = from; i < WIDTH; i++) {
      @Nullable Object[] below = child(node, i);
      if (below != null) {
        long found = ceilingLeaf(below, height - 1, base + ((long) i << shift), key);
        if (found >= 0) {
          return found;
        }
      }
    }
    return -1;
  }

  /** The last key at or before {@code key} whose leaf exists, or -1. */
  static long floorLeaf(SlotRoot root, long key) {
    return floorLeaf(root.node, root.height, 0, key);
  }

  private static long floorLeaf(@Nullable Object[] node, int height, long base, long key) {
    if (height == 0) {
      return key < base ? -1 : Math.min(base + MASK, key);
    }
    int shift = height * BITS;
    int from = key - base >>> shift >= WIDTH ? MASK : (int) (key - base >>> shift);
    for (int i = from; i >= 0; i--) {
      @Nullable Object[] below = child(node, i);
      if (below != null) {
        long found = floorLeaf(below, height - 1, base + ((long) i << shift), key);
        if (found >= 0) {
          return found;
        }
      }
    }
    return -1;
  }
}
