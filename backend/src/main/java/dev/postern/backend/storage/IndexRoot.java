package dev.postern.backend.storage;

/**
 * The root of an index: replaced when its node is.
 *
 * @param node an {@link IndexLeaf} or {@link IndexInner}
 */
record IndexRoot(Owner owner, Object node) {
  static IndexRoot empty(Owner owner) {
    return new IndexRoot(owner, IndexLeaf.empty(owner));
  }
}
