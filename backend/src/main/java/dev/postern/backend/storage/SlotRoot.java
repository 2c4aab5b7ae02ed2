package dev.postern.backend.storage;

import org.jspecify.annotations.Nullable;

/** The root of a {@link SlotTree}: replaced when the tree grows a level or its owner changes. */
final class SlotRoot {
  final Owner owner;
  final @Nullable Object[] node;

  /** 0 if the root node is a leaf. */
  final int height;

  /** The next row id of a table. Written under the table's lock. */
  long nextKey;

  /** Rows in the tree, dead ones included. Written under the table's lock. */
  long count;

  SlotRoot(Owner owner, @Nullable Object[] node, int height) {
    this.owner = owner;
    this.node = node;
    this.height = height;
  }

  /** An empty tree; row ids start at 1. */
  static SlotRoot empty(Owner owner) {
    SlotRoot root = new SlotRoot(owner, SlotTree.newNode(owner), 0);
    root.nextKey = 1;
    return root;
  }

  SlotRoot with(Owner newOwner, @Nullable Object[] node, int height) {
    SlotRoot root = new SlotRoot(newOwner, node, height);
    root.nextKey = nextKey;
    root.count = count;
    return root;
  }
}
