package dev.postern.backend.storage;

import java.util.Arrays;

/**
 * An inner node of an index. {@code separators} holds, for each child but the first, the lowest
 * entry (key and row id) that may be under it. The separators never change; a child is replaced in
 * place by the owner; a node with another number of children is a new one.
 */
final class IndexInner {
  /** Children a node has at most. */
  static final int CAPACITY = 64;

  final Owner owner;
  final IndexLeaf separators;
  final Object[] children;

  IndexInner(Owner owner, IndexLeaf separators, Object[] children) {
    this.owner = owner;
    this.separators = separators;
    this.children = children;
  }

  /** The child that holds an entry, or would. */
  int childIndex(byte[] key, long rowId) {
    return separators.countBelow(children.length - 1, key, rowId + 1);
  }

  Object child(int index) {
    Object child = SlotTree.slot(children, index);
    if (child == null) {
      throw new IllegalStateException("an index node without a child");
    }
    return child;
  }

  /** This node, or a copy the owner may change, with another child in place of one. */
  IndexInner withChild(Owner newOwner, int index, Object child) {
    if (owner == newOwner) {
      SlotTree.slot(children, index, child);
      return this;
    }
    Object[] copy = copyOfChildren(children.length);
    copy[index] = child;
    return new IndexInner(newOwner, separators, copy);
  }

  /** A node in which one child has become two with a separator between them. */
  IndexInner withSplit(
      Owner newOwner, int index, Object left, byte[] key, long rowId, Object right) {
    int size = children.length;
    Object[] copy = copyOfChildren(size + 1);
    for (int i = size; i > index + 1; i--) {
      copy[i] = copy[i - 1];
    }
    copy[index] = left;
    copy[index + 1] = right;
    return new IndexInner(newOwner, separators.with(newOwner, index, key, rowId), copy);
  }

  /** A node without one child; there is another. */
  IndexInner withoutChild(Owner newOwner, int index) {
    int size = children.length;
    Object[] copy = copyOfChildren(size);
    System.arraycopy(copy, index + 1, copy, index, size - index - 1);
    return new IndexInner(
        newOwner,
        separators.without(newOwner, Math.max(0, index - 1)),
        Arrays.copyOf(copy, size - 1));
  }

  /** A node in which a child and the next one have become one. */
  IndexInner withJoined(Owner newOwner, int index, Object joined) {
    IndexInner node = withoutChild(newOwner, index + 1);
    node.children[index] = joined;
    return node;
  }

  /** The children {@code from} to before {@code to}. */
  IndexInner part(Owner newOwner, int from, int to) {
    Object[] copy = Arrays.copyOfRange(copyOfChildren(children.length), from, to);
    return new IndexInner(newOwner, separators.part(newOwner, from, to - 1), copy);
  }

  private Object[] copyOfChildren(int length) {
    Object[] copy = new Object[length];
    for (int i = 0; i < children.length; i++) {
      copy[i] = child(i);
    }
    return copy;
  }
}
